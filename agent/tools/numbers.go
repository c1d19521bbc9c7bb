package tools

import (
	"strings"

	"shopclerk/agent/language"
)

// readNumbers claims the numbers of the text, in the parameter's unit.
func (r *valueReader) readNumbers(i int, d *Domain) {
	for _, q := range r.Quantities {
		if r.answer != i && r.conditional(q.Span.From) {
			continue
		}
		if q.Spelled && q.High == 1 && r.answer != i && r.cue(i, q.Span.From, q.Span.To) == 0 {
			continue // "one" is a pronoun more often than a number
		}
		x, strength := q.High, strengthBare
		switch {
		case q.Low != q.High: // a range is no number
			continue
		case q.Currency != "" && d.Currency != "" && q.Currency != d.Currency:
			r.claim(i, q.Span, strength, true, q.Said)
			continue
		case q.Currency != "":
			worth := money(&r.tool.Parameters[i], d)
			if worth == 0 && r.answer != i {
				continue // a price is no number of pieces
			}
			strength += worth
		case q.Unit != "" && d.Unit != "":
			converted, ok := language.Convert(x, q.Unit, d.Unit)
			if !ok {
				continue
			}
			x, strength = converted, strength+bonusUnit
		case q.Unit != "":
			strength -= strengthBare / 2 // the unit speaks of something else, or of this
		}
		of, err := d.Accept(x)
		if err != nil {
			r.claim(i, q.Span, strength-strengthBare/2, true, x)
			continue
		}
		r.claim(i, q.Span, strength, false, of)
	}
}

// conditional reports whether the number at token k is the limit of a condition.
func (r *valueReader) conditional(k int) bool {
	limit := false
	for j := k - 1; j >= 0 && !strings.Contains(".;!?", r.Toks[j].Form); j-- {
		limit = limit || j >= k-2 && lists().Limits[r.Toks[j].Form]
		if lists().Conditions[r.Toks[j].Form] {
			return limit
		}
	}
	return false
}

// money says how surely a parameter is an amount of money: by its domain or name.
// An "amount" may be one of anything.
func money(p *Parameter, d *Domain) float64 {
	if d.Currency != "" {
		return bonusUnit
	}
	worth := 0.0
	for _, w := range append(language.NameWords(p.Name), language.NameStems(p.Label)...) {
		switch {
		case lists().Money[w]:
			return bonusUnit
		case lists().Sums[w]:
			worth = bonusUnit / 2
		}
	}
	return worth
}

// readDays claims the dates of the text.
func (r *valueReader) readDays(i int, d *Domain) {
	for _, day := range r.Days {
		s := r.Passage(day.From, day.To)
		var good []any
		for _, of := range day.Days {
			if of, err := d.Accept(of); err == nil {
				good = append(good, of)
			}
		}
		if good == nil {
			r.claim(i, s, strengthExact, true, day.Days[0])
			continue
		}
		r.claim(i, s, strengthExact, false, good...)
	}
}
