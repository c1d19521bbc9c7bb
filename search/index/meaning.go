package index

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	"shopclerk/search"
	"shopclerk/search/embed"
	"shopclerk/search/vector"
)

// vectorStore holds the vectors of a catalogue's products; a [sqlite.Store] does.
type vectorStore interface {
	Vectors(ctx context.Context, category string) iter.Seq2[sqlite.VectorRow, error]
	VectorsOf(context.Context, []catalog.Ref) ([][]int8, error)
}

// vectorRetriever retrieves by an embedder and the vectors that it made. It is safe for
// concurrent use.
type vectorRetriever struct {
	model *embed.Model // the catalogue's own; nil: the embedder is another one
	query func(ctx context.Context, text string) ([]float32, error)
	dim   int // of the vectors
	rows  vectorStore
	store *sqlite.Store
	parts []*partition
	cells *vector.Cells  // of the parts; nil in a shop within reach
	reach int            // see searchReach
	home  map[string]int // category → part
}

// partition is the vectors of some categories. They are loaded when they are first compared
// with: a server need not hold what nobody looks for.
type partition struct {
	categories []string // paths
	size       int

	mu      sync.Mutex
	vectors *vector.Group // nil until loaded
}

// A search compares with at most searchReach products, unless one part has more. In a
// larger scope it visits the parts whose cells are nearest to the query: see
// [vector.Cells]. A cell is the sum of about sampled products, evenly spaced.
const (
	searchReach = 25_000
	sampled     = 64
	// partSize is how many products a part of several categories holds at most: of few,
	// neighbours by path have much in common, and a cell tells what.
	partSize = 2_500
)

// divided divides categories into parts of up to size products: neighbours by path stay
// together, and a larger category is a part of its own.
func divided(categories []catalog.Category, size int) [][]string {
	sorted := slices.Clone(categories)
	slices.SortFunc(sorted, func(a, b catalog.Category) int { return strings.Compare(a.Path, b.Path) })
	var parts [][]string
	held := 0
	for i, c := range sorted {
		if i == 0 || held+c.Size > size {
			parts = append(parts, nil)
			held = 0
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], c.Path)
		held += c.Size
	}
	return parts
}

// newVectorRetriever retrieves by the catalogue's own embedder: see divide.
func newVectorRetriever(ctx context.Context, model *embed.Model, store *sqlite.Store, parts [][]string, reach int) (*vectorRetriever, error) {
	query := func(_ context.Context, text string) ([]float32, error) { return model.Embed(text), nil }
	m := &vectorRetriever{model: model, query: query, dim: model.Dim(), rows: store, store: store}
	return m, m.divide(ctx, parts, reach)
}

// divide divides the vectors into parts; a search compares with at most reach of them.
func (m *vectorRetriever) divide(ctx context.Context, parts [][]string, reach int) error {
	m.reach, m.home = reach, map[string]int{}
	for i, categories := range parts {
		m.parts = append(m.parts, &partition{categories: categories})
		for _, c := range categories {
			m.home[c] = i
		}
	}
	for _, c := range m.store.Categories() {
		m.parts[m.home[c.Path]].size += c.Size
	}
	if m.store.Size() <= reach {
		return nil
	}
	typical, err := m.sample(ctx)
	if err == nil {
		m.cells, err = vector.NewCells(ctx, typical)
	}
	return err
}

// sample returns every part's typical vector.
func (m *vectorRetriever) sample(ctx context.Context) ([][]float32, error) {
	refs := make([][]catalog.Ref, len(m.parts))
	first := catalog.Ref(1) // refs are dense, categories in their order
	for _, c := range m.store.Categories() {
		i := m.home[c.Path]
		n := min(c.Size, 1+sampled*c.Size/max(1, m.parts[i].size))
		for k := range n {
			refs[i] = append(refs[i], first+catalog.Ref(k*c.Size/n))
		}
		first += catalog.Ref(c.Size)
	}
	typical := make([][]float32, len(m.parts))
	for i, p := range m.parts {
		vectors, err := m.rows.VectorsOf(ctx, refs[i])
		if err != nil {
			return nil, fmt.Errorf("sampling %q: %w", p.categories[0], err)
		}
		typical[i] = make([]float32, m.dim)
		for _, v := range vectors {
			if len(v) > len(typical[i]) {
				return nil, fmt.Errorf("sampling %q: %w", p.categories[0], vector.ErrDimension)
			}
			vector.AddDirection(typical[i], v)
		}
	}
	return typical, nil
}

// warm loads all parts, on all processors.
func (m *vectorRetriever) warm(ctx context.Context) error {
	var loads errgroup.Group
	loads.SetLimit(runtime.GOMAXPROCS(0))
	for _, p := range m.parts {
		loads.Go(func() error {
			_, err := p.load(ctx, m.rows)
			return err
		})
	}
	return loads.Wait()
}

// Retrieve implements [search.Retriever]. Parts hold several categories, so hits
// of others are taken out afterwards by the engine's scope.
func (m *vectorRetriever) Retrieve(ctx context.Context, query string, categories []string, k int) ([]search.Hit, error) {
	v, err := m.query(ctx, query)
	if err != nil {
		return nil, err
	}
	q := vector.NewQuery(v)
	parts, err := m.within(ctx, v, categories)
	if err != nil {
		return nil, err
	}
	groups := make([]*vector.Group, len(parts))
	err = search.Parallel(len(parts), func(i int) (err error) {
		groups[i], err = parts[i].load(ctx, m.rows)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("loading vectors: %w", err)
	}
	return q.Search(ctx, groups, k)
}

// within returns the parts of the given categories (none: all parts), or, where
// they hold too many products, those of them that are nearest to the vector.
func (m *vectorRetriever) within(ctx context.Context, v []float32, categories []string) ([]*partition, error) {
	var parts []*partition
	asked, size := make([]bool, len(m.parts)), 0
	for i, p := range m.parts {
		asked[i] = len(categories) == 0 || slices.ContainsFunc(categories, func(c string) bool { return slices.Contains(p.categories, c) })
		if asked[i] {
			parts = append(parts, p)
			size += p.size
		}
	}
	if size <= m.reach {
		return parts, nil
	}
	nearest, err := m.cells.Nearest(ctx, v)
	parts, size = nil, 0
	for _, i := range nearest {
		if !asked[i] {
			continue
		}
		if size += m.parts[i].size; size > m.reach && len(parts) > 0 {
			break
		}
		parts = append(parts, m.parts[i])
	}
	return parts, err
}

// load returns the part's vectors.
func (p *partition) load(ctx context.Context, rows vectorStore) (*vector.Group, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.vectors != nil {
		return p.vectors, nil
	}
	entries := make([]vector.Entry, 0, p.size)
	for _, c := range p.categories {
		for row, err := range rows.Vectors(ctx, c) {
			if err != nil {
				return nil, err
			}
			entries = append(entries, vector.Entry(row))
		}
	}
	g, err := vector.NewGroup(ctx, entries)
	if err == nil {
		p.vectors = g
	}
	return g, err
}

// Cosines implements [search.Semantic].
func (m *vectorRetriever) Cosines(ctx context.Context, query string, refs []catalog.Ref) ([]float64, error) {
	v, err := m.query(ctx, query)
	if err != nil {
		return nil, err
	}
	q := vector.NewQuery(v)
	loaded := make([]*vector.Group, len(m.parts))
	out := make([]float64, len(refs))
	var unknown []int
	var known, sum float64
	for i, ref := range refs {
		c, err := m.store.CategoryOf(ref)
		if errors.Is(err, sqlite.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		home := m.home[c.Path]
		if loaded[home] == nil {
			if loaded[home], err = m.parts[home].load(ctx, m.rows); err != nil {
				return nil, fmt.Errorf("loading vectors: %w", err)
			}
		}
		var has bool
		if out[i], has, err = loaded[home].Cosine(q, ref); err != nil {
			return nil, err
		}
		if has {
			known, sum = known+1, sum+out[i]
		} else if m.model == nil {
			unknown = append(unknown, i)
		}
	}
	for _, i := range unknown { // patched since they were embedded, they are as like as the others
		out[i] = sum / max(1, known)
	}
	return out, nil
}
