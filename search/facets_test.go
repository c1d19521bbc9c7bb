package search_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
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
	ctx := context.Background()
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
		scope, err := e.Scope(ctx, &need)
		if err != nil {
			t.Fatal(err)
		}
		scope.Said, scope.Ruled = nil, nil // see TestFullMatchesHaveTheWords
		r, err := e.Rank(ctx, &need, scope, nil, search.Page{})
		if err != nil {
			t.Fatal(err)
		}
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
			if want := fitting(s, scope.Shelf, r.Aside, others); f.Fit != want {
				t.Fatalf("%s: %d fit, want %d", key, f.Fit, want)
			}
			if h := f.Histogram; h != nil {
				if want := with(catalog.Condition{Range: &catalog.Range{}}); f.Known != want {
					t.Fatalf("%s is known of %d, want %d", key, f.Known, want)
				}
				for i, n := range h.Counts {
					if want := with(catalog.Condition{Range: h.Bin(i)}); n != want {
						t.Fatalf("%s from %v on: %d, want %d (edges %v)", key, h.Edges[i], n, want, h.Edges)
					}
				}
				continue
			}
			for code, n := range f.Counts {
				condition := catalog.Condition{Key: key, Values: []string{f.Column.Values[code].Text}}
				if want := with(condition); f.Column.Aspect.Kind != catalog.Numeric && n != want {
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
				got, err := e.Rank(ctx, &after, scope, nil, search.Page{})
				if err != nil {
					t.Fatal(err)
				}
				if got.Full != n || len(got.Relaxed) > 0 {
					t.Fatalf("%s %q promises %d, a tick finds %d, relaxed %q", key, condition.Values, n, got.Full, got.Relaxed)
				}
			}
		}
	})
}

// A histogram of any numbers and ranges has ordered bins that begin at or below the
// lowest number, few enough to draw.
func TestHistogramHoldsEveryNumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var cells [][]catalog.Value
		ends := rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(-1e3, 1e3), rapid.Float64Range(0, 1e-3), rapid.Float64Range(-1e15, 1e15), rapid.SampledFrom([]float64{0.3, math.Nextafter(0.3, 1)})), 1, 2)
		for range rapid.IntRange(1, 40).Draw(t, "rows") {
			cell := ends.Draw(t, "ends")
			slices.Sort(cell)
			cells = append(cells, nil)
			for _, x := range cell {
				cells[len(cells)-1] = append(cells[len(cells)-1], number(x)[0])
			}
		}
		shelf := &catalog.Shelf{Refs: make([]catalog.Ref, len(cells)), Columns: []*catalog.Column{catalog.NewColumn(price, cells)}}
		h := search.Facets(shelf, &search.Ranking{Aside: make([]bool, len(cells))}, []string{catalog.KeyPrice})[0].Histogram
		if !slices.IsSorted(h.Edges) || len(h.Edges) != len(h.Counts) || len(h.Edges) > 15 || h.Edges[0] > h.Low || h.Low > h.High {
			t.Fatalf("%+v", h)
		}
		for i, n := range h.Counts {
			want := 0
			for _, cell := range cells {
				if h.Bin(i).Overlaps(cell[0].Number, cell[len(cell)-1].Number) {
					want++
				}
			}
			if n != want {
				t.Fatalf("bin %d from %v holds %d, want %d: %v", i, h.Edges[i], n, want, h.Edges)
			}
		}
	})
}

func TestHistogramEdges(t *testing.T) {
	for _, tc := range []struct {
		name    string
		numbers []float64
		aside   int // how many of them do not count, the first
		want    []float64
	}{
		{"one number", []float64{7, 7}, 0, []float64{7}},
		{"tenths divide without a rest", []float64{0.1, 0.3, 1.2}, 0, []float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2}},
		{"what is far off shares the last bin", append(slices.Repeat([]float64{10, 20, 30, 40}, 10), 5000), 0,
			[]float64{10, 15, 20, 25, 30, 35, 40, 45}},
		{"a dozen steps of one", []float64{10, 13, 22}, 0, []float64{10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22}},
		{"a dozen steps of fifty", []float64{0, 100, 600}, 0, []float64{0, 50, 100, 150, 200, 250, 300, 350, 400, 450, 500, 550, 600}},
		{"what is far off has that bin alone", append(slices.Repeat([]float64{10.5, 16, 22.5}, 10), 5000), 0,
			[]float64{10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}},
		{"a rounding error apart", []float64{1e15, 1e15 + 0.125}, 0, []float64{1e15, 1e15 + 0.125}},
		{"one in twenty may be far off", append(slices.Repeat([]float64{40}, 19), 10, 5000)[1:], 0,
			[]float64{10, 15, 20, 25, 30, 35, 40, 45}},
		{"what does not count has no bin", []float64{1, 99, 10, 20, 30}, 2, []float64{10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			cells := make([][]catalog.Value, len(tc.numbers))
			for i, x := range tc.numbers {
				cells[i] = number(x)
			}
			shelf := &catalog.Shelf{Refs: make([]catalog.Ref, len(cells)), Columns: []*catalog.Column{catalog.NewColumn(price, cells)}}
			aside := make([]bool, len(cells))
			for i := range tc.aside {
				aside[i] = true
			}
			h := search.Facets(shelf, &search.Ranking{Aside: aside}, []string{catalog.KeyPrice})[0].Histogram
			if diff := gocmp.Diff(tc.want, h.Edges); diff != "" {
				t.Errorf("edges (-want +got):\n%s", diff)
			}
			if low, high := slices.Min(tc.numbers[tc.aside:]), slices.Max(tc.numbers[tc.aside:]); h.Low != low || h.High != high {
				t.Errorf("from %v to %v, want %v to %v", h.Low, h.High, low, high)
			}
		})
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
		r, err := e.Rank(t.Context(), n, &search.Scope{Shelf: shelf}, evidence, p)
		if err != nil {
			t.Fatal(err)
		}
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
		{Counts: []int{size / 6, size / 6}, Fit: size / 2, Known: size / 3},
		{Counts: []int{size / 12, size / 12, size / 12, size / 12}, Fit: size / 3, Known: size / 3},
	} {
		if got := facets[i]; !slices.Equal(got.Counts, want.Counts) || got.Fit != want.Fit || got.Known != want.Known {
			t.Errorf("%s: %d of %d known of %d, want %d of %d of %d", got.Column.Aspect.Key, got.Counts, got.Known, got.Fit, want.Counts, want.Known, want.Fit)
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
