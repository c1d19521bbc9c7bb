package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"

	"shopclerk/agent/llm"
	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/cmd/bench/internal/report"
	"shopclerk/cmd/internal/model"
)

// judged is one condition of the traditional setting: queries whose relevant
// products are known, each answered by every retriever.
type judged struct {
	Data string `required:"" type:"existingdir" help:"Data directory."`
	proclare.Search
	JSON bool `name:"json" help:"Print one JSON object instead of a table."`
	asking
}

// Run implements the command.
func (j *judged) Run(ctx context.Context) (err error) {
	shop, err := j.open(ctx, j.Data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, shop.Close()) }()
	all, err := shop.Search(ctx, &j.Search)
	if err != nil {
		return err
	}
	byTitle := map[string]map[string]proclare.Score{}
	var figures []report.Figure
	for i := range all {
		byTitle[all[i].Title] = all[i].Scores
		figures = append(figures, all[i].Figure(all[i].Title))
	}
	if j.Queries != "" {
		return show(j.JSON, all[0].Scores, figures...)
	}
	return show(j.JSON, byTitle, figures...)
}

// talk is one condition of the conversational setting.
type talk struct {
	Data string `required:"" type:"existingdir" help:"Data directory."`
	proclare.Talk
	JSON bool `name:"json" help:"Print one JSON object instead of a table."`
	asking
}

// Run implements the command.
func (t *talk) Run(ctx context.Context) (err error) {
	shop, err := t.open(ctx, t.Data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, shop.Close()) }()
	visits, err := shop.Talk(ctx, &t.Talk)
	if err != nil {
		return err
	}
	s := proclare.Summarise(&t.Talk, visits)
	return show(t.JSON, s, s.Figures()...)
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
