package reply

import (
	"cmp"
	"math"
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

const (
	leastTypical = 3    // products that have a number before it is typical of a value
	leastApart   = 0.2  // how far numbers of two values lie apart, as a part of the higher
	leastShare   = 0.35 // how far the shares of the products that have a value do
	mostApartBy  = 3    // what values are told apart by, at most
)

// apart tells the values of a condition apart by the products that have them: what they cost, and what is
// typical of one and not of another.
func (c *clerk) apart() dialog.Act {
	cond := c.q.Condition
	shelf := c.list.Shelf
	if shelf == nil {
		return c.explain()
	}
	var rows [][]int
	var values, told []string
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
		if cond.Key == catalog.KeyCategory {
			v = catalog.LastLevel(v)
		}
		if len(met) == 0 {
			told = append(told, c.T("answer.apart-none", "Value", c.quoted(v)))
			continue
		}
		rows, values, offers = append(rows, met), append(values, v), append(offers, c.only(one)...)
		price := ""
		if column := shelf.Column(catalog.KeyPrice); column != nil {
			if n := numbers(column, met); len(n) > 0 {
				price = c.T("language.comma") + Values(c.Language, &column.Aspect, []catalog.Value{{Number: n[0]}, {Number: n[len(n)-1]}})
			}
		}
		told = append(told, c.N("answer.apart-value", len(met), "Value", c.quoted(v), "Price", price))
	}
	if points := c.typical(rows, cond.Key); len(points) > 0 {
		told = append(told, c.T("answer.apart-typical", "Values", strings.Join(values, " / "), "Points", strings.Join(points, "; ")))
	}
	act := c.act(cond.Key, true, append(told, c.T("answer.apart-more"))...)
	act.Products, act.Offers = nil, offers
	return act
}

// typical are the points in which groups of rows differ most: the middle of their numbers, and the share of
// them that have a value.
func (c *clerk) typical(groups [][]int, but string) []string {
	if len(groups) < 2 {
		return nil
	}
	type point struct {
		text string
		far  float64
	}
	var points []point
	for _, column := range c.list.Shelf.Columns {
		a := &column.Aspect
		if a.Key == but || a.Key == catalog.KeyCategory || a.Key == catalog.KeyBrand || a.Key == catalog.KeyRating || a.Key == catalog.KeyStock {
			continue
		}
		if a.Kind == catalog.Numeric {
			low, high := math.Inf(1), 0.0
			var middles []string
			for _, rows := range groups {
				n := numbers(column, rows)
				if len(n) < leastTypical || n[0] < 0 {
					break
				}
				middle := n[len(n)/2]
				low, high = math.Min(low, middle), math.Max(high, middle)
				middles = append(middles, Amount(c.Language, a, middle))
			}
			if far := (high - low) / high; len(middles) == len(groups) && far >= leastApart {
				points = append(points, point{c.point(a, strings.Join(middles, " / ")), far})
			}
			continue
		}
		shares := make([][]float64, len(groups))
		best, at := 0.0, 0
		for i, rows := range groups {
			shares[i] = make([]float64, len(column.Values))
			for _, row := range rows {
				for _, code := range column.Row(row) {
					shares[i][code] += 1 / float64(len(rows))
				}
			}
		}
		for code := range column.Values {
			low, high := 1.0, 0.0
			for i := range groups {
				low, high = math.Min(low, shares[i][code]), math.Max(high, shares[i][code])
			}
			if high-low > best {
				best, at = high-low, code
			}
		}
		if best >= leastShare && len(groups[0]) >= leastTypical && len(groups[1]) >= leastTypical {
			var parts []string
			for i := range groups {
				parts = append(parts, c.T("amount.percent", "Number", c.Fixed(100*shares[i][at], 0)))
			}
			points = append(points, point{c.T("answer.apart-share", "Value", c.quoted(Value(c.Language, a, column.Values[at].Text)), "Shares", strings.Join(parts, " / ")), best})
		}
	}
	slices.SortStableFunc(points, func(x, y point) int { return cmp.Compare(y.far, x.far) })
	var out []string
	for _, p := range points[:min(mostApartBy, len(points))] {
		out = append(out, p.text)
	}
	return out
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
