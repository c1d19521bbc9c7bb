package reply

import (
	"slices"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/catalog"
)

const (
	mostPoints = 5 // differences that an answer names: the page that compares has all
	mostSame   = 2 // things in common that it names
)

// differ compares the first products by what is asked about, else by price, rating and brand, then by the
// aspects of their categories in those categories' order. Which of them to take is left to the shopper.
func (c *clerk) differ() dialog.Act {
	c.products = c.products[:min(mostNames, len(c.products))]
	cond := c.q.Condition
	asked := len(c.q.Aspects) > 0 && !c.q.Prefers
	var told, same, apart, unknown []string
	var offers []dialog.Offer
	if c.q.Prefers {
		told = append(told, c.T("answer.prefer"))
	}
	switch {
	case cond != nil:
		holds, _, _ := c.holds(cond)
		told, offers = append(told, holds...), c.only(cond)
	case len(c.q.Aspects) == 0 && c.q.Words != "":
		own, _ := c.own(&facts{})
		told = append(told, own)
	}
	for _, key := range c.features() {
		switch fs := c.facts(c.products, key); {
		case len(fs.known) == 0 && asked:
			unknown = append(unknown, c.unknown(&fs.aspect, fs.silent))
		case len(fs.known) == 0:
		case len(fs.silent) == 0 && fs.alike():
			same = append(same, c.point(&fs.aspect, Shorten(fs.known[0].text, longestValue)))
		default:
			apart = append(apart, c.point(&fs.aspect, c.beside(&fs)))
		}
	}
	names := c.called(c.products, 0)
	if len(apart) > 0 {
		told = append(told, c.T("answer.differ", "Products", names, "Points", strings.Join(apart[:min(mostPoints, len(apart))], "; ")))
	}
	if len(same) > 0 {
		told = append(told, c.T("answer.same", "Points", strings.Join(same[:min(mostSame, len(same))], "; ")))
	}
	if told = append(told, unknown...); len(told) == 0 {
		told = append(told, c.T("answer.nothing-known", "Products", names))
	}
	if !asked {
		told = append(told, c.T("answer.page"))
	}
	act := c.act("", true, told...)
	act.Offers = offers
	return act
}

// apart tells the values of a condition apart by the products that have them: how many there are, and what they
// cost.
func (c *clerk) apart() dialog.Act {
	cond := c.q.Condition
	shelf := c.list.Shelf
	if shelf == nil {
		return c.explain()
	}
	var told []string
	var offers []dialog.Offer
	for _, v := range cond.Values {
		one := &catalog.Condition{Key: cond.Key, Values: []string{v}}
		test := shelf.Test(&catalog.Demand{Condition: *one})
		var met []int
		for row := range shelf.Refs {
			if ok, _ := test.Row(row); ok {
				met = append(met, row)
			}
		}
		if a := c.about(cond.Key); cond.Key == catalog.KeyCategory {
			v = catalog.LastLevel(v)
		} else {
			v = Value(c.Language, &a, v)
		}
		if len(met) == 0 {
			told = append(told, c.T("answer.apart-none", "Value", c.quoted(v)))
			continue
		}
		offers = append(offers, c.only(one)...)
		price := ""
		if column := shelf.Column(catalog.KeyPrice); column != nil {
			if n := numbers(column, met); len(n) > 0 {
				price = c.T("language.comma") + Values(c.Language, &column.Aspect, []catalog.Value{{Number: n[0]}, {Number: n[len(n)-1]}})
			}
		}
		told = append(told, c.N("answer.apart-value", len(met), "Value", c.quoted(v), "Price", price))
	}
	act := c.act(cond.Key, true, append(told, c.T("answer.apart-more"))...)
	act.Products, act.Offers = nil, offers
	return act
}

// numbers are those of some rows of a column, ascending: of several of a row the lowest.
func numbers(column *catalog.Column, rows []int) []float64 {
	var out []float64
	for _, row := range rows {
		if codes := column.Row(row); len(codes) > 0 {
			out = append(out, column.Values[codes[0]].Number)
		}
	}
	slices.Sort(out)
	return out
}

// beside spells the values of products beside each other.
func (c *clerk) beside(fs *facts) string {
	texts := make([]string, len(fs.all))
	for i, f := range fs.all {
		if texts[i] = Shorten(f.text, longestValue); texts[i] == "" {
			texts[i] = c.T("answer.not-told")
		}
	}
	return strings.Join(texts, " / ")
}

// features lists the keys that products are compared by: those asked about, else all
// that one of the products could have.
func (c *clerk) features() []string {
	if len(c.q.Aspects) > 0 && !c.q.Prefers {
		return c.q.Aspects
	}
	out := []string{catalog.KeyPrice, catalog.KeyRating, catalog.KeyBrand}
	add := func(key string) {
		if !slices.Contains(out, key) {
			out = append(out, key)
		}
	}
	if slices.ContainsFunc(c.products, func(p *catalog.Product) bool { return p.Category != c.products[0].Category }) {
		add(catalog.KeyCategory)
	}
	for _, p := range c.products {
		if category := c.list.category(p); category != nil {
			for _, a := range category.Aspects {
				add(a.Key)
			}
		}
	}
	if c.list.Shelf != nil {
		for _, column := range c.list.Shelf.Columns {
			if column.Aspect.Key != catalog.KeyCategory {
				add(column.Aspect.Key)
			}
		}
	}
	return out
}
