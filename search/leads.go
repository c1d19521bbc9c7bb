package search

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"shopclerk/catalog"
)

// leadDepth is how many products that words find are weighed for what kind of thing the
// words are about: those behind them have next to no weight.
const leadDepth = 100

// Lead is a product that words find in the whole shop.
type Lead struct {
	Category string  // path
	Score    float64 // a log-weight, as in [Ranking.Scores]
}

// Leads returns the first products that words find in the whole shop, by what orders a
// list, so that a device weighs more than its accessories; none where they find nothing.
// Words are corrected as they are for a list.
func (e *Engine) Leads(ctx context.Context, words string) ([]Lead, error) {
	if e.lexical == nil || strings.TrimSpace(words) == "" {
		return nil, nil
	}
	leads, err := e.leads(ctx, words)
	if lost(ctx, err) {
		return nil, nil
	}
	return leads, err
}

func (e *Engine) leads(ctx context.Context, words string) ([]Lead, error) {
	corrected, err := e.corrections(ctx, words, nil)
	if err != nil {
		return nil, err
	}
	texts := readings(words, corrected)
	lists := make([][]Hit, len(texts))
	for i, text := range texts {
		if lists[i], err = e.byWords(ctx, text, nil, leadDepth); err != nil {
			return nil, fmt.Errorf("finding what %q leads to: %w", words, err)
		}
	}
	found := retrieved{lexical: either(lists, leadDepth)}
	if e.vector != nil { // a remote one is asked for the list alone
		found.meanings = []meaning{{e.vector, "vector"}}
	}
	if len(found.lexical) == 0 {
		return nil, nil
	}
	paths, _ := e.paths(nil)
	shelf, err := e.found(ctx, &Need{}, paths, found, &Scope{})
	if err != nil {
		return nil, err
	}
	said, err := e.compare(ctx, texts, found, shelf)
	if err != nil {
		return nil, err
	}
	out := make([]Lead, 0, len(said))
	for _, row := range slices.Sorted(maps.Keys(said)) {
		f := said[row]
		c, err := e.store.CategoryOf(shelf.Refs[row])
		if err != nil {
			return nil, err
		}
		out = append(out, Lead{c.Path, e.Weights.Score(&f)})
	}
	return out, nil
}

// first returns the first k products that words find in the whole shop; none where they cannot be
// looked up.
func (e *Engine) first(ctx context.Context, words string, k int) ([]Hit, error) {
	if e.lexical == nil {
		return nil, nil
	}
	hits, err := e.byWords(ctx, words, nil, k)
	if lost(ctx, err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("finding %q in the whole shop: %w", words, err)
	}
	return hits, nil
}

// Titled returns those of the first products that words find in the whole shop of which a test accepts
// the category and what the title says of the words.
func (e *Engine) Titled(ctx context.Context, words string, accepts func(category string, t *Title) bool) (map[catalog.Ref]bool, error) {
	hits, err := e.first(ctx, words, titlesRead)
	if err != nil || len(hits) == 0 {
		return nil, err
	}
	titles, err := e.lexical.Titles(ctx, words, Refs(hits))
	if err != nil {
		return nil, fmt.Errorf("reading the titles with %q: %w", words, err)
	}
	out := map[catalog.Ref]bool{}
	for i := range titles {
		c, err := e.store.CategoryOf(hits[i].Ref)
		if err != nil {
			return nil, err
		}
		if accepts(c.Path, &titles[i]) {
			out[hits[i].Ref] = true
		}
	}
	return out, nil
}

// Named counts, by category path, the products that a test accepts among the
// first that words find in the whole shop.
func (e *Engine) Named(ctx context.Context, words string, first int, accepts func(p *catalog.Product) bool) (map[string]int, error) {
	hits, err := e.first(ctx, words, first)
	if err != nil {
		return nil, err
	}
	products, err := e.store.Products(ctx, Refs(hits))
	if err != nil {
		return nil, fmt.Errorf("reading what is named %q: %w", words, err)
	}
	out := map[string]int{}
	for i := range products {
		if accepts(&products[i]) {
			out[products[i].Category]++
		}
	}
	return out, nil
}
