package index

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"

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
	query func(ctx context.Context, text string) ([]float32, error)
	rows  vectorStore
	store *sqlite.Store
	parts map[string]*partition // by category
	reach int

	mu    sync.Mutex
	cells *vector.Cells // nil until they are needed
}

const (
	// searchReach is the reach of a shop's retriever: a search of as many takes some
	// milliseconds.
	searchReach = 25_000
	// sampled is how many products tell what those of a category have in common.
	sampled = 64
)

// partition is the vectors of a category. They are loaded when they are first compared with:
// a server need not hold what nobody looks for.
type partition struct {
	mu      sync.Mutex
	vectors *vector.Group // nil until loaded
}

func newVectorRetriever(query func(context.Context, string) ([]float32, error), rows vectorStore, store *sqlite.Store) *vectorRetriever {
	m := &vectorRetriever{query: query, rows: rows, store: store, parts: map[string]*partition{}, reach: searchReach}
	for _, c := range store.Categories() {
		m.parts[c.Path] = new(partition)
	}
	return m
}

// load returns the vectors of categories, read on all processors.
func (m *vectorRetriever) load(ctx context.Context, categories []string) ([]*vector.Group, error) {
	groups := make([]*vector.Group, len(categories))
	err := search.Parallel(len(categories), func(i int) (err error) {
		if groups[i], err = m.part(ctx, categories[i]); err != nil {
			return fmt.Errorf("loading vectors: %w", err)
		}
		return nil
	})
	return groups, err
}

// part returns the vectors of a category, which the catalogue has.
func (m *vectorRetriever) part(ctx context.Context, category string) (*vector.Group, error) {
	p := m.parts[category]
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.vectors != nil {
		return p.vectors, nil
	}
	var entries []vector.Entry
	for row, err := range m.rows.Vectors(ctx, category) {
		if err != nil {
			return nil, err
		}
		entries = append(entries, vector.Entry(row))
	}
	g, err := vector.NewGroup(ctx, entries)
	if err == nil {
		p.vectors = g
	}
	return g, err
}

// within returns those of some categories that the catalogue has; of none, all.
func (m *vectorRetriever) within(categories []string) (paths []string) {
	if len(categories) == 0 {
		for _, c := range m.store.Categories() {
			paths = append(paths, c.Path)
		}
	}
	for _, path := range categories {
		if m.parts[path] != nil {
			paths = append(paths, path)
		}
	}
	return paths
}

// near returns those of some categories that are searched for a vector: all within reach, else
// the nearest.
func (m *vectorRetriever) near(ctx context.Context, v []float32, categories []string) (near []string, err error) {
	sizes, size := map[string]int{}, 0
	for _, path := range categories {
		c, err := m.store.Category(path)
		if err != nil {
			return nil, err
		}
		sizes[path], size = c.Size, size+c.Size
	}
	if size <= m.reach {
		return categories, nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.cells == nil {
		if m.cells, err = m.sample(ctx); err != nil {
			return nil, fmt.Errorf("sampling vectors: %w", err)
		}
	}
	order, err := m.cells.Nearest(ctx, v)
	size = 0
	for _, path := range order {
		if n, asked := sizes[path]; asked && (size == 0 || size+n <= m.reach) {
			near, size = append(near, path), size+n
		}
	}
	return near, err
}

// sample returns the cells of all categories: the sums of their first products' directions.
func (m *vectorRetriever) sample(ctx context.Context) (*vector.Cells, error) {
	typical := map[string][]float32{}
	for path := range m.parts {
		n := 0
		for row, err := range m.rows.Vectors(ctx, path) {
			if err != nil {
				return nil, err
			}
			typical[path] = vector.AddDirection(typical[path], row.Codes)
			if n++; n == sampled {
				break
			}
		}
	}
	return vector.NewCells(ctx, typical)
}

// Retrieve implements [search.Retriever].
func (m *vectorRetriever) Retrieve(ctx context.Context, query string, categories []string, k int) ([]search.Hit, error) {
	v, err := m.query(ctx, query)
	if err != nil {
		return nil, err
	}
	near, err := m.near(ctx, v, m.within(categories))
	if err != nil {
		return nil, err
	}
	groups, err := m.load(ctx, near)
	if err != nil {
		return nil, err
	}
	return vector.NewQuery(v).Search(ctx, groups, k)
}

// Cosines implements [search.Semantic].
func (m *vectorRetriever) Cosines(ctx context.Context, query string, refs []catalog.Ref) ([]float64, error) {
	v, err := m.query(ctx, query)
	if err != nil {
		return nil, err
	}
	q := vector.NewQuery(v)
	loaded := map[string]*vector.Group{}
	out := make([]float64, len(refs))
	for i, ref := range refs {
		c, err := m.store.CategoryOf(ref)
		if errors.Is(err, sqlite.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		g := loaded[c.Path]
		if g == nil {
			if g, err = m.part(ctx, c.Path); err != nil {
				return nil, fmt.Errorf("loading vectors: %w", err)
			}
			loaded[c.Path] = g
		}
		if out[i], err = g.Cosine(q, ref); err != nil {
			return nil, err
		}
	}
	return out, nil
}
