package agent

import (
	"cmp"
	"slices"
	"strings"

	"shopclerk/agent/clarify"
	"shopclerk/agent/memory"
	"shopclerk/agent/voice"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/search/top"
	"shopclerk/words"
)

// The clerk's voice: its words, and the rules they follow, are in the room words.

// says tells what came of the turn: how many products have all that was asked
// for, what had to be left out, what was looked for as words alone, and what
// understanding remarks.
func says(w *words.Language, t *Turn, notes []string) string {
	r := t.Ranking
	var s []string
	texts := t.Need.Texts()
	looked := func(found string) { // words were no demands that the shop knows
		if s = append(s, found); len(texts) > 0 {
			s = append(s, w.T("reply.looked", "Words", quotes(w, texts)))
		}
	}
	left := r.Relaxed
	if len(left) == 0 {
		left = t.Scope.Relaxed
	}
	switch wanted := len(t.Need.Wanted()); {
	case r.Open == 0:
		s = append(s, w.T("reply.nothing-left"))
	case len(texts) > 0 && t.Scope.Found == 0:
		s = append(s, w.T("reply.no-words", "Words", quotes(w, texts)))
	case len(left) > 0:
		if r.Full == 0 && len(texts) > 0 {
			left = append(slices.Clip(left), quotes(w, texts))
		}
		s = append(s, w.T("reply.closest", "Wishes", strings.Join(left, w.T("language.comma"))))
	case r.Full == 0 && len(texts) > 0: // all was met but for the words: see search.Ranking.Full
		s = append(s, w.T("reply.closest-words", "Words", quotes(w, texts)))
	case wanted == 0:
		looked(w.N("reply.to-choose", r.Open))
	default:
		looked(w.N("reply.has-all", r.Full))
	}
	return strings.Join(append(s, notes...), " ")
}

// unplaced says that words are unknown here, and what became of them: those that the
// shopper does not want could not be ruled out, and the others are looked for nowhere.
func unplaced(w *words.Language, list, barred []string) []string {
	var s []string
	list = slices.DeleteFunc(slices.Clone(list), func(text string) bool { return slices.Contains(barred, text) })
	if len(list) > 0 {
		s = append(s, w.T("reply.unplaced", "Words", quotes(w, list)))
	}
	if len(barred) > 0 {
		s = append(s, w.T("reply.not-barred", "Words", quotes(w, barred)))
	}
	return s
}

// mostQuoted is how many pieces of a message the clerk says again: a sentence shall stay
// short where a whole page was pasted.
const mostQuoted = 6

// quotes lists the shopper's words, each in quotation marks.
func quotes(w *words.Language, list []string) string {
	quoted := make([]string, min(len(list), mostQuoted))
	for i := range quoted {
		quoted[i] = w.T("language.quoted", "Text", list[i])
	}
	if len(list) > mostQuoted {
		quoted[mostQuoted-1] += " …"
	}
	return strings.Join(quoted, w.T("language.comma"))
}

// pose words a question the policy chose.
func (a *Agent) pose(w *words.Language, q *clarify.Question, l *outlook) memory.Posed {
	c := l.columns[q.Field]
	p := memory.Posed{
		Text:   voice.Question(w, &c.Aspect),
		Answer: search.Answer{Key: c.Aspect.Key},
		Bits:   q.Worth.Bits, Page: q.Worth.Page, Policy: a.config.PolicyName,
	}
	naming := voice.NamingOf(c)
	if n := len(q.Options); c.Aspect.Kind == catalog.Flag && condition(c, q.Options[n-1]).Values[0] == "yes" {
		q.Options, q.Masses = slices.Clone(q.Options), slices.Clone(q.Masses) // yes before no, however many have it
		slices.Reverse(q.Options)
		slices.Reverse(q.Masses)
	}
	for i, o := range q.Options {
		p.Answer.Options = append(p.Answer.Options, condition(c, o))
		label := ""
		switch {
		case o.Name > 0:
			label = naming.Label(&o)
		case len(o.Codes) == 1 && c.Stands != nil: // several values go by one label
			label = c.Values[o.Codes[0]].Text
		default:
			label = voice.OptionLabel(w, c, &p.Answer.Options[i])
		}
		p.Answer.Labels = append(p.Answer.Labels, label)
		p.Options = append(p.Options, memory.Choice{Label: label, Mass: q.Masses[i]})
	}
	p.Other.Mass, p.None.Mass = q.Other, q.Unspecified
	l.explain(q, &p)
	if p.Other.Count > 0 {
		p.Other.Label = voice.OtherLabel(w, c, p.Answer.Options)
	}
	return p
}

// Unlisted returns what products that are left have and no option of a question names, for
// a field that completes what is typed: the commonest k, in the order of the alphabet.
func (t *Turn) Unlisted(p *memory.Posed, k int) []string {
	c := t.Scope.Shelf.Column(p.Answer.Key)
	if c == nil || p.Other.Count == 0 || voice.NamingOf(c) == nil || c.Aspect.Key == catalog.KeyCategory {
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
		if n > 0 && voice.Called(&c.Aspect, c.Values[code].Text) != "" {
			codes = append(codes, code)
		}
	}
	codes = top.First(codes, k, func(a, b int) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	slices.Sort(codes) // as the dictionary is
	out := make([]string, len(codes))
	for i, code := range codes {
		out[i] = c.Values[code].Text
	}
	return out
}
