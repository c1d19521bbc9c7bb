package reply

import (
	"slices"
	"strings"

	"shopclerk/agent/memory"
	"shopclerk/catalog"
)

// mostPoints is how many differences, and mostSame how many things in common, an
// answer tells: the page that compares has them all.
const (
	mostPoints = 5
	mostSame   = 2
)

// differ says what tells products apart: price, rating and brand, then the aspects of
// their categories in those categories' order, which is by how much they tell.
func (c *clerk) differ() memory.Act {
	products := c.q.Products
	if len(products) < 2 {
		if cond := c.q.Condition; cond != nil && cond.Range == nil && len(cond.Values) > 0 {
			return c.explain()
		}
		return c.act("", false, c.T("answer.one-only"))
	}
	var apart, same []string
	partly := make([][]string, len(products)) // by of how many products it is known
	var unknown []string
	asked := len(c.q.Aspects) > 0
	for _, key := range c.features(products) {
		facts := make([]fact, len(products))
		known := 0
		for i := range products {
			if facts[i] = c.fact(&products[i], key); facts[i].known() {
				known++
			}
		}
		at := slices.IndexFunc(facts, func(f fact) bool { return f.known() })
		if at < 0 {
			if asked {
				a := c.about(key)
				unknown = append(unknown, c.unknown(&a, pointers(products)))
			}
			continue
		}
		a := &facts[at].aspect
		switch alike := !slices.ContainsFunc(facts, func(f fact) bool { return f.text != facts[0].text }); {
		case alike:
			same = append(same, c.T("answer.point", "Aspect", c.label(a), "Values", Shorten(facts[0].text, longestValue)))
		case known == len(products):
			apart = append(apart, c.T("answer.point", "Aspect", c.label(a), "Values", c.beside(facts)))
		default:
			partly[known] = append(partly[known], c.T("answer.point", "Aspect", c.label(a), "Values", c.beside(facts)))
		}
	}
	for _, points := range slices.Backward(partly) {
		apart = append(apart, points...)
	}
	told := []string{c.apart(products, apart, len(apart) > 0 || len(same) > 0), c.alike(same)}
	told = append(told, unknown...)
	if !asked {
		told = append(told, c.T("answer.page"))
	}
	return c.act("", true, told...)
}

// apart says the first differences, and how many there are beside them.
func (c *clerk) apart(products []catalog.Product, points []string, anything bool) string {
	names := c.called(pointers(products), 0)
	switch more := len(points) - mostPoints; {
	case len(points) == 0 && len(c.q.Aspects) > 0:
		return ""
	case len(points) == 0 && anything:
		return c.T("answer.no-difference", "Products", names)
	case len(points) == 0:
		return c.T("answer.nothing-known", "Products", names)
	case more > 0:
		return c.N("answer.differ-more", more, "Products", names, "Points", strings.Join(points[:mostPoints], "; "))
	}
	return c.T("answer.differ", "Products", names, "Points", strings.Join(points, "; "))
}

// alike says what products have in common.
func (c *clerk) alike(points []string) string {
	shown := mostSame
	if len(c.q.Aspects) > 0 {
		shown = mostPoints
	}
	switch more := len(points) - shown; {
	case len(points) == 0:
		return ""
	case more > 0:
		return c.N("answer.same-more", more, "Points", strings.Join(points[:shown], "; "))
	}
	return c.T("answer.same", "Points", strings.Join(points, "; "))
}

// beside spells the values of products one beside the other, in their order; of more
// than three what there is among them.
func (c *clerk) beside(facts []fact) string {
	if len(facts) > mostNames {
		return c.among(slices.DeleteFunc(slices.Clone(facts), func(f fact) bool { return !f.known() }))
	}
	texts := make([]string, len(facts))
	for i := range facts {
		if texts[i] = Shorten(facts[i].text, longestValue); texts[i] == "" {
			texts[i] = c.T("answer.not-told")
		}
	}
	return strings.Join(texts, " / ")
}

// features lists what products are compared by: what was asked for, else all that one
// of them could have.
func (c *clerk) features(products []catalog.Product) []string {
	if len(c.q.Aspects) > 0 {
		return c.q.Aspects
	}
	out := []string{catalog.KeyPrice, catalog.KeyRating, catalog.KeyBrand}
	seen := map[string]bool{catalog.KeyPrice: true, catalog.KeyRating: true, catalog.KeyBrand: true}
	add := func(key string) {
		if !seen[key] {
			seen[key] = true
			out = append(out, key)
		}
	}
	if slices.ContainsFunc(products, func(p catalog.Product) bool { return p.Category != products[0].Category }) {
		add(catalog.KeyCategory)
	}
	for i := range products {
		if c.list.Category == nil {
			break
		}
		if category := c.list.Category(products[i].Category); category != nil {
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
