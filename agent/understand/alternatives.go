package understand

import (
	"strings"

	"shopclerk/agent/language"
	"shopclerk/catalog"
)

// parts reports whether a segment stands between things that are named one after the other:
// an "or", or a comma.
func (r *reader) parts(i int) bool {
	s := &r.segs[i]
	return s.role == or || s.mark && r.toks[s.from].Form == ","
}

// nextOf is the segment that a list goes on with after segment i, "27" of "24, 27 or 32
// inch"; sep is what stands between; 0 where it ends.
func (r *reader) nextOf(i int) (next, sep int) {
	for sep = i + 1; sep < len(r.segs) && (r.segs[sep].role == filler || r.segs[sep].role == link); {
		sep++
	}
	if sep+1 >= len(r.segs) || !r.parts(sep) {
		return 0, 0
	}
	next = sep + 1
	for next < len(r.segs) && (r.segs[next].role == filler || r.segs[next].role == link || r.segs[next].role == or) {
		next++
	}
	if next == len(r.segs) {
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

// inherits gives a number the unit or currency of what it is listed with: the inches of 27 in
// "27 or 32 inch". It reports whether there is one.
func (r *reader) inherits(i int) bool {
	a := r.segs[i].amount
	if !a.Bare() || !r.offers(i) {
		return false
	}
	for next, _ := r.nextOf(i); next > 0; next, _ = r.nextOf(next) {
		if other := r.segs[next].amount; other.Measured || other.Currency != "" {
			a.Unit, a.Measured, a.Currency = other.Unit, other.Measured, other.Currency
			return true
		}
	}
	return false
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
