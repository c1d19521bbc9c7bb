package shopper_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/agent/dialog"
	"shopclerk/agent/shopper"
	"shopclerk/catalog"
)

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
