// Package vector finds products whose vectors point the same way as a query's:
// exhaustive cosine search in chromem-go collections, one per group of
// categories.
//
// Everything is held in memory and filled by the caller from the store, which
// owns the vectors: chromem-go's files do not survive a crash. A group's
// collection is scanned whole, so a search costs time in proportion to the
// products in the groups asked for.
package vector

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/philippgille/chromem-go"

	"shopclerk/catalog"
)

// Index is a set of vectors in groups. It is safe for concurrent use.
type Index struct {
	db *chromem.DB

	mu     sync.RWMutex
	dim    int // 0 until the first vector
	groups map[string]*chromem.Collection
	home   map[catalog.Ref]string // each product's group
}

// New returns an empty index.
func New() *Index {
	return &Index{db: chromem.NewDB(), groups: map[string]*chromem.Collection{}, home: map[catalog.Ref]string{}}
}

var errNoText = errors.New("vector index was asked to embed a text; it takes vectors only")

// noText stands where chromem-go would otherwise call a server on the network.
func noText(context.Context, string) ([]float32, error) { return nil, errNoText }

// Entry is a product's vector.
type Entry struct {
	Ref    catalog.Ref
	Vector []float32 // of any length but zero; only its direction counts
}

// ErrDimension says that a vector does not have as many dimensions as the
// others, which happens when two embedders are mixed up.
var ErrDimension = errors.New("vector has a different number of dimensions")

// Add puts products into a group, replacing those that are there; a product
// belongs to one group. A vector of
// zeros points nowhere: its product is left out and can not be found. On an
// error, some of the entries may have been added.
func (x *Index) Add(ctx context.Context, group string, entries ...Entry) error {
	documents := make([]chromem.Document, 0, len(entries))
	for _, e := range entries {
		v, ok := unit(e.Vector)
		if !ok {
			continue
		}
		documents = append(documents, chromem.Document{ID: encodeRef(e.Ref), Embedding: v})
	}
	if len(documents) == 0 {
		return ctx.Err()
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	for i, d := range documents {
		if x.dim == 0 {
			x.dim = len(d.Embedding)
		}
		if len(d.Embedding) != x.dim {
			return fmt.Errorf("adding entry %d to %q: %w: %d, want %d", i, group, ErrDimension, len(d.Embedding), x.dim)
		}
	}
	c := x.groups[group]
	if c == nil {
		var err error
		if c, err = x.db.CreateCollection(group, nil, noText); err != nil {
			return fmt.Errorf("creating group %q: %w", group, err)
		}
		x.groups[group] = c
	}
	if err := c.AddDocuments(ctx, documents, runtime.GOMAXPROCS(0)); err != nil {
		return fmt.Errorf("adding to group %q: %w", group, err)
	}
	for _, d := range documents {
		x.home[decodeRef(d.ID)] = group
	}
	return ctx.Err()
}

// Len returns the number of products in the index.
func (x *Index) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	n := 0
	for _, c := range x.groups {
		n += c.Count()
	}
	return n
}

// Query says where to search.
type Query struct {
	Groups []string // unknown ones are ignored; empty means all
	K      int      // most hits returned; none when not positive
}

// Hit is a product and the cosine of its vector with the query's, -1 to 1.
type Hit struct {
	Ref   catalog.Ref
	Score float64
}

// Search returns the products nearest to a vector, the best first, equal
// scores in order of Ref. A vector of zeros is near nothing and finds nothing.
func (x *Index) Search(ctx context.Context, vector []float32, q Query) ([]Hit, error) {
	v, ok := unit(vector)
	if !ok || q.K <= 0 {
		return nil, ctx.Err()
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	if x.dim != 0 && len(v) != x.dim {
		return nil, fmt.Errorf("searching: %w: %d, want %d", ErrDimension, len(v), x.dim)
	}
	names := slices.Sorted(maps.Keys(x.groups))
	if len(q.Groups) > 0 {
		names = slices.DeleteFunc(names, func(n string) bool { return !slices.Contains(q.Groups, n) })
	}
	var hits []Hit
	for _, name := range names {
		found, err := nearest(ctx, x.groups[name], v, q.K)
		if err != nil {
			return nil, fmt.Errorf("searching group %q: %w", name, err)
		}
		hits = append(hits, found...)
	}
	slices.SortFunc(hits, compareHits)
	return hits[:min(q.K, len(hits))], ctx.Err()
}

// Cosines returns the cosine of each product's vector with the given one, in
// order: for ranking products that were found otherwise. It is 0 for a product
// that is not in the index, and for a vector of zeros.
func (x *Index) Cosines(ctx context.Context, vector []float32, refs []catalog.Ref) ([]float64, error) {
	cosines := make([]float64, len(refs))
	v, ok := unit(vector)
	if !ok {
		return cosines, ctx.Err()
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	if x.dim != 0 && len(v) != x.dim {
		return nil, fmt.Errorf("comparing: %w: %d, want %d", ErrDimension, len(v), x.dim)
	}
	for i, r := range refs {
		group, ok := x.home[r]
		if !ok {
			continue
		}
		d, err := x.groups[group].GetByID(ctx, encodeRef(r))
		if err != nil {
			return nil, fmt.Errorf("looking up product %d: %w", r, err)
		}
		sum := float32(0) // as chromem-go adds, so that both agree to the last bit
		for j := range v {
			sum += v[j] * d.Embedding[j]
		}
		cosines[i] = float64(sum)
	}
	return cosines, ctx.Err()
}

// nearest returns at least the k best of a collection. chromem-go returns equal
// scores in chance order, and by chance cuts between them; so it is asked for
// more until the last one returned is worse than the k-th.
func nearest(ctx context.Context, c *chromem.Collection, v []float32, k int) ([]Hit, error) {
	count := c.Count() // asking for more than there are is an error
	for n := min(k+1, count); n > 0; n = min(2*n, count) {
		results, err := c.QueryEmbedding(ctx, v, n, nil, nil)
		if err != nil {
			return nil, err
		}
		if len(results) < n {
			return nil, fmt.Errorf("%d results, want %d: %w", len(results), n, cmp.Or(ctx.Err(), errShort))
		}
		if n < count && results[n-1].Similarity == results[k-1].Similarity {
			continue
		}
		hits := make([]Hit, len(results))
		for i, r := range results {
			hits[i] = Hit{decodeRef(r.ID), float64(r.Similarity)}
		}
		return hits, nil
	}
	return nil, nil
}

var errShort = errors.New("similarities are not numbers")

// compareHits orders the better hit first; the order is total.
func compareHits(a, b Hit) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Ref, b.Ref))
}

// unit returns the vector scaled to unit length, and whether it has a
// direction.
func unit(v []float32) ([]float32, bool) {
	sum := 0.0
	for _, f := range v {
		sum += float64(f) * float64(f)
	}
	length := math.Sqrt(sum)
	if length == 0 || math.IsInf(length, 0) || math.IsNaN(length) {
		return nil, false
	}
	scaled := make([]float32, len(v))
	for i, f := range v {
		scaled[i] = float32(float64(f) / length)
	}
	return scaled, true
}

// encodeRef returns the ref as four bytes.
func encodeRef(r catalog.Ref) string {
	return string(binary.BigEndian.AppendUint32(nil, uint32(r)))
}

func decodeRef(id string) catalog.Ref {
	return catalog.Ref(binary.BigEndian.Uint32([]byte(id)))
}
