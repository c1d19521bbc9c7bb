package agent

import (
	"math"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/catalog/caption"
	"shopclerk/words"
)

// optionLabel is what an option says.
func optionLabel(w *words.Language, c *catalog.Column, cond *catalog.Condition) string {
	switch {
	case cond.Range == nil && c.Aspect.Key == catalog.KeyCategory:
		return CategoryName(cond.Values[0])
	case cond.Range == nil && c.Aspect.Kind == catalog.Flag:
		return flagLabel(w, cond.Values[0])
	case cond.Range == nil:
		return strings.Join(cond.Values, w.T("language.or"))
	}
	low, high := cond.Range.Bounds()
	if high == math.Nextafter(low, high) { // a number, beside others or beside ranges
		return amountLabel(w, &c.Aspect, low)
	}
	switch {
	case math.IsInf(low, -1):
		return w.T("amount.under", "High", caption.Amount(w, &c.Aspect, high))
	case math.IsInf(high, 1):
		return w.T("amount.and-more", "Low", caption.Amount(w, &c.Aspect, low))
	}
	return caption.Span(w, &c.Aspect, low, high)
}

// amountLabel is what an option of one number says. One without a unit is said with what
// is counted, for a bare number names nothing: "4 memory slots", "CAS latency 9".
func amountLabel(w *words.Language, a *catalog.Aspect, n float64) string {
	text := caption.Amount(w, a, n)
	if a.Unit != "" {
		return text
	}
	if plural(a.Label) {
		return w.T("amount.counted", "Number", text, "Aspect", a.Label)
	}
	return w.T("amount.called", "Number", text, "Aspect", a.Label)
}

// plural reports whether a label names things that can be counted: its last word is a
// plural.
func plural(label string) bool {
	last := catalog.FoldCase(label[strings.LastIndexByte(label, ' ')+1:])
	return language.Singular(last) != last
}

// flagLabel is what an option of a yes-or-no aspect says.
func flagLabel(w *words.Language, value string) string {
	if value == "yes" {
		return w.T("options.yes")
	}
	return w.T("options.no")
}

// CategoryName is the last level of a category's path.
func CategoryName(path string) string {
	if i := strings.LastIndex(path, " > "); i >= 0 {
		return path[i+len(" > "):]
	}
	return path
}

// otherLabel says what is left for "something else" where products that fit would
// be found under it: the highest of ranges that adjoin each other; else nothing.
func otherLabel(w *words.Language, c *catalog.Column, options []catalog.Condition) string {
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
	return optionLabel(w, c, &catalog.Condition{Range: catalog.AtLeast(end)})
}
