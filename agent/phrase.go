package agent

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"shopclerk/agent/clarify"
	"shopclerk/agent/memory"
	"shopclerk/catalog"
	"shopclerk/search"
)

// The clerk's voice. Rules: one short question, in the shopper's words; the
// aspect's own name, never a guess at what it means; a number where there is one;
// what was left out is said; no exclamation marks, no flattery. Ranges read as a
// person says them: "under 40 W", "40 to 80 W", "80 W and more"; names in groups as
// a shelf of books does: "A to F: Antec, Corsair and 14 more". Asked why, the clerk
// tells what an answer does to the list before it tells how much it knows.

// says tells what came of the turn: how many products have all that was asked
// for, what had to be left out, and what understanding remarks.
func says(t *Turn, notes []string) string {
	r := t.Ranking
	var s []string
	switch wanted := len(t.Need.Wanted()); {
	case r.Open == 0:
		s = append(s, "Nothing is left within these limits.")
	case t.Need.Query() != "" && t.Scope.Found == 0:
		s = append(s, "No product has the words “"+t.Need.Query()+"”.")
	case wanted == 0:
		s = append(s, products(r.Open)+" to choose from.")
	case len(r.Relaxed) == 0 && len(t.Scope.Relaxed) == 0:
		s = append(s, products(r.Full)+plural(r.Full, " has", " have")+" all of that.")
	default:
		left := r.Relaxed
		if len(left) == 0 {
			left = t.Scope.Relaxed
		}
		s = append(s, "No product has all of that. The closest differ in one or more of: "+strings.Join(left, ", ")+".")
	}
	return strings.Join(append(s, notes...), " ")
}

func products(n int) string { return grouped(n) + plural(n, " product", " products") }

// grouped spells a number of products with a comma between thousands, as the pages
// around the clerk's words do.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func plural(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// unplaced says that words which the shopper does not want are unknown here.
func unplaced(words []string) string {
	return "Nothing here goes by “" + strings.Join(words, "”, “") + "”, so it could not be ruled out."
}

// pose words a question the policy chose.
func (a *Agent) pose(q *clarify.Question, l *outlook) memory.Posed {
	c := l.columns[q.Field]
	p := memory.Posed{
		Text:   question(&c.Aspect),
		Answer: search.Answer{Key: c.Aspect.Key},
		Bits:   q.Worth.Bits, Page: q.Worth.Page, Policy: a.PolicyName,
	}
	names := newNames(c, q.Options, l.fits)
	for i, o := range q.Options {
		p.Answer.Options = append(p.Answer.Options, condition(c, o))
		label := optionLabel(c, &p.Answer.Options[i])
		if len(o.Codes) > 1 {
			label = names.group(i)
		}
		p.Answer.Labels = append(p.Answer.Labels, label)
		p.Options = append(p.Options, memory.Choice{Label: label, Mass: q.Masses[i]})
	}
	p.Other.Mass, p.None.Mass = q.Other, q.Unspecified
	l.explain(q, &p)
	if p.Other.Count > 0 {
		p.Other.Label = otherLabel(c, p.Answer.Options, names)
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
func Explain(p *memory.Posed, above int) Explanation {
	w := &p.Why
	if w.Fit == 0 {
		return Explanation{}
	}
	answer, the := "An answer", "The"
	if above > 0 {
		answer, the = "An answer to this question alone", "With the "+plural(above, "question", "questions")+" above answered too, the"
	}
	chance := "rises from " + percent(w.Before) + " to " + percent(w.After)
	if percent(w.Before) == percent(w.After) {
		chance = "stays at " + percent(w.Before)
	}
	e := Explanation{Effect: fmt.Sprintf("%s. %s leaves about %s on average. %s chance that yours is on the first page %s.",
		fit(w.Fit), answer, grouped(max(1, int(math.Round(w.Left)))), the, chance)}
	if n := p.None.Count; n > 0 {
		e.Unknown = fmt.Sprintf("Of %s it is not known: %s with the last two answers.", products(n), plural(n, "it stays", "they stay"))
	}
	for _, r := range w.Rivals {
		e.Rivals = append(e.Rivals, rival(&r, p, above))
	}
	return e
}

func fit(n int) string { return products(n) + plural(n, " fits", " fit") }

// rival says why a question was not asked in another's place.
func rival(r *memory.Rival, p *memory.Posed, above int) string {
	bits := fmt.Sprintf("%.1f bits to this one’s %.1f", r.Bits, p.Bits)
	tells := " tells more"
	if tenths(r.Bits) == tenths(p.Bits) {
		tells = " tells as much"
	}
	switch r.Reason {
	case memory.TellsLess:
		return r.Label + " tells less: " + bits + "."
	case memory.Overlaps:
		return r.Label + " repeats much of the " + plural(above, "question", "questions") + " above: " + bits + "."
	case memory.AskedBefore:
		return r.Label + tells + ", but you were asked about it: " + bits + "."
	case memory.HardToAnswer:
		return r.Label + tells + ", but is harder to answer: " + bits + "."
	case memory.LiftsLess:
		return r.Label + tells + ", but does less for the first page: " + percent(r.Page) + " to this one’s " + percent(p.Page) + "."
	}
	return r.Label + " was the next best: " + bits + "."
}

// percent spells a probability: "31 %". What is not quite impossible or certain
// does not read as if it were.
func percent(p float64) string {
	n := int(math.Round(100 * p))
	switch {
	case n == 0 && p > 0:
		return "less than 1\u00a0%"
	case n == 100 && p < 0.9999:
		return "more than 99\u00a0%"
	}
	return strconv.Itoa(n) + "\u00a0%"
}

// question asks about an aspect.
func question(a *catalog.Aspect) string {
	switch a.Key {
	case catalog.KeyPrice:
		return "What would you like to spend?"
	case catalog.KeyBrand:
		return "Which brand?"
	case catalog.KeyCategory:
		return "What kind of product?"
	}
	switch a.Kind {
	case catalog.Flag:
		return a.Label + "?"
	case catalog.Numeric:
		return "What " + lowerLabel(a.Label) + "?"
	}
	return "Which " + lowerLabel(a.Label) + "?"
}

// lowerLabel puts a label inside a sentence, keeping acronyms: "Cable length" →
// "cable length", "USB ports" stays.
func lowerLabel(s string) string {
	word, _, _ := strings.Cut(s, " ")
	first, size := utf8.DecodeRuneInString(s)
	if size == 0 || len(word) > size && word[size:] != strings.ToLower(word[size:]) {
		return s
	}
	return string(unicode.ToLower(first)) + s[size:]
}
