// In a frame of another site's page (clerk.js): says where the shopper is, so that the
// conversation goes on from page to page, and that Escape was pressed. Only sites that the
// shop names may have it in a frame, so whoever reads this is one of them.
if (parent !== window) {
  const tell = (news) => parent.postMessage(news, "*");
  const where = () => tell({ at: location.pathname + location.search });
  where();
  on("htmx:afterSettle", where);
  on("keydown", (event) => event.key === "Escape" && !event.defaultPrevented && tell({ escape: true }));
  on("focus", () => { // the panel opens
    if (document.activeElement === document.body && !matchMedia("(pointer: coarse)").matches) byID("message")?.focus({ preventScroll: true });
  }, window);
  // What leads out of the shop leads the whole page there.
  on("click", ({ target }) => {
    const way = target.closest("a[href]");
    if (way && way.origin !== location.origin) way.target = "_top";
  });
}
