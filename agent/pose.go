package agent

import (
	"cmp"
	"slices"

	"shopclerk/agent/clarify"
	"shopclerk/agent/memory"
	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

// pose words a question the policy chose.
func (a *Agent) pose(w *words.Language, q *clarify.Question, l *outlook) memory.Posed {
	c := l.columns[q.Field]
	p := memory.Posed{
		Text:   reply.QuestionText(w, &c.Aspect),
		Answer: search.Answer{Key: c.Aspect.Key},
		Bits:   q.Worth.Bits, Page: q.Worth.Page,
	}
	naming := reply.NamingOf(c)
	if n := len(q.Options); c.Aspect.Kind == catalog.Flag && condition(c, q.Options[n-1]).Values[0] == "yes" {
		q.Options, q.Masses = slices.Clone(q.Options), slices.Clone(q.Masses) // yes before no, however many have it
		slices.Reverse(q.Options)
		slices.Reverse(q.Masses)
	}
	for i, o := range q.Options {
		p.Answer.Options = append(p.Answer.Options, condition(c, o))
		label := reply.OptionLabel(w, c, &p.Answer.Options[i])
		if o.Name > 0 {
			label = naming.Label(&o)
		}
		p.Answer.Labels = append(p.Answer.Labels, label)
		p.Options = append(p.Options, memory.Choice{Label: label, Mass: q.Masses[i]})
	}
	p.Other.Mass, p.None.Mass = q.Other, q.Unspecified
	l.explain(q, &p)
	if p.Other.Count > 0 {
		p.Other.Label = reply.OtherLabel(w, c, p.Answer.Options)
	}
	return p
}

// Unlisted returns what products that are left have and no option of a question names, for
// a field that completes what is typed: the commonest k, in the order of the alphabet.
func (t *Turn) Unlisted(p *memory.Posed, k int) []string {
	c := t.Scope.Shelf.Column(p.Answer.Key)
	if c == nil || p.Other.Count == 0 || reply.NamingOf(c) == nil || c.Aspect.Key == catalog.KeyCategory {
		return nil
	}
	counts := make([]int, len(c.Values))
	for row, left := range t.Ranking.Left() {
		if left {
			for _, code := range c.Row(row) {
				counts[code]++
			}
		}
	}
	for i := range p.Answer.Options {
		for _, code := range c.Find(&p.Answer.Options[i]) {
			counts[code] = 0
		}
	}
	var codes []int
	for code, n := range counts {
		if n > 0 && reply.OptionName(&c.Aspect, c.Values[code].Text) != "" {
			codes = append(codes, code)
		}
	}
	codes = search.First(codes, k, func(a, b int) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	slices.Sort(codes) // as the dictionary is
	out := make([]string, len(codes))
	for i, code := range codes {
		out[i] = c.Values[code].Text
	}
	return out
}
