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
func SortHits(hits []Hit) { slices.SortFunc(hits, compareHits) }

func compareHits(a, b Hit) int {
	if a.Score != b.Score {
		return cmp.Compare(b.Score, a.Score)
	}
	return cmp.Compare(a.Ref, b.Ref)
}

// FuseK is the constant of reciprocal rank fusion. 60 is the value of Cormack,
// Clarke and Büttcher (2009), flat enough that no single list decides alone.
const FuseK = 60

// Fuse joins rankings by reciprocal rank fusion: a product scores the sum of
// 1/(FuseK + rank) over the lists that hold it, ranks counted from 1.
func Fuse(lists ...[]Hit) []Hit {
	at := map[catalog.Ref]int{}
	var out []Hit
	for _, list := range lists {
		for rank, h := range list {
			i, ok := at[h.Ref]
			if !ok {
				i = len(out)
				at[h.Ref] = i
				out = append(out, Hit{Ref: h.Ref})
			}
			out[i].Score += 1 / float64(FuseK+rank+1)
		}
	}
	SortHits(out)
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
