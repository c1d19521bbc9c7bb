package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"shopclerk/catalog"
)

// variants stores the forms in which a product is sold.
func (w *Writer) variants(ctx context.Context, ref catalog.Ref, p *catalog.Product) error {
	for i, v := range p.Variants {
		options := make([][2]string, len(v.Options))
		for k, o := range v.Options {
			options[k] = [2]string{o.Name, o.Value}
		}
		text, err := json.Marshal(options)
		if err != nil {
			return fmt.Errorf("variant %q: %w", v.ID, err)
		}
		price := sql.NullInt64{Int64: v.Price.Minor, Valid: v.Price.Known()}
		if err := w.insert(ctx, "variant", v.ID, ref, i, string(text), price, v.Price.Currency, v.Stock, v.Image, v.Link); err != nil {
			return fmt.Errorf("variant %q: %w", v.ID, err)
		}
	}
	return nil
}

// variants fills in the variants of products, by their refs.
func (s *Store) variants(ctx context.Context, of map[catalog.Ref]*catalog.Product, refs []any) error {
	return s.query(ctx, "reading variants", `SELECT product, id, options, price, currency, stock, image, link FROM variant
		WHERE product IN (SELECT value FROM json_each(?)) ORDER BY product, position`, refs, func(rows *sql.Rows) error {
		var ref catalog.Ref
		var v catalog.Variant
		var options []byte
		var price sql.NullInt64
		if err := rows.Scan(&ref, &v.ID, &options, &price, &v.Price.Currency, &v.Stock, &v.Image, &v.Link); err != nil {
			return err
		}
		var pairs [][2]string
		if err := json.Unmarshal(options, &pairs); err != nil {
			return fmt.Errorf("the options of %q: %w", v.ID, err)
		}
		for _, p := range pairs {
			v.Options = append(v.Options, catalog.Option{Name: p[0], Value: p[1]})
		}
		v.Price.Minor = price.Int64
		of[ref].Variants = append(of[ref].Variants, v)
		return nil
	})
}

// Owner is the product that an id is of.
type Owner struct {
	Product string // its id
	Several bool   // it comes in variants
}

// Owners returns whose ids are: those of products are their own, those of variants their
// product's. Ids that the catalogue does not have are left out.
func (s *Store) Owners(ctx context.Context, ids []string) (map[string]Owner, error) {
	out := make(map[string]Owner, len(ids))
	err := s.query(ctx, "looking up whose ids are", `WITH asked AS (SELECT value FROM json_each(?))
		SELECT v.id, p.id, 1 FROM variant v JOIN product p ON p.ref = v.product WHERE v.id IN asked
		UNION ALL SELECT id, id, EXISTS (SELECT 1 FROM variant WHERE product = ref) FROM product WHERE id IN asked`, []any{listed(ids)}, func(rows *sql.Rows) error {
		var id string
		var o Owner
		err := rows.Scan(&id, &o.Product, &o.Several)
		out[id] = o
		return err
	})
	if err != nil || s.over == nil {
		return out, err
	}
	for _, id := range ids {
		if ref, ok := s.over.IDs.Get(id); ok {
			delete(out, id)
			if p := s.added(ref); p != nil {
				out[id] = Owner{p.ID, len(p.Variants) > 0}
			}
		}
	}
	return out, nil
}
