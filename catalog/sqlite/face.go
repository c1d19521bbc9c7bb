package sqlite

import (
	"context"
	"fmt"

	"shopclerk/catalog"
)

// metaFaces is the name of the refs of [Store.Faces], which an import notes: to look for
// them among ten million products takes twenty seconds.
const metaFaces = "faces"

// setFaces notes the refs of [Store.Faces].
func (w *Writer) setFaces(ctx context.Context) error {
	rows, err := w.db.QueryContext(ctx, `SELECT ref FROM (SELECT ref, row_number() OVER
		(PARTITION BY category ORDER BY image = '', ratings DESC, rating DESC, ref) AS place FROM product) WHERE place = 1 ORDER BY ref`)
	refs := []catalog.Ref{}
	if err == nil {
		err = each(rows, func() error {
			var ref catalog.Ref
			err := rows.Scan(&ref)
			refs = append(refs, ref)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("finding the faces of categories: %w", err)
	}
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
