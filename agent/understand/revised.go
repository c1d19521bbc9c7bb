package understand

import (
	"math"

	"shopclerk/agent/language"
	"shopclerk/catalog"
)

// placeRevised makes a bare number the new bound of what stands: after "under 80", "make
// it 120".
func (r *reader) placeRevised(i int) bool {
	a := r.segs[i].amount
	if a.Measured || a.Ranged || i > 0 && r.segs[i-1].open() && len(r.segs[i-1].refs) > 0 && r.segs[i-1].amount == nil && !r.isCategory(i-1) {
		return false // "usb 3" is a name
	}
	best, least := -1, math.Inf(1)
	var standing *catalog.Range
	unit := "" // of the number that it takes the place of
	consider := func(key string, rng, bound *catalog.Range, saidIn string) {
		far := apart(rng, a.High)
		if far <= least && far <= math.Log(mostChange) { // of equals the one said last
			best, least, standing, unit = r.v.aspectNamed(key), far, bound, saidIn
		}
	}
	for _, l := range r.in.Need.Limits {
		if l.Condition.Range != nil && !l.Not {
			consider(l.Condition.Key, l.Condition.Range, l.Condition.Range, "")
		}
	}
	for _, e := range r.in.Need.Evidence {
		if len(e.Answer.Options) == 1 && e.Said && e.Answer.Options[0].Range != nil {
			rng, unit := e.Answer.Options[0].Range, ""
			if f := e.Figure; f != nil && f.Unit != "" { // "make that 4", after 1 TB
				rng, unit = catalog.Between(f.Number, f.Number), f.Unit
			}
			consider(e.Answer.Key, rng, nil, unit)
		}
	}
	switch {
	case r.segs[i].as == Moot:
		return true
	case best < 0:
		return false
	}
	if unit != "" {
		a.Unit, a.Measured = language.UnitNamed(unit)
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

// mostChange is by what factor a number that is said anew may differ from the one before.
const mostChange = 20

// apart is how far a number lies from what a range allows, as the logarithm of the factor; 0 within it.
func apart(rng *catalog.Range, x float64) float64 {
	low, high := rng.Bounds()
	switch {
	case math.IsInf(low, -1):
		low = high
	case math.IsInf(high, 1):
		high = low
	}
	return max(0, math.Log(low/x), math.Log(x/high))
}
