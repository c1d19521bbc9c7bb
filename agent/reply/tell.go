package reply

import (
	"cmp"
	"slices"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/catalog"
)

const (
	// mostApart is how many products get their own value in a sentence.
	mostApart = 4
	// mostIntroduced is how many facts introduce a product, mostGiven how many are told where what was asked is
	// not among them.
	mostIntroduced, mostGiven = 4, 6
	// mostTold is of how many products the texts are quoted.
	mostTold = 2
)

// tell answers what an aspect of the products is, or whether a condition holds of them.
func (c *clerk) tell() dialog.Act {
	fs := c.likeliest()
	if cond := cmp.Or(c.q.Condition, c.flag(&fs)); cond != nil {
		return c.has(cond)
	}
	if c.q.Pieces > 0 && len(fs.known) == len(fs.all) {
		return c.act(fs.aspect.Key, true, c.total(&fs))
	}
	if len(fs.known) == 0 {
		sentence, found := c.own(&fs)
		return c.act(fs.aspect.Key, found, sentence)
	}
	return c.act(fs.aspect.Key, true, c.each(&fs), c.unknown(&fs.aspect, fs.silent))
}

// total states what the pieces of all products cost together.
func (c *clerk) total(fs *facts) string {
	sum := 0.0
	var parts []string
	for i := range fs.known {
		f := &fs.known[i]
		sum += float64(c.q.Pieces) * f.values[0].Number
		parts = append(parts, c.T("answer.pieces", "Count", c.q.Pieces, "Product", c.name(f.product), "Price", f.text))
	}
	return c.T("answer.total", "Parts", strings.Join(parts, " + "), "Price", c.Money(c.Fixed(sum, 2), fs.known[0].aspect.Unit))
}

// introduce states the first facts of each product, in the order of the comparison.
func (c *clerk) introduce() dialog.Act {
	var told []string
	var silent []*catalog.Product
	for i, p := range c.products {
		points := c.points(p, c.features(), mostIntroduced)
		described := c.fact(p, KeyDescription)
		switch {
		case len(points) == 0 && !described.known():
			silent = append(silent, p)
			continue
		case i >= mostTold:
			continue
		case len(points) > 0:
			told = append(told, c.T("answer.is", "Product", c.name(p), "Points", strings.Join(points, "; ")))
		}
		if described.known() && (len(points) == 0 || len(points) < mostIntroduced && len(c.products) == 1) {
			told = append(told, c.says(&described))
		}
	}
	return c.act("", len(told) > 0, append(told, c.unsaid("", silent))...)
}

// points are the first facts of a product about some aspects, but for a brand that its title has.
func (c *clerk) points(p *catalog.Product, keys []string, most int) (out []string) {
	for _, key := range keys {
		named := key == catalog.KeyBrand && strings.Contains(p.Title, p.Brand)
		if f := c.fact(p, key); f.known() && !named && len(out) < most {
			out = append(out, c.point(&f.aspect, Shorten(f.text, longestValue)))
		}
	}
	return out
}

// given states what the catalogue has of the only product asked about: what was asked may be called by other
// words there. "" of several, and where nothing is near to what was asked.
func (c *clerk) given() string {
	if len(c.products) != 1 || len(c.q.Near) == 0 {
		return ""
	}
	keys := append(slices.Clone(c.q.Near), slices.DeleteFunc(c.features()[2:], func(key string) bool { return slices.Contains(c.q.Near, key) })...) // price and rating are shown with it
	points := c.points(c.products[0], keys, mostGiven)
	if len(points) == 0 {
		return ""
	}
	return c.T("answer.given", "Points", strings.Join(points, "; "))
}

// own quotes the shopper's words from the products' own texts where no aspect has them,
// and names the products that do not have them.
func (c *clerk) own(fs *facts) (sentence string, found bool) {
	var told []string
	var silent []*catalog.Product
	for _, p := range c.products {
		if s := c.mention(p, c.q.Words); s == "" {
			silent = append(silent, p)
		} else if len(told) < mostTold {
			told = append(told, s)
		}
	}
	missing := c.unsaid(c.q.Words, silent)
	if fs.aspect.Key != "" {
		missing = c.unknown(&fs.aspect, silent)
	}
	return joinSentences(append(told, missing)...), len(told) > 0
}

// each states the known facts: equal ones once, others by product.
func (c *clerk) each(fs *facts) string {
	label := c.label(&fs.aspect)
	switch n := len(fs.known); {
	case n == 0:
		return ""
	case n == 1:
		return c.says(&fs.known[0])
	case fs.alike():
		return c.T("answer.all-alike", "Aspect", label, "Value", fs.known[0].text)
	}
	items := make([]string, min(len(fs.known), mostApart))
	for i := range items {
		f := &fs.known[i]
		items[i] = c.T("answer.item", "Value", Shorten(f.text, longestValue), "Product", c.name(f.product))
	}
	list := strings.Join(items, "; ")
	if more := len(fs.known) - len(items); more > 0 {
		list = c.N("answer.and-more", more, "Names", list)
	}
	return c.T("answer.list", "Aspect", label, "List", list)
}

// explain answers what a term means by the catalogue alone: a sentence of a description
// that has it, the aspect of which it is a value, and how many products have it.
func (c *clerk) explain() dialog.Act {
	cond, key, explained := c.q.Condition, "", ""
	said := Shorten(c.q.Words, longestName)
	if said == "" && cond != nil {
		said = c.wish(cond)
	}
	if said == "" {
		return c.act("", false, c.T("acts.unclear"))
	}
	for _, p := range c.products {
		if explained == "" { // a title has a term without explaining it
			explained = c.described(p, said)
		}
	}
	var told []string
	var offers []dialog.Offer
	if cond != nil && cond.Range == nil && len(cond.Values) > 0 && c.about(cond.Key).Kind != catalog.Flag {
		key = cond.Key
		a := c.about(key)
		all := List{Shelf: c.list.Shelf} // also products that do not fit
		for _, v := range cond.Values {
			one := &catalog.Condition{Key: key, Values: []string{v}}
			if n := all.count(one); n > 0 {
				told = append(told, c.N("answer.is-value", n, "Value", c.quoted(Value(c.Language, &a, v)), "Aspect", c.label(&a)))
				offers = append(offers, c.only(one)...)
			}
		}
	}
	known := key != "" || explained != ""
	if explained == "" {
		explained = c.T("answer.no-explanation", "Words", c.quoted(said))
	}
	act := c.act(key, known, append([]string{explained}, told...)...)
	act.Products, act.Offers = nil, offers
	return act
}
