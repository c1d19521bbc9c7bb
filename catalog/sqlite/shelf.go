package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"iter"

	"shopclerk/catalog"
)

// Shelf loads one category's products as columns, one per aspect that has values.
// It reads every attribute row once: about a microsecond each.
func (s *Store) Shelf(ctx context.Context, path string) (*catalog.Shelf, error) {
	id, ok := s.byPath[path]
	if !ok {
		return nil, fmt.Errorf("category %q: %w", path, ErrNotFound)
	}
	c, e := &s.categories[id], s.extents[id]
	shelf := &catalog.Shelf{Name: path, Refs: make([]catalog.Ref, e.size)}
	for i := range shelf.Refs {
		shelf.Refs[i] = e.first + catalog.Ref(i)
	}
	// the dictionary: value id → aspect and value
	type entry struct {
		aspect int
		value  catalog.Value
	}
	dictionary := map[int64]entry{}
	index := map[string]int{}
	cells := make([][][]catalog.Value, len(c.Aspects))
	for i, a := range c.Aspects {
		index[a.Key] = i
		cells[i] = make([][]catalog.Value, e.size)
	}
	rows, err := s.db.QueryContext(ctx, `SELECT v.id, a.key, v.text, v.number FROM aspect a JOIN value v ON v.aspect = a.id WHERE a.category = ?`, id+1)
	if err != nil {
		return nil, fmt.Errorf("reading the values of %q: %w", path, err)
	}
	if err := each(rows, func() error {
		var vid int64
		var key string
		var v catalog.Value
		if err := rows.Scan(&vid, &key, &v.Text, &v.Number); err != nil {
			return err
		}
		dictionary[vid] = entry{index[key], v}
		return nil
	}); err != nil {
		return nil, fmt.Errorf("reading the values of %q: %w", path, err)
	}
	rows, err = s.db.QueryContext(ctx, `SELECT product, value FROM attribute WHERE product >= ? AND product < ?`, e.first, e.first+e.size)
	if err != nil {
		return nil, fmt.Errorf("reading the attributes of %q: %w", path, err)
	}
	if err := each(rows, func() error {
		var ref catalog.Ref
		var vid int64
		if err := rows.Scan(&ref, &vid); err != nil {
			return err
		}
		d, ok := dictionary[vid]
		if !ok {
			return fmt.Errorf("product %d has a value of another category", ref)
		}
		cell := &cells[d.aspect][ref-e.first]
		*cell = append(*cell, d.value)
		return nil
	}); err != nil {
		return nil, fmt.Errorf("reading the attributes of %q: %w", path, err)
	}
	for i, a := range c.Aspects {
		shelf.Columns = append(shelf.Columns, catalog.NewColumn(a, cells[i]))
	}
	return shelf, nil
}

func each(rows *sql.Rows, f func() error) error {
	defer rows.Close()
	for rows.Next() {
		if err := f(); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Vectors yields every product's embedding in the order of refs.
func (s *Store) Vectors(ctx context.Context) iter.Seq2[VectorRow, error] {
	return func(yield func(VectorRow, error) bool) {
		rows, err := s.db.QueryContext(ctx, `SELECT v.ref, p.category, v.vector FROM vector v JOIN product p ON p.ref = v.ref ORDER BY v.ref`)
		if err != nil {
			yield(VectorRow{}, fmt.Errorf("reading vectors: %w", err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			var r VectorRow
			var category int
			var blob []byte
			err := rows.Scan(&r.Ref, &category, &blob)
			if err == nil {
				r.Category = s.categories[category-1].Path
				r.Vector, err = decodeVector(blob)
			}
			if err != nil {
				yield(r, fmt.Errorf("reading vectors: %w", err))
				return
			}
			if !yield(r, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(VectorRow{}, fmt.Errorf("reading vectors: %w", err))
		}
	}
}

// VectorRow is a product's embedding.
type VectorRow struct {
	Ref      catalog.Ref
	Category string
	Vector   []float32
}

// All yields every product with its attributes in the order of refs.
func (s *Store) All(ctx context.Context) iter.Seq2[catalog.Product, error] {
	return func(yield func(catalog.Product, error) bool) {
		const page = 500
		for _, e := range s.extents {
			for from := e.first; from < e.first+e.size; from += page {
				refs := make([]catalog.Ref, 0, page)
				for r := from; r < min(from+page, e.first+e.size); r++ {
					refs = append(refs, r)
				}
				products, err := s.Products(ctx, refs)
				if err != nil {
					yield(catalog.Product{}, err)
					return
				}
				for _, p := range products {
					if !yield(p, nil) {
						return
					}
				}
			}
		}
	}
}
