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

// The retrievers, and what a list's name ends in when its candidates are reranked.
const (
	Lexical  = "lexical"
	Vector   = "vector"
	Fused    = "fused"
	reranked = "+rerank"
)

// Reranked is the list of a retriever's candidates reranked.
func Reranked(retriever string) string { return retriever + reranked }

// Depth is how many candidates a retriever gives: recall is measured at it, fusion
// joins lists of this length, and the reranker reorders it.
const Depth = 100

// Lists names the lists that are made by a query, in the order of tables.
func Lists() []string {
	return []string{Lexical, Vector, Fused, Lexical + reranked, Vector + reranked, Fused + reranked}
}

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
	wide           []search.Hit // what the words find at the reranker's depth
	have           map[string]bool
}

// wideDepth is how deep the words are retrieved for the reranker's lexical
// feature, which it needs of products that another retriever found: as deep as the
// engine's own stage.
const wideDepth = 1000

// list returns the refs of a list, best first, at most Depth.
func (l *lister) list(ctx context.Context, name string) ([]catalog.Ref, error) {
	base, rerank := strings.CutSuffix(name, reranked)
	var hits []search.Hit
	if base != Vector || rerank {
		if err := l.once(ctx, Lexical); err != nil {
			return nil, err
		}
	}
	if base != Lexical {
		if err := l.once(ctx, Vector); err != nil {
			return nil, err
		}
	}
	switch base {
	case Lexical:
		hits = l.words
	case Vector:
		hits = l.meaning
	case Fused:
		hits = fuse(l.words, l.meaning)
	default:
		return nil, fmt.Errorf("unknown list %q", name)
	}
	if rerank {
		var err error
		if hits, err = l.rerank(ctx, hits); err != nil {
			return nil, err
		}
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
		l.wide, err = l.shop.Lexical().Retrieve(ctx, l.query, l.scope, wideDepth)
		l.words = l.wide[:min(Depth, len(l.wide))]
		return err
	}
	l.meaning, err = l.shop.nearest(ctx, l.query, l.scope, Depth)
	return err
}

// fewInScope is how many products of a scope are compared one by one; the index is
// quicker for more, but knows only groups of categories, and a small category's
// products may be far down in the list of its group.
const fewInScope = 5000

// nearest retrieves by meaning within a scope of categories; none is the whole shop.
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
	if len(inside) <= fewInScope {
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
	// Every round compares with all of the group anew: the first asks for more than a
	// scope of the whole group would need.
	for n := 4 * k; ; n *= 4 {
		hits, err := v.Retrieve(ctx, query, scope, n)
		if err != nil {
			return nil, err
		}
		full := len(hits) == n // there may be more
		hits = slices.DeleteFunc(hits, func(h search.Hit) bool {
			c, err := s.Catalogue.CategoryOf(h.Ref)
			return err != nil || !slices.Contains(scope, c.Path)
		})
		if len(hits) >= k || !full {
			return hits[:min(k, len(hits))], nil
		}
	}
}

// rerank orders candidates by the engine's linear reranker over its features of
// words and meaning.
func (l *lister) rerank(ctx context.Context, hits []search.Hit) ([]search.Hit, error) {
	features := make([]search.Features, len(hits))
	lexical := map[catalog.Ref]float64{}
	for _, h := range l.wide {
		lexical[h.Ref] = h.Score / l.wide[0].Score
	}
	var cosines []float64
	if v := l.shop.Vector(); v != nil {
		var err error
		if cosines, err = v.Cosines(ctx, l.query, topRefs(hits, Depth)); err != nil {
			return nil, fmt.Errorf("reranking: %w", err)
		}
	}
	out := make([]search.Hit, min(Depth, len(hits)))
	for i := range out {
		features[i].Lexical = lexical[hits[i].Ref]
		if cosines != nil {
			features[i].Vector = max(0, cosines[i])
		}
		out[i] = search.Hit{Ref: hits[i].Ref, Score: l.shop.Weights.Score(&features[i])}
	}
	search.SortHits(out)
	return out, nil
}

// topRefs are those of the first hits.
func topRefs(hits []search.Hit, most int) []catalog.Ref {
	out := make([]catalog.Ref, min(most, len(hits)))
	for i := range out {
		out[i] = hits[i].Ref
	}
	return out
}
