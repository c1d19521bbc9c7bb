package agent

import (
	"slices"

	"shopclerk/agent/clarify"
	"shopclerk/agent/desk/control"
)

// earlyShare is what an aspect to be asked early must tell, in bits, as a share of
// what the best question tells: less, and the answer would be had at the price of
// two questions where one would do.
const earlyShare = 0.5

// choose lets a policy choose the questions of a situation, where the shop has said
// of some aspects when to ask: those of a pack, in its order, then those to be asked first, as long as they still tell
// something; then those to be asked early that tell at least [earlyShare] of what
// the best question would; then the others. Which of each, and whether at all,
// is the policy's choice. Where nothing was said of any it is the policy's alone.
func choose(p clarify.Policy, s *clarify.Situation, place func(aspect string) control.Place, pack []string) []clarify.Question {
	var packed, first, early []*clarify.Field
	for _, key := range pack {
		if i := slices.IndexFunc(s.Fields, func(f *clarify.Field) bool { return f.Key == key }); i >= 0 {
			packed = append(packed, s.Fields[i])
		}
	}
	for _, f := range s.Fields {
		switch place(f.Key) {
		case control.First:
			first = append(first, f)
		case control.Early:
			early = append(early, f)
		}
	}
	if len(packed)+len(first)+len(early) == 0 {
		return p.Next(s)
	}
	s.Prepare()
	c := chooser{policy: p, situation: s}
	for i := range packed {
		c.take(packed[i:i+1], min(1, c.left()))
	}
	c.take(first, c.left())
	for c.left() > 0 {
		favourite, best := c.next(early, 1), c.next(s.Fields, 1)
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
