package catalog_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
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
			if compareAsShown(a, b) >= 0 {
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
			slices.SortFunc(want, compareAsShown)
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

// verdicts tests every row of a shelf.
func verdicts(s *catalog.Shelf, d catalog.Demand) (met, known []bool) {
	t := s.Test(&d)
	met, known = make([]bool, s.Rows()), make([]bool, s.Rows())
	for i := range met {
		met[i], known[i] = t.Row(i)
	}
	return met, known
}

func TestTestEqualsBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := aShelf("a", 1, "k").Draw(t, "shelf")
		d := catalog.Demand{Condition: aCondition("k", s.Columns[0].Aspect.Kind).Draw(t, "condition"), Not: rapid.Bool().Draw(t, "not")}
		met, known := verdicts(s.Shelf, d)
		for i := range s.products {
			values := s.products[i].Of("k")
			if met[i] != (d.Condition.Holds(values) != d.Not) || known[i] != (d.Not || len(values) > 0) {
				t.Fatalf("row %d with %v: met %v, known %v; the condition holds: %v, must not: %v", i, values, met[i], known[i], d.Condition.Holds(values), d.Not)
			}
		}
	})
}

func TestTestOfNoValue(t *testing.T) {
	a := catalog.Aspect{Key: "weight", Kind: catalog.Single}
	light := &catalog.Shelf{Refs: []catalog.Ref{1}, Columns: []*catalog.Column{catalog.NewColumn(a, [][]catalog.Value{{{Text: "light"}}})}}
	for _, tc := range []struct {
		name  string
		shelf *catalog.Shelf
		cond  catalog.Condition
	}{
		{"a range over texts: light is no number, and 0 is not what it weighs", light, catalog.Condition{Key: "weight", Range: catalog.AtMost(5)}},
		{"a shelf without the column", light, catalog.Condition{Key: "colour", Values: []string{"red"}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if met, known := verdicts(tc.shelf, catalog.Demand{Condition: tc.cond}); met[0] || known[0] {
				t.Errorf("met %v, known %v", met, known)
			}
			if met, known := verdicts(tc.shelf, catalog.Demand{Condition: tc.cond, Not: true}); !met[0] || !known[0] {
				t.Errorf("as what must not be: met %v, known %v", met, known)
			}
		})
	}
}

func TestFindEqualsBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := aShelf("a", 1, "k", "l").Draw(t, "shelf")
		var demands []catalog.Demand
		var tests []catalog.Test
		for _, c := range s.Columns {
			d := catalog.Demand{Condition: aCondition(c.Aspect.Key, c.Aspect.Kind).Draw(t, "condition"), Not: rapid.Bool().Draw(t, "not")}
			demands, tests = append(demands, d), append(tests, s.Test(&d))
		}
		limit := rapid.IntRange(0, 10).Draw(t, "limit")
		var want []int32
		for i := range s.products {
			ok := len(want) < limit
			for _, d := range demands {
				ok = ok && d.Condition.Holds(s.products[i].Of(d.Condition.Key)) != d.Not
			}
			if ok {
				want = append(want, int32(i))
			}
		}
		if got := s.Find(tests, limit); !slices.Equal(got, want) {
			t.Fatalf("found rows %v, want %v of %d", got, want, s.Rows())
		}
	})
}

func TestCountsEqualBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := aShelf("a", 1, "k").Draw(t, "shelf")
		want := map[string]int{}
		for _, p := range s.products {
			seen := map[string]bool{}
			for _, v := range p.Of("k") {
				if name := fmt.Sprint(v); !seen[name] {
					seen[name] = true
					want[name]++
				}
			}
		}
		c := s.Column("k")
		counts := c.Counts()
		for code, n := range counts {
			if name := fmt.Sprint(c.Values[code]); want[name] != n {
				t.Fatalf("%s counted %d times, want %d", name, n, want[name])
			}
		}
		if len(counts) != len(want) {
			t.Fatalf("%d values, want %d", len(counts), len(want))
		}
	})
}

// compareAsShown orders values as a dictionary does: by number, then as a person
// looks up names.
func compareAsShown(a, b catalog.Value) int {
	return cmp.Or(cmp.Compare(a.Number, b.Number),
		strings.Compare(catalog.FoldCase(a.Text), catalog.FoldCase(b.Text)), strings.Compare(a.Text, b.Text))
}
