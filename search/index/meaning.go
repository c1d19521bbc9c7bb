package index

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	"shopclerk/search"
	"shopclerk/search/vector"
)

// vectorStore holds the vectors of a catalogue's products; a [sqlite.Store] does.
type vectorStore interface {
	Vectors(ctx context.Context, category string) iter.Seq2[sqlite.VectorRow, error]
}

// vectorRetriever retrieves by an embedder and the vectors that it made, and compares with all
// of the categories that it is asked for, or where these have more than reach products, with
// those that are nearest to the query. It is safe for concurrent use.
type vectorRetriever struct {
	query  func(ctx context.Context, text string) ([]float32, error)
	store  *sqlite.Store
	groups map[string]*vector.Group // by category
	cells  *vector.Cells            // of all categories
	reach  int
}

const (
	// searchReach is the reach of a shop's retriever: a search of as many takes some
	// milliseconds.
	searchReach = 25_000
	// sampled is how many products tell what those of a category have in common.
	sampled = 64
)

// newVectorRetriever loads the vectors of all products, on all processors: 260 bytes of memory
// and some three microseconds each.
func newVectorRetriever(ctx context.Context, query func(context.Context, string) ([]float32, error), rows vectorStore, store *sqlite.Store) (*vectorRetriever, error) {
	m := &vectorRetriever{query: query, store: store, groups: map[string]*vector.Group{}, reach: searchReach}
	categories := store.Categories()
	groups := make([]*vector.Group, len(categories))
	err := search.Parallel(len(categories), func(i int) (err error) {
		var entries []vector.Entry
		for row, err := range rows.Vectors(ctx, categories[i].Path) {
			if err != nil {
				return err
			}
			entries = append(entries, vector.Entry(row))
		}
		groups[i], err = vector.NewGroup(ctx, entries)
		return err
	})
	typical := map[string][]float32{}
	for i, c := range categories {
		if err == nil && groups[i].Len() > 0 {
			typical[c.Path] = groups[i].Direction(sampled)
		}
		m.groups[c.Path] = groups[i]
	}
	if err == nil {
		m.cells, err = vector.NewCells(ctx, typical)
	}
	if err != nil {
		return nil, fmt.Errorf("loading vectors: %w", err)
	}
	return m, nil
}

// near returns the vectors of the categories that are searched: those of some categories, of
// none all, where they are within reach, else those of the nearest.
func (m *vectorRetriever) near(ctx context.Context, v []float32, categories []string) (near []*vector.Group, err error) {
	order, err := m.cells.Nearest(ctx, v)
	order = slices.DeleteFunc(order, func(path string) bool { return len(categories) > 0 && !slices.Contains(categories, path) })
	all := 0
	for _, path := range order {
		all += m.groups[path].Len()
	}
	size := 0
	for _, path := range order {
		g := m.groups[path]
		if all <= m.reach || size == 0 || size+g.Len() <= m.reach {
			near, size = append(near, g), size+g.Len()
		}
	}
	return near, err
}

// Retrieve implements [search.Retriever].
func (m *vectorRetriever) Retrieve(ctx context.Context, query string, categories []string, k int) ([]search.Hit, error) {
	v, err := m.query(ctx, query)
	if err != nil {
		return nil, err
	}
	near, err := m.near(ctx, v, categories)
	if err != nil {
		return nil, err
	}
	return vector.NewQuery(v).Search(ctx, near, k)
}

// Cosines implements [search.Semantic].
func (m *vectorRetriever) Cosines(ctx context.Context, query string, refs []catalog.Ref) ([]float64, error) {
	v, err := m.query(ctx, query)
	if err != nil {
		return nil, err
	}
	q := vector.NewQuery(v)
	out := make([]float64, len(refs))
	for i, ref := range refs {
		c, err := m.store.CategoryOf(ref)
		if errors.Is(err, sqlite.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if out[i], err = m.groups[c.Path].Cosine(q, ref); err != nil {
			return nil, err
		}
	}
	return out, nil
}
