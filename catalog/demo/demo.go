// Package demo generates the demonstration shop: a catalogue of any size drawn
// from schema files, one per category (data/demo).
//
// A schema names the values of ten aspects, commonest first, and which values
// go together. A product is drawn aspect by aspect in a fixed order
// (that of keys); every value drawn pulls the aspects that come after it towards
// the values it prefers. Price, rating, stock, title and description follow
// from the values drawn.
//
// Generation is a pure function of the schema, the seed and the product's
// number: the same seed gives the same bytes, and the products of a small shop
// are the first products of a larger one.
package demo

import (
	"fmt"
	"iter"
	"sync"

	"shopclerk/catalog"
	"shopclerk/catalog/discover"
	"shopclerk/data"
)

// MaxPerCategory is the largest number of products a category can have: an id
// spells the product's number with six digits.
const MaxPerCategory = 999_999

// Shop is a set of schemas, ready to generate products. It is safe for
// concurrent use.
type Shop struct {
	categories []*category
}

// embedded reads the schema files that ship with the program.
var embedded = sync.OnceValues(func() (*Shop, error) { return load(data.Demo()) })

// Records returns the products of the demonstration shop that ships with the
// program: perCategory products of each category (see [Shop.Records]).
//
// It panics when an embedded schema is not valid, which the tests rule out.
func Records(seed uint64, perCategory int) iter.Seq[catalog.Record] {
	shop, err := embedded()
	if err != nil {
		panic(fmt.Sprintf("demo: the embedded schemas are not valid: %v", err))
	}
	return shop.Records(seed, perCategory)
}

// Hints returns what the aspects of a category of the demonstration shop are called, by key; nil
// for other categories.
func Hints(path string) map[string]discover.Hint {
	if shop, err := embedded(); err == nil {
		for _, c := range shop.categories {
			if c.path == path {
				return c.hints
			}
		}
	}
	return nil
}

// Records returns perCategory products of each category, category by category
// in the order of the schemas' file names; perCategory is cut to 0..[MaxPerCategory].
//
// The products depend on the seed, their category's schema and their number
// alone: those of a smaller shop come first in a larger one, and adding a
// category changes no product of another. Each record owns its memory.
func (s *Shop) Records(seed uint64, perCategory int) iter.Seq[catalog.Record] {
	n := min(max(perCategory, 0), MaxPerCategory)
	return func(yield func(catalog.Record) bool) {
		for _, c := range s.categories {
			g := newGenerator(c, seed)
			for i := 1; i <= n; i++ {
				if !yield(g.record(i)) {
					return
				}
			}
		}
	}
}
