// Enhancements only: every page works without this file.
(() => {
  "use strict";

  const byID = (id) => document.getElementById(id);

  // Enter sends a message; Shift+Enter begins a new line.
  document.addEventListener("keydown", (event) => {
    const box = event.target;
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    if (!box.hasAttribute("data-enter-sends")) return;
    event.preventDefault();
    box.form.requestSubmit();
  });

  // A plain form is sent once, however often its button is pressed. Forms sent by
  // htmx arrive here already prevented; hx-sync looks after those.
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    if (event.target.hasAttribute("data-sent")) event.preventDefault();
    event.target.setAttribute("data-sent", "");
  });
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("[data-sent]")) form.removeAttribute("data-sent");
  });

  // "No preference" and the others exclude each other; the button tells how many fit.
  let counting;
  document.addEventListener("change", (event) => {
    const box = event.target;
    const fit = box.form?.querySelector("[data-count]");
    if (fit?.dataset.count) setTimeout(async () => { // once the boxes agree
      counting?.abort();
      counting = new AbortController();
      const send = { method: "POST", body: new URLSearchParams(new FormData(box.form)), signal: counting.signal };
      try {
        const told = await fetch(fit.dataset.count, send);
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
  document.addEventListener("formdata", (event) => {
    [...event.target.querySelectorAll(".question")].forEach((card, i) => read.has(card) || event.formData.append("unread", i));
  });

  // A picture that is slow is waited for, and one that is lost has a stand-in: both as
  // their tile shows it. A drawing may have no width of its own.
  const look = (image, lost = image.complete && !image.naturalWidth && !image.src.endsWith(".svg")) => {
    image.parentElement.classList.toggle("waiting", !image.complete);
    if (lost) image.parentElement.classList.add("lost");
  };
  const all = (selector, act) => document.querySelectorAll(selector).forEach(act);
  const watch = () => {
    all(".picture img", (image) => look(image));
    all(".question", (card) => eye.observe(card));
  };
  for (const name of ["load", "error"]) {
    document.addEventListener(name, ({ target }) => target.matches?.(".picture img") && look(target, name === "error"), true);
  }
  document.addEventListener("htmx:afterSettle", watch);
  watch();

  // After a turn: say what changed, and go to the clerk's newest line, unless the
  // shopper is typing and has no screen keyboard in the way. After sorting and
  // filtering: go to the list. After "more": go to the first new card.
  const announce = (text) => {
    const region = byID("announcement");
    region.textContent = "";
    setTimeout(() => { region.textContent = text; }, 100);
  };
  document.addEventListener("htmx:afterSettle", (event) => {
    byID("trouble").hidden = true;
    if (event.target.id === "shop") {
      announce(event.target.dataset.announcement);
      document.title = [".shop h1", ".masthead-name"].map((s) => document.querySelector(s).textContent.trim()).join(" · ");
      const cause = event.detail.requestConfig;
      const then = cause?.triggeringEvent?.submitter?.dataset.then ?? cause?.elt?.dataset.then;
      if (then) { // a step that is about one part of the page leads there
        byID(then).focus({ preventScroll: true });
        byID(then).scrollIntoView({ block: then === "results" ? "start" : "nearest" });
        return;
      }
      const typing = document.activeElement === byID("message") && !matchMedia("(pointer: coarse)").matches;
      if (!typing) byID("newest")?.focus({ preventScroll: true });
      scrollTo(0, 0);
    } else if (event.target.id === "results") {
      byID(location.hash.slice(1))?.focus();
    }
  });

  for (const name of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, () => { byID("trouble").hidden = false; });
  }
})();
