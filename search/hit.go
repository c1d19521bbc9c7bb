package search

import (
	"cmp"
	"slices"

	"shopclerk/catalog"
)

// Hit is a product that a retriever found, with the retriever's own score.
type Hit struct {
	Ref   catalog.Ref
	Score float64
}

// SortHits orders by score, best first, ties by ref: the order of every ranking.
func SortHits(hits []Hit) { slices.SortFunc(hits, CompareHits) }

// CompareHits orders the better hit first; the order is total.
func CompareHits(a, b Hit) int {
	if better := cmp.Compare(b.Score, a.Score); better != 0 { // most often: hits are compared by the million
		return better
	}
	return cmp.Compare(a.Ref, b.Ref)
}

// Refs lists the products of hits, in their order.
func Refs(hits []Hit) []catalog.Ref {
	out := make([]catalog.Ref, len(hits))
	for i, h := range hits {
		out[i] = h.Ref
	}
	return out
}

// either joins the lists that one retriever made of several readings of a query: a
// product has the better of its scores, each as a share of its list's best, because a
// reading of fewer words scores lower throughout. It returns at most k.
func either(lists [][]Hit, k int) []Hit {
	if len(lists) == 1 {
		return lists[0]
	}
	at := map[catalog.Ref]int{}
	var out []Hit
	for _, list := range lists {
		for _, h := range list {
			h.Score /= list[0].Score
			if i, ok := at[h.Ref]; ok {
				out[i].Score = max(out[i].Score, h.Score)
				continue
			}
			at[h.Ref] = len(out)
			out = append(out, h)
		}
	}
	SortHits(out)
	return out[:min(k, len(out))]
}
