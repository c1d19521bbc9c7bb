package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"

	"shopclerk/catalog"
)

// VectorRow is a product's embedding, in whole numbers of which only the direction counts;
// none points nowhere.
type VectorRow struct {
	Ref   catalog.Ref
	Codes []int8
}

// Vectors yields the embeddings of one category's products in the order of refs.
func (s *Store) Vectors(ctx context.Context, path string) iter.Seq2[VectorRow, error] {
	return func(yield func(VectorRow, error) bool) {
		id, ok := s.byPath[path]
		if !ok {
			yield(VectorRow{}, fmt.Errorf("category %q: %w", path, ErrNotFound))
			return
		}
		e := s.extents[id]
		enough := errors.New("enough")
		err := s.query(ctx, fmt.Sprintf("reading the vectors of %q", path), `SELECT ref, vector FROM vector WHERE ref >= ? AND ref < ? ORDER BY ref`,
			[]any{e.first, e.first + e.size}, func(rows *sql.Rows) error {
				row, err := scanVector(rows)
				if err == nil && !yield(row, nil) {
					err = enough
				}
				return err
			})
		if err != nil && !errors.Is(err, enough) {
			yield(VectorRow{}, err)
		}
	}
}

func scanVector(rows *sql.Rows) (row VectorRow, err error) {
	var blob sql.RawBytes // of the driver's memory, until the next row
	if err := rows.Scan(&row.Ref, &blob); err != nil {
		return row, err
	}
	row.Codes = make([]int8, len(blob))
	for i, b := range blob {
		row.Codes[i] = int8(b)
	}
	return row, nil
}
