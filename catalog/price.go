package catalog

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// PriceChange sets what changes while the product, or the variant, of an id is sold. Fields
// that are nil stay as they are. Amounts are in major units of the product's own currency.
type PriceChange struct {
	ID        string   `json:"id"`
	Price     *float64 `json:"price,omitempty"`
	ListPrice *float64 `json:"list_price,omitempty"` // 0 takes it away
	Stock     *int     `json:"stock,omitempty"`      // pieces; -1: unknown
}

// PriceError reports a [PriceChange] that cannot be applied.
type PriceError struct {
	Place  int // in the list, from 1
	ID     string
	Reason string // with its remedy
}

// Error implements error.
func (e *PriceError) Error() string {
	return fmt.Sprintf("item %d, id %q: %s", e.Place, e.ID, e.Reason)
}

// mostPrice bounds amounts so that minor units of many fit in an int64.
const mostPrice = 1e12

// Check reports what is wrong with a change, whatever the catalogue; "" for nothing.
func (c *PriceChange) Check() string {
	amount := func(f *float64) bool { return f == nil || *f >= 0 && *f <= mostPrice }
	switch {
	case c.ID == "":
		return "give the id that the feed has for the product or variant"
	case c.Price == nil && c.ListPrice == nil && c.Stock == nil:
		return "nothing changes: give a price, a list price or a stock"
	case !amount(c.Price):
		return fmt.Sprintf("give a price from 0 to %.0f, not %v", mostPrice, *c.Price)
	case !amount(c.ListPrice):
		return fmt.Sprintf("give a list price from 0 to %.0f, not %v", mostPrice, *c.ListPrice)
	case c.Stock != nil && (*c.Stock < -1 || *c.Stock > math.MaxInt32):
		return fmt.Sprintf("give a stock from 0, or -1 where it is unknown, not %d", *c.Stock)
	}
	return ""
}

// PriceErrors are all changes of a list that cannot be applied, in their order.
type PriceErrors []*PriceError

// Error implements error. It names the first ten.
func (l PriceErrors) Error() string {
	const named = 10
	var lines []string
	for _, e := range l[:min(named, len(l))] {
		lines = append(lines, e.Error())
	}
	if len(l) > named {
		lines = append(lines, fmt.Sprintf("and %d more", len(l)-named))
	}
	return strings.Join(lines, "\n")
}

// Replace returns the column with other values in some rows, and with the dictionary that
// its rows then need. Its aspect is the column's.
func (c *Column) Replace(rows map[uint32][]Value) *Column {
	of := dictionary{kind: c.Aspect.Kind, values: slices.Clone(c.Values)}
	entries := make([]Entry, 0, len(c.Codes)+len(rows))
	for row := range uint32(len(c.Offsets) - 1) {
		values, replaced := rows[row]
		for _, v := range values {
			entries = append(entries, Entry{row, of.place(v)})
		}
		if !replaced {
			for _, code := range c.Row(int(row)) {
				entries = append(entries, Entry{row, code})
			}
		}
	}
	return PackColumn(c.Aspect, len(c.Offsets)-1, of.values, entries)
}

// Stocked returns the shelf with a column of [KeyStock] if it tells anything, unless the feed
// has an aspect of that key.
func (s *Shelf) Stocked(c *Column) *Shelf {
	if own := s.Column(KeyStock); len(c.Values) == 0 || own != nil && own.Aspect.Label != c.Aspect.Label {
		return s
	}
	return s.With(c)
}

// Reserve takes from the stock of products what placed orders take, by article.
func Reserve(products []Product, taken map[string]int) {
	for i := range products {
		p := &products[i]
		if p.Stock > 0 {
			p.Stock = max(0, p.Stock-taken[p.ID])
		}
		p.Variants = slices.Clone(p.Variants) // the store may share them
		for k := range p.Variants {
			v := &p.Variants[k]
			had := v.Stock
			if v.Stock = max(min(had, 0), had-taken[v.ID]); p.Stock > 0 {
				p.Stock = max(0, p.Stock-(had-v.Stock))
			}
		}
	}
}

// SoldOut returns the shelf without the stock of products that are sold out.
func (s *Shelf) SoldOut(soldOut map[Ref]bool) *Shelf {
	rows := map[uint32][]Value{}
	for ref, out := range soldOut {
		if row, ok := s.Row(ref); ok && out {
			rows[uint32(row)] = []Value{{Text: "no"}}
		}
	}
	if c := s.Column(KeyStock); len(rows) > 0 && c != nil && c.Aspect.Kind == Flag {
		return s.With(c.Replace(rows))
	}
	return s
}

// With returns the shelf with a column in the place of that of the same aspect, or beside
// the others.
func (s *Shelf) With(c *Column) *Shelf {
	out := &Shelf{Name: s.Name, Refs: s.Refs, Columns: slices.Clone(s.Columns)}
	if i := slices.IndexFunc(out.Columns, func(o *Column) bool { return o.Aspect.Key == c.Aspect.Key }); i >= 0 {
		out.Columns[i] = c
	} else {
		out.Columns = append(out.Columns, c)
	}
	return out
}
