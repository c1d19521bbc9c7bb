package feed

import (
	"encoding/json"
	"strings"
	"unicode"

	"shopclerk/catalog"
)

// merchantProduct reads a product of Google's Merchant API, and of the Content API before
// it: what the product feed says, nested and in camel case, with prices in millionths.
func (t *translation) merchantProduct(at Place, n node) error {
	t.begin(at, membership{})
	t.merchant(n)
	return t.emit(t.out)
}

// merchant writes a product under the names of the feed.
func (t *translation) merchant(n node) {
	for _, inner := range []string{"productAttributes", "attributes"} {
		if o, ok := n[inner].(map[string]any); ok {
			t.merchant(o)
		}
	}
	for _, key := range n.keys() {
		v := n[key]
		switch key {
		case "productAttributes", "attributes", "name", "channel", "contentLanguage", "feedLabel", "targetCountry", "source", "kind", "legacyLocal":
		case "offerId":
			t.put("id", textOf(v))
		case "productDetails":
			for _, d := range n.list(key) {
				t.put("product_detail", d.text("sectionName")+":"+d.text("attributeName")+":"+d.text("attributeValue"))
			}
		case "customAttributes":
			for _, d := range n.list(key) {
				t.put("product_detail", ":"+d.text("name")+":"+d.text("value"))
			}
		case "productTypes":
			t.put("product_type", textOf(v))
		case "sizes":
			t.put("size", textOf(v))
		case "availability", "condition":
			t.put(key, strings.ToLower(textOf(v)))
		default:
			if o, ok := v.(map[string]any); ok {
				v = amountOf(o)
			}
			if r := rawOf(v); r.Kind != 0 && snake(key) != "id" {
				t.out.add(snake(key), r)
			}
		}
	}
}

// amountOf spells an object that is a price or a measure, nil for another.
func amountOf(n node) any {
	switch {
	case n.text("amountMicros") != "":
		if f, err := json.Number(n.text("amountMicros")).Float64(); err == nil {
			return catalog.FormatNumber(f/1e6) + " " + n.text("currencyCode")
		}
	case n.text("value") != "":
		return strings.TrimSpace(n.text("value") + " " + n.text("currency", "unit"))
	}
	return nil
}

// snake turns camel case into words joined by "_".
func snake(s string) string {
	var b strings.Builder
	for i, r := range s {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
