package desk

import (
	"cmp"
	"context"
	"slices"
	"time"

	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	view "shopclerk/views/desk"
)

// seen is a row of products.sql.
type seen struct {
	Product                       string
	Shown, Opened, Basket, Pieces int
}

// dayLength is a day of the table shown, in microseconds.
const dayLength = int64(24 * time.Hour / time.Microsecond)

// seen counts what was shown and done.
func (d *Desk) seen(r *report) ([]seen, error) {
	day := func(at int64) int64 { return at/dayLength + (at%dayLength)/(dayLength/2) } // the nearest midnight of UTC
	return read(r.Context(), d, "products", func(s *seen) []any { return []any{&s.Product, &s.Shown, &s.Opened, &s.Basket, &s.Pieces} }, day(r.from), day(r.to), r.from, r.to, r.most())
}

// titles returns what products are called; what is not sold any more is not among them.
func titles(ctx context.Context, in *sqlite.Store, ids []string) (map[string]string, error) {
	out := map[string]string{}
	for some := range slices.Chunk(ids, 500) {
		refs, err := in.Refs(ctx, some)
		if err != nil {
			return nil, err
		}
		products, err := in.Products(ctx, catalog.InOrder(some, refs))
		if err != nil {
			return nil, err
		}
		for _, p := range products {
			out[p.ID] = p.Title
		}
	}
	return out, nil
}

// ranked is the form that puts a product first, lifts, lowers or hides it.
func ranked(product string) string { return link("/settings/rank", "products", product) }

// seenTable returns a table of products.
func (d *Desk) seenTable(r *report, all []seen) (view.Table, error) {
	l := r.words
	t := view.Table{Head: []string{l.T("desk.product"), l.T("desk.shown"), l.T("desk.opened"), l.T("desk.basket"), l.T("desk.pieces"), l.T("desk.id")}}
	ids := make([]string, len(all))
	for i, s := range all {
		ids[i] = s.Product
	}
	titles, err := titles(r.Context(), d.Store(r.Context()), ids)
	for _, s := range all {
		behind := func(n int, act string) view.Cell {
			c := number(n)
			if n > 0 {
				c.URL = link("/conversations", "product", s.Product, "act", act)
			}
			return c
		}
		t.Rows = append(t.Rows, []view.Cell{{Text: cmp.Or(titles[s.Product], l.T("desk.gone", "ID", s.Product)), URL: ranked(s.Product)},
			number(s.Shown), behind(s.Opened, "opened"), behind(s.Basket, "basket"), behind(s.Pieces, "ordered"), {Text: s.Product}})
	}
	return t, err
}

// products tells what became of products, and what was searched for and not found.
func (d *Desk) products(r *report) error {
	l := r.words
	r.page = d.page(l.T("desk.products-title"), Root+"/products")
	all, err := d.seen(r)
	if err != nil {
		return err
	}
	s := view.Section{ID: "products", Title: l.T("desk.products-most"), How: []string{l.T("desk.how.shown")}}
	if s.Table, err = d.seenTable(r, all); err != nil {
		return err
	}
	r.add(s)
	notSold, err := d.notSold(r, r.most())
	if err != nil {
		return err
	}
	r.add(r.typedTable("not-found", l.T("desk.words.not-sold"), l.T("desk.words.not-sold-lead"), notSold, "notsold", r.remedies))
	return nil
}
