package reply_test

import (
	"testing"

	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/words"
)

// Of a product whose variants differ in price the lowest is said as that: "from".
func TestPriceOfVariants(t *testing.T) {
	products := jackets()[:2]
	form := func(id string, minor int64) catalog.Variant {
		return catalog.Variant{ID: id, Stock: -1, Price: catalog.Price{Minor: minor, Currency: "EUR"}, Options: []catalog.Option{{Name: "Size", Value: id}}}
	}
	products[1].Variants = []catalog.Variant{form("S", 8900), form("M", 9900)}
	var aspects []catalog.Aspect
	for _, tc := range []struct {
		q      reply.Question
		en, de string
	}{
		{reply.Question{Kind: reply.Tell, Products: products[1:], Aspects: []string{"price"}}, "Kelpie Breakwater costs from €89.00.", "Kelpie Breakwater kostet ab 89,00\u00a0€."},
		{reply.Question{Kind: reply.Tell, Products: products[:1], Aspects: []string{"price"}}, "Stormhythe Pier Rain Jacket costs €149.95.", "Stormhythe Pier Rain Jacket kostet 149,95\u00a0€."},
		{reply.Question{Kind: reply.Tell, Products: products, Aspects: []string{"price"}}, "Price: €149.95 (Stormhythe Pier Rain Jacket); from €89.00 (Kelpie Breakwater).", "Preis: 149,95\u00a0€ (Stormhythe Pier Rain Jacket); ab 89,00\u00a0€ (Kelpie Breakwater)."},
	} {
		for _, said := range []struct {
			w    *words.Language
			want string
		}{{words.English, tc.en}, {words.Lookup("de"), tc.de}} {
			if got := reply.Answer(said.w, tc.q, listOf(aspects, products)).Text; got != said.want {
				t.Errorf("it says %q, want %q", got, said.want)
			}
		}
	}
}
