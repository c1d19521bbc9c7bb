package agent

import (
	"math"
	"strings"

	"shopclerk/agent/clarify"
	"shopclerk/agent/control"
	"shopclerk/agent/memory"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

// The clerk's voice: its words, and the rules they follow, are in the room words.

// says tells what came of the turn: how many products have all that was asked
// for, what had to be left out, and what understanding remarks.
func says(w *words.Language, t *Turn, notes []string) string {
	r := t.Ranking
	var s []string
	switch wanted := len(t.Need.Wanted()); {
	case r.Open == 0:
		s = append(s, w.T("reply.nothing-left"))
	case t.Need.Query() != "" && t.Scope.Found == 0:
		s = append(s, w.T("reply.no-words", "Words", t.Need.Query()))
	case wanted == 0:
		s = append(s, w.N("reply.to-choose", r.Open))
	case len(r.Relaxed) == 0 && len(t.Scope.Relaxed) == 0:
		s = append(s, w.N("reply.has-all", r.Full))
	default:
		left := r.Relaxed
		if len(left) == 0 {
			left = t.Scope.Relaxed
		}
		s = append(s, w.T("reply.closest", "Wishes", strings.Join(left, w.T("language.comma"))))
	}
	return strings.Join(append(s, notes...), " ")
}

// unplaced says that words which the shopper does not want are unknown here.
func unplaced(w *words.Language, list []string) string {
	quoted := make([]string, len(list))
	for i, text := range list {
		quoted[i] = w.T("language.quoted", "Text", text)
	}
	return w.T("reply.unplaced", "Words", strings.Join(quoted, w.T("language.comma")))
}

// pose words a question the policy chose.
func (a *Agent) pose(w *words.Language, q *clarify.Question, l *outlook) memory.Posed {
	c := l.columns[q.Field]
	p := memory.Posed{
		Text:   question(w, &c.Aspect),
		Answer: search.Answer{Key: c.Aspect.Key},
		Bits:   q.Worth.Bits, Page: q.Worth.Page, Policy: a.PolicyName,
	}
	names := newNames(c, q.Options, l.fits)
	for i, o := range q.Options {
		p.Answer.Options = append(p.Answer.Options, condition(c, o))
		label := optionLabel(w, c, &p.Answer.Options[i])
		switch {
		case len(o.Codes) > 1:
			label = names.group(w, i)
		case len(o.Codes) == 1 && c.Stands != nil: // several values go by one label
			label = c.Values[o.Codes[0]].Text
		}
		p.Answer.Labels = append(p.Answer.Labels, label)
		p.Options = append(p.Options, memory.Choice{Label: label, Mass: q.Masses[i]})
	}
	p.Other.Mass, p.None.Mass = q.Other, q.Unspecified
	l.explain(q, &p)
	if p.Other.Count > 0 {
		p.Other.Label = otherLabel(w, c, p.Answer.Options, names)
	}
	return p
}

// question asks about an aspect.
func question(w *words.Language, a *catalog.Aspect) string {
	switch a.Key {
	case catalog.KeyPrice:
		return w.T("questions.spend")
	case catalog.KeyBrand:
		return w.T("questions.brand")
	case catalog.KeyCategory:
		return w.T("questions.kind")
	}
	switch a.Kind {
	case catalog.Flag:
		return w.T("questions.flag", "Aspect", a.Label)
	case catalog.Numeric:
		return w.T("questions.number", "Aspect", a.Label)
	}
	return w.T("questions.which", "Aspect", a.Label)
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
