package insight

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"shopclerk/agent/journal"
)

// monthOf are conversations of 29 days up to last, some 40 a day of which three in ten
// open a product; on the last day so many, of which so many open one.
func monthOf(last time.Time, lastDay int, opening float64) []*Facts {
	dice := rand.New(rand.NewPCG(5, 5))
	var out []*Facts
	for back := range UsualDays + 1 {
		n, share := 36+dice.IntN(9), 0.3
		if back == 0 {
			n, share = lastDay, opening
		}
		for i := range n {
			t := Turn{Questions: []Asked{{Outcome: Ticked}, {Outcome: Skipped}}}
			if dice.Float64() < share {
				t.Touches = []Touch{{Act: journal.Opened, Product: "p", Place: 1}}
			}
			out = append(out, &Facts{ID: fmt.Sprint(back, i), Began: last.AddDate(0, 0, -back).Add(time.Hour), Turns: []Turn{t}})
		}
	}
	return out
}

func TestJudged(t *testing.T) {
	last := day.AddDate(0, 1, 0)
	for _, tc := range []struct {
		name  string
		facts []*Facts
		want  []Number
	}{
		{"a usual day", monthOf(last, 40, 0.3), nil},
		{"many shoppers", monthOf(last, 400, 0.3), []Number{Conversations}},
		{"nobody opens anything", monthOf(last, 41, 0), []Number{LeftShare, Opened}},
		{"three shoppers who open nothing", monthOf(last, 3, 0), []Number{Conversations}}, // too few for a share
		{"no shopper at all", monthOf(last, 0, 0), nil},
		{"the first week", monthOf(last, 40, 0)[:40*8], nil},
	} {
		var got []Number
		for _, u := range Judged(tc.facts, last.Add(5*time.Hour)) {
			got = append(got, u.Number)
			if u.Value >= u.Low && u.Value <= u.High {
				t.Errorf("%s: %+v is within", tc.name, u)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(tc.want) {
			t.Errorf("%s: unusual %v, want %v", tc.name, got, tc.want)
		}
	}
}
