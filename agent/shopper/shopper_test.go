package shopper_test

import (
	"math"
	"math/rand/v2"
	"slices"
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

var aspects = []catalog.Aspect{
	{Key: "colour", Kind: catalog.Multi, Answerable: 1},
	{Key: "power", Kind: catalog.Numeric, Answerable: 1},
	{Key: "socket", Kind: catalog.Single, Answerable: 1e-9},
}

// person is somebody who knows their lamp but for its socket.
func person(n shopper.Nature, seed uint64) *shopper.Person {
	target := lamp
	target.ID, target.Attributes = "target", append(slices.Clone(lamp.Attributes), catalog.Attribute{Key: "socket", Values: []catalog.Value{{Text: "E27"}}})
	return shopper.NewPerson(n, &target, aspects, rand.New(rand.NewPCG(seed, 1)))
}

// A person answers by what they know, and honestly has no preference where they know nothing.
func TestPersonReads(t *testing.T) {
	p := person(shopper.Nature{Cares: 2}, 1)
	colour, socket := ask("colour", any("Green"), any("Red")), ask("socket", any("E14"), any("E27"))
	if g, words, useful := p.Reads(0, &colour); !useful || words != "" || len(g.Picked) != 1 || g.Picked[0] != 1 {
		t.Errorf("colour: %+v %q %v", g, words, useful)
	}
	if g, _, useful := p.Reads(1, &socket); useful || !g.None || g.Question != 1 {
		t.Errorf("socket: %+v %v", g, useful)
	}
	speaks := person(shopper.Nature{Words: 1}, 1)
	if _, words, _ := speaks.Reads(0, &colour); words != "Black" {
		t.Errorf("says %q", words)
	}
	slips := person(shopper.Nature{Slips: 1}, 1)
	colour.Options = []dialog.Choice{{Label: "Rust red"}, {Label: "Red"}, {Label: "Green"}}
	colour.Answer.Options = append(colour.Answer.Options[1:1:1], any("Rust red"), any("Red"), any("Green"))
	if g, _, _ := slips.Reads(0, &colour); len(g.Picked) != 1 || g.Picked[0] != 0 {
		t.Errorf("slips to %v, want what is most like red", g.Picked)
	}
}

// What a person takes agrees in all that they care about; the product they had in mind
// always does, and one of another kind never.
func TestPersonAccepts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := person(shopper.Nature{Cares: float64(rapid.IntRange(0, 3).Draw(t, "cares"))}, rapid.Uint64().Draw(t, "seed"))
		if !p.Accepts(p.Target) {
			t.Fatal("does not take what they came for")
		}
		other := *p.Target
		other.ID, other.Category = "other", "Home > Desks"
		if p.Accepts(&other) {
			t.Fatal("takes a desk for a lamp")
		}
		twin := *p.Target
		if twin.ID = "twin"; !p.Accepts(&twin) {
			t.Fatal("does not take what is the same")
		}
	})
	p := person(shopper.Nature{Cares: 3}, 1)
	other := catalog.Product{ID: "green", Category: lamp.Category, Attributes: []catalog.Attribute{{Key: "colour", Values: []catalog.Value{{Text: "Green"}}}}}
	if p.Accepts(&other) {
		t.Error("takes another colour though it matters")
	}
}

// People leave at questions by their hazard, at useless ones sooner, and never where they
// have all the patience.
func TestPersonLeaves(t *testing.T) {
	leaves := func(n shopper.Nature, useful bool) float64 {
		p := person(n, 7)
		count := 0
		for range 10_000 {
			if p.Leaves(useful) {
				count++
			}
		}
		return float64(count) / 10_000
	}
	n := shopper.Phone()
	if got := leaves(n, true); got < n.Hazard*0.9 || got > n.Hazard*1.1 {
		t.Errorf("left at %.3f of useful questions, hazard %.3f", got, n.Hazard)
	}
	if useful, useless := leaves(n, true), leaves(n, false); useless <= useful {
		t.Errorf("left at %.3f of useless questions, %.3f of others", useless, useful)
	}
}

// A person who changes a wish says the one thing that differs, and wants it from then on.
func TestPersonChanges(t *testing.T) {
	p := person(shopper.Nature{Cares: 1, Changes: 1}, 3)
	green := *p.Target
	green.ID = "green"
	green.Attributes = []catalog.Attribute{{Key: "colour", Values: []catalog.Value{{Text: "Green"}}}, {Key: "power", Values: []catalog.Value{{Text: "500", Number: 500}}}}
	desk := green
	desk.Category = "Home > Desks"
	said := p.Change([]catalog.Product{desk, green})
	if said != "" && (said != "Green instead" || p.Target.ID != "green") { // only names are said
		t.Errorf("says %q and wants %s", said, p.Target.ID)
	}
	steady := person(shopper.Nature{Cares: 1}, 3)
	if said := steady.Change([]catalog.Product{green}); said != "" || steady.Target.ID != "target" {
		t.Errorf("a steady person says %q", said)
	}
}
