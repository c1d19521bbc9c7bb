package reply

import (
	"math"
	"strings"

	"shopclerk/agent/memory"
	"shopclerk/words"
)

// Explanation is why a question was asked.
type Explanation struct {
	Effect  string // what an answer is expected to do to the list
	Unknown string // what happens to products without a value; empty when there are none
}

// ExplainQuestion words why a question was asked, with above others above it; the zero
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
	return e
}

// chance words what an answer does to the probability that the shopper's product is on the
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

// percent spells a probability: "31 %", and "less than 1 %" of a small one above 0.
func percent(w *words.Language, p float64) string {
	n := int(math.Round(100 * p))
	switch {
	case n == 0 && p > 0:
		return w.T("amount.below-percent")
	case n == 100 && p < 0.9999:
		return w.T("amount.above-percent")
	}
	return w.T("amount.percent", "Number", n)
}
