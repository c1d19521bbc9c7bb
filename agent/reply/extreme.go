package reply

import (
	"cmp"
	"math"
	"slices"

	"shopclerk/agent/dialog"
	"shopclerk/catalog"
	"shopclerk/search"
)

// Tied is how many products of those that share an extreme are read at most, the first by
// ref: the best rated may be thousands.
const Tied = 4

// extreme answers which product has the lowest or highest number of an aspect: of all
// that fit, or of those asked about.
func (c *clerk) extreme() dialog.Act {
	if !c.q.Among {
		known := make([]int, len(c.q.Aspects))
		for i, key := range c.q.Aspects {
			known[i] = c.list.given(key)
		}
		for i, key := range c.q.Aspects {
			if 2*known[i] < slices.Max(known) { // of few products it tells little
				continue
			}
			if act, ok := c.peak(key); ok {
				return act
			}
		}
	}
	fs := c.likeliest()
	key := fs.aspect.Key
	if sentence := cmp.Or(c.measured(&fs, c.q.Down), c.each(&fs)); sentence != "" {
		return c.act(key, true, sentence, c.unknown(&fs.aspect, fs.silent))
	}
	if len(fs.silent) == 0 {
		return c.act(key, false, c.T("answer.no-measure", "Words", c.quoted(Shorten(cmp.Or(c.q.Words, c.label(&fs.aspect)), longestName))))
	}
	return c.act(key, false, c.unknown(&fs.aspect, fs.silent))
}

// given returns of how many rows that fit the list has an aspect.
func (l *List) given(key string) (n int) {
	if column := l.column(key); column != nil {
		for row := range l.Shelf.Refs {
			if l.fits(row) && len(column.Row(row)) > 0 {
				n++
			}
		}
	}
	return n
}

// peak finds the extreme of an aspect among the rows that fit; false where none of them
// has a number. Of a range its end in the asked direction counts. A column's codes ascend
// by number, so that codes are compared.
func (c *clerk) peak(key string) (dialog.Act, bool) {
	column := c.list.column(key)
	if column == nil || column.Aspect.Kind != catalog.Numeric || c.list.Products == nil {
		return dialog.Act{}, false
	}
	var tied []catalog.Ref
	best, unknown := uint32(0), 0
	for row, ref := range c.list.Shelf.Refs {
		codes := column.Row(row)
		switch {
		case !c.list.fits(row):
		case len(codes) == 0:
			unknown++
		default:
			code := end(codes, c.q.Down)
			if len(tied) == 0 || code != best && code < best == c.q.Down {
				best, tied = code, tied[:0]
			}
			if code == best {
				tied = append(tied, ref)
			}
		}
	}
	var products []*catalog.Product
	for _, p := range c.list.Products(tied[:min(len(tied), Tied)]) {
		products = append(products, &p)
	}
	if len(products) == 0 {
		return dialog.Act{}, false
	}
	c.products, c.names = products, distinct(products)
	fs := c.facts(products, key)
	others, sort := "", "answer.sort-up"
	if unknown > 0 {
		others = c.N("answer.others-unknown", unknown)
	}
	if c.q.Down {
		sort = "answer.sort-down"
	}
	act := c.act(key, true, c.most(&fs, len(tied), c.q.Down), others)
	act.Offers = []dialog.Offer{{Text: c.T(sort, "Aspect", c.label(&fs.aspect)), Changes: []search.Change{{Op: search.SortBy, Key: key, Down: !c.q.Down}}}}
	return act, true
}

// end returns the lowest or highest of ascending values.
func end[T any](ascending []T, down bool) T {
	if down {
		return ascending[0]
	}
	return ascending[len(ascending)-1]
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

// most names the products of facts, or the first of total, as those with the extreme of an
// aspect.
func (c *clerk) most(fs *facts, total int, down bool) string {
	_, best := degrees(&fs.aspect, down)
	value := fs.all[0].text
	if total > 1 && fs.aspect.Key == catalog.KeyRating { // how many ratings there are is one product's
		value = c.T("product.rating-of", "Rating", c.Fixed(fs.all[0].values[0].Number, 1))
	}
	var products []*catalog.Product
	for i := range fs.all {
		products = append(products, fs.all[i].product)
	}
	return c.N(best, total, "Products", c.called(products, total), "Aspect", c.label(&fs.aspect), "Value", value)
}

// measured names which of some products has the lower or higher number of an aspect; "" where
// fewer than two have one, or their units differ. Numbers that read the same are equal.
func (c *clerk) measured(fs *facts, down bool) string {
	known := slices.DeleteFunc(slices.Clone(fs.known), func(f fact) bool { return f.aspect.Kind != catalog.Numeric })
	if len(known) < 2 || slices.ContainsFunc(known, func(f fact) bool { return f.aspect.Unit != known[0].aspect.Unit }) {
		return ""
	}
	slices.SortStableFunc(known, func(a, b fact) int { return cmp.Compare(a.rank(down), b.rank(down)) })
	ties := 1
	for ties < len(known) && known[ties].rank(down) == known[0].rank(down) {
		ties++
	}
	led := facts{aspect: known[0].aspect, all: known[:ties], known: known[:ties]}
	switch {
	case ties == len(known): // as many stars, but maybe not of as many ratings
		return c.each(&led)
	case ties > 1 || len(fs.all) > 2: // "the higher" would not say than which
		return c.most(&led, ties, down)
	}
	better, _ := degrees(&led.aspect, down)
	return c.T(better, "Product", c.name(known[0].product), "Aspect", c.label(&led.aspect), "Value", known[0].text, "Other", known[1].text)
}

// rank orders numbers by their end that counts in a direction, as exact as it is shown, the
// wanted one first.
func (f *fact) rank(down bool) float64 {
	n := end(f.values, down).Number
	if f.aspect.Key == catalog.KeyRating {
		n = math.Round(n * 10)
	}
	if !down {
		return -n
	}
	return n
}

// Numbers are what a product has of a numeric aspect.
func Numbers(p *catalog.Product, key string) []float64 {
	if key == catalog.KeyPrice && p.Price.Known() {
		return []float64{p.Price.Major()}
	}
	if values := p.Of(key); len(values) > 0 {
		return []float64{values[0].Number}
	}
	return nil
}

// Extremes are those of some products that have a number of an aspect, the highest first, with down the lowest.
func Extremes(products []catalog.Product, key string, down bool) []catalog.Product {
	with := slices.DeleteFunc(slices.Clone(products), func(p catalog.Product) bool { return len(Numbers(&p, key)) == 0 })
	slices.SortStableFunc(with, func(p, q catalog.Product) int {
		order := cmp.Compare(Numbers(&q, key)[0], Numbers(&p, key)[0])
		if down {
			return -order
		}
		return order
	})
	return with
}
