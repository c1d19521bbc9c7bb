package sqlite

import (
	"cmp"
	"context"
	"fmt"

	"shopclerk/catalog"
)

// metaFaces is the name of the refs of [Store.Faces], which an import notes.
const metaFaces = "faces"

// face is the product that stands for a category so far.
type face struct {
	ref      catalog.Ref
	pictured bool
	ratings  int
	rating   float64
}

// before compares two faces, the better first; of equals none is.
func (f face) before(o face) bool {
	if f.pictured != o.pictured {
		return f.pictured
	}
	return cmp.Or(cmp.Compare(f.ratings, o.ratings), cmp.Compare(f.rating, o.rating)) > 0
}

// Faces returns for each category, by its path, the product that stands for it: of
// those with a picture, or else of all, the one that most people rated, then the best
// rated, then the first. The map is shared: do not change it.
func (s *Store) Faces(ctx context.Context) (map[string]catalog.Product, error) {
	if faces := s.faces.Load(); faces != nil {
		return *faces, nil
	}
	var refs []catalog.Ref
	if err := s.decodeMeta(ctx, metaFaces, &refs); err != nil {
		return nil, fmt.Errorf("reading the faces of categories: %w", err)
	}
	products, err := s.Products(ctx, refs)
	if err != nil {
		return nil, err
	}
	out := make(map[string]catalog.Product, len(products))
	for _, p := range products {
		out[p.Category] = p
	}
	s.faces.Store(&out)
	return out, nil
}
