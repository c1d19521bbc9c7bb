package main

import (
	"context"
	"errors"

	"shopclerk/agent/llm"
	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/cmd/internal/model"
	"shopclerk/search/weaviate"
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

// open opens the shop of a data directory, over a cluster unless that is nil, to live on at
// most most candidates. It asks the model where one is configured, until leave is called.
func (a *asking) open(ctx context.Context, dir string, cluster *weaviate.Client, most int) (shop *proclare.Shop, leave func() error, err error) {
	if shop, err = proclare.OpenOver(ctx, dir, cluster, most); err != nil {
		return nil, nil, err
	}
	if shop.Model, err = a.Open(ctx, a.cached); err != nil {
		return nil, nil, errors.Join(err, shop.Close())
	}
	if shop.Model == nil {
		return shop, shop.Close, nil
	}
	shop.Reranks, shop.Embeds = a.ModelRerank != "", a.Embed != ""
	return shop, func() error { return errors.Join(shop.Model.Close(), shop.Close()) }, nil
}
