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
	// mostApart is how many products get their own value in a sentence; of more the values
	// are summed up.
	mostApart = 4
	// mostIntroduced is how many facts introduce a product.
	mostIntroduced = 4
	// mostTold is of how many products the texts are quoted.
	mostTold = 2
	// mostValues is how many values of many products are named before the rest is counted.
	mostValues = 4
)

// tell answers what an aspect of the products is.
func (c *clerk) tell() memory.Act {
	fs := c.likeliest()
	if len(fs.known) == 0 {
		sentence, found := c.own(&fs)
		return c.act(fs.aspect.Key, found, sentence)
	}
	return c.act(fs.aspect.Key, true, c.each(&fs), c.unknown(&fs.aspect, fs.silent))
}

// introduce states the first facts of each product, in the order of the comparison.
func (c *clerk) introduce() memory.Act {
	var told []string
	var silent []*catalog.Product
	for i, p := range c.products {
		var points []string
		for _, key := range c.features() {
			named := key == catalog.KeyBrand && strings.Contains(p.Title, p.Brand)
			if f := c.fact(p, key); f.known() && !named && len(points) < mostIntroduced {
				points = append(points, c.point(&f.aspect, Shorten(f.text, longestValue)))
			}
		}
		described := c.fact(p, KeyDescription)
		if len(points) == 0 && !described.known() {
			silent = append(silent, p)
			continue
		}
		if i >= mostTold {
			continue
		}
		if len(points) > 0 {
			told = append(told, c.T("answer.is", "Product", c.name(p), "Points", strings.Join(points, "; ")))
		}
		if described.known() && (len(points) == 0 || len(points) < mostIntroduced && len(c.products) == 1) {
			told = append(told, c.says(&described))
		}
	}
	return c.act("", len(told) > 0, append(told, c.unsaid("", silent))...)
}

// own quotes the shopper's words from the products' own texts where no aspect has them,
// and names the products that do not have them.
func (c *clerk) own(fs *facts) (sentence string, found bool) {
	var told []string
	var silent []*catalog.Product
	for _, p := range c.products {
		s, ok := c.mention(p, c.q.Words)
		switch {
		case !ok:
			silent = append(silent, p)
		case len(told) < mostTold:
			told = append(told, s)
		}
	}
	missing := c.unsaid(c.q.Words, silent)
	if fs.aspect.Key != "" {
		missing = c.unknown(&fs.aspect, silent)
	}
	return joinSentences(append(told, missing)...), len(told) > 0
}

// each states the known facts: equal ones once, a few by product, more summed up.
func (c *clerk) each(fs *facts) string {
	label := c.label(&fs.aspect)
	switch n := len(fs.known); {
	case n == 0:
		return ""
	case n == 1:
		return c.says(&fs.known[0])
	case fs.alike() && n == 2:
		return c.T("answer.both-alike", "Aspect", label, "Value", fs.known[0].text)
	case fs.alike():
		return c.N("answer.all-alike", n, "Aspect", label, "Value", fs.known[0].text)
	case n > mostApart:
		return c.T("answer.list", "Aspect", label, "List", c.among(fs.known))
	}
	var items []string
	for _, f := range fs.known {
		items = append(items, c.T("answer.item", "Value", Shorten(f.text, longestValue), "Product", c.name(f.product)))
	}
	return c.T("answer.list", "Aspect", label, "List", strings.Join(items, "; "))
}

// among sums facts up: the span of numbers of one unit, else the values, commonest
// first, with the number of products.
func (c *clerk) among(known []fact) string {
	if low, high, ok := spread(known); ok {
		return Values(c.Language, &known[0].aspect, []catalog.Value{{Number: low}, {Number: high}})
	}
	counts := map[string]int{}
	for _, f := range known {
		if f.aspect.Kind != catalog.Multi {
			counts[f.text]++
			continue
		}
		for _, v := range f.values {
			counts[v.Text]++
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

// spread returns the span of facts' numbers; false where one is no number, or their units
// differ.
func spread(known []fact) (low, high float64, ok bool) {
	for i := range known {
		f := &known[i]
		if !f.numeric() || f.aspect.Unit != known[0].aspect.Unit {
			return 0, 0, false
		}
		a, b := f.values[0].Number, f.values[len(f.values)-1].Number
		if i == 0 {
			low, high = a, b
		}
		low, high = min(low, a), max(high, b)
	}
	return low, high, len(known) > 0
}
