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
