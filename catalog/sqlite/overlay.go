package sqlite

import (
	"maps"
	"slices"
	"strings"

	"shopclerk/catalog"
)

// Overlay is what differs from a catalogue's file: see [Store.With]. It does not change:
// another is made of it by adding layers, which share what stayed the same.
type Overlay struct {
	Categories []catalog.Category        // all of the catalogue's, with their sizes and statistics as they are
	Shelves    map[string]*catalog.Shelf // those that differ, by path
	Light      Layers[catalog.Ref, Light]
	Gone       Layers[catalog.Ref, bool]
	IDs        Layers[string, catalog.Ref] // of products that are added, and 0 of those that are gone
	Added      []catalog.Product           // with refs after the file's, ascending by one
	Vectors    [][]int8                    // of Added; nil: none
	Origins    Origins                     // of the pictures of all; nil: as the file's
	Version    string                      // of the catalogue with what differs
}

// Light is what can differ of a product that stays in its place.
type Light struct {
	Price       catalog.Price
	Cells       []catalog.Attribute // of price and rating, where there are any
	Rating      float64
	Ratings     int
	Stock       int
	Image, Link string
	Counted     int64 // when the stock was told, microseconds since 1970; 0: by the import
	Variants    []catalog.Variant
	Told        map[string]int64 // when the stock of variants was told, where that is later, by id
}

// Layers are maps of which the later hide the earlier. The zero value is empty.
type Layers[K comparable, V any] []map[K]V

// Get returns the value of a key.
func (l Layers[K, V]) Get(k K) (v V, ok bool) {
	for i := len(l) - 1; i >= 0; i-- {
		if v, ok = l[i][k]; ok {
			return v, true
		}
	}
	return v, false
}

// With returns the layers with another on top, which the caller gives away. The sizes
// fall by half at least from one to the next, so that there are few and adding costs,
// in the long run, a copy or so for each doubling.
func (l Layers[K, V]) With(top map[K]V) Layers[K, V] {
	if len(top) == 0 {
		return l
	}
	out := append(Layers[K, V]{}, l...)
	for len(out) > 0 && 2*len(top) >= len(out[len(out)-1]) {
		merged := make(map[K]V, len(top)+len(out[len(out)-1]))
		maps.Copy(merged, out[len(out)-1])
		maps.Copy(merged, top)
		top, out = merged, out[:len(out)-1]
	}
	return append(out, top)
}

// With returns the store with what differs laid over it. It shares the file: the caller
// closes the one store or the other.
func (s *Store) With(o *Overlay) *Store {
	out := *s
	out.over, out.categories = o, o.Categories
	return &out
}

// added returns a product that the file does not have.
func (s *Store) added(ref catalog.Ref) *catalog.Product {
	if s.over == nil {
		return nil
	}
	if i := int(ref) - 1 - s.fileSize(); i >= 0 && i < len(s.over.Added) {
		return &s.over.Added[i]
	}
	return nil
}

// fileSize is how many products the file has: its refs are dense.
func (s *Store) fileSize() int {
	if len(s.extents) == 0 {
		return 0
	}
	last := s.extents[len(s.extents)-1]
	return int(last.first+last.size) - 1
}

// Gone reports whether a product that there was is no more.
func (s *Store) Gone(ref catalog.Ref) bool {
	if s.over == nil {
		return false
	}
	gone, _ := s.over.Gone.Get(ref)
	return gone
}

// lighten gives a product what differs.
func (s *Store) lighten(p *catalog.Product) {
	if s.over == nil {
		return
	}
	l, ok := s.over.Light.Get(p.Ref)
	if !ok {
		return
	}
	p.Price, p.Rating, p.Ratings, p.Stock, p.Image, p.Link = l.Price, l.Rating, l.Ratings, l.Stock, l.Image, l.Link
	p.Variants = l.Variants
	attributes := slices.DeleteFunc(slices.Clone(p.Attributes), func(a catalog.Attribute) bool {
		return a.Key == catalog.KeyPrice || a.Key == catalog.KeyRating
	})
	p.Attributes = append(attributes, l.Cells...)
	slices.SortFunc(p.Attributes, func(a, b catalog.Attribute) int { return strings.Compare(a.Key, b.Key) })
}

// Last returns the highest ref that a product has or had; 0 where there are none.
func (s *Store) Last() catalog.Ref {
	last := s.fileSize()
	if s.over != nil {
		last += len(s.over.Added)
	}
	return catalog.Ref(last)
}

// Light returns what differs of a product that stays in its place; the zero Light where
// nothing does.
func (s *Store) Light(ref catalog.Ref) Light {
	if s.over == nil {
		return Light{}
	}
	l, _ := s.over.Light.Get(ref)
	return l
}

// Counted returns when the stock of a product, or of its variant of an id, was told by a
// patch, microseconds since 1970; 0 when it is as it was imported.
func (s *Store) Counted(ref catalog.Ref, id string) int64 {
	l := s.Light(ref)
	return max(l.Counted, l.Told[id])
}
