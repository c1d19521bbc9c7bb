// The desk's script. Every page works without it: it only lets the arrow keys turn
// the pages of a replay, where nothing else wants them.
"use strict";

const pages = { ArrowLeft: "prev", ArrowRight: "next" };

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea, summary, [tabindex='0']")) return;
  const link = pages[event.key] && document.querySelector(`a[rel="${pages[event.key]}"]`);
  if (link) {
    event.preventDefault();
    link.click();
  }
});
