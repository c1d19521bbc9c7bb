package tools

import "shopclerk/agent/language"

// readNumbers claims the numbers of the text, in the parameter's unit. An amount of money
// is only one of a parameter in a currency.
func (r *valueReader) readNumbers(i int, d *Domain) {
	for _, q := range r.Quantities {
		pronoun := q.Spelled && q.High == 1 && r.answer != i && r.cue(i, q.Span.From, q.Span.To) == 0 // "one"
		if pronoun || q.Low != q.High || q.Currency != "" && d.Currency == "" && r.answer != i {
			continue
		}
		x, strength := q.High, strengthBare
		switch {
		case q.Currency != "" && d.Currency != "" && q.Currency != d.Currency:
			r.claim(i, q.Span, strength, true, q.Said)
			continue
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
