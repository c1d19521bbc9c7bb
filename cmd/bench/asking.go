package main

import (
	"context"
	"errors"

	"shopclerk/agent/llm"
	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/cmd/internal/model"
)

// asking is a language model that an evaluation may ask.
type asking struct {
	model.Flags
	ModelCache  string `placeholder:"DIR" help:"Keep the model's answers in a folder, and take from it those that it has; turns are not timed then."`
	ModelCached bool   `help:"Ask nothing but that folder."`
}

// cached configures the model for an evaluation.
func (a *asking) cached(c *llm.Config) {
	c.Cache, c.Cached = a.ModelCache, a.ModelCached
}

// open opens the shop of a data directory, with the model where one is configured.
func (a *asking) open(ctx context.Context, dir string) (*proclare.Shop, error) {
	shop, err := proclare.Open(ctx, dir)
	if err != nil {
		return nil, err
	}
	if shop.Model, err = a.Open(a.cached); err != nil {
		return nil, errors.Join(err, shop.Close())
	}
	return shop, nil
}
