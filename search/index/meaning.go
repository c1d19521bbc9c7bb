package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	"shopclerk/search"
	"shopclerk/search/embed"
	"shopclerk/search/lexical"
	"shopclerk/search/vector"
)

// meaning retrieves by the embedder and the vectors of the store. It is safe for
// concurrent use.
type meaning struct {
	model *embed.Model
	store *sqlite.Store
	parts []*part        // divided as the lexical index is
	reach int            // see searchReach
	lost  *atomic.Bool   // the vectors are damaged
	home  map[string]int // category → part

	further []*vector.Group        // of products that patches added
	gone    func(catalog.Ref) bool // nil: none is
}

// part is the vectors of a group of categories. They are loaded when they are
// first searched: a server need not hold what nobody looks for.
type part struct {
	lexical.Group
	size    int
	typical []float32 // the direction that its products have in common; nil in a shop within reach

	mu      sync.Mutex
	vectors *vector.Group // nil until loaded
}

// A search compares with at most searchReach products, unless one part has more;
// so many take 50 ms on two processors, and loading them, once, 0.3 s. In a larger
// scope it visits the parts whose typical vector is nearest to the query's, as an
// inverted file visits cells (Jégou, Douze and Schmid 2011). A typical vector is the
// sum of about sampled products, evenly spaced.
//
// In a generated shop of 20 categories and a million products, of which two are
// visited, the ten nearest of all are found to 81 % for reworded titles and to 94 %
// or more for misspelt, vague and unchanged ones.
const (
	searchReach = 100_000
	sampled     = 64
)

// newMeaning divides the store's vectors into parts; a search compares with at most
// reach of them.
func newMeaning(ctx context.Context, model *embed.Model, store *sqlite.Store, groups []lexical.Group, reach int) (*meaning, error) {
	m := &meaning{model: model, store: store, reach: reach, lost: new(atomic.Bool), home: map[string]int{}}
	for i, g := range groups {
		m.parts = append(m.parts, &part{Group: g})
		for _, c := range g.Categories {
			m.home[c] = i
		}
	}
	for _, c := range store.Categories() {
		m.parts[m.home[c.Path]].size += c.Size
	}
	if store.Size() <= reach {
		return m, nil
	}
	return m, m.sample(ctx)
}

// sample gives every part its typical vector.
func (m *meaning) sample(ctx context.Context) error {
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
	for i, p := range m.parts {
		vectors, err := m.store.VectorsOf(ctx, refs[i])
		if err != nil {
			return fmt.Errorf("sampling %q: %w", p.Name, err)
		}
		p.typical = make([]float32, m.model.Dim())
		for _, v := range vectors {
			if len(v) > len(p.typical) {
				return fmt.Errorf("sampling %q: %w", p.Name, vector.ErrDimension)
			}
			for j := range v {
				p.typical[j] += v[j]
			}
		}
	}
	return nil
}

// Retrieve implements [search.Retriever]. Parts hold several categories, so hits
// of others are taken out afterwards by the engine's scope.
func (m *meaning) Retrieve(ctx context.Context, query string, categories []string, k int) ([]search.Hit, error) {
	if m.lost.Load() {
		return nil, errLost
	}
	v := m.model.Embed(query)
	parts, err := m.within(v, categories)
	if err != nil {
		return nil, err
	}
	groups, errs := make([]*vector.Group, len(parts)), make([]error, len(parts))
	var loads sync.WaitGroup
	for i, p := range parts {
		loads.Go(func() { groups[i], errs[i] = p.load(ctx, m.store) })
	}
	loads.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, fmt.Errorf("loading vectors: %w", err)
	}
	groups = append(groups, m.further...)
	for n := k; ; n *= 2 { // some of what is found may be gone
		hits, err := vector.Search(ctx, groups, v, n)
		out := make([]search.Hit, 0, len(hits))
		for _, h := range hits {
			if m.gone == nil || !m.gone(h.Ref) {
				out = append(out, search.Hit(h))
			}
		}
		if err != nil || len(hits) < n || len(out) >= k {
			return out[:min(k, len(out))], err
		}
	}
}

// within returns the parts of the given categories (none: all parts), or, where
// they hold too many products, those of them that are nearest to the vector.
func (m *meaning) within(v []float32, categories []string) ([]*part, error) {
	parts := slices.Clone(m.parts)
	if len(categories) > 0 {
		parts = slices.DeleteFunc(parts, func(p *part) bool {
			return !slices.ContainsFunc(categories, func(c string) bool { return slices.Contains(p.Categories, c) })
		})
	}
	size := 0
	for _, p := range parts {
		size += p.size
	}
	if size <= m.reach {
		return parts, nil
	}
	typical := make([][]float32, len(parts))
	for i, p := range parts {
		typical[i] = p.typical
	}
	cosines, err := vector.Cosines(v, typical)
	if err != nil {
		return nil, err
	}
	order := make([]int, len(parts))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(cosines[b], cosines[a]), cmp.Compare(a, b)) })
	var near []*part
	size = 0
	for _, i := range order {
		if size += parts[i].size; size > m.reach && len(near) > 0 {
			break
		}
		near = append(near, parts[i])
	}
	return near, nil
}

// load returns the part's vectors.
func (p *part) load(ctx context.Context, store *sqlite.Store) (*vector.Group, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.vectors != nil {
		return p.vectors, nil
	}
	entries := make([]vector.Entry, 0, p.size)
	for _, c := range p.Categories {
		for row, err := range store.Vectors(ctx, c) {
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

// Cosines implements [search.Semantic]. It reads the vectors from the store, a
// microsecond or two each, and loads no part.
func (m *meaning) Cosines(ctx context.Context, query string, refs []catalog.Ref) ([]float64, error) {
	if m.lost.Load() {
		return nil, errLost
	}
	vectors, err := m.store.VectorsOf(ctx, refs)
	if err != nil {
		return nil, err
	}
	return vector.Cosines(m.model.Embed(query), vectors)
}
