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
	var spans []Mention
	for i := range c.Mentions {
		spans = append(spans, r.enumerated(m, c, &c.Mentions[i], in)...)
	}
	type thing struct{ at, from int } // its mention, and the token from which words are about it
	var things []thing
	for i := range spans {
		s := &spans[i]
		if s.Type != Kind || s.Polarity == Exclude || s.Polarity == Drop {
			continue
		}
		from := separated(m, c.From, s.From)
		if len(things) == 0 && (heads(m, c, s) || a.generic(s)) {
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
	if len(things) < 2 || !slices.ContainsFunc(things[1:], func(t thing) bool { return !r.specified(m, c, &spans[things[0].at], &spans[t.at], in) }) {
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

// specified reports whether a kind is a property of one named before it, or what that has so much of: the
// RAM of "notebook, 16 GB RAM".
func (r *Reader) specified(m *Message, c *Clause, of, s *Mention, in Context) bool {
	known := of.Best(ToCategory)
	if known == nil || m.Tongue.Anywhere(m.Tokens[of.To:s.From], language.And) {
		return false
	}
	for _, t := range []Type{Is, Of} { // "printer, laser"
		span := s.Span
		span.Type = t
		in.Need.Scope = known.Categories
		if links, none := r.meanings(m, &span, in); len(links) > 0 && links[0].Kind != ToCategory && links[0].Score > max(none, plainThing) {
			return true
		}
	}
	i := slices.IndexFunc(c.Mentions, func(o Mention) bool {
		return o.Amount != nil && o.Amount.Measured && (o.To == s.From || o.From < s.From && o.To >= s.To)
	})
	if i < 0 {
		return false
	}
	p, ok := r.place(c.Mentions[i].Amount, nil, known.Categories, &in)
	return ok && p.fit > 0
}

// Join makes one clause of needs side by side that "and" stands between and that name kinds of product.
func (m *Message) Join() {
	for i := 0; i+1 < len(m.Clauses); i++ {
		a, b := &m.Clauses[i], &m.Clauses[i+1]
		if a.Intent != Need || b.Intent != Need || len(a.Of(Kind)) == 0 || len(b.Of(Kind)) == 0 || !m.Tongue.Has(m.Tokens, b.From, language.And) {
			continue
		}
		a.To, a.Text = b.To, m.text(a.From, b.To)
		a.Spans, a.Mentions = slices.Concat(a.Spans, b.Spans), slices.Concat(a.Mentions, b.Mentions)
		m.Clauses = slices.Delete(m.Clauses, i+1, i+2)
		i--
	}
}

// enumerated splits a kind that is several with words between them that list: "case and fans".
func (r *Reader) enumerated(m *Message, c *Clause, s *Mention, in Context) []Mention {
	if s.Polarity == Exclude || s.Polarity == Drop {
		return []Mention{*s}
	}
	if s.Type != Kind {
		return r.member(m, c, s, in)
	}
	var out []Mention
	for from := s.From; from < s.To; {
		to := from
		for to < s.To && !separates(m, to) {
			to++
		}
		if to > from {
			part := s.Span
			part.From, part.To = from, to
			one := r.mention(m, part, in)
			if l := one.Best(ToCategory, ToValue); l == nil || l.Score < leastThing || len(out) > 0 && alike(&out[len(out)-1], &one) {
				return []Mention{*s}
			}
			out = append(out, one)
		}
		from = to + 1
	}
	if l := s.Best(); len(out) < 2 || l != nil && l.Score >= plainLink && strings.ContainsAny(l.Text, "&,/") {
		return []Mention{*s}
	}
	return out
}

// member takes a property that ends a member of a list for a kind where it plainly names one and the member
// has none: what stands behind a preposition in it stays what it is.
func (r *Reader) member(m *Message, c *Clause, s *Mention, in Context) []Mention {
	from, to := separated(m, c.From, s.From), s.To
	for to < c.To && !separates(m, to) && !m.Tongue.Has(m.Tokens, to, language.Link, language.For) {
		to++
	}
	kind := slices.ContainsFunc(c.Mentions, func(o Mention) bool { return o.Type == Kind && o.From >= from && o.From < to })
	if kind || to > s.To || !slices.Contains([]Type{Is, Of, Eq, Fits, For}, s.Type) || s.From > from && m.Tongue.Has(m.Tokens, s.From-1, language.Link, language.For) {
		return []Mention{*s}
	}
	span := s.Span
	for span.Type = Kind; span.From < span.To-1 && m.Tokens[span.From].Kind == language.Number; { // "4 mice"
		span.From++
	}
	for i := span.From + 1; i < s.To && s.Type != Is; i++ {
		if m.Tongue.Has(m.Tokens, i, language.Link, language.For) {
			span.To = i
			break
		}
	}
	if k := c.Of(Kind); len(k) > 0 && k[0].Best(ToCategory) != nil { // of the first thing
		in.Need.Scope = k[0].Best(ToCategory).Categories
		if links, none := r.meanings(m, &s.Span, in); len(links) > 0 && links[0].Kind == ToValue && links[0].Score > none {
			return []Mention{*s}
		}
	}
	one := r.mention(m, span, in)
	l := one.Best()
	if own := s.Best(ToValue); l == nil || l.Score < plainThing || own != nil && own.Score > l.Score || l.Kind != ToCategory && (l.Kind != ToValue || language.Topic(strings.ReplaceAll(l.Key, "_", " "), "") != "kind") {
		return []Mention{*s}
	}
	out := []Mention{one}
	if span.To < s.To {
		rest := s.Span
		rest.From = span.To
		out = append(out, r.mention(m, rest, in))
	}
	return out
}

// heads reports whether a span is in the heading of a list: "new office: a desk, a lamp".
func heads(m *Message, c *Clause, s *Mention) bool {
	for i := s.To - 1; i < c.To-1; i++ {
		if m.Tokens[i].Form == ":" {
			return true
		}
		if i >= s.To && !m.Tongue.Knows(m.Tokens[i].Form) {
			break
		}
	}
	return false
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
