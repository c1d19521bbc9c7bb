package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/agent/llm"
	"shopclerk/agent/understand"
	"shopclerk/cmd/internal/live"
	"shopclerk/data/synonyms"
	"shopclerk/search/index"
)

// hire makes the clerk, and has read what the first shoppers would wait for.
func hire(ctx context.Context, c config, shop *index.Shop) (*agent.Agent, error) {
	words, err := understand.ParseSynonyms(synonyms.English)
	if err != nil {
		return nil, err
	}
	clerk, err := agent.Hire(ctx, shop.Engine, words)
	if err != nil {
		return nil, err
	}
	if err := shop.Warm(ctx); err != nil { // words alone still serve
		slog.Error("some words or vectors can not be read", "error", err)
	}
	return clerk, nil
}

// consult has the shop's clerks ask the language model, where there is one that answers
// in words.
func (c *config) consult(client *llm.Client, shop *live.Shop) {
	if client == nil || client.Model() == "" {
		return
	}
	shop.Each(func(_ *live.Snapshot, a *agent.Config) {
		a.Model = client
	})
}

// remembered is how many of the latest events of the journal the clerk learns from:
// a second of reading at the start. A category's habits are known after tens of
// forms, and these are thousands.
const remembered = 20_000

// recall tallies what the journal's latest conversations say of which questions
// shoppers can answer; what was deleted is no part of it. An error leaves the tally
// with what could be read.
func recall(ctx context.Context, book *journal.Journal) (*agent.Tally, error) {
	tally := &agent.Tally{}
	var errs []error
	for c, err := range book.Latest(ctx, remembered) {
		if err != nil {
			errs = append(errs, fmt.Errorf("tallying answers: %w", err))
			continue
		}
		tally.Add(c.Exchanges, 0)
	}
	return tally, errors.Join(errs...)
}
