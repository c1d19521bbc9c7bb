package sqlite

import (
	"context"
	"fmt"

	"shopclerk/catalog"
)

// Faces returns for each category, by its path, the product that stands for it: of
// those with a picture, or else of all, the one that most people rated, then the best
// rated, then the first.
func (s *Store) Faces(ctx context.Context) (map[string]catalog.Product, error) {
	rows, err := s.db.QueryContext(ctx, `
		SELECT ref FROM (SELECT ref, row_number() OVER (PARTITION BY category ORDER BY image = '', ratings DESC, rating DESC, ref) AS place FROM product)
		WHERE place = 1 ORDER BY ref`)
	if err != nil {
		return nil, fmt.Errorf("reading the faces of categories: %w", err)
	}
	defer rows.Close()
	var refs []catalog.Ref
	for rows.Next() {
		var ref catalog.Ref
		if err := rows.Scan(&ref); err != nil {
			return nil, fmt.Errorf("reading the faces of categories: %w", err)
		}
		if !s.Gone(ref) {
			refs = append(refs, ref)
		}
	}
	if err := rows.Err(); err != nil {
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
	return out, nil
}
