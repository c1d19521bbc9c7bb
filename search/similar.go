package search

import (
	"context"
	"fmt"
	"math"
	"slices"

	"shopclerk/catalog"
)

// Similar finds the k products of a category that have most in common with one of
// them, best first, ties by ref; that product itself is left out, and so is
// whatever shares nothing with it. A ref that the category does not have has no
// similar products.
//
// What two products have in common is measured as Lin does (An Information-Theoretic
// Definition of Similarity, 1998): in bits, by how few products share it. Two of
// one rare value have more in common than two of the commonest, and two numbers
// have the more in common the fewer products lie between them. An aspect counts
// once, by the rarest value shared, so that a long list of features does not decide
// alone. Aspects that say the same in other words count twice: nothing here knows.
func (e *Engine) Similar(ctx context.Context, category string, ref catalog.Ref, k int) ([]Hit, error) {
	shelf, err := e.ShelfOf(ctx, category, ref)
	if err != nil {
		return nil, fmt.Errorf("finding similar products: %w", err)
	}
	target, ok := shelf.Row(ref)
	if !ok {
		return nil, nil
	}
	common := make([]float64, shelf.Rows())
	for _, c := range shelf.Columns {
		addCommon(common, c, target)
	}
	common[target] = 0
	best := NewTop(k, CompareHits)
	for row, bits := range common {
		if bits > 0 {
			best.Add(Hit{Ref: shelf.Refs[row], Score: bits})
		}
	}
	return best.Sorted(), nil
}

// likeness is the weight, in nats, of a bit that a product has in common with one that
// it shall be like: four shared bits of sixteenths each outweigh a likelier word.
const likeness = 0.5

// Likeness returns what a need for products like one says of every row of its scope:
// a log-likelihood, 0 for a product that has all in common with it, as [Engine.Similar]
// measures it. What the need says of an aspect itself is not held against that product:
// "like the second, but in blue". nil where the need has none, or its product is not in
// the scope.
func (e *Engine) Likeness(ctx context.Context, n *Need, shelf *catalog.Shelf) ([]float64, error) {
	if n.Like == nil {
		return nil, nil
	}
	refs, err := e.store.Refs(ctx, []string{n.Like.ID})
	if err != nil {
		return nil, fmt.Errorf("finding what it shall be like: %w", err)
	}
	target, ok := shelf.Row(refs[n.Like.ID])
	if !ok {
		return nil, nil
	}
	common := make([]float64, shelf.Rows())
	said := n.keys()
	for _, c := range shelf.Columns {
		if !slices.Contains(said, c.Aspect.Key) {
			addCommon(common, c, target)
		}
	}
	own := common[target]
	for i := range common {
		common[i] = likeness * (common[i] - own)
	}
	return common, nil
}

// addCommon adds to every row the bits that it shares with the target in a column; none for
// being in stock, which is no trait.
func addCommon(common []float64, c *catalog.Column, target int) {
	own := c.Row(target)
	if len(own) == 0 || c.Aspect.Key == catalog.KeyStock {
		return
	}
	bits := sharedBits(c, own)
	EachSpan(len(common), func(_, from, to int) {
		for row := from; row < to; row++ {
			most := 0.0
			for _, code := range c.Row(row) {
				most = max(most, bits[code])
			}
			common[row] += most
		}
	})
}

// sharedBits returns, by code of the column, how much a product of that value has
// in common with one of the own values: −log2 of the share of values of which that
// much could be said.
func sharedBits(c *catalog.Column, own []uint32) []float64 {
	upTo := make([]int, len(c.Values)+1) // upTo[i]: entries with codes below i
	for _, code := range c.Codes {
		upTo[code+1]++
	}
	for i := range c.Values {
		upTo[i+1] += upTo[i]
	}
	bits := make([]float64, len(c.Values))
	for _, o := range own {
		if c.Aspect.Kind != catalog.Numeric {
			bits[o] = information(upTo[o+1]-upTo[o], len(c.Codes))
			continue
		}
		for code := range bits {
			low, high := min(int(o), code), max(int(o), code)
			bits[code] = max(bits[code], information(upTo[high+1]-upTo[low], len(c.Codes)))
		}
	}
	return bits
}

// information is that of an event seen n times in all, in bits.
func information(n, all int) float64 { return math.Log2(float64(all) / float64(n)) }
