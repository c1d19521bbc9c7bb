package clarify

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// aisle returns two aspects of n products: a catalogue number that parts them
// evenly, and a colour of which some are common.
func aisle(n int) (number, colour *Field) {
	number = &Field{Key: "catalogue number", Size: n, Offsets: []uint32{0}}
	colour = &Field{Key: "colour", Size: 5, Offsets: []uint32{0}}
	shades := []uint32{0, 0, 0, 0, 1, 1, 1, 2, 3, 4}
	for i := range n {
		number.Numbers = append(number.Numbers, float64(10+i))
		number.Codes = append(number.Codes, uint32(i))
		colour.Codes = append(colour.Codes, shades[i%len(shades)])
		number.Offsets = append(number.Offsets, uint32(i+1))
		colour.Offsets = append(colour.Offsets, uint32(i+1))
	}
	return number, colour
}

// A question that tells more loses to one that more shoppers can answer, and wins
// where nothing is known of shoppers.
func TestAnswerableWins(t *testing.T) {
	number, colour := aisle(400)
	weights := Softmax(make([]float64, 400))
	tests := []struct {
		name           string
		number, colour float64 // the shares that can answer
		want           string
	}{
		{"nothing known", 0, 0, "catalogue number"},
		{"all can answer both", 1, 1, "catalogue number"},
		{"few know the number", 0.15, 0.85, "colour"},
		{"few know either", 0.15, 0.15, "catalogue number"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			number.Answerable, colour.Answerable = tt.number, tt.colour
			s := &Situation{Weights: weights, Fields: []*Field{number, colour}, Batch: 2, Options: 5, Page: 10}
			got := DefaultJoint().Next(s)
			if len(got) != 2 || got[0].Field.Key != tt.want {
				t.Fatalf("asks %d questions, first about %q, want %q", len(got), got[0].Field.Key, tt.want)
			}
			number.Answerable, colour.Answerable = 0, 0
			for _, first := range DefaultJoint().Next(s)[:1] {
				if first.Field != number {
					t.Errorf("%q tells more", first.Field.Key)
				}
			}
		})
	}
}

func TestAnswerScaleRises(t *testing.T) {
	if AnswerScale(0, answerFloor) != 1 || AnswerScale(1, answerFloor) != 1 {
		t.Errorf("unknown %v, all %v", AnswerScale(0, answerFloor), AnswerScale(1, answerFloor))
	}
	share := rapid.Float64Range(1e-9, 1)
	rapid.Check(t, func(t *rapid.T) {
		a, b := share.Draw(t, "a"), share.Draw(t, "b")
		if x, y := AnswerScale(a, answerFloor), AnswerScale(b, answerFloor); a < b && x > y || x < answerFloor || x > 1 {
			t.Errorf("%v and %v are scaled to %v and %v", a, b, x, y)
		}
	})
}

// The posterior starts at the prior, lies between it and what was observed at any level,
// moves the way every observation points, and ends at what was
// observed of the narrowest.
func TestPosterior(t *testing.T) {
	const dust = 1e-12
	seen := func(t *rapid.T, name string) Seen {
		shown := rapid.IntRange(1, 1000).Draw(t, name)
		return Seen{Shown: shown, Answered: rapid.IntRange(0, shown).Draw(t, name+" answered")}
	}
	rate := func(n Seen) float64 { return float64(n.Answered) / float64(n.Shown) }
	rapid.Check(t, func(t *rapid.T) {
		prior := rapid.Float64Range(1e-6, 1).Draw(t, "prior")
		wide, narrow := seen(t, "elsewhere"), seen(t, "here")
		if p := Posterior(prior, Seen{}, Seen{}); math.Abs(p-prior) > dust {
			t.Fatalf("without evidence %v becomes %v", prior, p)
		}
		if one, two := Posterior(prior, narrow), Posterior(prior, Seen{}, narrow); math.Abs(one-two) > dust {
			t.Fatalf("a level without evidence moves %v to %v", one, two)
		}
		p, between := Posterior(prior, wide, narrow), Posterior(prior, wide)
		for _, ends := range [][3]float64{{prior, between, rate(wide)}, {between, p, rate(narrow)}} {
			if low, high := min(ends[0], ends[2]), max(ends[0], ends[2]); ends[1] < low-dust || ends[1] > high+dust || ends[1] <= 0 {
				t.Fatalf("%v is not between %v and %v", ends[1], ends[0], ends[2])
			}
		}
		answered := func(n Seen) Seen { return Seen{n.Shown + 1, n.Answered + 1} }
		skipped := func(n Seen) Seen { return Seen{n.Shown + 1, n.Answered} }
		for _, moved := range []struct{ up, down float64 }{
			{Posterior(prior, answered(wide), narrow), Posterior(prior, skipped(wide), narrow)},
			{Posterior(prior, wide, answered(narrow)), Posterior(prior, wide, skipped(narrow))},
		} {
			if moved.up < p-dust || moved.down > p+dust {
				t.Fatalf("an answer moves %v to %v, a skip to %v", p, moved.up, moved.down)
			}
		}
		if far := Posterior(prior, wide, Seen{narrow.Shown * 10_000, narrow.Answered * 10_000}); math.Abs(far-rate(narrow)) > 0.01 {
			t.Fatalf("%+v, often, is %v", narrow, far)
		}
	})
	if Posterior(0, Seen{Shown: 5}) != Posterior(1, Seen{Shown: 5}) {
		t.Error("an unknown prior does not count as 1")
	}
}

// Nothing is asked where all questions cost more than they tell.
func TestCostlyIsNotAsked(t *testing.T) {
	number, colour := aisle(400)
	s := &Situation{Weights: Softmax(make([]float64, 400)), Fields: []*Field{number, colour}, Batch: 2, Options: 5, Page: 10}
	j := DefaultJoint()
	if got := keys(j.Next(s)); got == "" {
		t.Error("asks nothing at the usual cost")
	}
	j.Cost = 1
	if got := keys(j.Next(s)); got != "" {
		t.Errorf("asks about %q where everybody leaves at any question", got)
	}
}

// A candidate ticks an option when it has one of its values, or its range shares
// a number with the option's; the Other bit when it has values and ticks none.
func TestPatternsEqualBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(t, "candidates")
		f := aField("a", n).Draw(t, "field")
		options := someOptions(f, flat(n)).Draw(t, "options")
		for i, got := range f.Patterns(options) {
			row := f.row(i)
			var want Pattern
			for o, opt := range options {
				ticks := false
				for _, c := range row {
					ticks = ticks || slices.Contains(opt.Codes, c)
				}
				if f.ordered() && len(row) > 0 {
					low, high := f.Numbers[row[0]], f.Numbers[row[len(row)-1]]
					ticks = high >= opt.Low && low < opt.High
				}
				if ticks {
					want |= 1 << o
				}
			}
			if want == 0 && len(row) > 0 {
				want = OtherBit
			}
			if got != want {
				t.Fatalf("candidate %d with codes %v: pattern %08b, want %08b", i, row, got, want)
			}
			if got.Has(MaxOptions) && got.Count() != 1 {
				t.Fatalf("candidate %d ticks an option and something else: %08b", i, got)
			}
		}
	})
}
