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

// oracle returns a clerk who cheats: by [clarify.Oracle] for one target, whose row it learns
// of the turn ahead.
func oracle(c agent.Config, target *catalog.Product) replier {
	row, known := 0, false
	cheat := clarify.Oracle{Truth: func(f *clarify.Field, options []clarify.Option) clarify.Pattern {
		return f.Pattern(row, options)
	}}
	c.Policy = clarify.PolicyFunc(func(s *clarify.Situation) []clarify.Question {
		if !known {
			return nil
		}
		return cheat.Next(s)
	})
	return foresee(c, func(t *agent.Turn) error {
		row, known = t.Scope.Shelf.Row(target.Ref)
		return nil
	})
}

// foresee returns a clerk whose questions are chosen with knowledge that a clerk has not:
// before every turn a second one, who asks nothing, plays it on a copy of the conversation,
// and told hears what came of it. Candidates are not sampled, so that each is a row of
// that turn's shelf.
func foresee(c agent.Config, told func(*agent.Turn) error) *seer {
	c.Sample = math.MaxInt
	mute := c
	mute.Policy = clarify.PolicyFunc(func(*clarify.Situation) []clarify.Question { return nil })
	return &seer{agent.New(c), agent.New(mute), told}
}

// seer is such a clerk.
type seer struct {
	informed, mute *agent.Agent

	told func(*agent.Turn) error
}

// Reply lets the mute one speak first.
func (s *seer) Reply(ctx context.Context, c *memory.Conversation, in agent.Input) (*agent.Turn, error) {
	ahead := memory.Conversation{ID: c.ID, Exchanges: slices.Clone(c.Exchanges)}
	turn, err := s.mute.Reply(ctx, &ahead, in)
	if err != nil {
		return nil, err
	}
	if err := s.told(turn); err != nil {
		return nil, err
	}
	return s.informed.Reply(ctx, c, in)
}
