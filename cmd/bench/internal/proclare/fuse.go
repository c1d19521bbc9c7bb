package proclare

import (
	"shopclerk/catalog"
	"shopclerk/search"
)

// fuseK is the constant of reciprocal rank fusion. 60 is the value of Cormack,
// Clarke and Büttcher (2009), flat enough that no single list decides alone.
const fuseK = 60

// fuse joins rankings by reciprocal rank fusion: a product scores the sum of
// 1/(fuseK + rank) over the lists that hold it, ranks counted from 1.
func fuse(lists ...[]search.Hit) []search.Hit {
	at := map[catalog.Ref]int{}
	var out []search.Hit
	for _, list := range lists {
		for rank, h := range list {
			i, ok := at[h.Ref]
			if !ok {
				i = len(out)
				at[h.Ref] = i
				out = append(out, search.Hit{Ref: h.Ref})
			}
			out[i].Score += 1 / float64(fuseK+rank+1)
		}
	}
	search.SortHits(out)
	return out
}
