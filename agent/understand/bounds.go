package understand

import (
	"slices"

	"shopclerk/agent/language"
	"shopclerk/catalog"
)

// Bounds that are said apart from their amounts: "mehr als 120 Euro will ich für Schuhe nicht
// ausgeben", "my limit for a lamp is 50 euros".

// bounded completes the amounts by what the rest of their clauses says of them.
func (r *reader) bounded() {
	for i := range r.segs {
		a := r.segs[i].amount
		if a == nil || a.Ranged {
			continue
		}
		from, to := r.clauseAround(i)
		switch {
		case a.Bound != language.Exactly && r.noneWithin(i, from):
			a.Flip()
		case a.Bound == language.Fewest || a.Bound == language.Most:
			r.turned(i, to)
		case a.Bare() && slices.ContainsFunc(r.segs[:from], func(s segment) bool { return s.role == cheaper }):
			if label, _ := r.numberLabel(i); label < 0 && len(r.segs[i].refs) == 0 {
				a.Bound, a.Money = language.Most, true // "still too pricey, say 65", but not "cheaper, 8 cores"
			}
		case a.Bound == language.Exactly && (a.Currency != "" || a.Money) && (r.allThereIs(i, from, to) || r.mostSpent() != nil):
			a.Bound = language.Most
		}
	}
}

// noneWithin takes the negation of things that cost or have so much for one of the bound of
// segment i: "no backpacks under 100 euros" are such from 100 on.
func (r *reader) noneWithin(i, from int) bool {
	if i < from+2 || !r.segs[i-1].open() || !r.isCategory(i-1) || r.segs[i].amount.Bound == language.Nearly {
		return false
	}
	k := i - 2
	for k > from && r.segs[k].role == filler {
		k--
	}
	if r.segs[k].role != negate {
		return false
	}
	r.segs[k].role = filler
	return true
}

// mostSpent is the most that is to be spent by what was said before, nil where nothing was.
func (r *reader) mostSpent() *float64 {
	for _, l := range r.in.Need.Limits {
		if l.Condition.Key == catalog.KeyPrice && l.Condition.Range != nil && l.Condition.Range.Low == nil && !l.Not {
			return l.Condition.Range.High
		}
	}
	return nil
}

// clauseAround is the clause of a segment: segments [from, to) between marks.
func (r *reader) clauseAround(i int) (from, to int) {
	for from = i; from > 0 && !r.segs[from-1].mark; from-- {
	}
	for to = i + 1; to < len(r.segs) && !r.segs[to].mark; to++ {
	}
	return from, to
}

// says reports whether a phrase of one of some roles is all or a part of segment i, from its
// first word on.
func (r *reader) says(i int, roles ...language.Role) bool {
	return r.lang.Has(r.toks, r.segs[i].from, roles...)
}

// turned turns the bound of segment i where its clause, up to segment to, ends in a negation of
// paying, "mehr als 120 Euro will ich für Schuhe nicht ausgeben", or finds what lies beyond it
// too much: "alles über 15 Euro ist mir zu teuer". One that is a negation itself is not turned:
// "nicht länger als 270 mm, sonst passt es nicht".
func (r *reader) turned(i, to int) {
	a, spends := r.segs[i].amount, false
	if r.lang.Anywhere(r.toks[r.segs[i].from:r.segs[i].to], negate) {
		return
	}
	for k := i + 1; k < to; k++ {
		s := &r.segs[k]
		switch {
		case a.Bound == language.Fewest && (s.role == cheaper || r.gone(k)):
			a.Flip()
			s.role, s.refs, s.as = filler, nil, Moot
			return
		case s.role == negate:
			for l := k; l < to; l++ {
				if l > k && r.segs[l].role != filler && !r.says(l, language.Spend) {
					return // "über 100 Euro und nicht schwarz"
				}
				spends = spends || r.says(l, language.Spend)
			}
			for l := k; spends && l < to; l++ {
				r.segs[l].role = filler
			}
			if spends {
				a.Flip()
			}
			return
		}
		spends = spends || r.says(k, language.Spend)
	}
}

// allThereIs reports whether a sum at segment i is all that is to be spent by what its clause
// says beside it: that it is a budget or a limit, or what the shopper has.
func (r *reader) allThereIs(i, from, to int) bool {
	for k := from; k < to; k++ {
		if k == i || r.segs[k].amount != nil {
			continue
		}
		limit := r.says(k, language.AtMost) && !r.says(k, filler, link, language.To) // "my limit for a lamp is"
		if r.segs[k].role == budget || limit || k > i && r.says(k, language.AtMostAfter) {
			return true
		}
	}
	if until := r.segs[i].from - 1; i > from && r.lang.Has(r.toks[:until+1], until, language.To) && r.segs[i].amount.Currency != "" {
		return true // "a chair until 250 euro"
	}
	const near = 3 // "I've only got about"
	for k := i - 1; k >= max(from, i-near) && (r.segs[k].role == filler || r.says(k, language.Possess)); k-- {
		if r.says(k, language.Possess) {
			return true
		}
	}
	return false
}

// carries turns the bound of what something shall bear: what is "belastbar bis 120 kg" bears
// that much at least.
func (r *reader) carries(i int) {
	a := r.segs[i].amount
	if a.Bound != language.Most || !a.Measured || a.Unit.Dimension != "mass" {
		return
	}
	from, to := r.clauseAround(i)
	for k := from; k < to; k++ {
		s := &r.segs[k]
		if next, role := r.lang.Longest(r.toks, s.from, language.RolesOf(language.Bears)); role != none && k != i {
			a.Bound, a.Strict = language.Fewest, false
			for ; k < to && r.segs[k].to <= next; k++ {
				if r.segs[k].open() && r.segs[k].amount == nil {
					r.segs[k].as = Moot
				}
			}
			return
		}
	}
}
