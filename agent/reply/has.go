package reply

import (
	"slices"
	"strings"

	"shopclerk/agent/memory"
	"shopclerk/catalog"
	"shopclerk/search"
)

// verdict is how a product stands to a condition.
type verdict uint8

const (
	unstated  verdict = iota // the catalogue does not say
	satisfied                // one of its values is what is asked for
	violated                 // its value is another
	unlisted                 // it has several values, and what is asked for is not among them
	near                     // a value of it speaks of it in other words: "water-resistant nylon" of nylon
)

// has says whether a condition holds of the products. A yes or no is said of a value
// of the catalogue's alone.
func (c *clerk) has() memory.Act {
	products := c.q.Products
	if len(products) == 0 {
		return c.which()
	}
	cond := c.q.Condition
	if cond == nil {
		if cond = c.flag(); cond == nil {
			return c.tell()
		}
	}
	var act memory.Act
	every := false // what is asked for is met by all that were asked about
	if len(products) == 1 {
		act, every = c.hasOne(&products[0], cond)
	} else {
		act, every = c.hasEach(products, cond)
	}
	others := c.list.meeting(cond, products)
	if others > 0 && !every {
		act.Text = joinSentences(act.Text, c.N("answer.others", others, "What", c.what(cond)))
	}
	act.Offers = c.only(cond)
	return act
}

// flag is the condition that a question for a yes-or-no aspect asks: "is it wireless?",
// "is it in stock?".
func (c *clerk) flag() *catalog.Condition {
	key, known := c.likeliest(c.q.Products)
	if key == "" {
		return nil
	}
	a := c.aspect(&c.q.Products[0], key)
	if a.Kind != catalog.Flag && key != KeyStock || !known && c.q.Words != "" && c.mentioned() {
		return nil
	}
	return &catalog.Condition{Key: key, Values: []string{"yes"}}
}

// mentioned reports whether the text of a product asked about has the words.
func (c *clerk) mentioned() bool {
	return slices.ContainsFunc(c.q.Products, func(p catalog.Product) bool {
		_, found := c.mention(&p, c.q.Words)
		return found
	})
}

// hasOne answers of one product.
func (c *clerk) hasOne(p *catalog.Product, cond *catalog.Condition) (act memory.Act, holds bool) {
	f := c.fact(p, cond.Key)
	v := c.judge(p, &f, cond)
	said := func(sentences ...string) memory.Act { return c.act(cond.Key, true, sentences...) }
	if v == satisfied {
		own := f.matching(cond)
		if f.aspect.Kind == catalog.Multi && len(own) < len(f.values) {
			f.values, f.text = own, Values(c.Language, &f.aspect, own)
		}
		return said(c.T("answer.yes", "Fact", c.says(p, &f))), true
	}
	quote, quoted := c.evidence(p, &f.aspect, cond)
	switch {
	case v == near:
		return said(c.says(p, &f)), false
	case v != unstated && quoted: // the description knows more than the attribute
		return said(c.says(p, &f), quote), false
	case v == violated:
		return said(c.T("answer.no", "Fact", c.says(p, &f))), false
	case v == unlisted:
		if len(f.values) > 2*mostNames { // a feed's tags: what is not among them is the point
			f.text = c.enumerate(c.spelled(&f), 0)
		}
		return said(c.says(p, &f), c.T("answer.unlisted", "What", c.what(cond))), false
	case quoted:
		return said(quote), false
	}
	return c.act(cond.Key, false, c.unknown(&f.aspect, []*catalog.Product{p})), false
}

// hasEach answers of several products: of which it holds, of which not, and of which
// the catalogue does not say.
func (c *clerk) hasEach(products []catalog.Product, cond *catalog.Condition) (act memory.Act, holds bool) {
	by := map[verdict][]*catalog.Product{}
	for i := range products {
		f := c.fact(&products[i], cond.Key)
		v := c.judge(&products[i], &f, cond)
		if v == near {
			v = unstated // a yes to some would read as a no to this one
		}
		by[v] = append(by[v], &products[i])
	}
	sentence := func(id string, v verdict) string {
		if len(by[v]) == 0 {
			return ""
		}
		return c.T(id, "Products", c.called(by[v], 0))
	}
	holds = len(by[satisfied]) == len(products)
	known := len(by[unstated]) < len(products)
	if !known {
		a := c.aspect(&products[0], cond.Key)
		return c.act(cond.Key, false, c.unknown(&a, by[unstated])), false
	}
	missing := ""
	if len(by[unlisted]) > 0 {
		missing = c.T("answer.unlisted-of", "What", c.what(cond), "Products", c.called(by[unlisted], 0))
	}
	return c.act(cond.Key, true, sentence("answer.yes-of", satisfied), sentence("answer.no-of", violated), missing,
		sentence("answer.silent", unstated)), holds
}

// judge holds a product against a condition: by its own values, and by those of its
// row.
func (c *clerk) judge(p *catalog.Product, f *fact, cond *catalog.Condition) verdict {
	kind := f.aspect.Kind
	switch {
	case cond.Range != nil && kind != catalog.Numeric, cond.Range == nil && len(cond.Values) == 0:
		return unstated
	case cond.Key == KeyStock && slices.Equal(cond.Values, []string{"yes"}) && len(p.Of(KeyStock)) == 0:
		return [...]verdict{unstated, violated, satisfied}[min(max(p.Stock, -1), 1)+1] // −1 is unknown
	case f.known() && cond.Holds(f.values), c.row(p, cond):
		return satisfied
	case !f.known():
		return unstated
	case kind == catalog.Numeric:
		return violated
	case kind == catalog.Flag:
		if (f.is("yes") || f.is("no")) && !slices.ContainsFunc(cond.Values, func(v string) bool { return v != "yes" && v != "no" }) {
			return violated
		}
		return unstated
	case slices.ContainsFunc(cond.Values, func(want string) bool { return speaks(f.values, want) }):
		return near
	case kind == catalog.Multi:
		return unlisted
	}
	return violated
}

// spelled are the values of a fact, each as a shopper reads it.
func (c *clerk) spelled(f *fact) []string {
	out := make([]string, len(f.values))
	for i, v := range f.values {
		out[i] = Value(c.Language, &f.aspect, v.Text)
	}
	return out
}

// row reports whether the product's row of the list meets a condition and has the
// value to show for it.
func (c *clerk) row(p *catalog.Product, cond *catalog.Condition) bool {
	if c.list.Shelf == nil || len(p.Of(cond.Key)) == 0 {
		return false
	}
	row, ok := c.list.Shelf.Row(p.Ref)
	if !ok {
		return false
	}
	test := c.list.Shelf.Test(&catalog.Demand{Condition: *cond})
	holds, _ := test.Row(row)
	return holds
}

// speaks reports whether one of some values has all the words of the wanted one, or
// the wanted one all of its.
func speaks(values []catalog.Value, want string) bool {
	return slices.ContainsFunc(values, func(v catalog.Value) bool {
		own, wanted := tokenize(v.Text), tokenize(want)
		return hold(own, wanted) || hold(wanted, own)
	})
}

// evidence is what a product's own text says of what a condition asks for.
func (c *clerk) evidence(p *catalog.Product, a *catalog.Aspect, cond *catalog.Condition) (quote string, found bool) {
	switch {
	case cond.Range != nil || a.Kind == catalog.Numeric || cond.Key == KeyStock:
		return "", false // "20" in a text may be twenty of anything
	case a.Kind == catalog.Flag && len(p.Of(cond.Key)) > 0:
		return "", false
	case a.Kind == catalog.Flag:
		return c.mention(p, c.label(a))
	}
	for _, v := range cond.Values {
		if quote, found = c.mention(p, v); found {
			return quote, true
		}
	}
	return "", false
}

// what says what a condition asks for: “red”, or “Weight: up to 2 kg”.
func (c *clerk) what(cond *catalog.Condition) string {
	return c.T("language.quoted", "Text", c.bare(cond))
}

// bare says what a condition asks for, without quotation marks.
func (c *clerk) bare(cond *catalog.Condition) string {
	a := c.about(cond.Key)
	switch {
	case cond.Range != nil:
		return Condition(c.Language, &a, cond)
	case a.Kind == catalog.Flag && slices.Equal(cond.Values, []string{"yes"}):
		return c.label(&a)
	case a.Kind == catalog.Flag:
		return c.label(&a) + ": " + c.T("language.no")
	}
	return strings.Join(cond.Values, c.T("language.or"))
}

// about is an aspect as the first of the products has it.
func (c *clerk) about(key string) catalog.Aspect {
	if len(c.q.Products) > 0 {
		return c.aspect(&c.q.Products[0], key)
	}
	return c.aspect(nil, key)
}

// only offers to keep those of the list that meet a condition, where that leaves some
// and takes some away.
func (c *clerk) only(cond *catalog.Condition) []memory.Offer {
	n := c.list.meeting(cond, nil)
	if n == 0 || n == c.list.count() {
		return nil
	}
	a := c.about(cond.Key)
	chip := Condition(c.Language, &a, cond)
	if a.Kind == catalog.Flag {
		chip = c.bare(cond)
	}
	return []memory.Offer{{
		Text:    c.T("answer.only", "What", c.what(cond)),
		Changes: []search.Change{{Op: search.AddLimit, Text: chip, Condition: cond}},
	}}
}
