// Products that are ticked to be compared stay so while the list changes: for this
// tab, by conversation. Ticked ones that the list no longer shows are compared too.
const key = (path) => `ticks ${path}`;
const load = (path) => JSON.parse(sessionStorage.getItem(key(path)));
const save = (path, ids) => sessionStorage.setItem(key(path), JSON.stringify(ids));
const boxes = () => [...document.querySelectorAll(".pick input")];

const restore = () => {
  const form = byID("compare");
  if (!form) return;
  const shown = boxes();
  const ids = load(location.pathname) ?? [];
  for (const box of shown) box.checked = ids.includes(box.value);
  form.querySelector("[data-ticks]").textContent = ids.length > 0 ? ` (${ids.length})` : "";
  all("[data-kept]", (field) => field.remove());
  for (const value of ids) {
    if (!shown.some((box) => box.value === value)) carry(form, shown[0].name, value, "data-kept");
  }
};

on("change", (event) => {
  if (!event.target.matches(".pick input")) return;
  const ids = (load(location.pathname) ?? []).filter((id) => id !== event.target.value);
  if (event.target.checked) ids.push(event.target.value);
  save(location.pathname, ids);
  restore();
});
on("htmx:afterSettle", restore);

// What a comparison shows is what is ticked: there, products are taken away.
const compared = new URLSearchParams(location.search);
if (location.pathname === "/compare" && compared.get("c")) save(`/c/${compared.get("c")}`, compared.getAll("p"));

restore();
