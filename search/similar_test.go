package search_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/catalog"
	"shopclerk/search"
)

// A lamp like the first, red at 20, lacks of what the others share with it: two of three
// stated colours are red, log2 3/2 bits, and of three prices one is 20, log2 3, and two lie
// from 20 to 40. What is said of an aspect is not held against any.
func TestLikeness(t *testing.T) {
	like := func(id string) search.Change { return search.Change{Op: search.Like, Refs: []string{id}} }
	cheap := search.Change{Op: search.AddLimit, Condition: &catalog.Condition{Key: catalog.KeyPrice, Range: catalog.AtMost(50)}}
	half, whole := math.Log2(1.5)/2, math.Log2(3)/2
	for _, tc := range []struct {
		name string
		need *search.Need
		want []float64
	}{
		{"like the red one at 20", fold(in("Home > Lamps"), like("p1")), []float64{0, -whole, -half - whole, -whole}},
		{"like it, at another price", fold(in("Home > Lamps"), like("p1"), cheap), []float64{0, -half, -half, 0}},
		{"cheapest first", fold(in("Home > Lamps"), like("p1"), search.Change{Op: search.SortBy, Key: catalog.KeyPrice}), []float64{0, -half, -half, 0}},
		{"like the one named last", fold(in("Home > Lamps"), like("p3"), like("p1")), []float64{0, -whole, -half - whole, -whole}},
		{"like a desk, among lamps", fold(in("Home > Lamps"), like("p5")), nil},
		{"like none", fold(in("Home > Lamps"), search.Change{Op: search.Like}), nil},
		{"nothing of the kind", fold(in("Home > Lamps")), nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e := search.NewEngine(lampsAndDesks(), nil, nil)
			scope := scoped(t, e, tc.need)
			got, err := e.Likeness(t.Context(), tc.need, scope.Shelf)
			if err != nil || !slices.EqualFunc(got, tc.want, func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }) {
				t.Errorf("%v (%v), want %v", got, err, tc.want)
			}
		})
	}
}

func TestSimilarTellsFaults(t *testing.T) {
	s := lampsAndDesks()
	s.fail.Store(true)
	if _, err := search.NewEngine(s, nil, nil).Similar(context.Background(), "Garden", 7, 1); err == nil {
		t.Error("no error")
	}
}

// What is counted by codes equals what is counted by looking at every product; the
// order is total; and what two have in common does not depend on who asks.
func TestSimilarIsCommonInformation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := aStock(t, 8)
		e := search.NewEngine(s, nil, nil)
		score := map[[2]catalog.Ref]float64{}
		for _, p := range s.products {
			hits, err := e.Similar(context.Background(), p.Category, p.Ref, len(s.products))
			if err != nil {
				t.Fatal(err)
			}
			sorted := slices.Clone(hits)
			search.SortHits(sorted)
			if !slices.Equal(hits, sorted) {
				t.Fatalf("of %d: not in order: %v", p.Ref, hits)
			}
			k := rapid.IntRange(0, len(hits)).Draw(t, "k")
			if first, err := e.Similar(context.Background(), p.Category, p.Ref, k); err != nil || !slices.Equal(first, hits[:k]) {
				t.Fatalf("of %d: the first %d are %v (%v) of %v", p.Ref, k, first, err, hits)
			}
			for _, c := range s.categories {
				if strange, err := e.Similar(context.Background(), c.Path, p.Ref, 10); c.Path != p.Category && (err != nil || len(strange) > 0) {
					t.Fatalf("like %d among %s: %v (%v)", p.Ref, c.Path, strange, err)
				}
			}
			for _, h := range hits {
				score[[2]catalog.Ref{p.Ref, h.Ref}] = h.Score
			}
		}
		for _, p := range s.products {
			for _, q := range s.products {
				if p.Ref == q.Ref || p.Category != q.Category {
					continue
				}
				want := inCommon(s, &p, &q)
				if got := score[[2]catalog.Ref{p.Ref, q.Ref}]; math.Abs(got-want) > 1e-9 {
					t.Fatalf("%d and %d have %.4f bits in common, want %.4f", p.Ref, q.Ref, got, want)
				}
			}
		}
	})
}

// inCommon measures what two products have in common, the slow way.
func inCommon(s *stock, p, q *catalog.Product) float64 {
	total := 0.0
	for _, a := range []catalog.Aspect{colour, price} {
		var all []catalog.Value
		for _, r := range s.products {
			if r.Category == p.Category {
				all = append(all, r.Of(a.Key)...)
			}
		}
		most := 0.0
		for _, v := range p.Of(a.Key) {
			for _, w := range q.Of(a.Key) {
				n := 0
				for _, x := range all {
					if a.Kind == catalog.Numeric && x.Number >= min(v.Number, w.Number) && x.Number <= max(v.Number, w.Number) ||
						a.Kind != catalog.Numeric && v.Text == w.Text && x.Text == v.Text {
						n++
					}
				}
				if n > 0 {
					most = max(most, math.Log2(float64(len(all))/float64(n)))
				}
			}
		}
		total += most
	}
	return total
}
