package reply

import (
	"slices"

	"shopclerk/agent/memory"
	"shopclerk/catalog"
)

// mostSentences is how many advantages are told: what it is wanted for comes first.
const mostSentences = 3

// better says which product has which advantage that can be measured: what it is
// wanted for, the aspect asked about, else the rating and the price. What weighs more
// is the shopper's to say.
func (c *clerk) better() memory.Act {
	products := c.q.Products
	if len(products) < 2 {
		return c.act("", false, c.T("answer.one-only"))
	}
	var told []string
	var offers []memory.Offer
	if cond := c.q.Condition; cond != nil {
		told = append(told, c.suits(products, cond))
		offers = c.only(cond)
	}
	key, known := c.likeliest(products)
	if key == "" && c.q.Condition == nil && c.q.Words != "" {
		sentence, _ := c.own(products, "")
		told = append(told, sentence)
	}
	if key != "" && !known {
		a := c.about(key)
		told = append(told, c.unknown(&a, pointers(products)))
	} else if key != "" {
		sentence, ok := c.measured(products, key, c.q.Down)
		if ok {
			act := c.act("", true, append(told, sentence, c.missing(products, key))...)
			act.Offers = offers
			return act
		}
		told = append(told, c.each(products, key)...)
	}
	var ahead [][]*catalog.Product // by rating, and by price
	for _, by := range []struct {
		key  string
		down bool
	}{{catalog.KeyRating, false}, {catalog.KeyPrice, true}} {
		if sentence, ok := c.measured(products, by.key, by.down); ok {
			told = append(told, sentence)
			ahead = append(ahead, c.leaders(products, by.key, by.down))
		}
	}
	switch {
	case len(told) == 0:
		told = append(told, c.T("answer.no-better"))
	case len(ahead) == 2 && len(told) == 2 && !slices.ContainsFunc(ahead[0], func(p *catalog.Product) bool { return slices.Contains(ahead[1], p) }):
		told = append(told, c.T("answer.yours-to-say"))
	}
	act := c.act("", true, told[:min(len(told), mostSentences)]...)
	act.Offers = offers
	return act
}

// suits says which products are what they are wanted for: those that the catalogue
// lists it of, and of those that it does not, whose own text has the words.
func (c *clerk) suits(products []catalog.Product, cond *catalog.Condition) string {
	var listed, rest []*catalog.Product
	quote := ""
	for i := range products {
		f := c.fact(&products[i], cond.Key)
		if c.judge(&products[i], &f, cond) == satisfied {
			listed = append(listed, &products[i])
			continue
		}
		rest = append(rest, &products[i])
		if quote == "" {
			quote, _ = c.evidence(&products[i], &f.aspect, cond)
		}
	}
	what := c.what(cond)
	switch {
	case len(listed) == 0:
		return joinSentences(c.T("answer.suits-none", "What", what), quote)
	case len(rest) == 0:
		return c.T("answer.suits-all", "What", what, "Products", c.called(listed, 0))
	}
	return joinSentences(c.T("answer.suits", "What", what, "Products", c.called(listed, 0), "Others", c.called(rest, 0)), quote)
}
