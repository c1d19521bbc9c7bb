package search

import (
	"cmp"
	"context"
	"slices"

	"shopclerk/catalog"
)

// Whole returns the engine's own catalogue as a pool: what living on candidates costs can be
// measured with it, and what a [Pool] is can be tested.
func (e *Engine) Whole() Pool { return wholeShop{e} }

type wholeShop struct{ *Engine }

// Find implements [Pool].
func (w wholeShop) Find(ctx context.Context, q Query, k int) ([]Hit, error) {
	paths, _ := w.paths(q.Categories)
	meets, err := w.meets(ctx, paths, q.Demands)
	if err != nil {
		return nil, err
	}
	if q.Text == "" {
		var out []Hit
		for _, path := range paths {
			shelf, err := w.Shelf(ctx, path)
			if err != nil {
				return nil, err
			}
			for _, row := range shelf.Find(meets[path], k-len(out)) {
				out = append(out, Hit{Ref: shelf.Refs[row]})
			}
			if len(out) >= k {
				break
			}
		}
		return out, nil
	}
	by := w.lexical
	if q.Meaning {
		by = w.vector
	}
	for depth := k; ; depth *= 4 {
		hits, err := by.Retrieve(ctx, q.Text, q.Categories, depth)
		if err != nil {
			return nil, err
		}
		all := len(hits) < depth
		var out []Hit
		for _, h := range hits {
			c, err := w.store.CategoryOf(h.Ref)
			if err != nil {
				return nil, err
			}
			shelf, err := w.Shelf(ctx, c.Path)
			if err != nil {
				return nil, err
			}
			row, ok := shelf.Row(h.Ref)
			if ok && slices.Contains(paths, c.Path) && shelf.Meets(meets[c.Path], row) {
				out = append(out, h)
			}
		}
		if all || len(out) >= k {
			return out[:min(k, len(out))], nil
		}
	}
}

// meets prepares demands for the shelves of categories.
func (w wholeShop) meets(ctx context.Context, paths []string, demands []catalog.Demand) (map[string][]catalog.Test, error) {
	out := make(map[string][]catalog.Test, len(paths))
	for _, path := range paths {
		shelf, err := w.Shelf(ctx, path)
		if err != nil {
			return nil, err
		}
		out[path] = shelf.Tests(demands)
	}
	return out, nil
}

// Sample implements [Pool].
func (w wholeShop) Sample(ctx context.Context, path string, n int) ([]catalog.Ref, int, error) {
	shelf, err := w.Shelf(ctx, path)
	if err != nil {
		return nil, 0, err
	}
	refs := First(shelf.Refs, n, func(a, b catalog.Ref) int {
		return cmp.Or(cmp.Compare(Scatter(uint64(a)), Scatter(uint64(b))), cmp.Compare(a, b))
	})
	return refs, shelf.Rows(), nil
}

// Scatter makes a number that looks like chance of one that does not (the finaliser of
// MurmurHash3, after a step of Fibonacci hashing).
func Scatter(x uint64) uint64 {
	x *= 0x9E3779B97F4A7C15
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	return x ^ x>>33
}

// Having implements [Pool].
func (w wholeShop) Having(ctx context.Context, word string, refs []catalog.Ref) ([]bool, error) {
	out := make([]bool, len(refs))
	hits, err := w.lexical.Retrieve(ctx, word, nil, saidDepth)
	has := make(map[catalog.Ref]bool, len(hits))
	for _, h := range hits {
		has[h.Ref] = true
	}
	for i, ref := range refs {
		out[i] = has[ref]
	}
	return out, err
}

// Cosines implements [Pool].
func (w wholeShop) Cosines(ctx context.Context, query string, refs []catalog.Ref) ([]float64, error) {
	return w.vector.Cosines(ctx, query, refs)
}
