package proclare

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/catalog"
	"shopclerk/search"
)

// aList draws a retriever's list: distinct products, best first.
func aList() *rapid.Generator[[]search.Hit] {
	return rapid.Custom(func(t *rapid.T) []search.Hit {
		refs := rapid.SliceOfDistinct(rapid.Uint32Range(1, 15), rapid.ID[uint32]).Draw(t, "refs")
		out := make([]search.Hit, len(refs))
		for i, r := range refs {
			out[i] = search.Hit{Ref: catalog.Ref(r), Score: float64(len(refs) - i)}
		}
		return out
	})
}

func TestFuseEqualsTheFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lists := rapid.SliceOfN(aList(), 0, 4).Draw(t, "lists")
		want := map[catalog.Ref]float64{}
		for _, list := range lists {
			for rank, h := range list {
				want[h.Ref] += 1 / (60 + float64(rank+1))
			}
		}
		got := fuse(lists...)
		if len(got) != len(want) {
			t.Fatalf("%d products of %d", len(got), len(want))
		}
		for i, h := range got {
			if math.Abs(h.Score-want[h.Ref]) > 1e-12 {
				t.Fatalf("product %d scores %v, want %v", h.Ref, h.Score, want[h.Ref])
			}
			if i > 0 && (got[i-1].Score < h.Score || got[i-1].Score == h.Score && got[i-1].Ref >= h.Ref) {
				t.Fatalf("not by score, then ref: %v", got)
			}
		}
	})
}

func TestFuseOfOneListKeepsItsOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := aList().Draw(t, "list")
		got := fuse(list)
		if !slices.EqualFunc(list, got, func(a, b search.Hit) bool { return a.Ref == b.Ref }) {
			t.Fatalf("%v became %v", list, got)
		}
	})
}

func TestFuse(t *testing.T) {
	hits := func(refs ...catalog.Ref) (out []search.Hit) {
		for _, r := range refs {
			out = append(out, search.Hit{Ref: r})
		}
		return out
	}
	for _, tc := range []struct {
		name  string
		lists [][]search.Hit
		want  []catalog.Ref
	}{
		{"no lists", nil, nil},
		{"what both find leads", [][]search.Hit{hits(1, 2), hits(3, 2)}, []catalog.Ref{2, 1, 3}},
		{"ties by ref", [][]search.Hit{hits(9), hits(4)}, []catalog.Ref{4, 9}},
		{"the same list twice changes nothing", [][]search.Hit{hits(3, 1, 2), hits(3, 1, 2)}, []catalog.Ref{3, 1, 2}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []catalog.Ref
			for _, h := range fuse(tc.lists...) {
				got = append(got, h.Ref)
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("got %v, want %v", got, tc.want)
			}
		})
	}
}
