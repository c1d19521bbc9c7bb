package understand

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/catalog"
)

// placeRevised makes a bare number the new bound of what stands: after "under 80", "make
// it 120". A number that is negated is the old one.
func (r *reader) placeRevised(i int) bool {
	a := r.segs[i].amount
	before := i - 1
	for before >= 0 && r.segs[before].role == filler {
		before--
	}
	if before >= 0 && r.segs[before].role == negate {
		r.segs[i].as = Moot
		return true
	}
	if a.Measured || a.Ranged {
		return false
	}
	best, most := -1, 0
	var standing *catalog.Range
	for _, l := range r.in.Need.Limits {
		if rng := l.Condition.Range; rng != nil && !l.Not && l.Change > most && likely(rng, a.High) {
			best, most, standing = r.aspectNamed(l.Condition.Key), l.Change, rng
		}
	}
	for _, e := range r.in.Need.Evidence {
		if len(e.Answer.Options) == 1 && e.Said && e.Answer.Options[0].Range != nil && e.Change > most && likely(e.Answer.Options[0].Range, a.High) {
			best, most, standing = r.aspectNamed(e.Answer.Key), e.Change, nil
		}
	}
	if best < 0 {
		return r.placeRecounted(i)
	}
	if standing != nil && a.Bound == language.Exactly {
		switch {
		case standing.High != nil && standing.Low == nil:
			a.Bound = language.Most
		case standing.Low != nil && standing.High == nil:
			a.Bound = language.Fewest
		}
	}
	if r.v.aspects[best].key == catalog.KeyPrice {
		r.placePrice(i)
		return true
	}
	m, ok := r.measure(int32(best), a, true)
	if ok {
		r.placeMeasured(i, m, false)
	}
	return ok
}

// placeRecounted makes a bare number that of a value which stands: after "4 persons",
// "make that five".
func (r *reader) placeRecounted(i int) bool {
	said := strconv.FormatFloat(r.segs[i].amount.High, 'f', -1, 64)
	for _, x := range slices.Backward(r.in.Need.Evidence) {
		k := r.aspectNamed(x.Answer.Key)
		if !x.Said || k < 0 || len(x.Answer.Options) != 1 || len(x.Answer.Options[0].Values) != 1 {
			continue
		}
		number, rest, ok := strings.Cut(x.Answer.Options[0].Values[0], " ")
		if _, err := strconv.ParseFloat(number, 64); err != nil || !ok {
			continue
		}
		for _, id := range r.v.aspects[k].values {
			if e := &r.v.entries[id]; e.text == said+" "+rest && e.countIn(r.scope) > 0 {
				r.condition(i, x.Answer.Key, candidateValue{aspect: int32(k), values: []string{e.text}, count: e.countIn(r.scope)})
				return true
			}
		}
	}
	return false
}

// likely reports whether a number can stand in place of a range's.
func likely(rng *catalog.Range, x float64) bool {
	low, high := rng.Bounds()
	if math.IsInf(low, -1) {
		low = high
	}
	if math.IsInf(high, 1) {
		high = low
	}
	const factor = 20
	return x >= low/factor && x <= high*factor
}
