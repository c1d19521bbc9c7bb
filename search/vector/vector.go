// Package vector finds products whose vectors point the same way as a query's:
// exhaustive cosine search in chromem-go collections, one per group of
// categories.
//
// A group is held in memory and filled by the caller from the store, which owns
// the vectors: chromem-go's files do not survive a crash. It is scanned whole, so a
// search costs time in proportion to the products in the groups asked for: half a
// microsecond each on two processors. A product takes 1.2 kB at 256 dimensions.
package vector

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/philippgille/chromem-go"

	"shopclerk/catalog"
)

// Group is the vectors of some products. It is read-only once built and safe for
// concurrent use.
type Group struct {
	collection *chromem.Collection
	dim        int // 0 when it is empty
}

var errNoText = errors.New("vector group was asked to embed a text; it takes vectors only")

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

// NewGroup returns the group of the entries, of different products, and takes
// their vectors over: it scales them to unit length where they are. A vector of
// zeros points nowhere: its product is left out and can not be found.
func NewGroup(ctx context.Context, entries []Entry) (*Group, error) {
	c, err := chromem.NewDB().CreateCollection("group", nil, noText)
	if err != nil {
		return nil, fmt.Errorf("creating a group: %w", err)
	}
	g := &Group{collection: c}
	for i, e := range entries {
		if !scale(e.Vector, e.Vector) {
			continue
		}
		if g.dim == 0 {
			g.dim = len(e.Vector)
		}
		if len(e.Vector) != g.dim {
			return nil, fmt.Errorf("adding entry %d to a group: %w: %d, want %d", i, ErrDimension, len(e.Vector), g.dim)
		}
		if err := c.AddDocument(ctx, chromem.Document{ID: encodeRef(e.Ref), Embedding: e.Vector}); err != nil {
			return nil, fmt.Errorf("adding entry %d to a group: %w", i, err)
		}
	}
	return g, ctx.Err()
}

// Len returns the number of products in the group.
func (g *Group) Len() int { return g.collection.Count() }

// Hit is a product and the cosine of its vector with the query's, -1 to 1.
type Hit struct {
	Ref   catalog.Ref
	Score float64
}

// Search returns the k products of the groups that are nearest to a vector, the
// best first, equal scores in order of Ref. A vector of zeros is near nothing and
// finds nothing.
func Search(ctx context.Context, groups []*Group, vector []float32, k int) ([]Hit, error) {
	v := make([]float32, len(vector))
	if !scale(v, vector) || k <= 0 {
		return nil, ctx.Err()
	}
	var hits []Hit
	for _, g := range groups {
		if g.dim != 0 && len(v) != g.dim {
			return nil, fmt.Errorf("searching: %w: %d, want %d", ErrDimension, len(v), g.dim)
		}
		found, err := nearest(ctx, g.collection, v, k)
		if err != nil {
			return nil, fmt.Errorf("searching a group: %w", err)
		}
		hits = append(hits, found...)
	}
	slices.SortFunc(hits, compareHits)
	return hits[:min(k, len(hits))], ctx.Err()
}

// Cosines returns the cosine of each of the others with a vector, in order: for
// ranking products that were found otherwise. It equals the score that Search
// gives, and is 0 where either vector is none or of zeros.
func Cosines(vector []float32, others [][]float32) ([]float64, error) {
	cosines := make([]float64, len(others))
	v, u := make([]float32, len(vector)), make([]float32, len(vector))
	if !scale(v, vector) {
		return cosines, nil
	}
	for i, o := range others {
		if len(o) == 0 {
			continue
		}
		if len(o) != len(v) {
			return nil, fmt.Errorf("comparing: %w: %d, want %d", ErrDimension, len(o), len(v))
		}
		if !scale(u, o) {
			continue
		}
		sum := float32(0) // as chromem-go adds, so that both agree to the last bit
		for j := range v {
			sum += v[j] * u[j]
		}
		cosines[i] = float64(sum)
	}
	return cosines, nil
}

// nearest returns at least the k best of a collection. chromem-go returns equal
// scores in chance order, and by chance cuts between them; so it is asked for
// more until the last one returned is worse than the k-th. It begins with twice as
// many: products of one title are common, and every request compares with all.
func nearest(ctx context.Context, c *chromem.Collection, v []float32, k int) ([]Hit, error) {
	count := c.Count() // asking for more than there are is an error
	for n := min(2*k, count); n > 0; n = min(2*n, count) {
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

// scale writes v, scaled to unit length, into u, which has the same length and may
// be v. It reports whether v has a direction; if not, u is as it was.
func scale(u, v []float32) bool {
	sum := 0.0
	for _, f := range v {
		sum += float64(f) * float64(f)
	}
	length := math.Sqrt(sum)
	if length == 0 || math.IsInf(length, 0) || math.IsNaN(length) {
		return false
	}
	for i, f := range v {
		u[i] = float32(float64(f) / length)
	}
	return true
}

// encodeRef returns the ref as four bytes.
func encodeRef(r catalog.Ref) string {
	return string(binary.BigEndian.AppendUint32(nil, uint32(r)))
}

func decodeRef(id string) catalog.Ref {
	return catalog.Ref(binary.BigEndian.Uint32([]byte(id)))
}
