package reply

import (
	"math"
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

// larger maps a unit to the one of a thousand of it, and from where on that is used: 1.5 kg,
// but a desk of 1200 mm and a kettle of 2200 W.
var larger = map[string]struct {
	unit string
	from float64
}{"g": {"kg", 1000}, "ml": {"l", 1000}, "mm": {"m", many}, "W": {"kW", many}}

// many is from where on the thousands of a number are separated.
const many = 10_000

// Amount spells a number of an aspect with its unit: "27 in", "€40", "20 kg" of 20000 g.
func Amount(w *words.Language, a *catalog.Aspect, f float64) string {
	if l, ok := larger[a.Unit]; ok && math.Abs(f) >= l.from {
		return w.T("amount.unit", "Number", w.Measure(f/1000), "Unit", l.unit)
	}
	n := bare(w, a, f)
	switch {
	case a.Unit == "":
		return n
	case a.Key == catalog.KeyPrice:
		return w.Money(n, a.Unit)
	}
	return w.T("amount.unit", "Number", n, "Unit", a.Unit)
}

// bare spells a number of an aspect without its unit.
func bare(w *words.Language, a *catalog.Aspect, f float64) string {
	switch {
	case a.Key == catalog.KeyPrice && f != math.Trunc(f):
		return w.Fixed(f, 2)
	case math.Abs(f) >= many && f == math.Trunc(f):
		return w.Fixed(f, 0)
	}
	return w.Measure(f)
}

// Span spells a range of an aspect's numbers: "40 to 80 W", with the unit once, unless
// it leads: "€20 to €40".
func Span(w *words.Language, a *catalog.Aspect, low, high float64) string {
	if l, ok := larger[a.Unit]; ok && low >= l.from/10 && high >= l.from { // one unit for both
		a = &catalog.Aspect{Key: a.Key, Unit: l.unit}
		low, high = low/1000, high/1000
	}
	from, to := Amount(w, a, low), Amount(w, a, high)
	if strings.HasPrefix(to, bare(w, a, high)) {
		from = bare(w, a, low)
	}
	return w.T("amount.span", "Low", from, "High", to)
}

// Condition words a condition for a chip. A price has no label.
func Condition(w *words.Language, a *catalog.Aspect, c *catalog.Condition) string {
	label := Label(w, a) + ": "
	if a.Key == catalog.KeyPrice {
		label = ""
	}
	if a.Key == catalog.KeyStock && len(c.Values) == 1 {
		return Value(w, a, c.Values[0])
	}
	if c.Range == nil {
		return label + either(w, a, c.Values)
	}
	switch low, high := c.Range.Bounds(); {
	case math.IsInf(low, -1):
		return label + w.T("amount.up-to", "High", Amount(w, a, high))
	case math.IsInf(high, 1):
		return label + w.T("amount.and-more", "Low", Amount(w, a, low))
	case low == high:
		return label + Amount(w, a, low)
	default:
		return label + Span(w, a, low, high)
	}
}

// Values spells a product's values of an aspect.
func Values(w *words.Language, a *catalog.Aspect, values []catalog.Value) string {
	if a.Kind == catalog.Numeric && len(values) > 0 {
		low, high := values[0].Number, values[len(values)-1].Number
		if low != high {
			return Span(w, a, low, high)
		}
		return Amount(w, a, low)
	}
	var texts []string
	for _, v := range values {
		if text := Value(w, a, v.Text); !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, w.T("language.comma"))
}

// ValueNames returns what the shop calls values, those of one name once.
func ValueNames(w *words.Language, a *catalog.Aspect, values []string) []string {
	var out []string
	for _, v := range values {
		if name := w.Called(a.In, a.Key, v, v); !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

func either(w *words.Language, a *catalog.Aspect, values []string) string {
	return strings.Join(ValueNames(w, a, values), w.T("language.or"))
}

// Label returns what shoppers see an aspect called.
func Label(w *words.Language, a *catalog.Aspect) string { return w.Called(a.In, a.Key, "", a.Label) }

// Value spells a value that is no number. A Flag has "yes" and "no", which are translated.
func Value(w *words.Language, a *catalog.Aspect, value string) string {
	switch {
	case a.Key == catalog.KeyStock && value == "yes":
		return w.T("facets.in-stock")
	case a.Key == catalog.KeyStock && value == "no":
		return w.T("product.sold-out")
	case a.Kind == catalog.Flag && value == "yes":
		return w.T("language.yes")
	case a.Kind == catalog.Flag && value == "no":
		return w.T("language.no")
	}
	return w.Called(a.In, a.Key, value, value)
}

// FigureIn is a number that was said in the unit of an aspect, which lies in the range that stands for it; ok is
// false where their units differ.
func FigureIn(f *search.Figure, a *catalog.Aspect, r *catalog.Range) (number float64, ok bool) {
	if f == nil || r == nil {
		return 0, false
	}
	number = f.Number
	said, measured := language.UnitNamed(f.Unit)
	if own, known := language.UnitNamed(a.Unit); measured && known {
		number *= said.Factor / own.Factor
	}
	low, high := r.Bounds()
	return number, number >= low && number <= high
}
