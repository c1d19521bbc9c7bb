package reply

import (
	"math"
	"slices"

	"shopclerk/agent/memory"
	"shopclerk/catalog"
	"shopclerk/search"
)

// Tied is how many products of those that share an extreme are read at most, the first by
// ref: the best rated may be thousands.
const Tied = 4

// extreme answers which product has the lowest or highest number of an aspect: of all
// that fit, or of those asked about.
func (c *clerk) extreme() memory.Act {
	if !c.q.Among {
		for _, key := range c.q.Aspects {
			if act, ok := c.peak(key); ok {
				return act
			}
		}
	}
	fs := c.likeliest()
	key := fs.aspect.Key
	if sentence, leaders := c.measured(&fs, c.q.Down); leaders != nil {
		return c.act(key, true, sentence, c.unknown(&fs.aspect, fs.silent))
	}
	if key == "" {
		return c.act("", false, c.T("answer.no-measure", "Words", c.quoted(Shorten(c.q.Words, longestName))))
	}
	return c.act(key, false, c.T("answer.no-number", "Aspect", c.label(&fs.aspect)))
}

// peak finds the extreme of an aspect among the rows that fit; false where none of them
// has a number. Of a range its end in the asked direction counts. A column's codes ascend
// by number, so that codes are compared: a nanosecond or two a row.
func (c *clerk) peak(key string) (memory.Act, bool) {
	column := c.list.column(key)
	if column == nil || column.Aspect.Kind != catalog.Numeric || c.list.Products == nil {
		return memory.Act{}, false
	}
	var tied []catalog.Ref
	best, ties, unknown := uint32(0), 0, 0
	for row, ref := range c.list.Shelf.Refs {
		if !c.list.fits(row) {
			continue
		}
		codes := column.Row(row)
		if len(codes) == 0 {
			unknown++
			continue
		}
		code := end(codes, c.q.Down)
		switch {
		case ties == 0 || c.q.Down && code < best || !c.q.Down && code > best:
			best, ties, tied = code, 1, append(tied[:0], ref)
		case code == best:
			if ties++; len(tied) < Tied {
				tied = append(tied, ref)
			}
		}
	}
	if ties == 0 {
		return memory.Act{}, false
	}
	var products []*catalog.Product
	for _, p := range c.list.Products(tied) {
		products = append(products, &p)
	}
	if len(products) == 0 {
		return memory.Act{}, false
	}
	c.names = c.distinct(slices.Concat(products, c.products))
	a := c.aspect(nil, key)
	sentences := []string{c.most(&a, products, ties, c.q.Down, c.amount(products[0], &a, column.Values[best], ties))}
	if unknown > 0 {
		sentences = append(sentences, c.N("answer.others-unknown", unknown))
	}
	act := c.act(key, true, sentences...)
	act.Products = ids(products)
	id := "answer.sort-up"
	if c.q.Down {
		id = "answer.sort-down"
	}
	act.Offers = []memory.Offer{{Text: c.T(id, "Aspect", c.label(&a)), Changes: []search.Change{{Op: search.SortBy, Key: key, Down: !c.q.Down}}}}
	return act, true
}

// end returns the lowest or highest of ascending values.
func end[T any](ascending []T, down bool) T {
	if down {
		return ascending[0]
	}
	return ascending[len(ascending)-1]
}

// amount spells an extreme: a price in its currency, and a rating with the number of
// ratings where one product has it alone.
func (c *clerk) amount(p *catalog.Product, a *catalog.Aspect, v catalog.Value, ties int) string {
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

// degrees returns the ids of the sentences for the better of two and for the best of
// several, by an aspect in a direction.
func degrees(a *catalog.Aspect, down bool) (better, best string) {
	switch {
	case a.Key == catalog.KeyPrice && down:
		return "answer.costs-less", "answer.costs-least"
	case a.Key == catalog.KeyRating && !down:
		return "answer.rated-higher", "answer.rated-highest"
	case down:
		return "answer.lower", "answer.lowest"
	}
	return "answer.higher", "answer.highest"
}

// most names the products, or the first of total, with the extreme of an aspect.
func (c *clerk) most(a *catalog.Aspect, products []*catalog.Product, total int, down bool, value string) string {
	_, best := degrees(a, down)
	return c.N(best, total, "Products", c.called(products, total), "Aspect", c.label(a), "Value", value)
}

// measured names which of some products has the lower or higher number of an aspect, and
// returns them; none where fewer than two have one, or their units differ. Numbers that
// read the same are equal.
func (c *clerk) measured(fs *facts, down bool) (sentence string, leaders []*catalog.Product) {
	known := slices.DeleteFunc(slices.Clone(fs.known), func(f fact) bool { return !f.numeric() })
	if _, _, ok := spread(known); !ok || len(known) < 2 {
		return "", nil
	}
	var tied []fact
	var other fact // the last that is not tied
	for _, f := range known {
		switch {
		case len(tied) == 0 || f.rank(down) == tied[0].rank(down):
			tied = append(tied, f)
		case down == (f.rank(down) < tied[0].rank(down)):
			other, tied = tied[0], []fact{f}
		default:
			other = f
		}
	}
	for _, f := range tied {
		leaders = append(leaders, f.product)
	}
	first := &tied[0]
	a := &first.aspect
	better, _ := degrees(a, down)
	switch {
	case len(tied) == len(known): // as many stars, but maybe not of as many ratings
		return c.each(&facts{aspect: *a, known: tied}), leaders
	case len(tied) > 1:
		return c.most(a, leaders, len(tied), down, c.amount(first.product, a, end(first.values, down), len(tied))), leaders
	case len(fs.all) > 2: // "the higher" would not say than which
		return c.most(a, leaders, 1, down, first.text), leaders
	}
	return c.T(better, "Product", c.name(first.product), "Aspect", c.label(a), "Value", first.text, "Other", other.text), leaders
}

// rank is the end of a number that counts in a direction, as exact as it is shown.
func (f *fact) rank(down bool) float64 {
	n := end(f.values, down).Number
	if f.aspect.Key == catalog.KeyRating {
		return math.Round(n * 10)
	}
	return n
}
