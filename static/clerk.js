// Puts the shop's clerk on a page of another site:
//   <script src="https://clerk.example/clerk.js" async></script>
// data-label names the button, data-side="left" moves it. See docs/configuration.md.
(() => {
  const { src, dataset } = document.currentScript;
  const home = new URL(src).origin;
  const labels = LABELS; // by language: to open, to close, to open in a tab
  const spoken = [document.documentElement.lang, ...navigator.languages, "en"].map((code) => code.split("-")[0].toLowerCase());
  const [open, close, apart] = labels[spoken.find((code) => labels[code])];

  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    element.append(...children);
    return element;
  };
  const icon = (d) => {
    const [svg, path] = ["svg", "path"].map((name) => document.createElementNS("http://www.w3.org/2000/svg", name));
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("aria-hidden", "true");
    path.setAttribute("d", d);
    svg.append(path);
    return svg;
  };

  const opener = make("button", { type: "button", class: "opener", "aria-haspopup": "dialog" },
    icon("M4 5h16v11h-9l-5 4v-4H4z"), make("span", {}, dataset.label ?? open));
  const tab = make("a", { href: home, target: "_blank", "aria-label": apart, title: apart }, icon("M14 4h6v6M20 4l-9 9M18 14v6H4V6h6"));
  const closer = make("button", { type: "button", "aria-label": close, title: close }, icon("M5 5l14 14M19 5L5 19"));
  const frame = make("iframe", { title: open });
  const panel = make("dialog", { "aria-label": open }, make("header", {}, make("b", {}, open), tab, closer), frame);

  // A conversation goes on over the pages of the site, for as long as its tab is open.
  const key = "clerk";
  const kept = () => {
    try {
      return sessionStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const keep = (path) => {
    tab.href = home + path;
    try {
      sessionStorage.setItem(key, path);
    } catch { /* it is switched off: the next page begins anew */ }
  };

  opener.onclick = () => {
    panel.showModal();
    frame.focus();
    if (frame.src) return;
    frame.src = tab.href = home + (kept() ?? "/");
    frame.addEventListener("load", () => { // the focus does not follow from an empty frame by itself
      if (root.activeElement !== frame) return;
      frame.blur();
      frame.focus();
    }, { once: true });
  };
  closer.onclick = () => panel.close();
  panel.onclick = ({ target }) => target === panel && panel.close(); // beside it
  panel.onclose = () => opener.focus();
  // The clerk says where it is, and that Escape was pressed in it.
  addEventListener("message", ({ origin, source, data }) => {
    if (origin !== home || source !== frame.contentWindow) return;
    if (data.at?.startsWith("/")) keep(data.at);
    if (data.escape) panel.close();
  });

  const style = new CSSStyleSheet(); // which a content security policy lets pass
  style.replaceSync(`
    :host { all: initial; color-scheme: light dark; font: 500 16px/1.3 system-ui, sans-serif }
    button, a { box-sizing: border-box; font: inherit; cursor: pointer }
    svg { width: 1.4em; height: 1.4em; flex: none; fill: none; stroke: currentcolor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round }
    :focus-visible { outline: 3px solid #0f5c4a; outline-offset: 2px; box-shadow: 0 0 0 2px #fff }
    .opener { position: fixed; bottom: calc(16px + env(safe-area-inset-bottom)); ${dataset.side === "left" ? "left" : "right"}: 16px; z-index: 2147483647;
      display: flex; gap: 8px; align-items: center; max-width: calc(100vw - 32px); min-height: 48px; padding: 8px 20px;
      border: 2px solid #fff; border-radius: 24px; background: #0f5c4a; color: #fff; box-shadow: 0 4px 16px #0006 }
    .opener:hover { background: #0a4637 }
    dialog { box-sizing: border-box; inset: auto 16px 16px auto; width: 432px; height: min(760px, 100dvh - 32px); margin: 0; padding: 0;
      ${dataset.side === "left" ? "left: 16px; right: auto;" : ""} max-width: none; max-height: none; border: 0; border-radius: 16px; overflow: hidden;
      background: light-dark(#f4f5f1, #111714); color: light-dark(#18231e, #e7ede9); box-shadow: 0 12px 48px #0008 }
    dialog[open] { display: flex; flex-direction: column }
    dialog::backdrop { background: #0006 }
    header { display: flex; align-items: center; padding-left: 16px; background: #0f4a3d; color: #fff }
    header b { flex: 1; font-weight: 650 }
    header button, header a { display: grid; place-items: center; width: 48px; height: 48px; padding: 0; border: 0; background: none; color: inherit }
    header :focus-visible { outline: 3px solid #e2a21b; outline-offset: -5px; box-shadow: none }
    iframe { flex: 1; width: 100%; border: 0 }
    @media (max-width: 600px) { dialog { inset: 0; width: 100vw; height: 100dvh; border-radius: 0 } }
    @media print { :host { display: none } }`);

  const host = make("div");
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [style];
  root.append(opener, panel);
  const put = () => document.body.append(host);
  if (document.body) put();
  else addEventListener("DOMContentLoaded", put);
})();
