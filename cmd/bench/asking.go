package main

import (
	"context"

	"shopclerk/agent/llm"
	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/cmd/internal/model"
)

// asking is a language model that an evaluation may ask.
type asking struct {
	model.Flags
	ModelCache  string `placeholder:"FILE" help:"Keep the model's answers in a file, and take from it those that it has; turns are not timed then."`
	ModelCached bool   `help:"Ask nothing but that file."`
	ModelRerank string `placeholder:"NAME" help:"Model of the endpoint's /rerank, to answer judged queries by too."`
}

// cached configures the model for an evaluation.
func (a *asking) cached(c *llm.Config) {
	c.Cache, c.Cached, c.RerankModel = a.ModelCache, a.ModelCached, a.ModelRerank
}

// open lets a shop ask the model, where one is configured, until hangUp is called.
func (a *asking) open(ctx context.Context, shop *proclare.Shop) (hangUp func() error, err error) {
	shop.Model, err = a.Open(ctx, a.cached)
	shop.Reranks, shop.Embeds = shop.Model != nil && a.ModelRerank != "", shop.Model != nil && a.Embed != ""
	if shop.Model == nil {
		return func() error { return nil }, err
	}
	return shop.Model.Close, nil
}
