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
func (r *report) seen() []seen {
	day := func(at int64) int64 { return at/dayLength + (at%dayLength)/(dayLength/2) } // the nearest midnight of UTC
	return query(r, "products", func(s *seen) []any { return []any{&s.Product, &s.Shown, &s.Opened, &s.Basket, &s.Pieces} }, day(r.from), day(r.to), r.from, r.to, r.most())
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

// products tells what became of products, and what was searched for and not found.
func (r *report) products() {
	l := r.words
	r.page = r.Desk.page(l.T("desk.products-title"), Root+"/products")
	s := view.Section{ID: "products", Title: l.T("desk.products-most"), How: []string{l.T("desk.how.shown")},
		Table: view.Table{Head: r.heads("desk.product", "desk.shown", "desk.opened", "desk.basket", "desk.pieces", "desk.id")}}
	all := r.seen()
	ids := make([]string, len(all))
	for i := range all {
		ids[i] = all[i].Product
	}
	titles, err := titles(r.Context(), r.Store(r.Context()), ids)
	r.err = cmp.Or(r.err, err)
	for _, p := range all {
		behind := func(n int, act string) view.Cell {
			c := number(n)
			if n > 0 {
				c.URL = link("/conversations", "product", p.Product, "act", act)
			}
			return c
		}
		s.Table.Rows = append(s.Table.Rows, []view.Cell{{Text: cmp.Or(titles[p.Product], l.T("desk.gone", "ID", p.Product)), URL: ranked(p.Product)},
			number(p.Shown), behind(p.Opened, "opened"), behind(p.Basket, "basket"), behind(p.Pieces, "ordered"), {Text: p.Product}})
	}
	r.add(s)
	notSold, _ := r.wants(r.most())
	r.add(r.typedTable("not-found", l.T("desk.words.not-sold"), l.T("desk.words.not-sold-lead"), notSold, r.remedies))
}
