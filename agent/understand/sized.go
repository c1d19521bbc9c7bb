package understand

import (
	"math"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/catalog"
)

// calledBySize reads the number that German calls things by: the 140 of "140er Lüfter". next
// is i where it is none.
func (r *reader) calledBySize(i int) (a language.Amount, next int) {
	if i+1 >= len(r.toks) || r.toks[i].Kind != language.Number || !r.lang.Is(r.toks[i+1].Form, language.Size) || !r.toks[i+1].Glued || r.chunks[i].To != i+2 {
		return a, i
	}
	value := r.toks[i].Value
	return language.Amount{Low: value, High: value, Said: language.Key(r.toks[i : i+2])}, i + 2
}

// placeSize places such a number.
func (r *reader) placeSize(i int) bool {
	s := &r.segs[i]
	return s.to == s.from+2 && r.lang.Is(r.toks[s.to-1].Form, language.Size) && r.placeLikely(i)
}

// placeLikely places a number without a unit with the measure that most things looked for have
// so much of, where no other is nearly as likely.
func (r *reader) placeLikely(i int) bool {
	if r.scope == nil {
		return false
	}
	a := r.segs[i].amount
	best, second := r.likeliest(a, func(k int32) bool {
		m, ok := r.measure(k, a, true)
		return ok && m.in.measured
	}, true)
	if best.fit == 0 || float64(second.fit) >= closeShare*float64(best.fit) {
		return false
	}
	r.placeMeasured(i, best, false)
	return true
}

// amend lets an amount take the place of one before it that was said by mistake: the 40 of
// "32 inch, no wait, make it 40".
func (r *reader) amend() {
	for i := range r.segs {
		if r.segs[i].amount == nil || r.segs[i].negated {
			continue
		}
		mistaken := false
		for k := i - 1; k >= 0; k-- {
			s := &r.segs[k]
			if s.amount == nil {
				mistaken = mistaken || r.says(k, language.Retract) || r.says(k, language.Correct) && s.role == filler && s.as == undecided
				continue
			}
			a, before := r.segs[i].amount, s.amount
			mistaken = mistaken && math.Abs(math.Log(a.High/before.High)) <= math.Log(mostChange) // else it counts something else
			if mistaken && !a.Measured && a.Currency == "" && !a.Money {
				a.Unit, a.Measured, a.Currency, a.Money = before.Unit, before.Measured, before.Currency, before.Money
				if before.Measured {
					likeliest, _ := r.likeliest(before, func(int32) bool { return true }, false)
					r.segs[i].amends = likeliest.aspect + 1
				}
			}
			if mistaken && a.Unit.Dimension == before.Unit.Dimension && (a.Currency != "") == (before.Currency != "") {
				s.as = Moot
			}
			break
		}
	}
}

// placePersons reads the four of "a tent for four", and of one that "sleeps at least four",
// where the shop counts persons.
func (r *reader) placePersons(i int) bool {
	a := r.segs[i].amount
	if a.Measured || i == 0 || r.scope == nil || r.segs[i-1].role != link && r.toks[r.segs[i-1].to-1].Form != "of" {
		return false
	}
	for k := range r.v.aspects {
		x := &r.v.aspects[k]
		if !x.within(r.scope) {
			continue
		}
		if in := x.first(r.scope); in.kind == catalog.Numeric && in.measured && in.unit.Dimension == "persons" {
			if fit, ok := r.measure(int32(k), a, true); ok && fit.around > 0 {
				r.placeMeasured(i, fit, false)
				return true
			}
		}
	}
	return false
}

// placeUnitless places a measured amount with an aspect of which the catalogue says no unit,
// which goes by a name of what the amount measures: the capacity 64 of a stick for "64 GB".
func (r *reader) placeUnitless(i int) bool {
	a := r.segs[i].amount
	if !a.Measured || r.scope == nil {
		return false
	}
	for _, d := range r.lang.Quantity(a.Unit.Dimension) {
		for _, key := range r.v.dimensionAspects(d, r.scope) {
			if fit, ok := r.measure(int32(r.v.aspectNamed(key)), a, true); ok && !fit.in.measured && fit.fit > 0 {
				r.placeMeasured(i, fit, false)
				return true
			}
		}
	}
	return false
}

// writtenOut finds values that are an amount and in which the catalogue spells its unit
// otherwise: "3.5 in" for 3.5 inches.
func (r *reader) writtenOut(i int) bool {
	s := &r.segs[i]
	if a := s.amount; !a.Measured || a.Bound != language.Exactly || a.Ranged {
		return false
	}
	take := func(is func(value string) bool, stems ...string) {
		for _, m := range r.v.find(phraseKey(nil, stems)) {
			if e := &r.v.entries[m.entry]; r.live(m) && e.kind == aValue && m.rank < rankFragment && is(e.text) {
				s.refs = append(s.refs, m)
			}
		}
	}
	number := catalog.FormatNumber(s.amount.Low)
	for _, unit := range s.amount.Unit.Spellings() {
		take(func(string) bool { return true }, number, unit)
	}
	if s.amount.Unit.Name == "in" { // marks are in no phrase
		take(func(value string) bool { return strings.HasSuffix(value, `"`) || strings.HasSuffix(value, "″") }, number)
	}
	return len(s.refs) > 0
}
