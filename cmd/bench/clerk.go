package main

import (
	"context"

	"shopclerk/agent"
	"shopclerk/agent/understand"
	"shopclerk/data/synonyms"
	"shopclerk/search/index"
)

// open opens a data directory and hires its clerk.
func open(ctx context.Context, dir string) (*index.Shop, *agent.Agent, error) {
	shop, err := index.Open(ctx, dir, nil)
	if err != nil {
		return nil, nil, err
	}
	words, err := understand.ParseSynonyms(synonyms.English)
	if err != nil {
		return nil, nil, err
	}
	clerk, err := agent.Hire(ctx, shop.Engine, words)
	return shop, clerk, err
}
