package understand

import (
	"shopclerk/agent/language"
	"shopclerk/catalog"
)

// calledBySize reads the number that German calls things by: the 140 of "140er Lüfter". next
// is i where it is none.
func (r *reader) calledBySize(i int) (a language.Amount, next int) {
	if i+1 >= len(r.toks) || r.toks[i].Kind != language.Number || !r.lang.NamesSize(r.toks[i+1].Form) || !r.toks[i+1].Glued || r.chunks[i].To != i+2 {
		return a, i
	}
	value := r.toks[i].Value
	return language.Amount{Low: value, High: value, Said: language.Key(r.toks[i : i+2])}, i + 2
}

// placeSize places such a number with the measure that most things looked for have so much of,
// where no other is nearly as likely.
func (r *reader) placeSize(i int) bool {
	s := &r.segs[i]
	if s.to != s.from+2 || r.scope == nil || !r.lang.NamesSize(r.toks[s.to-1].Form) {
		return false
	}
	best, second := measureOf{}, 0
	for k := range r.v.aspects {
		if r.v.aspects[k].key == catalog.KeyPrice {
			continue
		}
		m, ok := r.measure(int32(k), s.amount, true)
		switch {
		case !ok || !m.in.measured:
		case m.fit > best.fit:
			best, second = m, best.fit
		default:
			second = max(second, m.fit)
		}
	}
	if best.fit == 0 || float64(second) >= closeShare*float64(best.fit) {
		return false
	}
	r.placeMeasured(i, best, false)
	return true
}
