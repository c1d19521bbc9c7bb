// Package shopper simulates the people who talk to the clerk. For evaluation, a
// [Shopper] has one product in mind and sees only questions and options, and a [Person]
// knows, reads and puts up with what people do, and leaves or finds something. For a
// journal to look at, a [Customer] also opens, browses, types, buys and leaves, by
// the [Habits] of its kind; [Demand] says what customers are after, and [Arrivals]
// when they come.
package shopper

import (
	"math/rand/v2"

	"shopclerk/agent/memory"
	"shopclerk/catalog"
)

// Shopper wants one product. The zero rates make a truthful one.
type Shopper struct {
	Target *catalog.Product
	Wrong  float64 // probability of ticking one option at random instead
	Skip   float64 // probability of not answering
	// Terse shoppers tick one option of those that are true and leave it at that.
	Terse bool
	Rand  *rand.Rand
}

// Answer answers the posed questions: it ticks every option that is true of the
// target, says "something else" when the target has a value that is not shown and
// "no preference" when it has none. Skipped questions are left out.
func (s *Shopper) Answer(questions []memory.Posed) []memory.Given {
	var out []memory.Given
	for i := range questions {
		g := memory.Given{Question: i}
		q := &questions[i].Answer
		// one draw each, whatever happens, so that policies face the same luck
		skip, wrong, slip := s.Rand.Float64(), s.Rand.Float64(), s.Rand.IntN(len(q.Options))
		switch {
		case skip < s.Skip:
			continue
		case wrong < s.Wrong:
			g.Picked = []int{slip}
		default:
			s.truth(q.Key, q.Options, &g)
			if s.Terse && len(g.Picked) > 1 {
				// the eye that would have slipped falls on one of them
				g.Picked = g.Picked[slip%len(g.Picked):][:1]
			}
		}
		out = append(out, g)
	}
	return out
}

func (s *Shopper) truth(key string, options []catalog.Condition, g *memory.Given) {
	values := s.Target.Of(key)
	if key == catalog.KeyCategory {
		values = []catalog.Value{{Text: s.Target.Category}}
	}
	if len(values) == 0 {
		g.None = true
		return
	}
	for o := range options {
		if options[o].Holds(values) {
			g.Picked = append(g.Picked, o)
		}
	}
	g.Other = len(g.Picked) == 0
}
