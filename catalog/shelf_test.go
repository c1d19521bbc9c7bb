package catalog_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/catalog"
)

func TestColumnHoldsWhatTheProductsHave(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := aShelf("a", 1, "k").Draw(t, "shelf")
		c := s.Columns[0]
		if len(c.Offsets) != s.Rows()+1 || c.Offsets[0] != 0 || int(c.Offsets[s.Rows()]) != len(c.Codes) {
			t.Fatalf("%d rows, offsets %v, %d codes", s.Rows(), c.Offsets, len(c.Codes))
		}
		for i := 1; i < len(c.Values); i++ {
			a, b := c.Values[i-1], c.Values[i]
			if c.Aspect.Kind == catalog.Numeric && a.Number >= b.Number || c.Aspect.Kind != catalog.Numeric && a.Text >= b.Text {
				t.Fatalf("the dictionary does not ascend: %v before %v", a, b)
			}
		}
		used := make([]bool, len(c.Values))
		for i := range s.products {
			row := c.Row(i)
			for j, code := range row {
				used[code] = true
				if j > 0 && row[j-1] >= code {
					t.Fatalf("row %d: codes do not ascend: %v", i, row)
				}
			}
			want := s.products[i].Of("k")
			slices.SortFunc(want, func(a, b catalog.Value) int {
				return cmp.Or(cmp.Compare(a.Number, b.Number), cmp.Compare(a.Text, b.Text))
			})
			want = slices.Compact(want)
			if diff := gocmp.Diff(want, c.Cell(i)); diff != "" && len(want)+len(row) > 0 {
				t.Fatalf("row %d (-product +column):\n%s", i, diff)
			}
		}
		if slices.Contains(used, false) {
			t.Fatalf("the dictionary %v holds values that no row has", c.Values)
		}
	})
}

func TestMatchEqualsBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := aShelf("a", 1, "k").Draw(t, "shelf")
		cond := aCondition("k", s.Columns[0].Aspect.Kind).Draw(t, "condition")
		met, has := s.Match(&cond)
		for i := range s.products {
			values := s.products[i].Of("k")
			if met[i] != cond.Holds(values) || has[i] != (len(values) > 0) {
				t.Fatalf("row %d with %v: met %v, has %v; the condition holds: %v", i, values, met[i], has[i], cond.Holds(values))
			}
		}
	})
}

// "Weight: light" is no number, and 0 is not what it weighs.
func TestMatchOfARangeOverTexts(t *testing.T) {
	a := catalog.Aspect{Key: "weight", Kind: catalog.Single}
	s := &catalog.Shelf{Refs: []catalog.Ref{1}, Columns: []*catalog.Column{catalog.NewColumn(a, [][]catalog.Value{{{Text: "light"}}})}}
	met, has := s.Match(&catalog.Condition{Key: "weight", Range: catalog.AtMost(5)})
	if met[0] || has[0] {
		t.Errorf("met %v, has %v", met[0], has[0])
	}
}

func TestMatchWithoutTheColumn(t *testing.T) {
	s := &catalog.Shelf{Refs: []catalog.Ref{1, 2}}
	met, has := s.Match(&catalog.Condition{Key: "colour", Values: []string{"red"}})
	if slices.Contains(met, true) || slices.Contains(has, true) || len(met) != 2 {
		t.Errorf("met %v, has %v", met, has)
	}
	if got := s.Facets("colour", []int32{0, 1}); got != nil {
		t.Errorf("facets of a missing column: %v", got)
	}
}

func TestFacetsEqualBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := aShelf("a", 1, "k").Draw(t, "shelf")
		var rows []int32
		counts := map[string]int{}
		for i, p := range s.products {
			if !rapid.Bool().Draw(t, "counts") {
				continue
			}
			rows = append(rows, int32(i))
			seen := map[string]bool{}
			for _, v := range p.Of("k") {
				if name := fmt.Sprint(v); !seen[name] {
					seen[name] = true
					counts[name]++
				}
			}
		}
		facets := s.Facets("k", rows)
		for i, f := range facets {
			if counts[fmt.Sprint(f.Value)] != f.Count {
				t.Fatalf("%v counted %d times, want %d", f.Value, f.Count, counts[fmt.Sprint(f.Value)])
			}
			if i > 0 && (facets[i-1].Count < f.Count || facets[i-1].Count == f.Count && facets[i-1].Value.Text >= f.Value.Text) {
				t.Fatalf("not commonest first, then by text: %v", facets)
			}
		}
		if len(facets) != len(counts) {
			t.Fatalf("%d facets, want %d: %v", len(facets), len(counts), facets)
		}
	})
}

func TestRowFindsTheProduct(t *testing.T) {
	s := &catalog.Shelf{Refs: []catalog.Ref{3, 7, 8}}
	if i, ok := s.Row(7); !ok || i != 1 {
		t.Errorf("ref 7 is row %d, %v", i, ok)
	}
	if _, ok := s.Row(5); ok {
		t.Error("found a product that is not there")
	}
}
