package proclare

import (
	"context"
	"strings"

	"shopclerk/catalog"
	"shopclerk/search"
)

// Own is the clerk's own list: the ranking by the belief.
const Own = "belief"

// The retrievers.
const (
	Lexical = "lexical"
	Vector  = "vector"
	Fused   = "fused"
)

// Depth is how many candidates a retriever gives: recall is measured at it, and fusion
// joins lists of this length.
const Depth = 100

// Lists names the lists that are made by a query, in the order of tables.
func Lists() []string { return []string{Lexical, Vector, Fused} }

// keywords is the query that stands for all known demands, as ProductAgent's Query
// Generation writes it: the shopper's first words, then the labels of what was
// ticked, in the order of the answers. "Something else" and "no preference" name
// nothing to look for. A category in scope is no part of it: the retrievers are
// given it as a filter, which is more than the paper's are.
func keywords(opening string, need *search.Need) string {
	var parts []string
	if !strings.EqualFold(opening, need.ScopeWords) {
		parts = append(parts, opening)
	}
	for _, e := range need.Evidence {
		if e.Said {
			continue
		}
		for _, i := range e.Answer.Picked {
			parts = append(parts, e.Answer.Labels[i])
		}
	}
	return strings.Join(parts, " ")
}

// retrieve returns the refs of the k best by one of [Lists] within a scope of categories;
// none is the whole shop. A query without words finds nothing.
func (s *Shop) retrieve(ctx context.Context, list, query string, scope []string, k int) ([]catalog.Ref, error) {
	if strings.TrimSpace(query) == "" {
		return nil, nil
	}
	var lists [2][]search.Hit
	var err error
	if list != Vector {
		if lists[0], err = s.Lexical().Retrieve(ctx, query, scope, k); err != nil {
			return nil, err
		}
	}
	if v := s.Vector(); list != Lexical && v != nil {
		if lists[1], err = v.Retrieve(ctx, query, scope, k); err != nil {
			return nil, err
		}
	}
	hits := append(lists[0], lists[1]...)
	if list == Fused {
		hits = fuse(lists[:]...)
	}
	out := make([]catalog.Ref, min(k, len(hits)))
	for i := range out {
		out[i] = hits[i].Ref
	}
	return out, nil
}

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
