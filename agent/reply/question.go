package reply

import (
	"math"
	"slices"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/words"
)

// sentences are the questions about what aspects are about, by [language.Topic]. An aspect
// that is about none of it is asked about by its name.
var sentences = map[string]string{
	"colour": "ask.colour", "material": "ask.material", "style": "ask.style", "function": "ask.function",
	"features": "ask.features", "place": "ask.place", "use": "ask.use", "recipient": "ask.recipient",
	"age": "ask.age", "season": "ask.season", "occasion": "ask.occasion", "series": "ask.series",
	"decoration": "ask.decoration", "pattern": "ask.pattern", "shape": "ask.shape", "size": "ask.size",
	"length": "ask.length", "width": "ask.width", "height": "ask.height", "depth": "ask.depth",
	"diameter": "ask.diameter", "weight": "ask.weight", "capacity": "ask.capacity", "memory": "ask.memory",
	"storage": "ask.storage", "power": "ask.power", "noise": "ask.noise", "people": "ask.people",
	"pieces": "ask.pieces", "duration": "ask.duration", "kind": "ask.kind", "fits": "ask.fits",
	"connection": "ask.connection", "flavour": "ask.flavour", "scent": "ask.scent", "screen": "ask.screen", "system": "ask.system",
	"load": "ask.load", "dull": "ask.version",
}

// measured are the topics that only numbers answer as their sentences ask: "How much should
// it hold?" is not answered by "1/2 Cup". Those that are true have to be measured.
var measured = map[string]bool{
	"length": true, "width": true, "height": true, "depth": true, "diameter": true, "weight": true, "memory": false,
	"capacity": false, "storage": false, "power": true, "noise": true, "people": false, "pieces": false, "duration": true,
	"load": true,
}

// Measured reports whether the answer about an aspect has to be measured.
func Measured(a *catalog.Aspect) bool { return measured[language.Topic(a.Label, a.Unit)] }

// QuestionText asks about an aspect.
func QuestionText(w *words.Language, a *catalog.Aspect) string {
	switch a.Key {
	case catalog.KeyPrice:
		return w.T("questions.spend")
	case catalog.KeyBrand:
		return w.T("questions.brand")
	case catalog.KeyCategory:
		return w.T("questions.kind")
	}
	if a.Kind == catalog.Flag {
		return w.T("questions.flag", "Aspect", Label(w, a))
	}
	topic := language.Topic(a.Label, a.Unit)
	_, number := measured[topic]
	if id := sentences[topic]; id != "" && (a.Kind == catalog.Numeric || !number) {
		return w.T(id)
	}
	switch {
	case a.Kind != catalog.Numeric:
		return w.T("questions.which", "Aspect", Label(w, a))
	case a.Unit == "" && Counts(a):
		return w.T("questions.how-many", "Aspect", language.Things(Label(w, a)))
	}
	return w.T("questions.number", "Aspect", Label(w, a))
}

// OptionLabel words an option.
func OptionLabel(w *words.Language, c *catalog.Column, cond *catalog.Condition) string {
	switch {
	case cond.Range == nil && c.Aspect.Key == catalog.KeyCategory:
		return catalog.LastLevel(cond.Values[0])
	case cond.Range == nil && c.Aspect.Kind == catalog.Flag && cond.Values[0] == "yes":
		return w.T("options.yes")
	case cond.Range == nil && c.Aspect.Kind == catalog.Flag:
		return w.T("options.no")
	case cond.Range == nil:
		return either(w, &c.Aspect, cond.Values)
	}
	low, high := cond.Range.Bounds()
	if high == math.Nextafter(low, high) { // a number, beside others or beside ranges
		return amountLabel(w, &c.Aspect, low)
	}
	var in []catalog.Value // of things counted, the numbers that there are
	if countable(c) {
		in = slices.DeleteFunc(slices.Clone(c.Values), func(v catalog.Value) bool { return v.Number < low || v.Number >= high })
	}
	switch {
	case math.IsInf(high, 1):
		return w.T("amount.and-more", "Low", Amount(w, &c.Aspect, low))
	case len(in) > 1:
		return Span(w, &c.Aspect, in[0].Number, in[len(in)-1].Number)
	case len(in) == 1:
		return amountLabel(w, &c.Aspect, in[0].Number)
	case math.IsInf(low, -1):
		return w.T("amount.under", "High", Amount(w, &c.Aspect, high))
	}
	return Span(w, &c.Aspect, low, high)
}

// countable reports whether a column's numbers are of things that are counted one by one: whole,
// and without a unit that measures.
func countable(c *catalog.Column) bool {
	u, _ := language.UnitNamed(c.Aspect.Unit)
	return (c.Aspect.Unit == "" || u.Dimension == "persons" || strings.HasPrefix(u.Dimension, "the unit ")) && c.Aspect.Key != catalog.KeyPrice &&
		!slices.ContainsFunc(c.Values, func(v catalog.Value) bool { return v.Number != math.Trunc(v.Number) || v.Number < 0 })
}

// amountLabel words an option of one number, without a unit together with its aspect:
// "4 memory slots", "CAS latency 9".
func amountLabel(w *words.Language, a *catalog.Aspect, n float64) string {
	text := Amount(w, a, n)
	if a.Unit != "" {
		return text
	}
	if label := language.Things(Label(w, a)); plural(label) {
		if i := strings.LastIndexByte(label, ' ') + 1; n == 1 {
			label = label[:i] + language.Singular(catalog.FoldCase(label[i:]))
		}
		return w.T("amount.counted", "Number", text, "Aspect", label)
	}
	return w.T("amount.called", "Number", text, "Aspect", Label(w, a))
}

// Counts reports whether the numbers of an aspect count what its name says: "cores".
func Counts(a *catalog.Aspect) bool { return plural(language.Things(a.Label)) }

// plural reports whether the last word of a label is a plural.
func plural(label string) bool {
	last := catalog.FoldCase(label[strings.LastIndexByte(label, ' ')+1:])
	return language.Singular(last) != last
}

// OtherLabel words "something else" beside options that are adjoining ranges: what is above
// the highest; "" beside other options.
func OtherLabel(w *words.Language, c *catalog.Column, options []catalog.Condition) string {
	end := math.Inf(-1)
	for i := range options {
		if options[i].Range == nil {
			return ""
		}
		low, high := options[i].Range.Bounds()
		if i > 0 && low != end {
			return "" // what lies between is something else too
		}
		end = high
	}
	if math.IsInf(end, 1) {
		return ""
	}
	return OptionLabel(w, c, &catalog.Condition{Range: catalog.AtLeast(end)})
}

// Explanation is why a question was asked.
type Explanation struct {
	Effect  string // what an answer is expected to do to the list
	Unknown string // what happens to products without a value; empty when there are none
}

// ExplainQuestion words why a question was asked, with above others above it; the zero
// Explanation when that was not recorded.
func ExplainQuestion(w *words.Language, p *dialog.Posed, above int) Explanation {
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
	case "early", "decisive":
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
