package reply

import (
	"math"
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/words"
)

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
		return strings.Join(cond.Values, w.T("language.or"))
	}
	low, high := cond.Range.Bounds()
	if high == math.Nextafter(low, high) { // a number, beside others or beside ranges
		return amountLabel(w, &c.Aspect, low)
	}
	switch {
	case math.IsInf(high, 1):
		return w.T("amount.and-more", "Low", Amount(w, &c.Aspect, low))
	case len(c.Values) > 0 && high == max(low, c.Values[0].Number)+1 && countable(c): // of things counted there is one number
		return amountLabel(w, &c.Aspect, high-1)
	case math.IsInf(low, -1):
		return w.T("amount.under", "High", Amount(w, &c.Aspect, high))
	}
	return Span(w, &c.Aspect, low, high)
}

// countable reports whether a column's numbers are of things that are counted one by one.
func countable(c *catalog.Column) bool {
	return c.Aspect.Unit == "" && c.Aspect.Key != catalog.KeyPrice &&
		!slices.ContainsFunc(c.Values, func(v catalog.Value) bool { return v.Number != math.Trunc(v.Number) || v.Number < 0 })
}

// amountLabel words an option of one number, without a unit together with its aspect:
// "4 memory slots", "CAS latency 9".
func amountLabel(w *words.Language, a *catalog.Aspect, n float64) string {
	text := Amount(w, a, n)
	if a.Unit != "" {
		return text
	}
	if label := language.Things(a.Label); plural(label) {
		if i := strings.LastIndexByte(label, ' ') + 1; n == 1 {
			label = label[:i] + language.Singular(catalog.FoldCase(label[i:]))
		}
		return w.T("amount.counted", "Number", text, "Aspect", label)
	}
	return w.T("amount.called", "Number", text, "Aspect", a.Label)
}

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
