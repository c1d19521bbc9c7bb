package catalog_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/catalog"
)

// pick draws some rows of a shelf, ascending.
func pick(t *rapid.T, s *catalog.Shelf) []int32 {
	var rows []int32
	for i := range s.Rows() {
		if rapid.Bool().Draw(t, "picked") {
			rows = append(rows, int32(i))
		}
	}
	return rows
}

func TestGatherEqualsBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stock := rapid.Permutation([]stocked{
			aShelf("Home > A", 1, "k", "only a").Draw(t, "a"),
			aShelf("Home > B", 100, "k").Draw(t, "b"),
			aShelf("Garden", 200, "k", "m").Draw(t, "c"),
		}).Draw(t, "order")
		var shelves []*catalog.Shelf
		var picked [][]int32
		var products []catalog.Product
		origin := map[catalog.Ref]*catalog.Shelf{}
		for _, s := range stock {
			rows := pick(t, s.Shelf)
			shelves, picked = append(shelves, s.Shelf), append(picked, rows)
			for _, r := range rows {
				products = append(products, s.products[r])
				origin[s.Refs[r]] = s.Shelf
			}
		}
		g := catalog.Gather("found", shelves, picked, every)
		if g.Name != "found" || g.Rows() != len(products) || !slices.IsSorted(g.Refs) {
			t.Fatalf("%q: %d rows of %d products, refs %v", g.Name, g.Rows(), len(products), g.Refs)
		}
		keys := map[string]bool{}
		for _, c := range g.Columns {
			if keys[c.Aspect.Key] {
				t.Fatalf("two columns of key %q", c.Aspect.Key)
			}
			keys[c.Aspect.Key] = true
			if c.Aspect.Key == catalog.KeyCategory {
				continue
			}
			cond := aCondition(c.Aspect.Key, c.Aspect.Kind).Draw(t, "condition")
			met, has := verdicts(g, catalog.Demand{Condition: cond})
			for _, p := range products {
				i, ok := g.Row(p.Ref)
				if !ok {
					t.Fatalf("product %d is not on the shelf", p.Ref)
				}
				var values []catalog.Value
				if from := origin[p.Ref].Column(c.Aspect.Key); from != nil && from.Aspect.Kind == c.Aspect.Kind && from.Aspect.Unit == c.Aspect.Unit {
					values = p.Of(c.Aspect.Key)
				}
				if met[i] != cond.Holds(values) || has[i] != (len(values) > 0) {
					t.Fatalf("%q of product %d with %v: met %v, has %v", c.Aspect.Key, p.Ref, values, met[i], has[i])
				}
			}
		}
		category := g.Columns[0]
		for _, p := range products {
			i, _ := g.Row(p.Ref)
			if cell := category.Cell(i); len(cell) != 1 || cell[0].Text != p.Category {
				t.Fatalf("product %d of %q is on the shelf as of %v", p.Ref, p.Category, cell)
			}
		}
	})
}

// one makes a shelf of a single column, a row for each cell.
func one(name string, first catalog.Ref, a catalog.Aspect, cells ...string) *catalog.Shelf {
	s := &catalog.Shelf{Name: name}
	var values [][]catalog.Value
	for i, c := range cells {
		s.Refs = append(s.Refs, first+catalog.Ref(i))
		values = append(values, []catalog.Value{{Text: c, Number: float64(i)}})
	}
	s.Columns = []*catalog.Column{catalog.NewColumn(a, values)}
	return s
}

func TestGatherColumns(t *testing.T) {
	all := []int32{0, 1, 2}
	text := catalog.Aspect{Key: "size", Kind: catalog.Single, Askable: true, Why: ""}
	number := catalog.Aspect{Key: "size", Kind: catalog.Numeric, Unit: "cm"}
	few, many := one("few", 1, text, "S"), one("many", 10, number, "0", "1", "2")

	t.Run("the kind of the larger share wins", func(t *testing.T) {
		g := catalog.Gather("x", []*catalog.Shelf{few, many}, [][]int32{{0}, all}, every)
		c := g.Column("size")
		if c.Aspect.Kind != catalog.Numeric || c.Aspect.Unit != "cm" {
			t.Errorf("size is %v in %q", c.Aspect.Kind, c.Aspect.Unit)
		}
		if row, _ := g.Row(1); len(c.Row(row)) != 0 {
			t.Error("the text size became a number")
		}
	})
	t.Run("the share is counted over what was picked", func(t *testing.T) {
		g := catalog.Gather("x", []*catalog.Shelf{few, many}, [][]int32{{0}, nil}, every)
		if kind := g.Column("size").Aspect.Kind; kind != catalog.Single {
			t.Errorf("size is %v", kind)
		}
	})
	t.Run("askable where any shelf asks", func(t *testing.T) {
		refused := text
		refused.Askable, refused.Why = false, "too many values"
		other := one("other", 20, refused, "L", "XL")
		g := catalog.Gather("x", []*catalog.Shelf{other, few}, [][]int32{{0, 1}, {0}}, every)
		if a := g.Column("size").Aspect; !a.Askable || a.Why != "" {
			t.Errorf("askable %v, why %q", a.Askable, a.Why)
		}
	})
	t.Run("an attribute named like the category gives way to it", func(t *testing.T) {
		named := one("Home", 1, catalog.Aspect{Key: catalog.KeyCategory, Kind: catalog.Single}, "A", "B")
		g := catalog.Gather("x", []*catalog.Shelf{named}, [][]int32{{0, 1}}, every)
		if len(g.Columns) != 1 || g.Columns[0].Cell(0)[0].Text != "Home" {
			t.Errorf("%d columns, the first says %v", len(g.Columns), g.Columns[0].Values)
		}
	})
	t.Run("nothing at all", func(t *testing.T) {
		g := catalog.Gather("x", nil, nil, every)
		if g.Rows() != 0 || g.Column(catalog.KeyCategory) == nil {
			t.Errorf("%d rows, columns %v", g.Rows(), g.Columns)
		}
	})
}

// every keeps all columns.
func every(*catalog.Column) bool { return true }
