package feed

import (
	"strings"

	"shopclerk/catalog"
)

// openPrestaShop reads PrestaShop's tables: that of the products, and that of their
// combinations, which name the product by id or reference and say what they cost
// more.
func openPrestaShop(t *translation) {
	p := &prestaShop{translation: t}
	t.rows = p.row
}

type prestaShop struct {
	*translation
	cells row
}

func (p *prestaShop) row(e *entry) error {
	r := &p.cells
	p.columns.look(r, e)
	if r.get("Attribute") != "" {
		return p.combination(e, r)
	}
	if r.get("Active") == "0" {
		*p.hidden++
		return nil
	}
	p.out.reset(e.place)
	p.out.member = membership{part: parent, group: "id:" + r.get("Product ID")}
	if ref := r.get("Reference"); ref != "" {
		p.out.member.alias = "ref:" + ref
	}
	r.keep(p.out, "Product ID", "Reference", "Name", "Description", "Short description", "Manufacturer", "Quantity", "Link")
	paths := split(r.get("Categories"), ",")
	for i, c := range paths {
		paths[i] = strings.TrimPrefix(strings.TrimPrefix(c, "Home/"), "Root/")
	}
	if len(paths) > 0 { // the first is the product's own, others are where else it is shown
		p.out.add(r.key("Categories"), catalog.Text(strings.Join(split(paths[0], "/"), " > ")))
	}
	if images := split(r.get("Image URLs"), ","); len(images) > 0 {
		p.out.add(r.key("Image URLs"), catalog.Text(images[0]))
	}
	p.price(r)
	for _, f := range split(r.get("Feature"), ",") { // Name:Value:Position:Customized
		if parts := strings.Split(f, ":"); len(parts) > 1 && strings.TrimSpace(parts[1]) != "" {
			p.columns.attribute(p.out, parts[0], catalog.Text(strings.TrimSpace(parts[1])))
		}
	}
	return p.emit(p.out)
}

// price writes the price, less a discount.
func (p *prestaShop) price(r *row) {
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
		p.out.add(key, catalog.Number(amount-off))
	case err == nil && errShare == nil && share > 0 && share < 100:
		p.out.add(key, catalog.Number(amount*(1-share/100)))
	default:
		p.out.add(key, catalog.Text(text))
	}
}

// combination writes a row of the table of combinations: "Attribute" has the names,
// "Value" the values, as "Colour:color:0, Size:select:1" and "Blue:0, M:0".
func (p *prestaShop) combination(e *entry, r *row) error {
	m := membership{part: variant, group: "id:" + r.get("Product ID")}
	if r.get("Product ID") == "" {
		m.group = "ref:" + r.get("Product reference")
	}
	p.out.reset(e.place)
	values := split(r.get("Value"), ",")
	spelled := m.group
	for i, name := range split(r.get("Attribute"), ",") {
		if i >= len(values) {
			return p.problem(e.place, Malformed, "the combination has %d attributes and %d values; it was left out", i+1, len(values))
		}
		name, _, _ = strings.Cut(name, ":")
		value, _, _ := strings.Cut(values[i], ":")
		spelled += "/" + value
		m.options = append(m.options, p.columns.attribute(p.out, name, catalog.Text(strings.TrimSpace(value))))
	}
	m.impact, _, _ = parseAmount(r.get("Impact on price")) // none: it costs as much as the product
	id := r.get("Reference")
	if id == "" {
		id = strings.TrimPrefix(spelled, "id:")
	}
	p.out.add(r.key("Reference"), catalog.Text(id))
	p.out.add(p.mapping.Title[0], catalog.Text(id)) // until its product gives it one
	r.keep(p.out, "Quantity")
	if images := split(r.get("Image URLs"), ","); len(images) > 0 {
		p.out.add(r.key("Image URLs"), catalog.Text(images[0]))
	}
	p.out.member = m
	return p.emit(p.out)
}
