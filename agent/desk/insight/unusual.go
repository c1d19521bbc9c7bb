package insight

import (
	"math"
	"slices"
	"time"
)

// Number names a number that is watched day by day.
type Number string

// The numbers. Shares are of conversations, but for Answered, which is of questions.
const (
	Conversations Number = "conversations"
	LeftShare     Number = "left"     // ended with nothing opened, compared or put in the basket
	Opened        Number = "opened"   // with a product opened
	Bought        Number = "bought"   // with a product put in the basket
	Answered      Number = "answered" // of the questions shown
	Unmatched     Number = "nothing"  // with a turn that found nothing
	Unheard       Number = "unheard"  // with words that nothing was made of, or a thing not sold
)

// watchedNumbers are what a day's conversations are counted for: a share's two sides, or a count
// over nothing.
var watchedNumbers = []struct {
	Number
	of func(*Facts) (some, all int)
}{
	{Conversations, func(*Facts) (int, int) { return 1, 0 }},
	{LeftShare, func(f *Facts) (int, int) { return Indicator(f.Leaves(len(f.Turns) - 1)), 1 }},
	{Opened, turnShare(func(t *Turn) bool { return measured(t, openingMeasure) })},
	{Bought, turnShare(func(t *Turn) bool { return measured(t, buyingMeasure) })},
	{Answered, func(f *Facts) (some, all int) {
		for i := range f.Turns {
			for k := range f.Turns[i].Questions {
				all++
				some += Indicator(f.Turns[i].Questions[k].Outcome.Answered())
			}
		}
		return some, all
	}},
	{Unmatched, turnShare(func(t *Turn) bool { return t.Empty })},
	{Unheard, turnShare(func(t *Turn) bool { return len(t.Unmet) > 0 })},
}

// turnShare counts a conversation with a turn that is so.
func turnShare(is func(*Turn) bool) func(*Facts) (int, int) {
	return func(f *Facts) (int, int) {
		for i := range f.Turns {
			if is(&f.Turns[i]) {
				return 1, 1
			}
		}
		return 0, 1
	}
}

func measured(t *Turn, m int) bool {
	return slices.ContainsFunc(t.Touches, func(x Touch) bool { return measures[m](&x) > 0 })
}

// Unusual is a number of a day outside of the range that it usually has.
type Unusual struct {
	Number `json:"name"`
	Value  float64 `json:"value"`
	Low    float64 `json:"low"` // of the usual range
	High   float64 `json:"high"`
}

const (
	// UsualDays is how many days before make up the usual range: four of each weekday.
	UsualDays = 28
	// leastDays is how many of them must have conversations.
	leastDays = 14
	// outlierDeviations is how far a day lies outside, in deviations: the bound of Iglewicz and
	// Hoaglin, "How to detect and handle outliers", 1993. It is that wide because seven
	// numbers are looked at every day.
	outlierDeviations = 3.5
	// perDeviation makes a median absolute deviation a standard deviation, of what is
	// normal.
	perDeviation = 1.4826
)

// Judged compares a day's numbers with those of the UsualDays before it: outside is what
// lies further from their median than outlying deviations, estimated by the median
// absolute deviation, which one odd day does not move, and at least what chance makes of so
// few. facts are the conversations of all
// these days; nothing is told of a day without any, of a share of few cases, or with fewer
// than leastDays before it. Days are of UTC.
func Judged(facts []*Facts, day time.Time) []Unusual {
	day = day.UTC().Truncate(24 * time.Hour)
	some, all := make([][UsualDays + 1]int, len(watchedNumbers)), make([][UsualDays + 1]int, len(watchedNumbers))
	for _, f := range facts {
		back := int(math.Floor(day.Sub(f.Began.UTC().Truncate(24*time.Hour)).Hours() / 24))
		if len(f.Turns) == 0 || back < 0 || back > UsualDays {
			continue
		}
		for i := range watchedNumbers {
			s, a := watchedNumbers[i].of(f)
			some[i][back] += s
			all[i][back] += a
		}
	}
	var out []Unusual
	for i, n := range watchedNumbers {
		counted := n.Number == Conversations
		var before []float64
		for back := 1; back <= UsualDays; back++ {
			switch {
			case counted && some[i][back] > 0:
				before = append(before, float64(some[i][back]))
			case all[i][back] > 0:
				before = append(before, float64(some[i][back])/float64(all[i][back]))
			}
		}
		value := float64(some[i][0])
		if !counted {
			value /= float64(all[i][0])
		}
		if len(before) < leastDays || some[0][0] == 0 || !counted && all[i][0] < fewCases {
			continue
		}
		middle := quartiles(before).Median
		var off []float64
		for _, x := range before {
			off = append(off, math.Abs(x-middle))
		}
		chance := math.Sqrt(middle) // of a count, as Poisson has it
		if !counted {
			chance = math.Sqrt(middle * (1 - middle) / float64(all[i][0]))
		}
		reach := outlierDeviations * max(perDeviation*quartiles(off).Median, chance)
		if u := (Unusual{n.Number, value, max(0, middle-reach), middle + reach}); value < u.Low || value > u.High {
			out = append(out, u)
		}
	}
	return out
}
