package feed

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"shopclerk/catalog"
)

// wooCommerce reads a row of WooCommerce's product table, whose headers and prices are in
// the shop's language. A variable product has a row of its own, and its variations
// theirs, which name it by its SKU or as "id:12".
func (t *translation) wooCommerce(r *formatRow) error {
	kind := strings.ToLower(r.get("Type"))
	id, sku, above := r.get("ID"), r.get("SKU"), r.get("Parent")
	m := membership{}
	switch {
	case strings.Contains(kind, "variation"):
		m = membership{group: above, part: variant}
	case strings.Contains(kind, "variable"):
		m = membership{group: cmp.Or(sku, "id:"+id), part: parent, alias: "id:" + id}
	}
	if published := r.get("Published"); published == "0" || published == "-1" || t.gone[m.group] {
		if m.part == parent {
			t.gone[m.group], t.gone[m.alias] = true, true
		}
		*t.hidden++
		return nil
	}
	if m.part == variant && above == "" {
		return t.problem(r.place, Malformed, "the variation has no %q; it was left out. Write its product's SKU there", r.key("Parent"))
	}
	t.out.reset(r.place)
	r.keep(t.out, "ID", "SKU", "Name", "Short description", "Description", "Sale price", "Regular price", "Brands", "External URL")
	if r.get("Name") == "" && m.part == variant {
		t.out.add(r.key("Name"), catalog.Text(above))
	}
	if path := deepestPath(unescaped(r.get("Categories")), ">"); path != "" {
		t.out.add(r.key("Categories"), catalog.Text(path))
	}
	r.keepFirst(t.out, "Images", ",")
	if m.part != parent {
		t.wooStock(r)
	}
	options := t.wooAttributes(r, m.part)
	if m.part == variant {
		m.options = options
	}
	t.out.member = m
	return t.emit(t.out)
}

// stock writes the pieces, or what the feed says instead: 1 is yes.
func (t *translation) wooStock(r *formatRow) {
	in, ok := strings.ToLower(r.get("In stock?")), r.get("Stock")
	switch {
	case in == "0" || in == "no" || in == "false" || in == "outofstock":
		t.out.add(r.key("Stock"), catalog.Text("0"))
	case ok != "" && !strings.HasPrefix(ok, "-") && ok != "0":
		r.keep(t.out, "Stock")
	}
}

// measuredHeader finds a measure with its unit in a header: "Weight (kg)".
var measuredHeader = regexp.MustCompile(`^(.+) \((kg|g|lbs|oz|cm|mm|m|in|yd)\)$`)

// maxNumbered bounds how many numbered columns a format may have.
const maxNumbered = 100

// attributes writes the numbered attributes and the measures, and returns the names
// of the former.
func (t *translation) wooAttributes(r *formatRow, p memberKind) (names []string) {
	for n := 1; n <= maxNumbered; n++ {
		name, value := r.get(numberedColumn("Attribute # name", n)), r.get(numberedColumn("Attribute # value(s)", n))
		if name == "" {
			if _, ok := r.at[numberedColumn("Attribute # value(s)", n)]; !ok && n > 10 {
				break
			}
			continue
		}
		v := catalog.Text(value)
		if p != variant {
			v = textList(unescaped(value))
		}
		if value == "" {
			continue
		}
		if key := t.columns.attribute(t.out, name, v); !slices.Contains(names, key) {
			names = append(names, key)
		}
	}
	for _, f := range r.fields {
		m := measuredHeader.FindStringSubmatch(f.key)
		if number, ok := decimalText(f.value.String()); ok && m != nil {
			t.columns.attribute(t.out, m[1], catalog.Text(number+" "+m[2]))
		}
	}
	return names
}

// decimalText brings a number, whatever its decimal sign, into the form with a point;
// it reports false for what is none, or nothing.
func decimalText(s string) (string, bool) {
	if f, _, err := parseAmount(s); err == nil && f > 0 {
		return catalog.FormatNumber(f), true
	}
	return "", false
}

// unescaped splits a list at commas, of which those within a value are written "\,".
func unescaped(s string) []string {
	const hidden = "\x00"
	parts := split(strings.ReplaceAll(s, `\,`, hidden), ",")
	for i, p := range parts {
		parts[i] = strings.ReplaceAll(p, hidden, ",")
	}
	return parts
}

// deepestPath returns the path of most levels, the first of equals, as the mapping reads
// paths: a product in "Clothing" and in "Clothing > Shirts" is a shirt.
func deepestPath(paths []string, sep string) string {
	best, levels := "", 0
	for _, p := range paths {
		if parts := split(p, sep); len(parts) > levels {
			best, levels = strings.Join(parts, " > "), len(parts)
		}
	}
	return best
}
