package catalog_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/catalog"
)

// Looking a name up finds what comparing with every value does.
func TestNamesAreFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := aShelf("a", 1, "k").Draw(t, "shelf").Columns[0]
		cond := aCondition("k", c.Aspect.Kind).Draw(t, "condition")
		var want []uint32
		for code := range c.Values {
			if cond.Holds([]catalog.Value{c.Values[code]}) {
				want = append(want, uint32(code))
			}
		}
		if got := c.Find(&cond); !slices.Equal(got, want) {
			t.Fatalf("%+v of %v: %v, want %v", cond, c.Values, got, want)
		}
	})
}

// BenchmarkFind looks five names up among very many.
func BenchmarkFind(b *testing.B) {
	cells := make([][]catalog.Value, 100_000)
	for i := range cells {
		cells[i] = []catalog.Value{{Text: fmt.Sprintf("Name %d", i/2)}}
	}
	c := catalog.NewColumn(catalog.Aspect{Key: "name", Kind: catalog.Single}, cells)
	cond := &catalog.Condition{Key: "name", Values: []string{"name 7", "NAME 49999", "Name 300", "other", "Name 8"}}
	for b.Loop() {
		c.Find(cond)
	}
}

// What is compared with a folded text compares as if it were folded itself.
func TestFoldedOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) string {
			if rapid.Bool().Draw(t, name+" is a value") {
				return textValue().Draw(t, name)
			}
			return rapid.StringOf(rapid.RuneFrom([]rune("aAbBßẞİıΣς5 \xff"))).Draw(t, name) + rapid.SampledFrom([]string{"", "\xff"}).Draw(t, "broken")
		}
		c := catalog.NewColumn(catalog.Aspect{Key: "k"}, [][]catalog.Value{{{Text: draw("a")}}, {{Text: draw("b")}}, {{Text: draw("c")}}})
		for code, v := range c.Values {
			got := c.Find(&catalog.Condition{Key: "k", Values: []string{v.Text}})
			if !slices.Contains(got, uint32(code)) {
				t.Fatalf("%q is not found among %v", v.Text, c.Values)
			}
		}
	})
}
