package sqlite

import (
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"iter"
	"math"

	"shopclerk/catalog"
)

// VectorRow is a product's embedding.
type VectorRow struct {
	Ref    catalog.Ref
	Vector []float32
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
		rows, err := s.db.QueryContext(ctx, `SELECT ref, vector FROM vector WHERE ref >= ? AND ref < ? ORDER BY ref`, e.first, e.first+e.size)
		if err != nil {
			yield(VectorRow{}, fmt.Errorf("reading the vectors of %q: %w", path, err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			row, err := scanVector(rows)
			if err != nil {
				err = fmt.Errorf("reading the vectors of %q: %w", path, err)
			}
			if !yield(row, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(VectorRow{}, fmt.Errorf("reading the vectors of %q: %w", path, err))
		}
	}
}

// VectorsOf returns the embeddings of products, in the order of refs; nil for one
// that has none.
func (s *Store) VectorsOf(ctx context.Context, refs []catalog.Ref) ([][]float32, error) {
	if len(refs) == 0 {
		return nil, nil
	}
	list, err := json.Marshal(refs)
	if err != nil {
		return nil, fmt.Errorf("reading vectors: %w", err)
	}
	rows, err := s.db.QueryContext(ctx, `SELECT ref, vector FROM vector WHERE ref IN (SELECT value FROM json_each(?))`, string(list))
	if err != nil {
		return nil, fmt.Errorf("reading vectors: %w", err)
	}
	found := make(map[catalog.Ref][]float32, len(refs))
	if err := each(rows, func() error {
		row, err := scanVector(rows)
		found[row.Ref] = row.Vector
		return err
	}); err != nil {
		return nil, fmt.Errorf("reading vectors: %w", err)
	}
	out := make([][]float32, len(refs))
	for i, r := range refs {
		out[i] = found[r]
		if j := int(r) - 1 - s.fileSize(); s.over != nil && j >= 0 && j < len(s.over.Vectors) {
			out[i] = s.over.Vectors[j]
		}
	}
	return out, nil
}

func scanVector(rows *sql.Rows) (row VectorRow, err error) {
	var blob sql.RawBytes // of the driver's memory, until the next row
	if err := rows.Scan(&row.Ref, &blob); err != nil {
		return row, err
	}
	row.Vector, err = decodeVector(blob)
	return row, err
}

func encodeVector(v []float32) []byte {
	b := make([]byte, 0, 4*len(v))
	for _, f := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(f))
	}
	return b
}

func decodeVector(b []byte) ([]float32, error) {
	if len(b)%4 != 0 {
		return nil, fmt.Errorf("a vector of %d bytes is damaged", len(b))
	}
	v := make([]float32, len(b)/4)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return v, nil
}
