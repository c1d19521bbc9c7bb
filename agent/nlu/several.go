package nlu

import (
	"slices"
	"strings"
	"unicode/utf8"

	"shopclerk/agent/language"
)

// leastThing is the probability of a link from which a kind of product beside another is one of several
// that are wanted, and plainThing that of a span where the shop sells none.
const leastThing, plainThing = 0.45, 0.6

// Several parts a clause that wants several kinds of product into a clause for each, in the order said, with
// what is said of it; nil where it wants one. Kinds with a preposition or an owner before them are what others
// are for, and those with "or" between them alternatives.
func (r *Reader) Several(m *Message, c *Clause, in Context) []Clause {
	if c.Intent != Need && c.Intent != AskStock && c.Intent != Answer {
		return nil
	}
	a := assembler{Reader: r, m: m}
	spans := c.Mentions
	type thing struct{ at, from int } // its mention, and the token from which words are about it
	var things []thing
	for i := range spans {
		s := &spans[i]
		if s.Type != Kind || s.Polarity == Exclude || s.Polarity == Drop {
			continue
		}
		from := separated(m, c.From, s.From)
		if len(things) == 0 && a.generic(s) {
			continue
		}
		if len(things) == 0 {
			things = append(things, thing{i, from})
			continue
		}
		last := &spans[things[len(things)-1].at]
		apart := from > last.To && !m.Tongue.Anywhere(m.Tokens[last.To:s.From], language.Or)
		serves := s.From > from && m.Tongue.Has(m.Tokens, s.From-1, language.Possess) || m.Tongue.Anywhere(m.Tokens[from:s.From], language.Link, language.For, language.Possess)
		known := s.Best(ToCategory, ToValue)
		governed := s.From == from && m.Tongue.Anywhere(m.Tokens[last.To:from], language.Link) && !m.Tongue.Anywhere(m.Tokens[last.To:from], language.For) // "with hood and pockets"
		if !apart || governed || serves || alike(last, s) || known == nil && s.Score < plainThing || known != nil && known.Score < leastThing || a.generic(s) {
			continue
		}
		things = append(things, thing{i, from})
	}
	if len(things) < 2 {
		return nil
	}
	last := things[len(things)-1]
	end := spans[last.at].To // of what is said of the last thing alone
	for end < c.To && !separates(m, end) {
		end++
	}
	alone := slices.ContainsFunc(spans, func(o Mention) bool { // something is said of one before it alone
		return o.Type != Kind && o.Type != Qty && o.To > things[0].from && o.To <= last.from
	})
	var out []Clause
	for k, t := range things {
		to := end
		if k+1 < len(things) {
			to = things[k+1].from
		}
		part := *c
		part.Mentions, part.Spans, part.Apart = nil, []Span{spans[t.at].Span}, true
		for i := range spans {
			s := spans[i]
			switch mine := s.To > t.from && s.To <= to; {
			case s.Type == Kind && i != t.at && mine: // "for the printer"
				s.Type, s.Polarity = Fits, Want
				s.Links, s.None = r.meanings(m, &s.Span, in)
				part.Mentions = append(part.Mentions, s)
			case s.Type == Kind && i != t.at:
			case mine, s.To <= things[0].from, s.To > end:
				part.Mentions = append(part.Mentions, s)
			case s.Type == Is && s.From > spans[last.at].From && !alone: // "scarf and hat in grey"
				if l := s.Best(ToValue); l != nil && l.Score >= 0.5 {
					part.Mentions = append(part.Mentions, s)
				}
			}
		}
		part.From, part.To = t.from, to
		part.Text = m.text(part.From, part.To)
		out = append(out, part)
	}
	return out
}

// alike reports whether two kinds are linked to a category or a value that both have.
func alike(a, b *Mention) bool {
	x, y := a.Best(ToCategory, ToValue), b.Best(ToCategory, ToValue)
	if x == nil || y == nil {
		return false
	}
	return x.Kind == ToCategory && y.Kind == ToCategory && (covers(x.Categories, y.Categories) || covers(y.Categories, x.Categories)) ||
		x.Key == y.Key && slices.ContainsFunc(x.Values, func(v string) bool { return slices.Contains(y.Values, v) })
}

// separates reports whether token i stands between the members of a list.
func separates(m *Message, i int) bool {
	t := &m.Tokens[i]
	return t.Kind == language.Mark && (strings.Contains(",;:+&!", t.Form) || t.Form[0] >= utf8.RuneSelf) || m.Tongue.Has(m.Tokens, i, language.And)
}

// separated returns the token behind the last one before a span that separates members of a list: from that
// on, words are about the span. The word of a list outweighs a comma.
func separated(m *Message, from, at int) int {
	out := from
	for i := from; i < at; i++ {
		if separates(m, i) {
			out = i + 1
		}
	}
	return out
}
