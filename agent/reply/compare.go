package reply

import (
	"slices"
	"strings"

	"shopclerk/agent/memory"
	"shopclerk/catalog"
)

const (
	mostPoints    = 5 // differences that an answer names: the page that compares has all
	mostSame      = 2 // things in common that it names
	mostSentences = 3 // advantages that it names
)

// differ compares products by price, rating and brand, then by the aspects of their
// categories in those categories' order. What is known of more products goes first.
func (c *clerk) differ() memory.Act {
	asked := len(c.q.Aspects) > 0
	var same, unknown []string
	by := make([][]string, len(c.products)+1) // differences, by of how many products they are known
	for _, key := range c.features() {
		switch fs := c.facts(c.products, key); {
		case len(fs.known) == 0 && asked:
			unknown = append(unknown, c.unknown(&fs.aspect, fs.silent))
		case len(fs.known) == 0:
		case len(fs.silent) == 0 && fs.alike():
			same = append(same, c.point(&fs.aspect, Shorten(fs.known[0].text, longestValue)))
		default:
			by[len(fs.known)] = append(by[len(fs.known)], c.point(&fs.aspect, c.beside(&fs)))
		}
	}
	var apart []string
	for _, points := range slices.Backward(by) {
		apart = append(apart, points...)
	}
	names := c.called(c.products, 0)
	var told []string
	shown := mostSame
	switch {
	case len(apart) > 0:
		told = append(told, c.first(apart, mostPoints, names, "answer.differ", "answer.differ-more"))
	case asked:
		shown = mostPoints
	case len(same) > 0:
		told = append(told, c.T("answer.no-difference", "Products", names))
	default:
		told = append(told, c.T("answer.nothing-known", "Products", names))
	}
	if len(same) > 0 {
		told = append(told, c.first(same, shown, names, "answer.same", "answer.same-more"))
	}
	if told = append(told, unknown...); !asked {
		told = append(told, c.T("answer.page"))
	}
	return c.act("", true, told...)
}

// first names the first of some points with the sentence id, or counts the rest with the
// sentence more.
func (c *clerk) first(points []string, shown int, products, id, more string) string {
	if n := len(points) - shown; n > 0 {
		return c.N(more, n, "Products", products, "Points", strings.Join(points[:shown], "; "))
	}
	return c.T(id, "Products", products, "Points", strings.Join(points, "; "))
}

// beside spells the values of products beside each other; of more than three it sums
// them up.
func (c *clerk) beside(fs *facts) string {
	if len(fs.all) > mostNames {
		return c.among(fs.known)
	}
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
func (c *clerk) better() memory.Act {
	var told []string
	var offers []memory.Offer
	cond := c.q.Condition
	if cond != nil {
		told, offers = append(told, c.suits(cond)), c.only(cond)
	}
	fs := c.likeliest()
	switch {
	case len(fs.known) > 0:
		if sentence, leaders := c.measured(&fs, c.q.Down); leaders != nil {
			act := c.act("", true, append(told, sentence, c.unknown(&fs.aspect, fs.silent))...)
			act.Offers = offers
			return act
		}
		told = append(told, c.each(&fs), c.unknown(&fs.aspect, fs.silent))
	case fs.aspect.Key != "":
		told = append(told, c.unknown(&fs.aspect, c.products))
	case cond == nil && c.q.Words != "":
		sentence, _ := c.own(&fs)
		told = append(told, sentence)
	}
	measured := len(told)
	rated, price := c.facts(c.products, catalog.KeyRating), c.facts(c.products, catalog.KeyPrice)
	rating, best := c.measured(&rated, false)
	cost, cheapest := c.measured(&price, true)
	told = slices.DeleteFunc(append(told, rating, cost), func(s string) bool { return s == "" })
	switch {
	case len(told) == 0:
		told = append(told, c.T("answer.no-better"))
	case measured == 0 && len(told) == 2 && !slices.ContainsFunc(best, func(p *catalog.Product) bool { return slices.Contains(cheapest, p) }):
		told = append(told, c.T("answer.yours-to-say"))
	}
	act := c.act("", true, told[:min(len(told), mostSentences)]...)
	act.Offers = offers
	return act
}

// suits names the products that meet a condition, by the catalogue, and quotes the first
// of the others whose own text has the words.
func (c *clerk) suits(cond *catalog.Condition) string {
	var listed, rest []*catalog.Product
	quote := ""
	for _, f := range c.facts(c.products, cond.Key).all {
		if c.judge(&f, cond) == satisfied {
			listed = append(listed, f.product)
			continue
		}
		if rest = append(rest, f.product); quote == "" {
			quote, _ = c.evidence(&f, cond)
		}
	}
	what := c.quoted(c.wish(cond))
	switch {
	case len(listed) == 0:
		return joinSentences(c.T("answer.suits-none", "What", what), quote)
	case len(rest) == 0:
		return c.T("answer.suits-all", "What", what, "Products", c.called(listed, 0))
	}
	return joinSentences(c.T("answer.suits", "What", what, "Products", c.called(listed, 0), "Others", c.called(rest, 0)), quote)
}
