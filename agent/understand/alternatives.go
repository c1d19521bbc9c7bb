package understand

import (
	"strings"

	"shopclerk/agent/language"
	"shopclerk/catalog"
)

// nextOf is the segment that a list goes on with after segment i, "27" of "24, 27 or 32
// inch"; sep is what stands between; 0 where it ends.
func (r *reader) nextOf(i int) (next, sep int) {
	sep = r.pastGlue(i + 1)
	if sep+1 >= len(r.segs) || r.segs[sep].role != or && r.toks[r.segs[sep].from].Form != "," {
		return 0, 0
	}
	next = r.pastGlue(sep + 1)
	if next < len(r.segs) && r.segs[next].role == or { // "24, or 27"
		next = r.pastGlue(next + 1)
	}
	if next >= len(r.segs) {
		return 0, 0
	}
	if a := r.segs[next].amount; a == nil || a.Bound != language.Exactly && a.Bound != language.Nearly || a.Ranged {
		return 0, 0
	}
	return next, sep
}

// offers reports whether a list of amounts that segment i is of has an "or" after it.
func (r *reader) offers(i int) bool {
	for next, sep := r.nextOf(i); next > 0; next, sep = r.nextOf(next) {
		for k := sep; k < next; k++ {
			if r.segs[k].role == or {
				return true
			}
		}
	}
	return false
}

// unite gives a bare number the unit or currency of what it is listed with: the inches of 27
// in "27 or 32 inch".
func (r *reader) unite(i int) {
	a := r.segs[i].amount
	if !a.Bare() || !r.offers(i) {
		return
	}
	for next, _ := r.nextOf(i); next > 0; next, _ = r.nextOf(next) {
		if other := r.segs[next].amount; other.Measured || other.Currency != "" {
			a.Unit, a.Measured, a.Currency = other.Unit, other.Measured, other.Currency
			return
		}
	}
}

// follow gives a bare number the bound of what it is listed with, where it goes further: the
// 120 of "under 100, or 120 if need be".
func (r *reader) follow(i int) {
	a := r.segs[i].amount
	if !a.Bare() {
		return
	}
	for k := i - 1; k >= 0; k-- {
		other := r.segs[k].amount
		if other == nil {
			continue
		}
		next, _ := r.nextOf(k)
		beyond := other.Bound == language.Most && a.High > other.High || other.Bound == language.Fewest && a.Low < other.Low
		if next == i && beyond && !other.Ranged && r.offers(k) {
			low, high := a.Low, a.High
			*a = *other
			a.Low, a.High, r.segs[i].further = low, high, true
		}
		return
	}
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

// alternative reports whether the amount at segment i is listed with one that a draft is of,
// as another that will do.
func (r *reader) alternative(i, d int) bool {
	for k := i - 1; k >= 0; k-- {
		if r.segs[k].as == Placed && r.segs[k].amount != nil {
			next, _ := r.nextOf(k)
			return next == i && r.segs[k].draft == d && !r.segs[i].negated && r.offers(k)
		}
	}
	return false
}

// widen lets a wish for one number reach to another that will do, with what lies between.
func (r *reader) widen(d *draft, to *catalog.Range, text string) {
	o := &d.change
	prefix := r.labelPrefix(o.Condition.Key)
	if d.ends[0] == "" {
		said := strings.TrimPrefix(o.Text, prefix)
		d.ends = [2]string{said, said}
	}
	low, high := o.Condition.Range.Bounds()
	l, h := to.Bounds()
	if l < low {
		d.ends[0] = strings.TrimPrefix(text, prefix)
	}
	if h > high {
		d.ends[1] = strings.TrimPrefix(text, prefix)
	}
	o.Condition.Range, o.Figure = catalog.Between(min(low, l), max(high, h)), nil
	o.Condition.Range.Closed = true
	o.Text = prefix + r.in.Language.T("amount.span", "Low", d.ends[0], "High", d.ends[1])
}
