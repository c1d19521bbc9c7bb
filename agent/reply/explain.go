package reply

import (
	"slices"

	"shopclerk/agent/memory"
	"shopclerk/catalog"
)

// explain answers what a term means by the catalogue alone: a sentence of a description
// that has it, the aspect of which it is a value or the name, and how many products have
// it.
func (c *clerk) explain() memory.Act {
	said := Shorten(c.q.Words, longestName)
	if said == "" && c.q.Condition != nil {
		said = c.wish(c.q.Condition)
	}
	if said == "" {
		return c.act("", false, c.T("acts.unclear"))
	}
	quote, key := c.described(said), ""
	var told []string
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
	} else if column := c.named(); column != nil {
		key = column.Aspect.Key
		told = append(told, c.present(column))
	}
	known := key != "" || quote != ""
	switch {
	case quote != "":
	case len(told) == 0:
		quote = c.T("answer.no-trace", "Words", c.quoted(said))
	default:
		quote = c.T("answer.no-explanation", "Words", c.quoted(said))
	}
	act := c.act(key, known, append([]string{quote}, told...)...)
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

// named returns the list's column that the question names, nil for none.
func (c *clerk) named() *catalog.Column {
	keys := slices.Clone(c.q.Aspects)
	if c.q.Condition != nil {
		keys = append(keys, c.q.Condition.Key)
	}
	for _, key := range keys {
		if column := c.list.column(key); column != nil {
			return column
		}
	}
	return nil
}

// present states of how many products of the list the catalogue gives an aspect, and its
// values among them.
func (c *clerk) present(column *catalog.Column) string {
	var rows []int32
	for row := range c.list.Shelf.Rows() {
		if len(column.Row(row)) > 0 {
			rows = append(rows, int32(row))
		}
	}
	if len(rows) == 0 {
		return ""
	}
	a := &column.Aspect
	values := ""
	if last := len(column.Values) - 1; a.Kind == catalog.Numeric { // they ascend
		values = Values(c.Language, a, []catalog.Value{column.Values[0], column.Values[last]})
	} else {
		var names []string
		for _, f := range c.list.Shelf.Facets(a.Key, rows) {
			if name := squeeze(Value(c.Language, a, f.Value.Text)); name != "" {
				names = append(names, name)
			}
		}
		values = c.enumerate(names, 0)
	}
	return c.N("answer.is-aspect", len(rows), "Aspect", c.label(a), "Values", values)
}
