package sqlite

import (
	"context"
	"fmt"

	"shopclerk/catalog"
)

// metaFaces is the name of the refs of [Store.Faces], which an import notes.
const metaFaces = "faces"

// insertFaces notes the refs of [Store.Faces].
const insertFaces = `INSERT INTO meta SELECT '` + metaFaces + `', json_group_array(face) FROM (
	SELECT (SELECT ref FROM product WHERE ref >= first AND ref < first + size ORDER BY image = '', ratings DESC, rating DESC, ref LIMIT 1) AS face
	FROM category ORDER BY id) WHERE face IS NOT NULL`

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
