package feed

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// What the name of a field says, in the words of the table.
func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"precio":               "price",
		"precios.publico":      "price",
		"precios.distribuidor": "cost",
		"prices.workshop":      "price",
		"precio_mililitro":     "unitprice",
		"precoPromo":           "sale",
		"price wholesale":      "cost",
		"rating.count":         "reviews",
		"page":                 "count",
		"image width":          "image",
	} {
		n := readName(name)
		best := ""
		for concept, s := range n.scores {
			if best == "" || s > n.scores[best] || s == n.scores[best] && concept == want {
				best = concept
			}
		}
		if best != want {
			t.Errorf("%q says %q, want %q: %v", name, best, want, n.scores)
		}
	}
}

// The only field whose name speaks of a price is the price, whosever it is. Prose
// with more commas than the table has separators hides no header.
func TestProse(t *testing.T) {
	var prose strings.Builder
	prose.WriteString("nome;preco;desc;categoria\n")
	for i := range 12 {
		fmt.Fprintf(&prose, "Vinho %c;%d.5;Um vinho%s, bom.;Vinhos\n", 'A'+i, 20+i, strings.Repeat(", fresco", 1+i%5))
	}
	for _, test := range []struct{ file, text, title, price string }{
		{"prose.csv", prose.String(), "nome", "preco"},
	} {
		m, _, err := Infer(context.Background(), []string{folder(t, map[string]string{test.file: test.text})})
		if err != nil {
			t.Errorf("%s: %v", test.file, err)
			continue
		}
		price := ""
		if m.Price != nil {
			price = strings.Join(m.Price.Field, "+")
		}
		if strings.Join(m.Title, "+") != test.title || price != test.price {
			t.Errorf("%s: title %v, price %q; want %q and %q", test.file, m.Title, price, test.title, test.price)
		}
	}
}
