package reply

import (
	"shopclerk/agent/memory"
	"shopclerk/catalog"
)

// explain answers what a term means by the catalogue alone: a sentence of a description
// that has it, the aspect of which it is a value, and how many products have it.
func (c *clerk) explain() memory.Act {
	said := Shorten(c.q.Words, longestName)
	if said == "" && c.q.Condition != nil {
		said = c.wish(c.q.Condition)
	}
	if said == "" {
		return c.act("", false, c.T("acts.unclear"))
	}
	told, key := []string{c.described(said)}, ""
	var offers []memory.Offer
	if cond := c.term(); cond != nil {
		key = cond.Key
		a := c.about(key)
		all := List{Shelf: c.list.Shelf} // also products that do not fit
		for _, v := range cond.Values {
			one := &catalog.Condition{Key: key, Values: []string{v}}
			if n := all.count(one); n > 0 {
				told = append(told, c.N("answer.is-value", n, "Value", c.quoted(v), "Aspect", c.label(&a)))
				offers = append(offers, c.only(one)...)
			}
		}
	}
	known := key != "" || told[0] != ""
	if told[0] == "" {
		told[0] = c.T("answer.no-explanation", "Words", c.quoted(said))
	}
	act := c.act(key, known, told...)
	act.Products, act.Offers = nil, offers
	return act
}

// described quotes the first description on the page that has a term, "" where none has.
func (c *clerk) described(said string) string {
	for _, p := range c.products {
		bare := *p
		bare.Title = "" // a title has a term without explaining it
		if quote, ok := c.quote(&bare, queryTerms(said)); ok {
			return quote
		}
	}
	return ""
}

// term returns the condition that names the values of the question's term, nil for none.
func (c *clerk) term() *catalog.Condition {
	cond := c.q.Condition
	if cond == nil || cond.Range != nil || len(cond.Values) == 0 || c.about(cond.Key).Kind == catalog.Flag {
		return nil
	}
	return cond
}
