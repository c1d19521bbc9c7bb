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
	Data        string `required:"" env:"SHOPCLERK_DATA" placeholder:"DIR" help:"Data directory to write."`
	PerCategory int    `default:"1000" placeholder:"N" help:"Products in each of the 20 categories, 100 to 500,000 (default ${default})."`
	Seed        uint64 `default:"1" placeholder:"S" help:"Seed of the products and of the embedder (default ${default})."`
	cluster
}

// The sizes that make sense: with fewer products a category's aspects are hardly
// worth asking about, and ten million in all is what the program is made for.
const (
	minPerCategory = 100
	maxPerCategory = 500_000
)

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
	f := filling{dir: c.Data, about: &provenance{Command: "demo", Seed: c.Seed, PerCategory: c.PerCategory}}
	o := index.Options{Seed: c.Seed, Progress: s.bar.Report}
	if err := c.cluster.over(&o); err != nil {
		return err
	}
	return f.run(ctx, s, index.FromSeq(demo.Records(c.Seed, c.PerCategory)), o)
}
