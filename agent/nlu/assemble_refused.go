package nlu

import "shopclerk/agent/language"

// apart splits what is not wanted where it lists: "not razer, not logitech".
func (a *assembler) apart(s *Mention) []Mention {
	of := s.Span
	if s.Type == Rel && s.Measure == nil && a.m.Tongue.Has(a.m.Tokens, s.From, language.Negate, language.Exclude) {
		of.Type, of.Polarity = Is, Exclude
	}
	if of.Polarity != Exclude || s.Amount != nil {
		return []Mention{*s}
	}
	var out []Mention
	from := s.From
	cut := func(to int) {
		part := of
		part.From, part.To = from, to
		if to > from {
			out = append(out, a.mention(a.m, part, a.in))
		}
	}
	for i := s.From + 1; i < s.To; i++ {
		joins := a.m.Tokens[i].Kind == language.Mark && !a.m.Tokens[i].Glued || a.m.Tongue.Has(a.m.Tokens, i, language.Or, language.And)
		if !joins && !a.m.Tongue.Has(a.m.Tokens, i, language.Negate, language.Exclude) {
			continue
		}
		if cut(i); joins {
			i++
		}
		from = i
	}
	cut(s.To)
	for i := range out {
		if out[i].Polarity = Exclude; out[i].Best() == nil { // "not black and white" as a whole
			return []Mention{*s}
		}
	}
	return out
}

// denied reports whether words behind mention i, of which no other mention stands behind, deny it: "more than
// 90 is not possible", "white is out".
func (a *assembler) denied(c *Clause, i int) bool {
	to := c.To
	if i+1 < len(c.Mentions) {
		to = c.Mentions[i+1].From
	}
	found := false
	for k := c.Mentions[i].To; k < to && a.m.Tokens[k].Kind != language.Mark; {
		next, role := a.m.Tongue.Longest(a.m.Tokens[:c.To], k, language.RolesOf(language.Negate, language.Exclude, language.And))
		switch {
		case role == language.And || next > to || next == to && to < c.To:
			return false
		case role != language.None:
			found, k = true, next
		case !a.m.Tongue.Knows(a.m.Tokens[k].Form):
			return false
		default:
			k++
		}
	}
	return found
}
