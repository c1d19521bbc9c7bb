package search_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/catalog"
	"shopclerk/search"
)

// fitting counts the products on the shelf that meet all the demands, one by one.
func fitting(s *stock, shelf *catalog.Shelf, aside []bool, demands []catalog.Demand) int {
	n := 0
	for row, ref := range shelf.Refs {
		meets := !aside[row]
		for _, d := range demands {
			meets = meets && d.Condition.Holds(s.products[ref-1].Of(d.Condition.Key)) != d.Not
		}
		if meets {
			n++
		}
	}
	return n
}

func TestFacetsEqualBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := aStock(t, 60)
		e := search.NewEngine(s, words{stock: s}, nil)
		changes := someChanges(t)
		for i := range rapid.IntRange(0, 2).Draw(t, "seen") {
			changes = append(changes, search.Change{ID: 100 + i, Op: search.SkipSeen, Refs: []string{fmt.Sprint("p", rapid.IntRange(1, 60).Draw(t, "product"))}})
		}
		// a whole category: what words find changes with every tick
		changes = append(changes, search.Change{ID: 110, Op: search.SetScope, Categories: []string{"Lamps"}})
		need := search.Fold(changes)
		scope := scoped(t, e, &need)
		scope.Said, scope.Ruled = nil, nil // see TestFullMatchesHaveTheWords
		r := ranked(t, e, &need, scope, nil, search.Page{})
		for _, f := range search.Facets(scope.Shelf, r, []string{"colour", "none such", catalog.KeyPrice}) {
			key := f.Column.Aspect.Key
			var others []catalog.Demand
			for _, w := range r.Kept {
				if w.Demand.Condition.Key != key || !w.Replaceable() {
					others = append(others, w.Demand)
				}
			}
			with := func(c catalog.Condition) int {
				c.Key = key
				return fitting(s, scope.Shelf, r.Aside, append(slices.Clone(others), catalog.Demand{Condition: c}))
			}
			if f.Column.Aspect.Kind == catalog.Numeric {
				if want := with(catalog.Condition{Range: &catalog.Range{}}); f.Known != want {
					t.Fatalf("%s is known of %d, want %d", key, f.Known, want)
				}
				if got := with(catalog.Condition{Range: &catalog.Range{Low: &f.Low, High: &f.High, Closed: true}}); got != f.Known {
					t.Fatalf("%s from %v to %v holds %d of %d", key, f.Low, f.High, got, f.Known)
				}
				continue
			}
			for code, n := range f.Counts {
				condition := catalog.Condition{Key: key, Values: []string{f.Column.Values[code].Text}}
				if want := with(condition); n != want {
					t.Fatalf("%s %q: %d, want %d", key, condition.Values, n, want)
				}
				if n == 0 || len(r.Relaxed) > 0 {
					continue
				}
				// what the number promises is what a tick finds
				ticked := slices.Clone(changes)
				for i, ch := range search.Restate(changes, key, &condition, "") {
					ch.ID = 200 + i
					ticked = append(ticked, ch)
				}
				after := search.Fold(ticked)
				got := ranked(t, e, &after, scope, nil, search.Page{})
				if got.Full != n || len(got.Relaxed) > 0 {
					t.Fatalf("%s %q promises %d, a tick finds %d, relaxed %q", key, condition.Values, n, got.Full, got.Relaxed)
				}
			}
		}
	})
}

// The bounds of a numeric facet are those of the products that count.
func TestFacetBounds(t *testing.T) {
	cells := [][]catalog.Value{number(1), number(99), number(10), number(20), nil, number(30)}
	shelf := &catalog.Shelf{Refs: make([]catalog.Ref, len(cells)), Columns: []*catalog.Column{catalog.NewColumn(price, cells)}}
	aside := []bool{true, true, false, false, false, false}
	f := search.Facets(shelf, &search.Ranking{Aside: aside}, []string{catalog.KeyPrice})[0]
	if f.Low != 10 || f.High != 30 || f.Known != 3 {
		t.Errorf("%d from %v to %v, want 3 from 10 to 30", f.Known, f.Low, f.High)
	}
}

// A large category, which several processors look at, is counted and listed as a small one:
// of sixty thousand products a third each is red, blue and of no stated colour, and a
// quarter each costs 1, 2, 3 and 4; the likeliest of all stands near the end.
func TestLargeCategory(t *testing.T) {
	const size, likeliest = 60_000, 59_997 // red, at 2
	shelf := &catalog.Shelf{}
	colours, prices, evidence := make([][]catalog.Value, size), make([][]catalog.Value, size), slices.Repeat([]float64{-1}, size)
	for i := range size {
		shelf.Refs = append(shelf.Refs, catalog.Ref(i+1))
		colours[i], prices[i] = [][]catalog.Value{texts("red"), texts("blue"), nil}[i%3], number(float64(1+i%4))
	}
	shelf.Columns = []*catalog.Column{catalog.NewColumn(colour, colours), catalog.NewColumn(price, prices)}
	evidence[likeliest] = -0.5
	n := fold(wish("colour", "red"), search.Change{Op: search.AddLimit, Condition: &catalog.Condition{Key: catalog.KeyPrice, Range: catalog.AtMost(2)}})
	e := search.NewEngine(&stock{}, nil, nil)
	list := func(p search.Page) *search.Ranking {
		r := ranked(t, e, n, &search.Scope{Shelf: shelf}, evidence, p)
		return r
	}
	r := list(search.Page{Limit: 3})
	if r.Open != size/2 || r.Full != size/6 {
		t.Errorf("%d open and %d full, want a half and a sixth", r.Open, r.Full)
	}
	if got := rows(r); !slices.Equal(got, []int{likeliest, 0, 9}) || r.Items[0].Score != 0 || r.Items[1].Score != -0.5 {
		t.Errorf("rows %v first: %+v", got, r.Items)
	}
	if got := rows(list(search.Page{Limit: 3, After: 10})); !slices.Equal(got, []int{12, 21, 24}) {
		t.Errorf("rows %v come next", got)
	}
	facets := search.Facets(shelf, r, []string{"colour", catalog.KeyPrice})
	for i, want := range []search.Facet{
		{Counts: []int{size / 6, size / 6}, Known: size / 3},
		{Counts: []int{size / 12, size / 12, size / 12, size / 12}, Known: size / 3},
	} {
		if got := facets[i]; !slices.Equal(got.Counts, want.Counts) || got.Known != want.Known {
			t.Errorf("%s: %d of %d known, want %d of %d", got.Column.Aspect.Key, got.Counts, got.Known, want.Counts, want.Known)
		}
	}
}

// BenchmarkFacets counts twelve facets of a large category, where as many demands
// are made of other aspects and of the facets' own.
func BenchmarkFacets(b *testing.B) {
	ctx := context.Background()
	scope := &search.Scope{Shelf: benchShelf("A", 1)}
	keys := []string{catalog.KeyPrice}
	for a := range 11 {
		keys = append(keys, fmt.Sprint("a", a))
	}
	for _, demands := range []int{0, 3} {
		b.Run(fmt.Sprint(demands), func(b *testing.B) {
			var changes []search.Change
			for i := range demands {
				changes = append(changes, search.Change{Op: search.AddLimit, Condition: &catalog.Condition{Key: fmt.Sprint("a", i), Values: []string{"v1", "v2", "v3"}}})
			}
			n := fold(changes...)
			r, err := search.NewEngine(&stock{}, nil, nil).Rank(ctx, n, scope, nil, search.Page{})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				search.Facets(scope.Shelf, r, keys)
			}
		})
	}
}
