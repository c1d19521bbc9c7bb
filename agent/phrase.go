package agent

import (
	"math"
	"slices"
	"strings"

	"shopclerk/agent/clarify"
	"shopclerk/agent/control"
	"shopclerk/agent/memory"
	"shopclerk/search"
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
		Text:   question(w, &c.Aspect),
		Answer: search.Answer{Key: c.Aspect.Key},
		Bits:   q.Worth.Bits, Page: q.Worth.Page, Policy: a.PolicyName,
	}
	naming := namingOf(c)
	for i, o := range q.Options {
		p.Answer.Options = append(p.Answer.Options, condition(c, o))
		label := ""
		switch {
		case o.Name > 0:
			label = naming.label(&o)
		case len(o.Codes) == 1 && c.Stands != nil: // several values go by one label
			label = c.Values[o.Codes[0]].Text
		default:
			label = optionLabel(w, c, &p.Answer.Options[i])
		}
		p.Answer.Labels = append(p.Answer.Labels, label)
		p.Options = append(p.Options, memory.Choice{Label: label, Mass: q.Masses[i]})
	}
	p.Other.Mass, p.None.Mass = q.Other, q.Unspecified
	l.explain(q, &p)
	if p.Other.Count > 0 {
		p.Other.Label = otherLabel(w, c, p.Answer.Options)
	}
	return p
}

// Explanation is what the clerk says when asked why it asks a question.
type Explanation struct {
	Effect  string   // what an answer is expected to do to the list
	Unknown string   // what happens to products without a value; empty when there are none
	Rivals  []string // why not another question, the best of them first
}

// Explain words why a question was asked that stood below so many others; the zero
// Explanation when that was not recorded.
func Explain(w *words.Language, p *memory.Posed, above int) Explanation {
	why := &p.Why
	if why.Fit == 0 {
		return Explanation{}
	}
	leaves := "why.answer-leaves"
	if above > 0 {
		leaves = "why.answer-alone-leaves"
	}
	e := Explanation{Effect: strings.Join([]string{
		w.N("why.fit", why.Fit),
		w.T(leaves, "Left", max(1, int(math.Round(why.Left)))),
		chance(w, percent(w, why.Before), percent(w, why.After), above),
	}, " ")}
	switch control.Place(why.Placed) {
	case control.First:
		e.Effect += " " + w.T("why.placed-first")
	case control.Early:
		e.Effect += " " + w.T("why.placed-early")
	}
	if n := p.None.Count; n > 0 {
		e.Unknown = w.N("why.unknown", n)
	}
	for _, r := range why.Rivals {
		e.Rivals = append(e.Rivals, rival(w, &r, p, above))
	}
	return e
}

// chance tells what an answer does to the chance of finding one's product on the
// first page.
func chance(w *words.Language, before, after string, above int) string {
	switch {
	case above == 0 && before == after:
		return w.T("why.chance-stays", "Before", before)
	case above == 0:
		return w.T("why.chance-rises", "Before", before, "After", after)
	case before == after:
		return w.N("why.chance-stays-above", above, "Before", before)
	}
	return w.N("why.chance-rises-above", above, "Before", before, "After", after)
}

// rival says why a question was not asked in another's place.
func rival(w *words.Language, r *memory.Rival, p *memory.Posed, above int) string {
	values := []any{
		"Aspect", r.Label, "Bits", w.Fixed(r.Bits, 1), "Own", w.Fixed(p.Bits, 1),
		"Page", percent(w, r.Page), "OwnPage", percent(w, p.Page),
	}
	equal := tenths(r.Bits) == tenths(p.Bits)
	id := "why.next-best"
	switch r.Reason {
	case memory.TellsLess:
		id = "why.tells-less"
	case memory.Overlaps:
		return w.N("why.overlaps", above, values...)
	case memory.AskedBefore:
		id = either(equal, "why.asked-before-equal", "why.asked-before")
	case memory.HardToAnswer:
		id = either(equal, "why.harder-equal", "why.harder")
	case memory.LiftsLess:
		id = either(equal, "why.lifts-less-equal", "why.lifts-less")
	}
	return w.T(id, values...)
}

func either(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// percent spells a probability: "31 %". What is not quite impossible or certain
// does not read as if it were.
func percent(w *words.Language, p float64) string {
	n := hundredths(p)
	switch {
	case n == 0 && p > 0:
		return w.T("amount.below-percent")
	case n == 100 && p < 0.9999:
		return w.T("amount.above-percent")
	}
	return w.T("amount.percent", "Number", n)
}

// hundredths rounds a probability as it is told, so that what is told as equal counts
// as equal.
func hundredths(p float64) int { return int(math.Round(100 * p)) }
