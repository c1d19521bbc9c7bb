package understand

import (
	"cmp"
	"slices"

	"shopclerk/agent/language"
	"shopclerk/catalog"
)

// Bounds that are said apart from their amounts: "mehr als 120 Euro will ich für Schuhe nicht
// ausgeben", "my limit for a lamp is 50 euros".

// bounded completes the amounts by what the rest of their clauses says of them.
func (r *reader) bounded() {
	r.misspoken()
	for i := range r.segs {
		a := r.segs[i].amount
		if a == nil || a.Ranged {
			continue
		}
		from, to := r.clauseAround(i)
		switch {
		case r.byMore(i, from, to):
		case a.Bound != language.Exactly && r.noneWithin(i, from):
			a.Flip()
		case a.Bound == language.Fewest || a.Bound == language.Most:
			r.turned(i, to)
		case r.tooMuch(i, to) && r.mostSpent() != nil && (a.Bare() || a.Currency != ""):
			r.segs[i].as = Moot // "let's say 40, 50 is too much"
		case a.Bare() && slices.ContainsFunc(r.segs[:from], func(s segment) bool { return s.role == cheaper }):
			if label, _ := r.numberLabel(i); label < 0 && len(r.segs[i].refs) == 0 {
				a.Bound, a.Money = language.Most, true // "still too pricey, say 65", but not "cheaper, 8 cores"
			}
		case a.Bound == language.Exactly && (a.Currency != "" || a.Money) && (r.allThereIs(i, from, to) || r.mostSpent() != nil):
			a.Bound = language.Most
		}
	}
}

// misspoken leaves out an amount that another is said instead of, right behind it, and lets that
// one stand as it did: the 500 of "up to 500, no wait, 600".
func (r *reader) misspoken() {
	before, taken := -1, false
	for i := range r.segs {
		s := &r.segs[i]
		if s.amount == nil {
			taken = taken || before >= 0 && r.says(i, language.Retract)
			continue
		}
		if taken && instead(s.amount, r.segs[before].amount) {
			r.segs[before].as = Moot
		}
		before, taken = i, false
	}
}

// instead lets an amount stand for another of its kind that it is said instead of, as far as it
// says no bound and no currency of its own, and reports whether they are of a kind.
func instead(a, was *language.Amount) bool {
	if a.Measured != was.Measured || a.Unit.Dimension != was.Unit.Dimension {
		return false
	}
	if a.Bound == language.Exactly && !a.Ranged {
		a.Bound = was.Bound
		a.Money, a.Currency = a.Money || was.Money, cmp.Or(a.Currency, was.Currency)
	}
	return true
}

// tooMuch reports whether the amount at segment i is said to be too much, right behind it.
func (r *reader) tooMuch(i, to int) bool {
	for k := i + 1; k < to; k++ {
		if r.segs[k].role == cheaper || r.says(k, language.Gone) {
			return true
		}
		if r.segs[k].role != filler {
			return false
		}
	}
	return false
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

// byMore makes of a sum by which the budget that stands is to be changed the new one: "can go
// 50 higher", "ich leg noch 20 Euro drauf".
func (r *reader) byMore(i, from, to int) bool {
	a, standing := r.segs[i].amount, r.mostSpent()
	if standing == nil || a.Measured || a.Bound == language.Fewest {
		return false
	}
	// "increase the budget by 50": the words for it may stand anywhere before
	by := slices.ContainsFunc(r.toks[max(r.segs[from].from, r.segs[i].from-1):r.segs[i].to], func(t language.Token) bool { return t.Form == "by" || t.Form == "um" })
	sign := 0.0
	for k := from; k < to; k++ {
		beside := k == i+1 || k == i-1 && !r.says(k, language.Into)
		switch {
		case k == i || !beside && !(by && k < i):
		case r.says(k, language.Raise):
			sign = 1
		case r.says(k, language.Lower) && sign == 0:
			sign = -1
		}
	}
	if sum := *standing + sign*a.High; sign != 0 && sum > 0 {
		a.Low, a.High, a.Bound, a.Money = sum, sum, language.Most, true
		for _, k := range []int{i - 1, i + 1} {
			if k >= from && k < to && r.says(k, language.Raise, language.Lower) {
				r.segs[k].role, r.segs[k].refs = filler, nil
			}
		}
		return true
	}
	return false
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
