package reply

import (
	"math"
	"strings"

	"shopclerk/agent/memory"
	"shopclerk/words"
)

// Explanation is what the clerk says when asked why it asks a question.
type Explanation struct {
	Effect  string   // what an answer is expected to do to the list
	Unknown string   // what happens to products without a value; empty when there are none
	Rivals  []string // why not another question, the best of them first
}

// ExplainQuestion words why a question was asked that stood below so many others; the zero
// Explanation when that was not recorded.
func ExplainQuestion(w *words.Language, p *memory.Posed, above int) Explanation {
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
	switch why.Placed {
	case "first":
		e.Effect += " " + w.T("why.placed-first")
	case "early":
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
	equal := Tenths(r.Bits) == Tenths(p.Bits)
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
	n := Hundredths(p)
	switch {
	case n == 0 && p > 0:
		return w.T("amount.below-percent")
	case n == 100 && p < 0.9999:
		return w.T("amount.above-percent")
	}
	return w.T("amount.percent", "Number", n)
}

// Hundredths rounds a probability as it is told, so that what is told as equal counts
// as equal.
func Hundredths(p float64) int { return int(math.Round(100 * p)) }

// Tenths rounds bits as they are told, so that what is told as equal counts as
// equal.
func Tenths(bits float64) float64 { return math.Round(10 * bits) }
