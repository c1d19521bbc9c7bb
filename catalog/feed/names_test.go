package feed

import (
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
	m, _ := infer(t, "prose.csv", []byte(prose.String()))
	if got := filled(&m); got["title"] != "nome" || got["price"] != "preco" {
		t.Errorf("roles %v", got)
	}
}
