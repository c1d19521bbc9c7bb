package main

import (
	"context"
	"os"

	"shopclerk/catalog/demo"
	"shopclerk/cmd/internal/progress"
	"shopclerk/search/index"
)

// demoSeed makes the demonstration shop the same everywhere.
const demoSeed = 1

// buildDemo creates the demonstration shop.
func buildDemo(ctx context.Context, c config, p index.Progress) error {
	_, err := index.Build(ctx, c.Data, index.FromSeq(demo.Records(demoSeed, c.Demo)), index.Options{Progress: p})
	return err
}

func progressBar() *progress.Progress { return progress.New(os.Stderr) }
