package sqlite

import (
	"context"
	"fmt"
	"slices"

	"shopclerk/catalog"
)

// metaFaces is the name of the refs of [Store.Faces], which an import notes: to look for
// them among ten million products takes twenty seconds.
const metaFaces = "faces"

// face is what a product shows of a category.
type face struct {
	ref      catalog.Ref // 0: there is none
	pictured bool
	ratings  int
	rating   float64
}

// or returns the better of two faces, the first where they are equal.
func (f face) or(g face) face {
	switch {
	case f.ref == 0:
		return g
	case f.pictured != g.pictured:
		if g.pictured {
			return g
		}
	case g.ratings > f.ratings || g.ratings == f.ratings && g.rating > f.rating:
		return g
	}
	return f
}

func (w *Writer) setFaces(ctx context.Context) error {
	refs := make([]catalog.Ref, 0, len(w.categories))
	for _, c := range w.categories {
		if c.face.ref > 0 {
			refs = append(refs, c.face.ref)
		}
	}
	slices.Sort(refs)
	return w.encodeMeta(ctx, metaFaces, refs)
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
