package main

import (
	"context"
	"errors"

	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/cmd/bench/internal/report"
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
