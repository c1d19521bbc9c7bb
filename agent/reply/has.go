package reply

import (
	"slices"
	"strings"

	"shopclerk/agent/memory"
	"shopclerk/catalog"
	"shopclerk/search"
)

// verdict is how a product relates to a condition.
type verdict uint8

const (
	unstated  verdict = iota // the catalogue does not say
	satisfied                // one of its values is what is asked for
	violated                 // its value is another
	unlisted                 // it has several values, and what is asked for is not among them
	near                     // a value of it has the words among others: "water-resistant nylon" of nylon
)

// has answers whether a condition holds of the products: yes or no by their values alone.
func (c *clerk) has() memory.Act {
	cond := c.q.Condition
	if cond == nil {
		if cond = c.flag(); cond == nil {
			return c.tell()
		}
	}
	fs := c.facts(c.products, cond.Key)
	sentences, known, every := c.hasEach(&fs, cond)
	if len(fs.all) == 1 {
		sentences, known, every = c.hasOne(&fs.all[0], cond)
	}
	if others := c.list.count(cond, c.products...); others > 0 && !every {
		sentences = append(sentences, c.N("answer.others", others, "What", c.quoted(c.wish(cond))))
	}
	act := c.act(cond.Key, known, sentences...)
	act.Offers = c.only(cond)
	return act
}

// flag returns the condition of a question about a Flag, or about the stock; nil of any
// other, and where the catalogue does not give it and a product's text has the words.
func (c *clerk) flag() *catalog.Condition {
	fs := c.likeliest()
	a := &fs.aspect
	if a.Key == "" || a.Kind != catalog.Flag && a.Key != KeyStock {
		return nil
	}
	if len(fs.known) == 0 && slices.ContainsFunc(c.products, func(p *catalog.Product) bool {
		_, found := c.mention(p, c.q.Words)
		return found
	}) {
		return nil
	}
	return &catalog.Condition{Key: a.Key, Values: []string{"yes"}}
}

// hasOne answers of one product.
func (c *clerk) hasOne(f *fact, cond *catalog.Condition) (sentences []string, known, holds bool) {
	v := c.judge(f, cond)
	if v == satisfied {
		if own := f.matching(cond); f.aspect.Kind == catalog.Multi && len(own) > 0 && len(own) < len(f.values) {
			f.values, f.text = own, Values(c.Language, &f.aspect, own)
		}
		return []string{c.T("answer.yes", "Fact", c.says(f))}, true, true
	}
	quote, quoted := c.evidence(f, cond)
	switch {
	case v == near:
		sentences = []string{c.says(f)}
	case v == unstated && quoted:
		sentences = []string{quote}
	case v == unstated:
		return []string{c.unknown(&f.aspect, []*catalog.Product{f.product})}, false, false
	case quoted: // the description says more than the attribute
		sentences = []string{c.says(f), quote}
	case v == violated:
		sentences = []string{c.T("answer.no", "Fact", c.says(f))}
	default: // unlisted
		if len(f.values) > 2*mostNames { // a feed's tags: only the missing one matters
			f.text = c.among([]fact{*f})
		}
		sentences = []string{c.says(f), c.T("answer.unlisted", "What", c.quoted(c.wish(cond)))}
	}
	return sentences, true, false
}

// hasEach answers of several products by naming those of each verdict.
func (c *clerk) hasEach(fs *facts, cond *catalog.Condition) (sentences []string, known, holds bool) {
	var by [near + 1][]*catalog.Product
	for _, f := range fs.all {
		v := c.judge(&f, cond)
		if v == near {
			v = unstated // a yes to some would read as a no to this one
		}
		by[v] = append(by[v], f.product)
	}
	if len(by[unstated]) == len(fs.all) {
		return []string{c.unknown(&fs.aspect, by[unstated])}, false, false
	}
	for _, of := range []struct {
		verdict verdict
		id      string
	}{{satisfied, "answer.yes-of"}, {violated, "answer.no-of"}, {unlisted, "answer.unlisted-of"}, {unstated, "answer.silent"}} {
		if products := by[of.verdict]; len(products) > 0 {
			sentences = append(sentences, c.T(of.id, "What", c.quoted(c.wish(cond)), "Products", c.called(products, 0)))
		}
	}
	return sentences, true, len(by[satisfied]) == len(fs.all)
}

// judge tests a product against a condition by its values.
func (c *clerk) judge(f *fact, cond *catalog.Condition) verdict {
	kind, p := f.aspect.Kind, f.product
	switch {
	case cond.Range != nil && kind != catalog.Numeric, cond.Range == nil && len(cond.Values) == 0:
		return unstated
	case cond.Key == KeyStock && slices.Equal(cond.Values, []string{"yes"}) && len(p.Of(KeyStock)) == 0:
		return [...]verdict{unstated, violated, satisfied}[min(max(p.Stock, -1), 1)+1] // −1 is unknown
	case f.known() && cond.Holds(f.values):
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

// speaks reports whether one of some values has all the words of the wanted one, or the
// wanted one all of its.
func speaks(values []catalog.Value, want string) bool {
	return slices.ContainsFunc(values, func(v catalog.Value) bool {
		own, wanted := tokenize(v.Text), tokenize(want)
		return hold(own, wanted) || hold(wanted, own)
	})
}

// matching returns the values of a fact that a condition names.
func (f *fact) matching(cond *catalog.Condition) []catalog.Value {
	var out []catalog.Value
	for _, v := range f.values {
		if slices.ContainsFunc(cond.Values, func(want string) bool { return catalog.Same(want, v.Text) }) {
			out = append(out, v)
		}
	}
	return out
}

// evidence quotes what a product's own text says of a condition.
func (c *clerk) evidence(f *fact, cond *catalog.Condition) (quote string, found bool) {
	switch a := &f.aspect; {
	case cond.Range != nil || a.Kind == catalog.Numeric || cond.Key == KeyStock:
		return "", false // "20" in a text may be twenty of anything
	case a.Kind == catalog.Flag && len(f.product.Of(cond.Key)) > 0:
		return "", false
	case a.Kind == catalog.Flag:
		return c.mention(f.product, c.label(a))
	}
	for _, v := range cond.Values {
		if quote, found = c.mention(f.product, v); found {
			return quote, true
		}
	}
	return "", false
}

// wish words what a condition asks for: "red", or "Weight: up to 2 kg".
func (c *clerk) wish(cond *catalog.Condition) string {
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

// only offers to keep the products of the list that meet a condition, where that leaves
// some and removes some.
func (c *clerk) only(cond *catalog.Condition) []memory.Offer {
	n := c.list.count(cond)
	if n == 0 || n == c.list.count(nil) {
		return nil
	}
	a := c.about(cond.Key)
	chip := Condition(c.Language, &a, cond)
	if a.Kind == catalog.Flag {
		chip = c.wish(cond)
	}
	return []memory.Offer{{
		Text:    c.T("answer.only", "What", c.quoted(c.wish(cond))),
		Changes: []search.Change{{Op: search.AddLimit, Text: chip, Condition: cond}},
	}}
}
