package search

import (
	"cmp"
	"errors"
	"strings"

	"shopclerk/catalog"
)

// Order is what a list is sorted by. Every order is total: what it leaves equal
// stands as it does by relevance.
type Order string

// The orders. Only the first keeps full matches before near ones: who asks for the
// cheapest first does not want a dearer product above it. Products that the
// catalogue has no price or rating of come last in either direction.
const (
	ByRelevance Order = ""       // full matches, of them what is sold out last, then near matches, each by score, then ref
	ByPrice     Order = "price"  // cheapest first
	ByPriceDown Order = "-price" // dearest first
	ByRating    Order = "rating" // best rated first, however many have rated
)

// Orders lists the orders that a shelf has numbers for, relevance first.
func Orders(s *catalog.Shelf) []Order {
	out := []Order{ByRelevance}
	for _, o := range []Order{ByPrice, ByPriceDown, ByRating} {
		key, _ := o.Key()
		if c := s.Column(key); c != nil && c.Aspect.Kind == catalog.Numeric {
			out = append(out, o)
		}
	}
	return out
}

// Page says which part of a ranking to list, and what of it the shop places itself.
type Page struct {
	Order  Order              // one that the shelf has no numbers for is ByRelevance
	Limit  int                // products, from the first on
	Pinned []string           // product ids: by relevance these full matches come first, in this order, unless sold out
	Hidden []string           // product ids: not of this list, nor of what counts it
	Lifts  map[string]float64 // by product id: what the shop adds to its score
	// After is the product that the page before ended with, 0 for the first page. One
	// that the list does not have is [ErrNoPlace].
	After catalog.Ref
}

// ErrNoPlace reports a page that would begin after a product which the list does not
// have.
var ErrNoPlace = errors.New("the product is not in the list")

// OrderOf is the order by an aspect's numbers, lowest first unless down.
func OrderOf(key string, down bool) Order {
	if down && key != "" {
		key = "-" + key
	}
	return Order(key)
}

// Key is the aspect that an order is by, "" for relevance, and whether its highest
// number comes first.
func (o Order) Key() (key string, down bool) {
	key, down = strings.CutPrefix(string(o), "-")
	if o == ByRating {
		down = true // nobody looks for the worst rated
	}
	return key, down
}

// by returns the comparison of rows for an order, the better first: those that meet every
// condition before the others, which nobody asked for, whatever they cost, and of them those in
// stock before those that are sold out. Of a range, the low end counts, or the
// high end where the highest comes first. What the shelf has no numbers for is by relevance.
func (r *Ranking) by(o Order, s *catalog.Shelf) func(a, b int) int {
	key, down := o.Key()
	c := s.Column(key)
	if key == "" || c == nil || c.Aspect.Kind != catalog.Numeric {
		return r.compare
	}
	number := func(values []uint32) float64 {
		if down {
			return -c.Values[values[len(values)-1]].Number
		}
		return c.Values[values[0]].Number
	}
	return func(a, b int) int {
		if tier := cmp.Compare(r.tier(a), r.tier(b)); tier != 0 {
			return tier
		}
		x, y := c.Row(a), c.Row(b)
		if len(x) == 0 || len(y) == 0 {
			return cmp.Or(cmp.Compare(min(1, len(y)), min(1, len(x))), r.compare(a, b))
		}
		return cmp.Or(cmp.Compare(number(x), number(y)), r.compare(a, b))
	}
}
