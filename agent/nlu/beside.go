package nlu

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/catalog"
)

// Sides are the stretches of tokens [from, to) of a part that stand beside each other: what words between
// places, "or", and the marks of a sentence divide.
func Sides(m *Message, c *Clause) [][2]int {
	var out [][2]int
	from := c.From
	end := func(to, next int) {
		if from < to {
			out = append(out, [2]int{from, to})
		}
		from = next
	}
	for i := c.From; i < c.To; i++ {
		t := &m.Tokens[i]
		mark := t.Kind == language.Mark && (i+1 == c.To || t.End < m.Tokens[i+1].Start)
		if mark || m.Tongue.Pointers.Beside[t.Form] || m.Tongue.Has(m.Tokens, i, language.Or, language.And) {
			end(i, i+1)
		}
	}
	end(c.To, c.To)
	return out
}

// Phrases divides a part at its marks and "and", but not within what a mention means with a probability of sure.
func (m *Message) Phrases(c *Clause, sure float64) (out []Clause) {
	from := c.From
	for i := c.From; i <= c.To; i++ {
		whole := func(s Mention) bool {
			l := s.Best()
			return s.From < i && i+1 < s.To && (s.Type != Ask || l != nil && l.Score >= sure)
		}
		mark := i < c.To && m.Tokens[i].Kind == language.Mark && (i+1 == c.To || m.Tokens[i].End < m.Tokens[i+1].Start)
		if i < c.To && (!mark && !m.Tongue.Has(m.Tokens, i, language.And) || slices.ContainsFunc(c.Mentions, whole)) {
			continue
		}
		if from < i {
			part := *c
			part.From, part.To, part.Text = from, i, m.text(from, i)
			part.Mentions = slices.DeleteFunc(slices.Clone(c.Mentions), func(s Mention) bool { return s.From < from || s.To > i })
			out = append(out, part)
		}
		from = i + 1
	}
	return out
}

// Tells reports whether a token says something of what is asked: it is no word of talk, names no place and measures
// nothing.
func (m *Message) Tells(i int) bool {
	t, point := &m.Tokens[i], &m.Tongue.Pointers
	before, behind := language.Token{}, language.Token{Kind: language.Mark}
	if i > 0 {
		before = m.Tokens[i-1]
	}
	if i+1 < len(m.Tokens) {
		behind = m.Tokens[i+1]
	}
	place := m.Tongue.Ordinal(t.Form) != 0 || point.Counted[t.Form] && behind.Kind != language.Word ||
		t.Kind == language.Number && (point.Counted[before.Form] || behind.Kind == language.Mark || m.Tongue.Knows(behind.Form))
	found, next := m.Tongue.MeasureAt(m.Tokens, i)
	measures := next > i && (found.Degree != language.Positive || point.Open[before.Form]) // "how heavy"
	return t.Kind != language.Mark && !m.Tongue.Knows(t.Form) && !point.Open[t.Form] && !place && !measures
}

// Beside finds the values of one aspect, or the kinds, that the sides of a part name: one of each side. nil:
// fewer than two.
func (r *Reader) Beside(m *Message, c *Clause, scope []string) *catalog.Condition {
	by := map[string][]string{}
	var keys []string
	for _, side := range Sides(m, c) {
		var found []*Link
		if l := r.inside(m, side[0], side[1], Kind, nil, plainSide); l != nil && l.Kind == ToCategory && !slices.ContainsFunc(l.Categories, func(path string) bool { return slices.Contains(scope, path) }) {
			found = append(found, &Link{Key: catalog.KeyCategory, Values: l.Categories})
		}
		if l := r.inside(m, side[0], side[1], Is, scope, plainSide); l != nil && l.Kind == ToValue {
			found = append(found, l)
		}
		for _, l := range found {
			if !slices.ContainsFunc(by[l.Key], func(v string) bool { return strings.EqualFold(v, l.Values[0]) }) {
				keys, by[l.Key] = append(keys, l.Key), append(by[l.Key], l.Values[0])
			}
		}
	}
	for _, key := range keys {
		if len(by[key]) > 1 {
			return &catalog.Condition{Key: key, Values: by[key]}
		}
	}
	return nil
}
