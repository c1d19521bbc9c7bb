package proclare

import (
	"context"
	"math"
	"slices"

	"shopclerk/agent"
	"shopclerk/agent/clarify"
	"shopclerk/agent/memory"
	"shopclerk/catalog"
)

// oracle returns a clerk who cheats for one target, whose row it learns of the turn ahead: see
// [ceiling].
func oracle(c agent.Config, target *catalog.Product) replier {
	row, known := 0, false
	c.Policy = clarify.PolicyFunc(func(s *clarify.Situation) []clarify.Question {
		if !known {
			return nil
		}
		return ceiling(s, row)
	})
	return foresee(c, func(t *agent.Turn) error {
		row, known = t.Scope.Shelf.Row(target.Ref)
		return nil
	})
}

// ceiling asks, one after the other, the questions whose true answers leave the least weight
// beside the target. No policy that chooses greedily among the same questions can do better on
// truthful shoppers turn by turn, so that it is the ceiling of an evaluation.
func ceiling(s *clarify.Situation, target int) []clarify.Question {
	weights := slices.Clone(s.Weights) // of those that answer as the target does
	left := 1.0
	var out []clarify.Question
	for len(out) < s.Batch {
		var best clarify.Question
		var pattern []clarify.Pattern
		least := left - 1e-12
		for _, f := range s.Fields {
			if slices.ContainsFunc(out, func(q clarify.Question) bool { return q.Field == f }) {
				continue
			}
			for _, options := range s.Forms(f) {
				patterns, sum := f.Patterns(options), 0.0
				for i, w := range weights {
					if patterns[i] == patterns[target] {
						sum += w
					}
				}
				if sum < least {
					best, pattern, least = clarify.Question{Field: f, Options: options}, patterns, sum
				}
			}
		}
		if best.Field == nil {
			break
		}
		for i := range weights {
			if pattern[i] != pattern[target] {
				weights[i] = 0
			}
		}
		left, out = least, append(out, best)
	}
	for i := range out {
		out[i].Masses = make([]float64, len(out[i].Options))
	}
	return out
}

// foresee returns a clerk whose questions are chosen with knowledge that a clerk has not:
// before every turn a second one, who asks nothing, plays it on a copy of the conversation,
// and told hears what came of it. Candidates are not sampled, so that each is a row of
// that turn's shelf.
func foresee(c agent.Config, told func(*agent.Turn) error) replier {
	c.Sample = math.MaxInt
	informed := agent.New(c)
	c.Policy = clarify.PolicyFunc(func(*clarify.Situation) []clarify.Question { return nil })
	mute := agent.New(c)
	return func(ctx context.Context, c *memory.Conversation, in agent.Input) (*agent.Turn, error) {
		ahead := memory.Conversation{ID: c.ID, Exchanges: slices.Clone(c.Exchanges)}
		turn, err := mute.Reply(ctx, &ahead, in)
		if err == nil {
			err = told(turn)
		}
		if err != nil {
			return nil, err
		}
		return informed.Reply(ctx, c, in)
	}
}
