package discover

import (
	"strings"

	"shopclerk/catalog"
)

// A Rule converts one raw attribute into the values of an aspect.
type Rule struct {
	Raw  string       `json:"raw"`
	Key  string       `json:"key"`
	Kind catalog.Kind `json:"kind"`

	Unit  string     `json:"unit,omitempty"`  // of a Numeric aspect
	Comma commaStyle `json:"comma,omitempty"` // what a comma means in its numbers
	Seps  []string   `json:"seps,omitempty"`  // what separates the values of a text

	// Spell maps folded texts to the commonest spelling, for those that have
	// more than one.
	Spell map[string]string `json:"spell,omitempty"`
	// Rest is the key of the aspect that takes the few texts a Numeric aspect
	// could not read, so that products keep them.
	Rest string `json:"rest,omitempty"`
}

// values converts a plausible raw value. What a Numeric rule cannot read comes
// back as rest.
func (r *Rule) values(v catalog.Raw) (values, rest []catalog.Value) {
	switch r.Kind {
	case catalog.Numeric:
		if values, ok := r.numbers(v); ok {
			return values, nil
		}
		return nil, textValues([]string{Tidy(v.String())})
	case catalog.Flag:
		if v.Kind == catalog.RawBool {
			return textValues([]string{yesNo(v.Bool)}), nil
		}
		if b, ok := parseFlag(v.Text); ok && v.Kind == catalog.RawText {
			return textValues([]string{yesNo(b)}), nil
		}
		return nil, textValues([]string{Tidy(scalar(v))})
	case catalog.Multi:
		var parts []string
		if v.Kind == catalog.RawList {
			for _, e := range flatten(v) {
				parts = append(parts, splitValue(Tidy(scalar(e)), r.Seps)...)
			}
		} else {
			parts = splitValue(Tidy(scalar(v)), r.Seps)
		}
		return textValues(uniqueFold(r.spelled(parts))), nil
	}
	if a, b, ok := pairOf(v); ok {
		return textValues([]string{spellNumber(a) + " × " + spellNumber(b)}), nil // their places mean different things
	}
	return textValues(r.spelled([]string{Tidy(scalar(v))})), nil
}

// numbers reads a value of a Numeric aspect: one number, or two for a range.
func (r *Rule) numbers(v catalog.Raw) ([]catalog.Value, bool) {
	if v.Kind == catalog.RawNumber {
		return []catalog.Value{numberValue(v.Number)}, true
	}
	if a, b, ok := pairOf(v); ok {
		return span(min(a, b), max(a, b)), true
	}
	if v.Kind != catalog.RawText {
		return nil, false
	}
	q, ok := parseQuantity(v.Text, r.Comma)
	if !ok {
		return nil, false
	}
	if q.unit != "" && q.unit != r.Unit {
		from, to := unitOf(q.unit), unitOf(r.Unit)
		if from.dim != to.dim {
			return nil, false
		}
		q.low, q.high = convert(q.low, from, to), convert(q.high, from, to)
	}
	return span(q.low, q.high), true
}

// span is a range of numbers: its ends, or the one that both are.
func span(low, high float64) []catalog.Value {
	if low == high {
		return []catalog.Value{numberValue(low)}
	}
	return []catalog.Value{numberValue(low), numberValue(high)}
}

// spelled replaces each text by its commonest spelling.
func (r *Rule) spelled(parts []string) []string {
	for i, p := range parts {
		if s, ok := r.Spell[fold(p)]; ok {
			parts[i] = s
		}
	}
	return parts
}

func numberValue(f float64) catalog.Value {
	return catalog.Value{Text: spellNumber(f), Number: roundNumber(f)}
}

func textValues(parts []string) []catalog.Value {
	values := make([]catalog.Value, len(parts))
	for i, p := range parts {
		values[i].Text = p
	}
	return values
}

// scalar spells a value as a shopper reads it.
func scalar(v catalog.Raw) string {
	switch v.Kind {
	case catalog.RawBool:
		return yesNo(v.Bool)
	case catalog.RawNumber:
		return spellNumber(v.Number)
	case catalog.RawList:
		parts := make([]string, 0, len(v.List))
		for _, e := range flatten(v) {
			parts = append(parts, scalar(e))
		}
		return strings.Join(parts, ", ")
	}
	return v.Text
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// parseFlag reads a text that says yes or no.
func parseFlag(s string) (value, ok bool) {
	switch fold(s) {
	case "yes", "true", "y":
		return true, true
	case "no", "false", "n":
		return false, true
	}
	return false, false
}
