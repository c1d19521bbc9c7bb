// Enhancements only: every page works without this module, which the files that
// static.go names make up, in one scope.
const byID = (id) => document.getElementById(id);
const all = (selector, act) => document.querySelectorAll(selector).forEach(act);
const on = (kind, act, where = document) => where.addEventListener(kind, act);
const parse = async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html");
const posted = (form, button) => ({ method: "POST", body: new URLSearchParams(new FormData(form, button)) });
// latest asks the shop, and no longer waits for what it was asked before.
let asked;
const latest = (address, send) => {
  asked?.abort();
  asked = new AbortController();
  return fetch(address, { ...send, signal: asked.signal });
};
// This keeps htmx within the content security policy, its history honest (going back
// loads the page that was) and its work small: what it swaps in is there at once.
Object.assign(htmx.config, {
  includeIndicatorStyles: false, allowEval: false, allowScriptTags: false,
  historyCacheSize: 0, refreshOnHistoryMiss: true, scrollIntoViewOnBoost: false,
  defaultSettleDelay: 0, attributesToSettle: [],
});
// carry has a form send an unseen field, which is marked to be taken away again.
const carry = (form, name, value, mark) => {
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name, value });
  field.setAttribute(mark, "");
  form.append(field);
};

// Enter sends a message; Shift+Enter begins a new line.
on("keydown", (event) => {
  const box = event.target;
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  if (!box.hasAttribute("data-enter-sends")) return;
  event.preventDefault();
  box.form.requestSubmit();
});

// A plain form is sent once, however often its button is pressed. Forms sent by htmx
// arrive here already prevented; hx-sync looks after those.
on("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented) return;
  if (form.hasAttribute("data-sent")) event.preventDefault();
  form.setAttribute("data-sent", "");
});
on("pageshow", () => all("[data-sent]", (form) => form.removeAttribute("data-sent")), window);

// "No preference" and the others exclude each other; the button tells how many fit.
on("change", (event) => {
  const box = event.target;
  const fit = box.form?.querySelector("[data-count]");
  if (fit?.dataset.count) setTimeout(async () => { // once the boxes agree
    try {
      const told = await latest(fit.dataset.count, posted(box.form));
      if (told.ok) fit.textContent = await told.text();
    } catch { /* it goes on saying what fitted before */ }
  });
  if (box.type !== "checkbox" || !box.checked) return;
  for (const other of box.closest(".question")?.querySelectorAll("input[type=checkbox]") ?? []) {
    if (other.hasAttribute("data-none") !== box.hasAttribute("data-none")) other.checked = false;
  }
});

// Questions that never came into view, on a phone, were not skipped.
const read = new WeakSet();
const eye = new IntersectionObserver((seen) => seen.forEach((e) => e.isIntersecting && read.add(e.target)), { threshold: 0.5 });
on("formdata", (event) => {
  event.target.querySelectorAll(".question").forEach((card, i) => read.has(card) || event.formData.append("unread", i));
});

// A picture that is slow is waited for, and one that is lost has a stand-in: both as
// their tile shows it. One without a width was lost before this ran, or is a drawing.
const look = (image, lost) => {
  image.parentElement.classList.toggle("waiting", !image.complete);
  if (lost) image.parentElement.classList.add("lost");
  else if (image.complete && !image.naturalWidth) image.decode().catch(() => look(image, true));
};
const watch = () => {
  all(".picture img", (image) => look(image));
  all(".question", (card) => eye.observe(card));
};
for (const name of ["load", "error"]) {
  document.addEventListener(name, ({ target }) => target.matches?.(".picture img") && look(target, name === "error"), true);
}
on("htmx:afterSettle", watch);
watch();

// After a turn: say what changed, and go to the clerk's newest line, unless the
// shopper is typing and has no screen keyboard in the way. After a step that is about
// one part of the page, go there; after "more", to the first new card.
on("htmx:afterSettle", ({ target, detail: { requestConfig: cause } }) => {
  byID("trouble").hidden = true;
  if (target.id === "results") return byID(location.hash.slice(1))?.focus();
  if (target.matches(".card")) { // something was put in the basket
    byID("announcement").textContent = target.querySelector(".note")?.textContent;
    return target.focus({ preventScroll: true });
  }
  if (target.id !== "shop") return;
  const region = byID("announcement");
  region.textContent = "";
  setTimeout(() => { region.textContent = target.dataset.announcement; }, 100);
  const then = cause.triggeringEvent.submitter?.dataset.then ?? cause.elt.dataset.then;
  if (then) {
    byID(then).focus({ preventScroll: true });
    return byID(then).scrollIntoView({ block: then === "results" ? "start" : "nearest" });
  }
  const typing = document.activeElement === byID("message") && !matchMedia("(pointer: coarse)").matches;
  if (!typing) byID("newest")?.focus({ preventScroll: true });
  scrollTo(0, 0);
});
// On a phone the open filters cover the page: Escape closes them, and so does going on.
const narrow = matchMedia("(max-width: 56.24rem)");
for (const kind of ["keydown", "focusin"]) {
  on(kind, (event) => {
    const { key, target } = event, sheet = narrow.matches && document.querySelector(".facets[open]");
    if (!sheet || key && key !== "Escape" || !key && sheet.contains(target)) return;
    event.preventDefault(); // it closes nothing else
    sheet.open = false;
    if (key) sheet.firstElementChild.focus();
  });
}
// The browser's way back from a product leads to its card.
on("click", ({ target }) => {
  const card = target.closest("a")?.closest(".card");
  if (card) history.replaceState(history.state, "", `#${card.id}`);
});
// What an error page says is said here; where there is none, what holds of any trouble.
const trouble = byID("trouble").textContent;
for (const name of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  on(name, ({ detail: { xhr } }) => {
    const page = new DOMParser().parseFromString(xhr?.responseText ?? "", "text/html");
    const told = [...page.querySelectorAll("[data-told]")].map((line) => line.textContent.trim());
    Object.assign(byID("trouble"), { textContent: told.join(" ") || trouble, hidden: false });
  });
}
