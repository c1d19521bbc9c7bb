package agent

import (
	"math"

	"shopclerk/agent/clarify"
	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/search"
)

// Field shows a column to the clarification core, without copying its cells.
func Field(c *catalog.Column) *clarify.Field {
	f := &clarify.Field{
		Key: c.Aspect.Key, Size: len(c.Values), Offsets: c.Offsets, Codes: c.Codes,
		Continuous: c.Aspect.Key == catalog.KeyPrice,
		Answerable: c.Aspect.Answerable,
	}
	if c.Aspect.Kind == catalog.Numeric {
		f.Numbers = make([]float64, len(c.Values))
		for i, v := range c.Values {
			f.Numbers[i] = v.Number
		}
	}
	if n := reply.NamingOf(c); n != nil {
		f.Names = func() []clarify.Name { return n.Names }
	}
	return f
}

// option turns a condition into an option over the column's codes.
func option(c *catalog.Column, cond *catalog.Condition) clarify.Option {
	if cond.Range != nil {
		low, high := cond.Range.Bounds()
		if cond.Range.Closed {
			high = math.Nextafter(high, math.Inf(1))
		}
		return clarify.Option{Low: low, High: high}
	}
	return clarify.Option{Codes: c.Find(cond)}
}

func columnOptions(c *catalog.Column, conditions []catalog.Condition) []clarify.Option {
	out := make([]clarify.Option, len(conditions))
	for i := range conditions {
		out[i] = option(c, &conditions[i])
	}
	return out
}

// answers turns the need's evidence into answers over the shelf. Evidence about
// an aspect that no product of the shelf has says nothing here.
func answers(shelf *catalog.Shelf, evidence []search.Evidence) []clarify.Answer {
	var out []clarify.Answer
	for i := range evidence {
		a := &evidence[i].Answer
		c := shelf.Column(a.Key)
		if c == nil || a.Skipped() {
			continue
		}
		out = append(out, clarify.Answer{Field: Field(c), Options: columnOptions(c, a.Options), Ticked: tickedPattern(a), None: a.None})
	}
	return out
}

// tickedPattern is what was ticked of a question's options.
func tickedPattern(a *search.Answer) clarify.Pattern {
	var p clarify.Pattern
	for _, o := range a.Picked {
		p |= 1 << o
	}
	if a.Other {
		p |= clarify.OtherBit
	}
	return p
}

// askedBefore lists the questions already put, as the core compares them.
func askedBefore(shelf *catalog.Shelf, evidence []search.Evidence) []clarify.Asked {
	var out []clarify.Asked
	for i := range evidence {
		if evidence[i].Said {
			continue
		}
		a := &evidence[i].Answer
		q := clarify.Asked{Key: a.Key, Skipped: a.Skipped()}
		if c := shelf.Column(a.Key); c != nil {
			q.Options = columnOptions(c, a.Options)
		}
		q.Ticked = tickedPattern(a)
		out = append(out, q)
	}
	return out
}

// condition turns an option back into a test of products.
func condition(c *catalog.Column, o clarify.Option) catalog.Condition {
	cond := catalog.Condition{Key: c.Aspect.Key}
	if c.Aspect.Kind == catalog.Numeric {
		cond.Range = catalog.Between(o.Low, o.High)
		return cond
	}
	for _, code := range o.Codes {
		cond.Values = append(cond.Values, c.Values[code].Text)
	}
	return cond
}
