// Completes what is typed into a search box: the combobox pattern of ARIA's
// authoring practices, with the list of suggestions as its popup. Enter without a
// choice sends what was typed, as it does without this file.
all("[data-suggest]", (box) => {
  const list = byID("suggestions");
  const pause = 120; // ms without a key before the shop is asked
  let chosen = -1, waiting, request;

  const roles = { role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": list.id };
  for (const name in roles) box.setAttribute(name, roles[name]);

  const options = () => [...list.querySelectorAll("[role=option]")];
  const open = () => !list.hidden;

  const choose = (index) => {
    const all = options();
    all[chosen]?.setAttribute("aria-selected", "false");
    chosen = index;
    const option = all[chosen];
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) box.setAttribute("aria-activedescendant", option.id);
    else box.removeAttribute("aria-activedescendant");
  };

  // place ends the list above a phone's keyboard, which covers the page's lower part.
  const place = () => {
    const { offsetTop, height } = visualViewport;
    list.style.setProperty("--room", `${offsetTop + height - list.getBoundingClientRect().top - 8}px`);
  };
  for (const change of ["resize", "scroll"]) on(change, place, visualViewport);

  const show = (visible) => {
    choose(-1);
    const opens = visible && list.hidden;
    list.hidden = !visible;
    box.setAttribute("aria-expanded", String(visible));
    if (opens && matchMedia("(pointer: coarse)").matches) box.scrollIntoView(); // or little would have room below it
    if (visible) place();
  };

  // forget drops what was asked and not answered yet: an answer to fewer letters
  // must not replace one to more.
  const forget = () => {
    clearTimeout(waiting);
    request?.abort();
  };

  const ask = async () => {
    forget();
    if (!box.value.trim()) return show(false);
    request = new AbortController();
    try {
      const answer = await fetch(`${box.dataset.suggest}?q=${encodeURIComponent(box.value)}`, { signal: request.signal });
      if (!answer.ok) return show(false);
      const page = await parse(answer);
      list.replaceChildren(...page.body.children);
      show(options().length > 0 && document.activeElement === box);
      if (open()) byID("announcement").textContent = list.firstElementChild.dataset.announcement;
    } catch (trouble) {
      if (trouble.name !== "AbortError") show(false); // the box works without
    }
  };

  // take follows a suggestion, or sends the form with its fields.
  const take = (option) => {
    forget();
    show(false);
    if (option.dataset.url) return location.assign(option.dataset.url);
    for (const [name, value] of new URLSearchParams(option.dataset.send)) {
      carry(box.form, name, value, "data-taken");
    }
    box.form.requestSubmit();
  };
  on("pageshow", () => all("[data-taken]", (field) => field.remove()), window);

  on("input", () => {
    forget();
    waiting = setTimeout(ask, pause);
  }, box);

  on("keydown", (event) => {
    if (event.isComposing) return;
    const all = options();
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp": {
        event.preventDefault();
        if (!open()) return all.length > 0 && box.value.trim() ? show(true) : ask();
        const step = event.key === "ArrowDown" ? 1 : -1;
        // −1, the box itself, lies between the last and the first
        return choose((chosen + 1 + step + all.length + 1) % (all.length + 1) - 1);
      }
      case "Enter":
        if (open() && all[chosen]) {
          event.preventDefault();
          take(all[chosen]);
        }
        return;
      case "Escape":
        if (open()) {
          event.preventDefault();
          forget();
          show(false);
        }
    }
  }, box);

  // A pointer on the list leaves the focus in the box.
  on("pointerdown", (event) => event.preventDefault(), list);
  on("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (option) take(option);
  }, list);
  on("blur", () => {
    forget();
    show(false);
  }, box);
  on("submit", forget, box.form);
});
