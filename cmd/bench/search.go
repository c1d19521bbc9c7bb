package main

import (
	"context"
	"encoding/json"
	"os"

	"shopclerk/agent/llm"
	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/cmd/bench/internal/report"
	"shopclerk/cmd/internal/model"
)

// judged is one condition of the traditional setting: queries whose relevant
// products are known, each answered by every retriever.
type judged struct {
	proclare.Search
	shop
}

// Run implements the command.
func (j *judged) Run(ctx context.Context) error {
	return j.with(ctx, func(shop *proclare.Shop) error {
		all, err := shop.Search(ctx, &j.Search)
		if err != nil {
			return err
		}
		byTitle := map[string]any{}
		var figures []report.Figure
		for i := range all {
			byTitle[all[i].Title] = all[i].Scores
			figures = append(figures, all[i].Figure(all[i].Title))
		}
		if j.Queries != "" {
			return show(j.JSON, all[0].Scores, figures...)
		}
		return show(j.JSON, byTitle, figures...)
	})
}

// talk is one condition of the conversational setting.
type talk struct {
	proclare.Talk
	shop
}

// Run implements the command.
func (t *talk) Run(ctx context.Context) error {
	return t.with(ctx, func(shop *proclare.Shop) error {
		visits, err := shop.Talk(ctx, &t.Talk)
		if err != nil {
			return err
		}
		s := proclare.Summarise(&t.Talk, visits)
		return show(t.JSON, s, s.Figure())
	})
}

// show prints a value as one JSON object, or its figures.
func show(asJSON bool, value any, figures ...report.Figure) error {
	if asJSON {
		return json.NewEncoder(os.Stdout).Encode(value)
	}
	for _, f := range figures {
		if _, err := os.Stdout.WriteString(f.Markdown() + "\n"); err != nil {
			return err
		}
	}
	return nil
}

// asking is a language model that an evaluation may ask.
type asking struct {
	model.Flags
	ModelCache  string `placeholder:"DIR" help:"Keep the model's answers in a folder, and take from it those that it has."`
	ModelCached bool   `help:"Ask nothing but that folder."`
}

// cached configures the model for an evaluation.
func (a *asking) cached(c *llm.Config) {
	c.Cache, c.Cached = a.ModelCache, a.ModelCached
}

// shop is what a condition is run on.
type shop struct {
	Data string `required:"" type:"existingdir" help:"Data directory."`
	JSON bool   `name:"json" help:"Print one JSON object instead of a table."`
	asking
}

// with opens the shop, with the model where one is configured.
func (s *shop) with(ctx context.Context, do func(*proclare.Shop) error) error {
	client, err := s.Open(s.cached)
	if err != nil {
		return err
	}
	return proclare.With(ctx, s.Data, func(shop *proclare.Shop) error {
		shop.Model = client
		return do(shop)
	})
}
