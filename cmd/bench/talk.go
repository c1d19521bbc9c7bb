package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"

	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/cmd/bench/internal/report"
)

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
