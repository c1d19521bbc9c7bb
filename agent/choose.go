package agent

import (
	"slices"

	"shopclerk/agent/clarify"
	"shopclerk/agent/settings"
)

// earlyShare is what an aspect to be asked early must tell, in bits, as a share of
// what the best question tells: less, and the answer would be had at the price of
// two questions where one would do.
const earlyShare = 0.75

// early places an aspect before those that do not tell much more: see [earlyShare].
const early = "early"

// decisive places an aspect that decides before those that tell more: what a thing has to fit.
const decisive = "decisive"

// choose lets a policy choose the questions of a situation, by the places of aspects: about those
// that the shop places first and those that decide, as long as they tell something; then about
// early ones that tell at least [earlyShare] of what the best question would; then about the others.
func choose(p clarify.Policy, s *clarify.Situation, places map[string]string) []clarify.Question {
	by := map[string][]*clarify.Field{}
	for _, f := range s.Fields {
		by[places[f.Key]] = append(by[places[f.Key]], f)
	}
	s.Prepare()
	c := chooser{policy: p, situation: s}
	c.take(by[settings.First], c.left())
	c.take(by[decisive], c.left())
	for c.left() > 0 {
		favourite, best := c.next(by[early], 1), c.next(s.Fields, 1)
		if len(favourite) == 0 || len(best) > 0 && favourite[0].Worth.Bits < earlyShare*best[0].Worth.Bits {
			break
		}
		c.chosen = append(c.chosen, favourite[0])
	}
	c.take(s.Fields, c.left())
	return c.chosen
}

// chooser asks a policy for one part of a batch after the other.
type chooser struct {
	policy    clarify.Policy
	situation *clarify.Situation
	chosen    []clarify.Question
}

// left is how many questions the batch still has room for.
func (c *chooser) left() int { return c.situation.Batch - len(c.chosen) }

func (c *chooser) take(fields []*clarify.Field, n int) {
	c.chosen = append(c.chosen, c.next(fields, n)...)
}

// next returns at most n questions about some of the fields, on top of those chosen;
// an aspect is asked about once.
func (c *chooser) next(fields []*clarify.Field, n int) []clarify.Question {
	s := *c.situation
	s.Batch, s.Chosen = n, c.chosen
	s.Fields = slices.DeleteFunc(slices.Clone(fields), func(f *clarify.Field) bool {
		return slices.ContainsFunc(c.chosen, func(q clarify.Question) bool { return q.Field == f })
	})
	if n == 0 || len(s.Fields) == 0 {
		return nil
	}
	return c.policy.Next(&s)
}
