package reply

import (
	"slices"

	"shopclerk/agent/memory"
	"shopclerk/catalog"
)

// explain says what the catalogue has of a term: a sentence of a description that has
// it, of which aspect it is a value, and how many products have it. It explains
// nothing of its own knowledge.
func (c *clerk) explain() memory.Act {
	said := Shorten(c.q.Words, longestName)
	if said == "" && c.q.Condition != nil {
		said = c.bare(c.q.Condition)
	}
	if said == "" {
		return c.act("", false, c.T("acts.unclear")) // "a good one for that": nothing is named
	}
	quoted := c.T("language.quoted", "Text", said)
	quote, key := c.explained(said), ""
	var told []string
	var offers []memory.Offer
	if cond := c.term(said); cond != nil {
		key = cond.Key
		a := c.about(key)
		for _, v := range cond.Values {
			one := &catalog.Condition{Key: key, Values: []string{v}}
			whole := List{Shelf: c.list.Shelf} // what fits matters to no explanation
			n := whole.meeting(one, nil)
			if n == 0 {
				continue
			}
			told = append(told, c.N("answer.is-value", n, "Value", c.T("language.quoted", "Text", v), "Aspect", c.label(&a)))
			offers = append(offers, c.only(one)...)
		}
	} else if a := c.named(said); a != nil {
		key = a.Key
		told = append(told, c.present(a))
	}
	if quote == "" {
		first := c.T("answer.no-explanation", "Words", quoted)
		if len(told) == 0 {
			first = c.T("answer.no-trace", "Words", quoted)
		}
		told = append([]string{first}, told...)
	} else {
		told = append([]string{quote}, told...)
	}
	act := c.act(key, key != "" || quote != "", told...)
	act.Products, act.Offers = nil, offers
	return act
}

// explained is what a description on the page says with the term in it, "" where none
// does.
func (c *clerk) explained(said string) string {
	terms := queryTerms(said)
	for i := range c.q.Products {
		p := c.q.Products[i]
		p.Title = "" // a title names a term and explains nothing
		if quote, ok := c.quote(&p, terms); ok {
			return quote
		}
	}
	return ""
}

// term is the condition that names a term's values: the question's, else the value of
// that name of which most products of the list are, the first aspect's where several
// are.
func (c *clerk) term(said string) *catalog.Condition {
	if cond := c.q.Condition; cond != nil && cond.Range == nil && len(cond.Values) > 0 && c.about(cond.Key).Kind != catalog.Flag {
		return cond
	}
	if c.list.Shelf == nil || said == "" {
		return nil
	}
	most := 0
	var found *catalog.Condition
	for _, column := range c.list.Shelf.Columns {
		if k := column.Aspect.Kind; k != catalog.Single && k != catalog.Multi {
			continue
		}
		codes := column.Find(&catalog.Condition{Values: []string{said}})
		if len(codes) == 0 {
			continue
		}
		cond := &catalog.Condition{Key: column.Aspect.Key, Values: []string{column.Values[codes[0]].Text}}
		if n := c.list.meeting(cond, nil); n > most {
			found, most = cond, n
		}
	}
	return found
}

// named is the aspect of the list that a term is the name of, the question's first;
// nil when there is none.
func (c *clerk) named(said string) *catalog.Aspect {
	if c.list.Shelf == nil {
		return nil
	}
	keys := slices.Clone(c.q.Aspects)
	if c.q.Condition != nil {
		keys = append(keys, c.q.Condition.Key)
	}
	for _, key := range keys {
		if column := c.list.column(key); column != nil {
			return &column.Aspect
		}
	}
	terms := queryTerms(said)
	var part *catalog.Aspect // whose name has the term in it: "modular" of "Modular cables"
	for _, column := range c.list.Shelf.Columns {
		if catalog.Same(column.Aspect.Label, said) {
			return &column.Aspect
		}
		if part == nil && hold(tokenize(column.Aspect.Label), terms) {
			part = &column.Aspect
		}
	}
	return part
}

// present says of how many products of the list the catalogue gives an aspect, and
// what it is of them.
func (c *clerk) present(a *catalog.Aspect) string {
	column := c.list.column(a.Key)
	var rows []int32
	for row := range c.list.Shelf.Rows() {
		if len(column.Row(row)) > 0 {
			rows = append(rows, int32(row))
		}
	}
	if len(rows) == 0 {
		return ""
	}
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
