// Package shopper simulates the people who talk to the clerk in an evaluation: a [Shopper]
// has one product in mind and sees only questions and options, truthful or careless by its
// rates; a [Person] knows, reads and tolerates what people do, and leaves or finds something.
package shopper

import (
	"math/rand/v2"

	"shopclerk/agent/dialog"
	"shopclerk/catalog"
	"shopclerk/search"
)

// Shopper wants one product. The zero rates make a truthful one.
type Shopper struct {
	Target *catalog.Product
	Wrong  float64 // probability of ticking one option at random instead
	Skip   float64 // probability of not answering
	Rand   *rand.Rand
}

// Answer answers the posed questions: it ticks every option that is true of the
// target, says "something else" when the target has a value that is not shown and
// "no preference" when it has none. Skipped questions are left out.
func (s *Shopper) Answer(questions []dialog.Posed) []dialog.Given {
	var out []dialog.Given
	for i := range questions {
		q := &questions[i].Answer
		g, _ := honest(s.Target, i, q)
		// one draw each, whatever happens, so that policies face the same luck
		skip, wrong, slip := s.Rand.Float64(), s.Rand.Float64(), s.Rand.IntN(len(q.Options))
		switch {
		case skip < s.Skip:
			continue
		case wrong < s.Wrong:
			g = dialog.Given{Question: i, Picked: []int{slip}}
		}
		out = append(out, g)
	}
	return out
}

// honest is the answer of whoever has a product in mind, and what the product has of
// the aspect.
func honest(target *catalog.Product, question int, q *search.Answer) (g dialog.Given, values []catalog.Value) {
	g.Question, values = question, target.Of(q.Key)
	if q.Key == catalog.KeyCategory {
		values = []catalog.Value{{Text: target.Category}}
	}
	for o := range q.Options {
		if len(values) > 0 && q.Options[o].Holds(values) {
			g.Picked = append(g.Picked, o)
		}
	}
	g.None = len(values) == 0
	g.Other = !g.None && len(g.Picked) == 0
	return g, values
}
