package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

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
		if err := w.insert(ctx, "variant", w.variant, v.ID, ref, i, string(text), price, v.Price.Currency, v.Stock, v.Image, v.Link); err != nil {
			return fmt.Errorf("variant %q: %w", v.ID, err)
		}
	}
	return nil
}

// variants fills in the variants of the products at their places.
func (s *Store) variants(ctx context.Context, out []catalog.Product, at map[catalog.Ref]int, in string, args []any) error {
	rows, err := s.db.QueryContext(ctx, `SELECT product, id, options, price, currency, stock, image, link FROM variant
		WHERE product IN (`+in+`) ORDER BY product, position`, args...)
	if err != nil {
		return fmt.Errorf("reading variants: %w", err)
	}
	err = each(rows, func() error {
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
		p := &out[at[ref]]
		p.Variants = append(p.Variants, v)
		return nil
	})
	if err != nil {
		return fmt.Errorf("reading variants: %w", err)
	}
	return nil
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
	for part := range slices.Chunk(ids, 500) { // well below SQLite's limit on parameters
		args := make([]any, len(part))
		for i, id := range part {
			args[i] = id
		}
		in := strings.Repeat(",?", len(part))[1:]
		rows, err := s.db.QueryContext(ctx, `SELECT v.id, p.id, 1 FROM variant v JOIN product p ON p.ref = v.product WHERE v.id IN (`+in+`)
			UNION ALL SELECT id, id, EXISTS (SELECT 1 FROM variant WHERE product = ref) FROM product WHERE id IN (`+in+`)`, append(args, args...)...)
		if err != nil {
			return nil, fmt.Errorf("looking up whose ids are: %w", err)
		}
		if err := each(rows, func() error {
			var id string
			var o Owner
			err := rows.Scan(&id, &o.Product, &o.Several)
			out[id] = o
			return err
		}); err != nil {
			return nil, fmt.Errorf("looking up whose ids are: %w", err)
		}
		if s.over == nil {
			continue
		}
		for _, id := range part {
			if ref, ok := s.over.IDs.Get(id); ok {
				delete(out, id)
				if p := s.added(ref); p != nil {
					out[id] = Owner{p.ID, len(p.Variants) > 0}
				}
			}
		}
	}
	return out, nil
}
