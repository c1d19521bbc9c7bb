package proclare

import (
	"context"
	"fmt"
	"slices"
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

// lister answers one query by several lists; what they share is retrieved once.
type lister struct {
	shop           *Shop
	query          string
	scope          []string
	words, meaning []search.Hit
	have           map[string]bool
}

// list returns the refs of a list, best first, at most Depth.
func (l *lister) list(ctx context.Context, name string) ([]catalog.Ref, error) {
	if !slices.Contains(Lists(), name) {
		return nil, fmt.Errorf("unknown list %q", name)
	}
	for _, retriever := range []string{Lexical, Vector} {
		if name == retriever || name == Fused {
			if err := l.once(ctx, retriever); err != nil {
				return nil, err
			}
		}
	}
	hits := l.words
	switch name {
	case Vector:
		hits = l.meaning
	case Fused:
		hits = fuse(l.words, l.meaning)
	}
	return topRefs(hits, Depth), nil
}

// once retrieves by one of the two retrievers, unless that has been done.
func (l *lister) once(ctx context.Context, retriever string) (err error) {
	if l.have[retriever] || strings.TrimSpace(l.query) == "" {
		return nil
	}
	if l.have == nil {
		l.have = map[string]bool{}
	}
	l.have[retriever] = true
	if retriever == Lexical {
		l.words, err = l.shop.Lexical().Retrieve(ctx, l.query, l.scope, Depth)
		return err
	}
	l.meaning, err = l.shop.nearest(ctx, l.query, l.scope, Depth)
	return err
}

// nearest retrieves by meaning within a scope of categories; none is the whole shop. A
// scope's products are compared one by one, because a small category's may be far down in
// the whole shop's list.
func (s *Shop) nearest(ctx context.Context, query string, scope []string, k int) ([]search.Hit, error) {
	v := s.Vector()
	if v == nil {
		return nil, nil
	}
	if len(scope) == 0 {
		return v.Retrieve(ctx, query, nil, k)
	}
	var inside []catalog.Ref
	for _, path := range scope {
		shelf, err := s.Shelf(ctx, path)
		if err != nil {
			return nil, err
		}
		inside = append(inside, shelf.Refs...)
	}
	cosines, err := v.Cosines(ctx, query, inside)
	if err != nil {
		return nil, err
	}
	hits := make([]search.Hit, len(inside))
	for i, ref := range inside {
		hits[i] = search.Hit{Ref: ref, Score: cosines[i]}
	}
	search.SortHits(hits)
	return hits[:min(k, len(hits))], nil
}

// topRefs are those of the first hits.
func topRefs(hits []search.Hit, most int) []catalog.Ref {
	out := make([]catalog.Ref, min(most, len(hits)))
	for i := range out {
		out[i] = hits[i].Ref
	}
	return out
}
