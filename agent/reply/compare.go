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

// differ compares the first products by price, rating and brand, then by the aspects of their
// categories in those categories' order.
func (c *clerk) differ() dialog.Act {
	c.products = c.products[:min(mostNames, len(c.products))]
	asked := len(c.q.Aspects) > 0
	var same, apart, unknown []string
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
	var told []string
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
	return c.act("", true, told...)
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
	if len(c.q.Aspects) > 0 {
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

// better names the measurable advantages of products: what they are wanted for, the
// aspect asked about, else rating and price. Which matters more is left to the shopper.
func (c *clerk) better() dialog.Act {
	var told []string
	var offers []dialog.Offer
	fs := c.likeliest()
	switch cond := c.q.Condition; {
	case cond != nil:
		told, _, _ = c.holds(cond)
		offers = c.only(cond)
	case fs.aspect.Key == "" && c.q.Words != "":
		sentence, _ := c.own(&fs)
		told = append(told, sentence)
	}
	if fs.aspect.Key != "" {
		sentence := c.measured(&fs, c.q.Down)
		if sentence == "" {
			sentence = c.each(&fs)
		}
		told = append(told, sentence, c.unknown(&fs.aspect, fs.silent))
	}
	if len(fs.known) == 0 {
		rating, price := c.facts(c.products, catalog.KeyRating), c.facts(c.products, catalog.KeyPrice)
		told = append(told, c.measured(&rating, false), c.measured(&price, true))
	}
	if joinSentences(told...) == "" {
		told = append(told, c.T("answer.no-better"))
	}
	act := c.act("", true, told...)
	act.Offers = offers
	return act
}
