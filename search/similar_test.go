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

func TestSimilar(t *testing.T) {
	for _, tc := range []struct {
		name     string
		category string
		ref      catalog.Ref
		k        int
		want     []catalog.Ref
	}{
		// Two of three colours are red, and two of three prices lie from 20 to 40: as
		// much in common with either. All prices lie from 20 to 60.
		{"a number near, a value shared", "Home > Lamps", 1, 10, []catalog.Ref{2, 4}},
		{"at most k", "Home > Lamps", 1, 1, []catalog.Ref{2}},
		{"nothing told, nothing shared", "Garden", 7, 10, nil},
		{"nothing but what all share", "Home > Desks", 5, 10, nil},
		{"of another category", "Home > Lamps", 5, 10, nil},
		{"none wanted", "Home > Lamps", 1, 0, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			hits, err := search.NewEngine(lampsAndDesks(), nil, nil).Similar(context.Background(), tc.category, tc.ref, tc.k)
			if err != nil {
				t.Fatal(err)
			}
			var got []catalog.Ref
			for _, h := range hits {
				got = append(got, h.Ref)
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("similar = %v, want %v", got, tc.want)
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
