package feed

import (
	"cmp"
	"strings"

	"shopclerk/catalog"
)

// prestaShop reads a row of PrestaShop's tables: that of the products, and that of their
// combinations, which name the product by id or reference and say what they cost
// more.
func (t *translation) prestaShop(r *formatRow) error {
	if r.get("Attribute") != "" {
		return t.combination(r)
	}
	if r.get("Active") == "0" {
		*t.hidden++
		return nil
	}
	t.out.reset(r.place)
	t.out.member = membership{part: parent, group: "id:" + r.get("Product ID")}
	if ref := r.get("Reference"); ref != "" {
		t.out.member.alias = "ref:" + ref
	}
	r.keep(t.out, "Product ID", "Reference", "Name", "Description", "Short description", "Manufacturer", "Quantity", "Link")
	paths := split(r.get("Categories"), ",")
	for i, c := range paths {
		paths[i] = strings.TrimPrefix(strings.TrimPrefix(c, "Home/"), "Root/")
	}
	if len(paths) > 0 { // the first is the product's own, others are where else it is shown
		t.out.add(r.key("Categories"), catalog.Text(strings.Join(split(paths[0], "/"), " > ")))
	}
	r.keepFirst(t.out, "Image URLs", ",")
	t.discounted(r)
	for _, f := range split(r.get("Feature"), ",") { // Name:Value:Position:Customized
		if parts := strings.Split(f, ":"); len(parts) > 1 && strings.TrimSpace(parts[1]) != "" {
			t.columns.attribute(t.out, parts[0], catalog.Text(strings.TrimSpace(parts[1])))
		}
	}
	return t.emit(t.out)
}

// discounted writes the price, less a discount.
func (t *translation) discounted(r *formatRow) {
	key := r.key("Price tax included")
	if r.get("Price tax included") == "" {
		key = r.key("Price tax excluded")
	}
	text := r.get("Price tax included", "Price tax excluded")
	amount, _, err := parseAmount(text)
	off, _, errOff := parseAmount(r.get("Discount amount"))
	share, _, errShare := parseAmount(r.get("Discount percent"))
	switch {
	case text == "":
	case err == nil && errOff == nil && off > 0 && off < amount:
		t.out.add(key, catalog.Number(amount-off))
	case err == nil && errShare == nil && share > 0 && share < 100:
		t.out.add(key, catalog.Number(amount*(1-share/100)))
	default:
		t.out.add(key, catalog.Text(text))
	}
}

// combination writes a row of the table of combinations: "Attribute" has the names,
// "Value" the values, as "Colour:color:0, Size:select:1" and "Blue:0, M:0".
func (t *translation) combination(r *formatRow) error {
	m := membership{part: variant, group: "id:" + r.get("Product ID")}
	if r.get("Product ID") == "" {
		m.group = "ref:" + r.get("Product reference")
	}
	t.out.reset(r.place)
	values := split(r.get("Value"), ",")
	spelled := m.group
	for i, name := range split(r.get("Attribute"), ",") {
		if i >= len(values) {
			return t.problem(r.place, Malformed, "the combination has %d attributes and %d values; it was left out", i+1, len(values))
		}
		name, _, _ = strings.Cut(name, ":")
		value, _, _ := strings.Cut(values[i], ":")
		spelled += "/" + value
		m.options = append(m.options, t.columns.attribute(t.out, name, catalog.Text(strings.TrimSpace(value))))
	}
	m.impact, _, _ = parseAmount(r.get("Impact on price")) // none: it costs as much as the product
	id := cmp.Or(r.get("Reference"), strings.TrimPrefix(spelled, "id:"))
	t.out.add(r.key("Reference"), catalog.Text(id))
	t.out.add(t.mapping.Title[0], catalog.Text(id)) // until its product gives it one
	r.keep(t.out, "Quantity")
	r.keepFirst(t.out, "Image URLs", ",")
	t.out.member = m
	return t.emit(t.out)
}
