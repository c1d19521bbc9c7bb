package reply

import (
	"slices"

	"shopclerk/agent/dialog"
	"shopclerk/catalog"
	"shopclerk/search"
)

// verdict is how a product relates to a condition.
type verdict uint8

const (
	unstated  verdict = iota // the catalogue does not say
	satisfied                // one of its values is what is asked for
	violated                 // its only value is another
)

// has answers whether a condition holds of the products: yes or no by their values alone.
func (c *clerk) has(cond *catalog.Condition) dialog.Act {
	sentences, known, every := c.holds(cond)
	if others := c.list.count(cond, c.products...); others > 0 && !every {
		sentences = append(sentences, c.N("answer.others", others, "What", c.quoted(c.wish(cond))))
	}
	act := c.act(cond.Key, known, sentences...)
	act.Offers = c.only(cond)
	return act
}

// mostListed is how many values of a product are told where what was asked for is none of them, and mostWished
// how many of a condition name it.
const mostListed, mostWished = 8, 2

// flag returns the condition of a question about a Flag; nil of any other, and where the catalogue does not give it and a product's text has the words.
func (c *clerk) flag(fs *facts) *catalog.Condition {
	if fs.aspect.Kind != catalog.Flag || len(fs.known) == 0 && slices.ContainsFunc(c.products, func(p *catalog.Product) bool { return c.mention(p, c.q.Words) != "" }) {
		return nil
	}
	return &catalog.Condition{Key: fs.aspect.Key, Values: []string{"yes"}}
}

// holds states which of the products meet a condition; known reports whether the catalogue
// says anything of it, every whether all meet it.
func (c *clerk) holds(cond *catalog.Condition) (sentences []string, known, every bool) {
	fs := c.facts(c.products, cond.Key)
	if len(fs.all) == 1 {
		return c.holdsOf(&fs.all[0], cond)
	}
	var by [violated + 1][]*catalog.Product
	for i := range fs.all {
		v := c.judge(&fs.all[i], cond)
		by[v] = append(by[v], fs.all[i].product)
	}
	if len(by[unstated]) == len(fs.all) && fs.aspect.Kind == catalog.Multi { // a list of tags tells nothing of it
		return []string{c.unsaid(c.wish(cond), c.products)}, false, false
	}
	if len(by[unstated]) == len(fs.all) {
		return []string{c.each(&fs), c.unknown(&fs.aspect, fs.silent)}, len(fs.known) > 0, false
	}
	for v, id := range []string{satisfied: "answer.yes-of", violated: "answer.no-of"} {
		if len(by[v]) > 0 && id != "" {
			sentences = append(sentences, c.T(id, "Products", c.called(by[v], 0)))
		}
	}
	return append(sentences, c.unsaid("", by[unstated])), true, len(by[satisfied]) == len(fs.all)
}

// holdsOf states whether one product meets a condition, with what its value or its own text
// says.
func (c *clerk) holdsOf(f *fact, cond *catalog.Condition) (sentences []string, known, holds bool) {
	v, quote := c.judge(f, cond), ""
	if v == satisfied && f.aspect.Kind == catalog.Multi { // of many tags, those that were asked about
		f.text = Values(c.Language, &f.aspect, slices.DeleteFunc(slices.Clone(f.values), func(v catalog.Value) bool {
			return !cond.Holds([]catalog.Value{v})
		}))
	}
	if v != satisfied {
		quote = c.evidence(f, cond)
	}
	f.text = Shorten(f.text, longestQuote)
	switch {
	case v == satisfied:
		return []string{c.T("answer.yes", "Fact", c.says(f))}, true, true
	case v == violated && quote == "":
		return []string{c.T("answer.no", "Fact", c.says(f))}, true, false
	case !f.known() && quote == "" && (cond.Range != nil || cond.Key == catalog.KeyStock):
		return []string{c.unknown(&f.aspect, []*catalog.Product{f.product})}, false, false
	case !f.known() && quote == "":
		return []string{c.unsaid(c.wish(cond), []*catalog.Product{f.product})}, false, false
	case f.known() && (f.aspect.Kind != catalog.Multi || len(f.values) <= mostListed):
		sentences = append(sentences, c.says(f))
	}
	switch {
	case quote != "" || f.aspect.Kind != catalog.Multi:
	case len(sentences) == 0:
		quote = c.unsaid(c.wish(cond), c.products)
	default:
		quote = c.T("answer.unlisted", "What", c.quoted(c.wish(cond)))
	}
	return append(sentences, quote), true, false
}

// judge tests a product against a condition by its values.
func (c *clerk) judge(f *fact, cond *catalog.Condition) verdict {
	kind, p := f.aspect.Kind, f.product
	switch {
	case cond.Range != nil && kind != catalog.Numeric, cond.Range == nil && len(cond.Values) == 0:
		return unstated
	case cond.Key == catalog.KeyStock && slices.Equal(cond.Values, []string{"yes"}) && len(p.Of(catalog.KeyStock)) == 0:
		return [...]verdict{unstated, violated, satisfied}[min(max(p.Stock, -1), 1)+1] // −1 is unknown
	case !f.known():
		return unstated
	case cond.Holds(f.values):
		return satisfied
	case kind == catalog.Numeric, kind == catalog.Flag && (f.is("yes") || f.is("no")):
		return violated
	case kind == catalog.Single && !c.q.Loose && !slices.ContainsFunc(cond.Values, func(want string) bool { return speaks(f.values, want) }):
		return violated
	}
	return unstated // a list may leave things out, and "recycled nylon" is nylon
}

// speaks reports whether one of some values has all the words of the wanted one, or the
// wanted one all of its.
func speaks(values []catalog.Value, want string) bool {
	return slices.ContainsFunc(values, func(v catalog.Value) bool {
		own, wanted := tokenize(v.Text), tokenize(want)
		return hold(own, wanted) || hold(wanted, own)
	})
}

// evidence quotes what a product's own text says of a condition; nothing of numbers: "20" in
// a text may be twenty of anything.
func (c *clerk) evidence(f *fact, cond *catalog.Condition) string {
	wanted, a := cond.Values, &f.aspect
	switch {
	case cond.Range != nil || a.Kind == catalog.Numeric || cond.Key == catalog.KeyStock || a.Kind == catalog.Flag && f.known():
		return ""
	case a.Kind == catalog.Flag:
		wanted = []string{c.label(a)}
	}
	for _, v := range wanted {
		if quote := c.mention(f.product, v); quote != "" {
			return quote
		}
	}
	return ""
}

// wish words what a condition asks for, several values in the shopper's words: "red", or "Weight: up to 2 kg".
func (c *clerk) wish(cond *catalog.Condition) string {
	a := c.about(cond.Key)
	switch {
	case cond.Range != nil || a.Key == catalog.KeyStock:
		return Condition(c.Language, &a, cond)
	case a.Kind == catalog.Flag && slices.Equal(cond.Values, []string{"yes"}):
		return c.label(&a)
	case a.Kind == catalog.Flag:
		return c.label(&a) + ": " + c.T("language.no")
	}
	if len(cond.Values) > 1 && c.q.Words != "" {
		return c.q.Words
	}
	return either(c.Language, &a, cond.Values[:min(mostWished, len(cond.Values))])
}

// only offers to keep the products of the list that meet a condition, where that leaves
// some and removes some.
func (c *clerk) only(cond *catalog.Condition) []dialog.Offer {
	n := c.list.count(cond)
	if n == 0 || n == c.list.count(nil) {
		return nil
	}
	a := c.about(cond.Key)
	chip := Condition(c.Language, &a, cond)
	if a.Kind == catalog.Flag {
		chip = c.wish(cond)
	}
	return []dialog.Offer{{
		Text:    c.T("answer.only", "What", c.quoted(c.wish(cond))),
		Changes: []search.Change{{Op: search.AddLimit, Text: chip, Condition: cond}},
	}}
}
