package main

import (
	"context"
	"errors"
	"fmt"
	"time"

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

	WithJournal   bool `help:"Fill the journal too, with the conversations of simulated shoppers, so that the desk has something to show. Some of them order. A journal with conversations, and orders, are left alone."`
	Conversations int  `default:"2000" placeholder:"N" help:"Conversations to simulate, 1 to 100,000 (default ${default})."`
	Days          int  `default:"56" placeholder:"N" help:"Days before now to spread them over, 1 to 365 (default ${default}: four weeks, and four to compare with)."`
}

// The sizes that make sense: with fewer products a category's aspects are hardly
// worth asking about, and ten million in all is what the program is made for.
const (
	minPerCategory = 100
	maxPerCategory = 500_000

	maxConversations = 100_000
	maxDays          = 365 // a year is what the server keeps unless told otherwise
)

// Validate implements kong's check of the flags.
func (c *demoCommand) Validate() error {
	if c.PerCategory < minPerCategory || c.PerCategory > maxPerCategory {
		return fmt.Errorf("--per-category is from %s to %s, not %s",
			progress.Count(minPerCategory), progress.Count(maxPerCategory), progress.Count(c.PerCategory))
	}
	if c.Search != "" && c.WithJournal {
		return errors.New("--with-journal: shoppers are simulated where the data directory has all products: leave out --search")
	}
	if c.Conversations < 1 || c.Conversations > maxConversations {
		return fmt.Errorf("--conversations is from 1 to %s, not %s", progress.Count(maxConversations), progress.Count(c.Conversations))
	}
	if c.Days < 1 || c.Days > maxDays {
		return fmt.Errorf("--days is from 1 to %d, not %d", maxDays, c.Days)
	}
	return nil
}

// Run implements the command.
func (c *demoCommand) Run(ctx context.Context, s streams) error {
	if c.WithJournal { // before the catalogue, which takes longer
		if err := unused(ctx, c.Data); err != nil {
			return err
		}
	}
	f := filling{dir: c.Data, about: &provenance{Command: "demo", Seed: c.Seed, PerCategory: c.PerCategory}}
	o := index.Options{Seed: c.Seed, Progress: s.bar.Report}
	if err := c.cluster.over(&o); err != nil {
		return err
	}
	err := f.run(ctx, s, index.FromSeq(demo.Records(c.Seed, c.PerCategory)), o)
	if err != nil || !c.WithJournal {
		return err
	}
	until := time.Now().UTC().Truncate(time.Hour)
	m := month{seed: c.Seed, conversations: c.Conversations, from: until.AddDate(0, 0, -c.Days), until: until, progress: s.bar.Report}
	return m.simulate(ctx, c.Data, s)
}
