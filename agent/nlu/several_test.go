package nlu

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"shopclerk/catalog"
)

// A clause that lists kinds of product is parted between them, with what is said of each.
func TestSeveral(t *testing.T) {
	var categories []catalog.Category
	shelves := map[string]*catalog.Shelf{}
	for _, name := range []string{"Tents", "Lamps", "Boots"} {
		var products []catalog.Product
		for i := range 40 {
			colour := []string{"Green", "Red", "Blue", "Navy"}[i%4]
			products = append(products, catalog.Product{
				Ref: catalog.Ref(i + 1), ID: fmt.Sprint(name, i), Title: fmt.Sprintf("%s %s %d", colour, name, i), Category: name,
				Attributes: []catalog.Attribute{{Key: "colour", Values: []catalog.Value{{Text: colour}}}},
			})
		}
		c := catalog.Category{Path: name, Name: name, Size: len(products), Aspects: []catalog.Aspect{{Key: "colour", Label: "Colour", Kind: catalog.Single}}}
		categories, shelves[name] = append(categories, c), catalog.NewShelf(&c, products)
	}
	r := NewReader(categories, func(path string) *catalog.Shelf { return shelves[path] }, nil)
	for _, test := range []struct{ marked, want string }{
		{"<need>a [is:green] [kind:tent], two [kind:lamps] and [is:red] [kind:boots]", "tent green; lamps; boots red"},
		{"<need>[kind:tent] and [kind:boots], both [is:green]", "tent green; boots green"},
		{"<need>[kind:tent] and [kind:boots] in [is:red]", "tent red; boots red"},
		{"<need>camping: [kind:tent] + [kind:lamps]", "tent; lamps"},
		{"<need>a [kind:tent] or a [kind:lamp]", ""},
		{"<need>a [kind:tent] and a [kind:lamp] for my [kind:boots]", "tent; lamp boots"},
		{"<need>a [kind:tent] with [kind:lamps] and [kind:boots]", ""},
		{"<need>a [is:green] [kind:tent]", ""},
	} {
		in := Context{}
		m := r.readMarked(test.marked, in)
		var things []string
		for _, c := range r.Several(&m, &m.Clauses[0], in) {
			var words []string
			for _, s := range c.Mentions {
				words = append(words, s.Text)
			}
			slices.SortStableFunc(words, func(x, y string) int {
				if x == c.Of(Kind)[0].Text {
					return -1
				}
				return 0
			})
			things = append(things, strings.Join(words, " "))
		}
		if got := strings.Join(things, "; "); got != test.want {
			t.Errorf("%s: %q, want %q", test.marked, got, test.want)
		}
	}
}
