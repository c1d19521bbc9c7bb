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
		if r.saysAgain(rng) {
			if far == 0 {
				r.segs[i].as = Moot // "I said 6, it should be 10", "let's say 40, 20 buys nothing"
			}
			far = 0
		}
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
		return r.placeRecounted(i)
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

// placeRecounted makes a bare number that of a value which stands: after "4 persons",
// "make that five".
func (r *reader) placeRecounted(i int) bool {
	said := strconv.FormatFloat(r.segs[i].amount.High, 'f', -1, 64)
	for _, x := range slices.Backward(r.in.Need.Evidence) {
		k := r.v.aspectNamed(x.Answer.Key)
		if !x.Said || k < 0 || len(x.Answer.Options) != 1 || len(x.Answer.Options[0].Values) != 1 {
			continue
		}
		number, rest, ok := strings.Cut(x.Answer.Options[0].Values[0], " ")
		if _, err := strconv.ParseFloat(number, 64); err != nil || !ok {
			continue
		}
		for _, id := range r.v.aspects[k].values {
			if e := &r.v.entries[id]; e.text == said+" "+rest && e.countIn(r.scope) > 0 {
				r.condition(i, x.Answer.Key, candidateValue{aspect: int32(k), values: []string{e.text}, names: []string{e.text}})
				return true
			}
		}
	}
	return false
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

// saysAgain reports whether the message has a number that a range stands for, and another.
func (r *reader) saysAgain(rng *catalog.Range) bool {
	again, other := false, false
	for k := range r.segs {
		if a := r.segs[k].amount; a != nil && !a.Ranged {
			again = again || apart(rng, a.High) == 0
			other = other || apart(rng, a.High) > 0
		}
	}
	return again && other
}
