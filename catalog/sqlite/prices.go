package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"shopclerk/catalog"
	"shopclerk/catalog/discover"
)

// prices are what was set of products since their import. They do not change: a later
// store has others, which share what stayed the same.
type prices struct {
	offers  map[catalog.Ref]*catalog.Product // prices, stock and variants alone
	columns map[string]*catalog.Column       // of catalog.KeyPrice, by category, where it differs
	stocks  map[string]*catalog.Column       // likewise of catalog.KeyStock
}

// WithPrices returns the store with rows of prices applied. Products that the catalogue does not have are left out. It
// shares the file: the caller closes the one store or the other. Statistics are exact.
func (s *Store) WithPrices(ctx context.Context, rows []PriceRow) (*Store, error) {
	var ids []string
	for i := range rows {
		ids = append(ids, rows[i].ID)
	}
	refs, err := s.Refs(ctx, ids)
	if err != nil {
		return nil, err
	}
	products, err := s.offered(ctx, slices.Collect(maps.Values(refs)))
	if err != nil {
		return nil, err
	}
	out := *s
	out.faces = new(atomic.Pointer[map[string]catalog.Product])
	out.prices = &prices{columns: map[string]*catalog.Column{}, stocks: map[string]*catalog.Column{}}
	for i := range rows {
		if p := products[refs[rows[i].ID]]; p != nil {
			s.set(p, &rows[i])
		}
	}
	changed := map[string]map[uint32]*catalog.Product{} // by row, by category
	for ref, p := range products {
		if len(p.Variants) > 0 {
			p.Price, _ = catalog.PriceSpan(p.Variants)
			p.Stock = catalog.Pieces(p.Variants)
		}
		i := categoryOf(s.extents, ref)
		path := s.categories[i].Path
		if changed[path] == nil {
			changed[path] = map[uint32]*catalog.Product{}
		}
		changed[path][uint32(ref-s.extents[i].first)] = p
	}
	if out.prices.offers = products; s.prices != nil {
		out.prices.offers = maps.Clone(s.prices.offers)
		maps.Copy(out.prices.offers, products)
		maps.Copy(out.prices.columns, s.prices.columns)
		maps.Copy(out.prices.stocks, s.prices.stocks)
	}
	out.categories = slices.Clone(s.categories)
	for path, rows := range changed {
		if err := s.restate(ctx, &out, path, rows); err != nil {
			return nil, err
		}
	}
	return &out, nil
}

// set applies a row to a product, or to one of its variants. The price of a product with
// variants is theirs.
func (s *Store) set(p *catalog.Product, r *PriceRow) {
	price, stock := &p.Price, &p.Stock
	if v := p.Chosen(r.ID); v != nil {
		price, stock = &v.Price, &v.Stock
	} else if p.ID != r.ID || len(p.Variants) > 0 {
		return
	}
	currency := price.Currency
	if currency == "" {
		currency = s.currency(categoryOf(s.extents, p.Ref))
	}
	amount := catalog.Price{Minor: r.value, Currency: currency}
	switch {
	case r.field == fieldStock:
		*stock = int(r.value)
	case currency == "": // of nothing that is sold
	case r.field == fieldPrice:
		*price = amount
	case r.value == 0:
		p.ListPrice = catalog.Price{}
	default:
		p.ListPrice = amount
	}
}

// currency is that of a category's prices, or else of the first category that has any; ""
// in a catalogue without prices.
func (s *Store) currency(category int) string {
	if a, ok := s.categories[category].Aspect(catalog.KeyPrice); ok {
		return a.Unit
	}
	for i := range s.categories {
		if a, ok := s.categories[i].Aspect(catalog.KeyPrice); ok {
			return a.Unit
		}
	}
	return ""
}

// offered reads what products are sold at, as it stands. Their variants may be changed.
func (s *Store) offered(ctx context.Context, refs []catalog.Ref) (map[catalog.Ref]*catalog.Product, error) {
	out := make(map[catalog.Ref]*catalog.Product, len(refs))
	of := []any{listed(refs)}
	err := s.query(ctx, "reading prices", `SELECT ref, id, price, currency, stock FROM product WHERE ref IN (SELECT value FROM json_each(?))`, of, func(rows *sql.Rows) error {
		p := new(catalog.Product)
		var price sql.NullInt64
		err := rows.Scan(&p.Ref, &p.ID, &price, &p.Price.Currency, &p.Stock)
		p.Price.Minor = price.Int64
		out[p.Ref] = p
		return err
	})
	if err == nil {
		err = s.variants(ctx, out, of)
	}
	if err != nil {
		return nil, err
	}
	for _, p := range out {
		s.offer(p)
		p.Variants = slices.Clone(p.Variants)
	}
	return out, nil
}

// offer gives a product of the file what it is sold at, and reports whether that was set
// since the import.
func (s *Store) offer(p *catalog.Product) bool {
	if s.prices == nil || s.prices.offers[p.Ref] == nil {
		return false
	}
	o := s.prices.offers[p.Ref]
	p.Price, p.ListPrice, p.Stock, p.Variants = o.Price, o.ListPrice, o.Stock, o.Variants
	return true
}

// reprice gives a product of the file what it is sold at, and the attribute that follows.
func (s *Store) reprice(p *catalog.Product) {
	if !s.offer(p) {
		return
	}
	p.Attributes = slices.DeleteFunc(slices.Clone(p.Attributes), func(a catalog.Attribute) bool { return a.Key == catalog.KeyPrice })
	if values := discover.PriceValues(p, s.currency(categoryOf(s.extents, p.Ref))); len(values) > 0 {
		at, _ := slices.BinarySearchFunc(p.Attributes, catalog.KeyPrice, func(a catalog.Attribute, key string) int { return strings.Compare(a.Key, key) })
		p.Attributes = slices.Insert(p.Attributes, at, catalog.Attribute{Key: catalog.KeyPrice, Values: values})
	}
}

// restate replaces cells of a category's columns of price and stock, and states the price's
// aspect anew.
func (s *Store) restate(ctx context.Context, out *Store, path string, rows map[uint32]*catalog.Product) error {
	i := s.byPath[path]
	c := &out.categories[i]
	cells, has := map[uint32][]catalog.Value{}, map[uint32][]catalog.Value{}
	for row, p := range rows {
		cells[row], has[row] = discover.PriceValues(p, s.currency(i)), nil
		if p.Stock >= 0 {
			has[row] = []catalog.Value{{Text: [...]string{"no", "yes"}[min(p.Stock, 1)]}}
		}
	}
	stock, err := s.stockColumn(ctx, i)
	if err != nil {
		return err
	}
	out.prices.stocks[path] = stock.Replace(has)
	was, err := s.priceColumn(ctx, i)
	if err != nil {
		return err
	}
	column := was.Replace(cells)
	column.Aspect = discover.Restate(column.Aspect, column)
	c.Aspects = slices.Clone(c.Aspects)
	if at := slices.IndexFunc(c.Aspects, func(a catalog.Aspect) bool { return a.Key == catalog.KeyPrice }); at >= 0 {
		c.Aspects[at] = column.Aspect
	} else if len(column.Values) > 0 {
		c.Aspects = append(c.Aspects, column.Aspect)
	} else {
		return nil
	}
	out.prices.columns[path] = column
	return nil
}

// unpriced is why a price is not asked about.
const unpriced = "no product of the category had a price when it was imported"

// priceColumn returns a category's column of prices as it stands; an empty one where the
// category has none.
func (s *Store) priceColumn(ctx context.Context, category int) (*catalog.Column, error) {
	c, e := &s.categories[category], s.extents[category]
	if s.prices != nil && s.prices.columns[c.Path] != nil {
		return s.prices.columns[c.Path], nil
	}
	shelf, err := s.Shelf(ctx, c.Path)
	if err != nil {
		return nil, err
	}
	if column := shelf.Column(catalog.KeyPrice); column != nil {
		return column, nil
	}
	aspect := catalog.Aspect{Key: catalog.KeyPrice, Label: "Price", Kind: catalog.Numeric, Unit: s.currency(category), Why: unpriced}
	return catalog.NewColumn(aspect, make([][]catalog.Value, e.size)), nil
}

// Repriced returns a category's shelf as this store has it, of one that differs in prices
// and stock alone.
func (s *Store) Repriced(shelf *catalog.Shelf) *catalog.Shelf {
	if s.prices == nil {
		return shelf
	}
	if c := s.prices.columns[shelf.Name]; c != nil && c != shelf.Column(catalog.KeyPrice) {
		shelf = shelf.With(c)
	}
	if c := s.prices.stocks[shelf.Name]; c != nil && c != shelf.Column(catalog.KeyStock) {
		shelf = shelf.Stocked(c)
	}
	return shelf
}

// CheckPrices returns [catalog.PriceErrors] where the catalogue cannot take all changes.
func (s *Store) CheckPrices(ctx context.Context, changes []catalog.PriceChange) error {
	var ids []string
	for i := range changes {
		ids = append(ids, changes[i].ID)
	}
	refs, err := s.Refs(ctx, ids)
	if err != nil {
		return err
	}
	products, err := s.offered(ctx, slices.Collect(maps.Values(refs)))
	if err != nil {
		return err
	}
	var bad catalog.PriceErrors
	first := make(map[string]int, len(changes))
	for i := range changes {
		c := &changes[i]
		p, reason := products[refs[c.ID]], c.Check()
		switch at := first[c.ID]; {
		case reason != "":
		case at > 0:
			reason = fmt.Sprintf("item %d has the same id: keep one of them", at)
		case p == nil:
			reason = "the catalogue has no such product: leave it out, or import a feed that has it"
		case p.ID == c.ID && len(p.Variants) > 0:
			reason = fmt.Sprintf("the product comes in variants: give the ids of those, such as %q", p.Variants[0].ID)
		case p.ID != c.ID && c.ListPrice != nil:
			reason = "a variant has no list price of its own: leave it out"
		case (c.Price != nil || c.ListPrice != nil) && !p.Price.Known() && s.currency(categoryOf(s.extents, p.Ref)) == "":
			reason = "the catalogue has no prices, and so no currency: import a feed that names one, or import it with --currency"
		}
		if first[c.ID] = i + 1; reason != "" {
			bad = append(bad, &catalog.PriceError{Place: i + 1, ID: c.ID, Reason: reason})
		}
	}
	if len(bad) > 0 {
		return bad
	}
	return nil
}
