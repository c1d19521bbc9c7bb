package agent

import (
	"context"
	"fmt"

	"shopclerk/agent/clarify"
	"shopclerk/agent/dialog"
	"shopclerk/search"
)

// Reopen puts a question again that a change in force answers, the answer ticked. The options are those that were
// shown; beside each stands how many products it fits among those that fit everything else that is asked for now. Why
// it was asked is not told: the reasons were those of another moment.
func (a *Agent) Reopen(ctx context.Context, c *dialog.Conversation, change int) (dialog.Posed, error) {
	p, err := c.Reopen(change)
	if err != nil {
		return p, err
	}
	without := c.Number([]search.Change{{Op: search.Drop, Target: change}})
	t, err := a.Look(ctx, search.Fold(append(c.Changes(), without...)), search.Page{Limit: 1})
	if err != nil {
		return p, fmt.Errorf("asking %q again: %w", p.Text, err)
	}
	p.Why, p.Bits, p.Page = dialog.Why{}, 0, 0
	var counts [256]int
	if column := t.Scope.Shelf.Column(p.Answer.Key); column != nil {
		counts = tally(Field(column), columnOptions(column, p.Answer.Options), t.Ranking.Left(), t.Scope.SampleWeights)
	}
	p.Other.Count = counts[clarify.OtherBit]
	shown := p.Options
	p.Options = make([]dialog.Choice, len(shown)) // the conversation keeps its own
	for o := range shown {
		p.Options[o] = dialog.Choice{Label: shown[o].Label, Count: ticking(&counts, 1<<o)}
	}
	return p, nil
}
