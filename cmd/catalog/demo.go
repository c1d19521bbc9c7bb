package main

import (
	"context"
	"fmt"

	"shopclerk/catalog/demo"
	"shopclerk/cmd/internal/progress"
	"shopclerk/search/index"
)

// demoCommand creates the demonstration catalogue.
type demoCommand struct {
	PerCategory int `default:"1000" placeholder:"N" help:"Products in each of the 20 categories, 100 to 500,000 (default ${default})."`
	target
}

// With fewer products a category's aspects are hardly worth asking about.
const minPerCategory, maxPerCategory = 100, 500_000

// Validate implements kong's check of the flags.
func (c *demoCommand) Validate() error {
	if c.PerCategory < minPerCategory || c.PerCategory > maxPerCategory {
		return fmt.Errorf("--per-category is from %s to %s, not %s",
			progress.Count(minPerCategory), progress.Count(maxPerCategory), progress.Count(c.PerCategory))
	}
	return nil
}

// Run implements the command.
func (c *demoCommand) Run(ctx context.Context, s streams) error {
	if c.Data == "" {
		return errNoData
	}
	return c.build(ctx, s, index.FromSeq(demo.Records(c.Seed, c.PerCategory)), index.Options{Progress: s.bar.Report},
		&provenance{Command: "demo", Seed: c.Seed, PerCategory: c.PerCategory})
}
