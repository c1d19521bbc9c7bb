package feed

import (
	"encoding/json"
	"strings"

	"shopclerk/catalog"
)

// acp reads a product of the nested feed of the Agentic Commerce Protocol, as published on
// 2026-04-17: with a list of variants, prices in minor units.
func (t *translation) acp(at Place, n node) error {
	id := n.text("id")
	if id == "" {
		return t.problem(at, Malformed, `the product has no "id"; it was left out`)
	}
	variants := n.list("variants")
	if len(variants) == 0 {
		return t.problem(at, Malformed, `the product %s has no "variants", and only these can be bought; it was left out. Write one that is the product itself`, shorten(id))
	}
	title := n.text("title")
	if title == "" && len(variants) == 1 {
		title = variants[0].text("title")
	}
	if title != "" { // without one it is called what its variants have in common
		t.acpPart(at, membership{part: parent, group: id, id: id}, n, title)
		if err := t.emit(t.out); err != nil {
			return err
		}
	}
	for _, v := range variants {
		t.acpVariant(at, id, v)
		if err := t.emit(t.out); err != nil {
			return err
		}
	}
	return nil
}

// acpPart writes what products and variants both have.
func (t *translation) acpPart(at Place, m membership, n node, title string) {
	t.begin(at, m)
	t.put("id", n.text("id"))
	t.put("title", title)
	t.put("description", wording(n["description"]))
	t.put("link", n.text("url"))
	t.put("image", media(n))
}

func (t *translation) acpVariant(at Place, group string, v node) {
	t.acpPart(at, membership{part: variant, group: group, id: group}, v, v.text("title"))
	t.put("price", minorAmount(v.object("price")))
	for _, c := range v.list("categories") {
		if s := c.text("value"); s != "" {
			t.put("category", s)
			break
		}
	}
	a := v.object("availability")
	if n := a.text("quantity", "available_quantity"); n != "" {
		t.put("stock", n)
	} else if a.text("available") == "false" {
		t.put("availability", "out_of_stock")
	} else {
		t.put("availability", strings.ToLower(a.text("status")))
	}
	t.options(v.list("variant_options"))
}

// wording returns a description, which may be given plain, as Markdown or as HTML.
func wording(v any) string {
	if o, ok := v.(map[string]any); ok {
		return node(o).text("plain", "html", "markdown")
	}
	return textOf(v)
}

// media returns the address of the first picture.
func media(n node) string {
	for _, m := range n.list("media") {
		if kind := m.text("type"); kind == "" || strings.HasPrefix(kind, "image") {
			if s := m.text("url"); s != "" {
				return s
			}
		}
	}
	return ""
}

// minorAmount spells an amount in minor units with its currency: {4950, EUR} is
// "49.5 EUR".
func minorAmount(n node) string {
	f, err := json.Number(n.text("amount")).Float64()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(catalog.FormatNumber(f/100) + " " + n.text("currency"))
}
