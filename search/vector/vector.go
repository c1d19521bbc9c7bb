// Package vector finds products whose vectors point the same way as a query's. The vectors of
// a category's products are a [Group]: one block of memory, a byte a dimension, that is compared
// from its beginning to its end. Which categories of a large shop are worth looking into is what
// [Cells] tell.
//
// Products are no documents of chromem-go's, which takes three quarters of a microsecond and
// 1.2 kB for each at 256 dimensions where a block takes a tenth and 260 bytes.
package vector

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"shopclerk/catalog"
	"shopclerk/search"
)

// Group is the vectors of some products. It is read-only once built and safe for
// concurrent use.
type Group struct {
	refs    []catalog.Ref // ascending
	codes   []int8        // a row for each of them
	lengths []float32     // of the rows
	dim     int           // 0 when it is empty
}

// Entry is a product's vector.
type Entry struct {
	Ref   catalog.Ref
	Codes []int8 // of Codes, or of any vector in whole numbers: only its direction counts
}

// ErrDimension says that a vector does not have as many dimensions as the
// others, which happens when two embedders are mixed up.
var ErrDimension = errors.New("vector has a different number of dimensions")

// NewGroup returns the group of the entries, of different products, which it sorts. A
// vector of zeros points nowhere: its product is left out and can not be found.
func NewGroup(ctx context.Context, entries []Entry) (*Group, error) {
	slices.SortFunc(entries, func(a, b Entry) int { return cmp.Compare(a.Ref, b.Ref) })
	g := &Group{}
	for i, e := range entries {
		if !slices.ContainsFunc(e.Codes, func(c int8) bool { return c != 0 }) {
			continue
		}
		if g.dim == 0 {
			g.dim = len(e.Codes)
			g.codes = make([]int8, 0, len(entries)*g.dim)
		}
		if len(e.Codes) != g.dim {
			return nil, fmt.Errorf("adding entry %d to a group: %w: %d, want %d", i, ErrDimension, len(e.Codes), g.dim)
		}
		g.refs, g.codes, g.lengths = append(g.refs, e.Ref), append(g.codes, e.Codes...), append(g.lengths, float32(norm(e.Codes)))
	}
	return g, ctx.Err()
}

// Len returns the number of products in the group.
func (g *Group) Len() int { return len(g.refs) }

// A vector is kept as whole numbers up to mostCode, a query's as ones up to mostSaid:
// cosines are off by a thousandth, and whole numbers add up to the same in any order, on
// any machine. The sum of a product of vectors stays below 2³¹ up to 8,000 dimensions.
const (
	mostCode = math.MaxInt8
	mostSaid = 2047
)

// rounded returns a vector in whole numbers, of which the largest is most; nil where it
// has no direction.
func rounded[N int8 | int32](v []float32, most float64) []N {
	largest := 0.0
	for _, f := range v {
		if x := math.Abs(float64(f)); x > largest || math.IsNaN(x) {
			largest = x
		}
	}
	if largest == 0 || math.IsInf(largest, 0) || math.IsNaN(largest) {
		return nil
	}
	out := make([]N, len(v))
	for i, f := range v {
		out[i] = N(math.RoundToEven(float64(f) / largest * most))
	}
	return out
}

// Codes returns a vector in whole numbers, as a [Group] keeps it; nil where it has no
// direction. Codes of codes are the same.
func Codes(v []float32) []int8 { return rounded[int8](v, mostCode) }

func norm[N int8 | int32](v []N) float64 {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	return math.Sqrt(sum)
}

// Direction returns what the first products of a group, at most n, have in common: the sum of
// their vectors, each of length 1.
func (g *Group) Direction(n int) []float32 {
	sum := make([]float32, g.dim)
	for i := range min(n, len(g.refs)) {
		for j, c := range g.codes[i*g.dim : (i+1)*g.dim] {
			sum[j] += float32(c) / g.lengths[i]
		}
	}
	return sum
}

// Query is a vector that others are compared with.
type Query struct {
	said   []int32 // nil: it is near nothing
	length float64
}

// NewQuery returns the query of a vector. One of zeros is near nothing.
func NewQuery(v []float32) *Query {
	said := rounded[int32](v, mostSaid)
	return &Query{said, norm(said)}
}

// cosine compares with codes of as many dimensions.
func (q *Query) cosine(codes []int8, length float32) float64 {
	var a, b, c, d int32 // four sums that do not wait for each other
	said := q.said
	for len(codes) >= 8 {
		s, x := (*[8]int32)(said), (*[8]int8)(codes)
		a += s[0]*int32(x[0]) + s[4]*int32(x[4])
		b += s[1]*int32(x[1]) + s[5]*int32(x[5])
		c += s[2]*int32(x[2]) + s[6]*int32(x[6])
		d += s[3]*int32(x[3]) + s[7]*int32(x[7])
		said, codes = said[8:], codes[8:]
	}
	for i, x := range codes {
		a += said[i] * int32(x)
	}
	return float64(a+b+c+d) / (q.length * float64(length))
}

// Search returns the k products of the groups that are nearest to a query, the
// best first, equal scores in order of Ref. A score is the cosine, -1 to 1.
func (q *Query) Search(ctx context.Context, groups []*Group, k int) ([]search.Hit, error) {
	if q.said == nil || k <= 0 {
		return nil, ctx.Err()
	}
	found := make([][]search.Hit, len(groups))
	for _, g := range groups {
		if g.dim != 0 && len(q.said) != g.dim {
			return nil, fmt.Errorf("searching: %w: %d, want %d", ErrDimension, len(q.said), g.dim)
		}
	}
	_ = search.Parallel(len(groups), func(i int) error {
		found[i] = groups[i].nearest(q, k)
		return nil
	})
	return search.First(slices.Concat(found...), k, search.CompareHits), ctx.Err()
}

// nearest returns the k best of a group.
func (g *Group) nearest(q *Query, k int) []search.Hit {
	best := search.NewTop(k, search.CompareHits)
	for i, ref := range g.refs {
		best.Add(search.Hit{Ref: ref, Score: q.cosine(g.codes[i*g.dim:(i+1)*g.dim], g.lengths[i])})
	}
	return best.Sorted()
}

// Cosine returns the cosine that Search finds a product of the group with, 0 where the
// query is near nothing or the group does not have the product.
func (g *Group) Cosine(q *Query, ref catalog.Ref) (float64, error) {
	i, has := slices.BinarySearch(g.refs, ref)
	if !has || q.said == nil {
		return 0, nil
	}
	if len(q.said) != g.dim {
		return 0, fmt.Errorf("comparing: %w: %d, want %d", ErrDimension, len(q.said), g.dim)
	}
	return q.cosine(g.codes[i*g.dim:(i+1)*g.dim], g.lengths[i]), nil
}
