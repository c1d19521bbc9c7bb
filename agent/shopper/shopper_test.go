package shopper_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/agent/dialog"
	"shopclerk/agent/shopper"
	"shopclerk/catalog"
	"shopclerk/search"
)

// lamp is what the shoppers want: in two colours, of unknown brand, dimmable.
var lamp = catalog.Product{Category: "Home > Lamps", Attributes: []catalog.Attribute{
	{Key: "colour", Values: []catalog.Value{{Text: "Black"}, {Text: "Red"}}},
	{Key: "power", Values: []catalog.Value{{Text: "5", Number: 5}, {Text: "60", Number: 60}}},
}}

// ask poses a question about an aspect by its options' tests.
func ask(key string, options ...catalog.Condition) dialog.Posed {
	return dialog.Posed{Answer: search.Answer{Key: key, Options: options}}
}

func any(values ...string) catalog.Condition { return catalog.Condition{Values: values} }

func TestTruth(t *testing.T) {
	inf := math.Inf(1)
	for _, tc := range []struct {
		name     string
		question dialog.Posed
		want     dialog.Given
	}{
		{"ticks what is true", ask("colour", any("Green"), any("Red")), dialog.Given{Picked: []int{1}}},
		{"ticks all that is true", ask("colour", any("red"), any("Green"), any("Black", "Blue")), dialog.Given{Picked: []int{0, 2}}},
		{"has what is not shown", ask("colour", any("Green"), any("Blue")), dialog.Given{Other: true}},
		{"has nothing to say", ask("brand", any("Kela"), any("Lumo")), dialog.Given{None: true}},
		{"ticks every range that the product reaches into", ask("power",
			catalog.Condition{Range: catalog.Between(-inf, 5)}, catalog.Condition{Range: catalog.Between(5, 20)}, catalog.Condition{Range: catalog.Between(20, inf)}),
			dialog.Given{Picked: []int{1, 2}}},
		{"knows its category", ask(catalog.KeyCategory, any("Home > Desks"), any("Home > Lamps")), dialog.Given{Picked: []int{1}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := shopper.Shopper{Target: &lamp, Rand: rand.New(rand.NewPCG(1, 1))}
			if diff := cmp.Diff([]dialog.Given{tc.want}, s.Answer([]dialog.Posed{tc.question})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// five is five questions that the truth answers with the last of three options.
func five() []dialog.Posed {
	var out []dialog.Posed
	for range 5 {
		out = append(out, ask("colour", any("Green"), any("Blue"), any("Red")))
	}
	return out
}

func TestAnswersNameTheirQuestions(t *testing.T) {
	s := shopper.Shopper{Target: &lamp, Rand: rand.New(rand.NewPCG(1, 1))}
	for i, g := range s.Answer(five()) {
		if g.Question != i {
			t.Errorf("answer %d is to question %d", i, g.Question)
		}
	}
}

// The rates of skipped and wrong answers are what was asked for, within four
// standard deviations over 50,000 answers.
func TestRates(t *testing.T) {
	s := shopper.Shopper{Target: &lamp, Wrong: 0.3, Skip: 0.2, Rand: rand.New(rand.NewPCG(3, 4))}
	const rounds = 10_000
	answered, untrue := 0, 0
	for range rounds {
		given := s.Answer(five())
		answered += len(given)
		for _, g := range given {
			if len(g.Picked) != 1 || g.Other || g.None {
				t.Fatalf("an answer that is neither true nor a slip: %+v", g)
			}
			if g.Picked[0] != 2 {
				untrue++
			}
		}
	}
	within := func(name string, got, of int, rate float64) {
		t.Helper()
		share := float64(got) / float64(of)
		if deviation := math.Sqrt(rate * (1 - rate) / float64(of)); math.Abs(share-rate) > 4*deviation {
			t.Errorf("%s: %.4f, want %.4f", name, share, rate)
		}
	}
	within("answered", answered, 5*rounds, 0.8)
	within("untrue", untrue, answered, 0.3*2/3) // a slip hits the truth one time in three
}

// Whatever was asked before, shoppers of one seed have the same luck with the
// next question: policies are compared under the same slips.
func TestLuckDoesNotDependOnTheAnswers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		last := func(first dialog.Posed) []dialog.Given {
			s := shopper.Shopper{Target: &lamp, Wrong: 0.5, Skip: 0.3, Rand: rand.New(rand.NewPCG(seed, 1))}
			s.Answer([]dialog.Posed{first})
			return s.Answer(five())
		}
		if diff := cmp.Diff(last(five()[0]), last(ask("brand", any("Kela"), any("Lumo"), any("Ono")))); diff != "" {
			t.Fatalf("(-after one question +after another):\n%s", diff)
		}
	})
}

// Queries of every degree say something, and the same for the same chance.
func TestQueries(t *testing.T) {
	p := lamp
	p.Title = "Ono desk lamp, black"
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		for _, d := range shopper.Degrees() {
			query := func() string { return shopper.Query(&p, d, rand.New(rand.NewPCG(seed, 1))) }
			if q := query(); q == "" || q != query() {
				t.Fatalf("%s: %q and %q", d, q, query())
			}
		}
	})
}
