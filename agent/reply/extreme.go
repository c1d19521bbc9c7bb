package reply

import (
	"math"
	"slices"

	"shopclerk/agent/memory"
	"shopclerk/catalog"
	"shopclerk/search"
)

// Tied is how many products of those that share an extreme are read at most, the
// first by ref: the best rated may be thousands, and the answer names a few.
const Tied = 4

// extreme says which product has the lowest or highest number of an aspect: among all
// that fit, or among those asked about.
func (c *clerk) extreme() memory.Act {
	if !c.q.Among {
		for _, key := range c.q.Aspects {
			if act, ok := c.peak(key); ok {
				return act
			}
		}
	}
	products := c.q.Products
	key, _ := c.likeliest(products)
	if first, ok := c.measured(products, key, c.q.Down); ok {
		return c.act(key, true, first, c.missing(products, key))
	}
	if key == "" {
		return c.act("", false, c.T("answer.no-measure", "Words", c.T("language.quoted", "Text", Shorten(c.q.Words, longestName))))
	}
	a := c.about(key)
	return c.act(key, false, c.T("answer.no-number", "Aspect", c.label(&a)))
}

// peak finds the extreme of an aspect among the rows that fit; false where none of
// them has a number. Of a range its end in the asked direction counts. A column's
// codes ascend by number, so that codes are compared: a nanosecond or two a row.
func (c *clerk) peak(key string) (memory.Act, bool) {
	column := c.list.column(key)
	if column == nil || column.Aspect.Kind != catalog.Numeric {
		return memory.Act{}, false
	}
	var tied []catalog.Ref
	best, ties, unknown := uint32(0), 0, 0
	for row := range c.list.Shelf.Rows() {
		if !c.list.fits(row) {
			continue
		}
		codes := column.Row(row)
		if len(codes) == 0 {
			unknown++
			continue
		}
		code := codes[len(codes)-1]
		if c.q.Down {
			code = codes[0]
		}
		switch {
		case ties == 0 || c.q.Down && code < best || !c.q.Down && code > best:
			best, ties, tied = code, 1, append(tied[:0], c.list.Shelf.Refs[row])
		case code == best:
			if ties++; len(tied) < Tied {
				tied = append(tied, c.list.Shelf.Refs[row])
			}
		}
	}
	var products []catalog.Product
	if c.list.Products != nil && ties > 0 {
		products = c.list.Products(tied)
	}
	if len(products) == 0 {
		return memory.Act{}, false
	}
	c.names = c.distinct(append(products[:len(products):len(products)], c.q.Products...))
	a := c.aspect(nil, key)
	first := c.most(&a, pointers(products), ties, c.q.Down, c.reached(&products[0], &a, column.Values[best], ties))
	missing := ""
	if unknown > 0 {
		missing = c.N("answer.others-unknown", unknown)
	}
	act := c.act(key, true, first, missing)
	act.Products = ids(products)
	if changes := sortOffer(key, c.q.Down); len(changes) > 0 {
		id := "answer.sort-up"
		if c.q.Down {
			id = "answer.sort-down"
		}
		act.Offers = []memory.Offer{{Text: c.T(id, "Aspect", c.label(&a)), Changes: changes}}
	}
	return act, true
}

// reached is the extreme as it is said: with the currency of the price, and with how
// many have rated where one product has the rating alone.
func (c *clerk) reached(p *catalog.Product, a *catalog.Aspect, v catalog.Value, ties int) string {
	switch {
	case a.Key == catalog.KeyPrice && ties == 1 && p.Price.Known() && v.Number == p.Price.Major():
		return c.price(p)
	case a.Key == catalog.KeyPrice:
		return c.Money(c.Fixed(v.Number, 2), a.Unit)
	case a.Key == catalog.KeyRating && ties == 1 && p.Rating > 0:
		return c.rating(p)
	case a.Key == catalog.KeyRating:
		return c.T("product.rating-of", "Rating", c.Fixed(v.Number, 1))
	}
	return Amount(c.Language, a, v.Number)
}

// most says which of several products have the lowest or highest number of an aspect.
func (c *clerk) most(a *catalog.Aspect, products []*catalog.Product, total int, down bool, value string) string {
	names := c.called(products, total)
	switch {
	case a.Key == catalog.KeyPrice && down:
		return c.N("answer.costs-least", total, "Products", names, "Value", value)
	case a.Key == catalog.KeyRating && !down:
		return c.N("answer.rated-highest", total, "Products", names, "Value", value)
	case down:
		return c.N("answer.lowest", total, "Products", names, "Aspect", c.label(a), "Value", value)
	}
	return c.N("answer.highest", total, "Products", names, "Aspect", c.label(a), "Value", value)
}

// more says which of two products has the lower or higher number of an aspect.
func (c *clerk) more(a *catalog.Aspect, p *catalog.Product, down bool, value, other string) string {
	name := c.name(p)
	switch {
	case a.Key == catalog.KeyPrice && down:
		return c.T("answer.costs-less", "Product", name, "Value", value, "Other", other)
	case a.Key == catalog.KeyRating && !down:
		return c.T("answer.rated-higher", "Product", name, "Value", value, "Other", other)
	case down:
		return c.T("answer.lower", "Product", name, "Aspect", c.label(a), "Value", value, "Other", other)
	}
	return c.T("answer.higher", "Product", name, "Aspect", c.label(a), "Value", value, "Other", other)
}

// measured says which of some products has the lower or higher number of an aspect;
// false where fewer than two have one, or their units differ. Numbers that read alike
// are alike.
func (c *clerk) measured(products []catalog.Product, key string, down bool) (sentence string, ok bool) {
	told, facts := c.numbers(products, key)
	if len(facts) == 0 {
		return "", false
	}
	tied := c.leaders(products, key, down)
	best := slices.Index(told, tied[0])
	a, value := &facts[best].aspect, facts[best].text
	switch {
	case len(tied) == len(told):
		var alike []catalog.Product
		for _, p := range tied {
			alike = append(alike, *p)
		}
		return c.each(alike, key)[0], true // as many stars, but not of as many ratings
	case len(tied) > 1:
		return c.most(a, tied, len(tied), down, c.reached(tied[0], a, facts[best].at(down), len(tied))), true
	case len(products) > 2: // "the higher" would leave open than whose
		return c.most(a, tied, 1, down, value), true
	}
	return c.more(a, tied[0], down, value, facts[1-best].text), true
}

// numbers are those of some products that have a number of an aspect, where they can be
// compared: there are two or more, of one unit.
func (c *clerk) numbers(products []catalog.Product, key string) (told []*catalog.Product, facts []fact) {
	for i := range products {
		if f := c.fact(&products[i], key); f.numeric() {
			told, facts = append(told, &products[i]), append(facts, f)
		}
	}
	if _, _, ok := spread(facts); !ok || len(facts) < 2 {
		return nil, nil
	}
	return told, facts
}

// leaders are those of some products that have the lowest or the highest number.
func (c *clerk) leaders(products []catalog.Product, key string, down bool) []*catalog.Product {
	told, facts := c.numbers(products, key)
	var out []*catalog.Product
	best := 0.0
	for i := range facts {
		switch n := facts[i].end(down); {
		case len(out) == 0 || down && n < best || !down && n > best:
			best, out = n, []*catalog.Product{told[i]}
		case n == best:
			out = append(out, told[i])
		}
	}
	return out
}

// at is the end of a number that counts in a direction.
func (f *fact) at(down bool) catalog.Value {
	if down {
		return f.values[0]
	}
	return f.values[len(f.values)-1]
}

// end is that end as exact as it is shown.
func (f *fact) end(down bool) float64 {
	v := f.at(down).Number
	if f.aspect.Key == catalog.KeyRating {
		return math.Round(v * 10)
	}
	return v
}

// missing says which of some products have no value of an aspect.
func (c *clerk) missing(products []catalog.Product, key string) string {
	var silent []*catalog.Product
	for i := range products {
		if f := c.fact(&products[i], key); !f.known() {
			silent = append(silent, &products[i])
		}
	}
	a := c.about(key)
	return c.unknown(&a, silent)
}

// sortOffer is the change that orders the list by an aspect, lowest first if down.
func sortOffer(key string, down bool) []search.Change {
	return []search.Change{{Op: search.SortBy, Key: key, Down: !down}}
}
