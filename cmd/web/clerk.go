package main

import (
	"context"
	"log/slog"

	"shopclerk/agent"
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
