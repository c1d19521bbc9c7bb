package understand

import (
	"shopclerk/catalog"
)

// Aspects of which products have several values each, such as tags: what is said of them
// adds up, where another colour takes the place of the first.

// severalEach is how many values products have of an aspect, on the average, from which
// one more is wanted beside what was: features are, colours are not.
const severalEach = 1.6

// several reports whether products of the scope have several values of an aspect each.
func (r *reader) several(a int32) bool {
	x := &r.v.aspects[a]
	if x.first(r.scope).kind != catalog.Multi {
		return false
	}
	_, count := r.v.valuesOf(a, r.scope)
	products := 0
	for _, in := range x.inScope(r.scope) {
		products += r.v.categories[in.category].size
	}
	return float64(count) >= severalEach*float64(products)
}
