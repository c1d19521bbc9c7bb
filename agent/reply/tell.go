package reply

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"shopclerk/agent/memory"
	"shopclerk/catalog"
)

const (
	// mostApart is how many products are told one by one; of more the answer tells
	// what there is among them.
	mostApart = 4
	// mostIntroduced is how many of its facts a product is introduced with: the list and its
	// page have them all.
	mostIntroduced = 4
	// mostTold is of how many products their own texts are quoted.
	mostTold = 2
	// mostValues is how many values of many products are told before the rest is
	// counted.
	mostValues = 4
)

// tell says what an aspect of the products is.
func (c *clerk) tell() memory.Act {
	products := c.q.Products
	if len(products) == 0 {
		return c.which()
	}
	key, known := c.likeliest(products)
	if !known {
		sentence, found := c.own(products, key)
		return c.act(key, found, sentence)
	}
	if len(products) == 1 {
		f := c.fact(&products[0], key)
		return c.act(key, true, c.says(&products[0], &f))
	}
	return c.act(key, true, c.each(products, key)...)
}

// introduce says the first that the catalogue gives of each product, in the order in which
// it tells the most.
func (c *clerk) introduce() memory.Act {
	products := c.q.Products
	if len(products) == 0 {
		return c.which()
	}
	var told []string
	var silent []*catalog.Product
	for i := range products {
		p := &products[i]
		var points []string
		for _, key := range c.features(products) {
			named := key == catalog.KeyBrand && strings.Contains(p.Title, p.Brand)
			if f := c.fact(p, key); f.known() && !named && len(points) < mostIntroduced {
				points = append(points, c.T("answer.point", "Aspect", c.label(&f.aspect), "Values", Shorten(f.text, longestValue)))
			}
		}
		switch described := c.fact(p, KeyDescription); {
		case len(points) == 0 && !described.known():
			silent = append(silent, p)
		case i >= mostTold:
		case len(points) == 0, len(points) < mostIntroduced && described.known() && len(products) == 1:
			told = append(told, c.are(p, points), c.says(p, &described))
		default:
			told = append(told, c.are(p, points))
		}
	}
	return c.act("", len(told) > 0, append(told, c.unsaid("", silent))...)
}

// are says some of what a product is, "" of nothing.
func (c *clerk) are(p *catalog.Product, points []string) string {
	if len(points) == 0 {
		return ""
	}
	return c.T("answer.is", "Product", c.name(p), "Points", strings.Join(points, "; "))
}

// own says what the products' own texts have of the shopper's words where no aspect
// tells it, and of which products they have nothing.
func (c *clerk) own(products []catalog.Product, key string) (sentence string, found bool) {
	var told []string
	var silent []*catalog.Product
	for i := range products {
		s, ok := c.mention(&products[i], c.q.Words)
		switch {
		case !ok:
			silent = append(silent, &products[i])
		case len(told) < mostTold:
			told = append(told, s)
		}
	}
	found = len(told) > 0
	switch {
	case key != "":
		a := c.aspect(&products[0], key)
		told = append(told, c.unknown(&a, silent))
	default:
		told = append(told, c.unsaid(c.q.Words, silent))
	}
	return joinSentences(told...), found
}

// each says an aspect of several products: alike once, of a few each, of more what
// there is among them; and of which it is not known.
func (c *clerk) each(products []catalog.Product, key string) []string {
	var told []*catalog.Product
	var facts []fact
	var silent []*catalog.Product
	for i := range products {
		if f := c.fact(&products[i], key); f.known() {
			told, facts = append(told, &products[i]), append(facts, f)
		} else {
			silent = append(silent, &products[i])
		}
	}
	a := c.aspect(&products[0], key)
	if len(facts) > 0 {
		a = facts[0].aspect
	}
	alike := !slices.ContainsFunc(facts, func(f fact) bool { return f.text != facts[0].text })
	first := ""
	switch {
	case len(facts) == 0:
	case len(facts) == 1:
		first = c.says(told[0], &facts[0])
	case alike:
		first = c.allAlike(&facts[0], len(facts))
	case len(facts) <= mostApart:
		items := make([]string, len(facts))
		for i := range facts {
			items[i] = c.T("answer.item", "Value", Shorten(facts[i].text, longestValue), "Product", c.name(told[i]))
		}
		first = c.T("answer.list", "Aspect", c.label(&a), "List", strings.Join(items, "; "))
	default:
		first = c.T("answer.list", "Aspect", c.label(&a), "List", c.among(facts))
	}
	return []string{first, c.unknown(&a, silent)}
}

// allAlike says an aspect that is the same for several products.
func (c *clerk) allAlike(f *fact, n int) string {
	if n == 2 {
		return c.T("answer.both-alike", "Aspect", c.label(&f.aspect), "Value", f.text)
	}
	return c.N("answer.all-alike", n, "Aspect", c.label(&f.aspect), "Value", f.text)
}

// among says what there is among facts of many products: the span of their numbers,
// where they are of one unit, else their values, commonest first, with how many
// products have each.
func (c *clerk) among(facts []fact) string {
	if low, high, ok := spread(facts); ok {
		return Values(c.Language, &facts[0].aspect, []catalog.Value{{Number: low}, {Number: high}})
	}
	counts := map[string]int{}
	for i := range facts {
		parts := []string{facts[i].text}
		if facts[i].aspect.Kind == catalog.Multi {
			parts = nil
			for _, v := range facts[i].values {
				parts = append(parts, v.Text)
			}
		}
		for _, s := range parts {
			counts[s]++
		}
	}
	values := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	items := make([]string, min(len(values), mostValues))
	for i := range items {
		items[i] = Shorten(values[i], longestValue)
		if n := counts[values[i]]; n > 1 {
			items[i] = c.T("answer.tallied", "Value", items[i], "Number", n)
		}
	}
	list := strings.Join(items, c.T("language.comma"))
	if more := len(values) - len(items); more > 0 {
		return c.N("answer.and-more", more, "Names", list)
	}
	return list
}

// spread is the span of some facts' numbers; false where one is no number, or their
// units differ.
func spread(facts []fact) (low, high float64, ok bool) {
	for i := range facts {
		f := &facts[i]
		if !f.numeric() || f.aspect.Unit != facts[0].aspect.Unit {
			return 0, 0, false
		}
		a, b := f.values[0].Number, f.values[len(f.values)-1].Number
		if i == 0 {
			low, high = a, b
		}
		low, high = min(low, a), max(high, b)
	}
	return low, high, len(facts) > 0
}
