package shopper

import (
	"math/rand/v2"
	"slices"
	"time"
)

// When people shop: relative weights of the hours of a day and of the days of a
// week. Evenings are busiest, with a second peak at lunch; Sunday leads the week.
var (
	hours = [24]float64{0.35, 0.2, 0.1, 0.1, 0.1, 0.2, 0.5, 0.9, 1.3, 1.6, 1.8, 1.9, 2.1, 2.0, 1.7, 1.6, 1.6, 1.8, 2.1, 2.6, 3.0, 2.8, 1.9, 0.9}
	week  = [7]float64{time.Sunday: 1.6, time.Monday: 1.15, time.Tuesday: 0.9, time.Wednesday: 0.85, time.Thursday: 0.85, time.Friday: 0.7, time.Saturday: 1.2}
)

// growth is by how much the last day of a span is busier than its first.
const growth = 0.35

// Arrivals draws n moments at which shoppers come, ascending, from the given moment
// up to but not including until, by the rhythm of days and weeks (in the zone of
// from) and with some growth. until is after from.
func Arrivals(n int, from, until time.Time, rng *rand.Rand) []time.Time {
	const slot = time.Hour
	var slots []float64
	total := 0.0
	for t := from; t.Before(until); t = t.Add(slot) {
		grown := 1 + growth*t.Sub(from).Seconds()/until.Sub(from).Seconds()
		total += hours[t.Hour()] * week[t.Weekday()] * grown
		slots = append(slots, total)
	}
	out := make([]time.Time, n)
	for i := range out {
		at := from.Add(time.Duration(pick(slots, rng)) * slot)
		within := min(slot, until.Sub(at))
		out[i] = at.Add(time.Duration(rng.Int64N(int64(within))))
	}
	slices.SortFunc(out, time.Time.Compare)
	return out
}
