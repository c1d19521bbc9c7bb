package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"shopclerk/catalog/demo"
	"shopclerk/catalog/sqlite"
	"shopclerk/cmd/internal/live"
	"shopclerk/cmd/internal/progress"
	"shopclerk/search/index"
)

// open opens the catalogue, which first opens, and the files, has next go on with them, and
// closes all in reverse.
func (c *config) open(ctx context.Context, first func(context.Context) (*index.Shop, error), next func(*live.Shop, keptFiles) error) (err error) {
	client, err := c.Model.Open(nil)
	if err != nil {
		return err
	}
	catalogues := c.catalogues(client, first)
	shop, err := live.New(ctx, catalogues.Open)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closed(ctx, shop)) }()
	kept, err := openFiles(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kept.close()) }()
	c.consult(client, shop)
	return next(shop, kept)
}

// closed closes the catalogue once the last answer that is made of it is given.
func closed(ctx context.Context, shop *live.Shop) error {
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	return shop.Close(end)
}

// demoSeed makes the demonstration shop the same everywhere.
const demoSeed = 1

// openCatalogue opens the catalogue, creating the demonstration shop where there is none.
func openCatalogue(ctx context.Context, c config) (*index.Shop, error) {
	bar := progress.New(os.Stderr)
	defer bar.Done()
	shop, err := index.Open(ctx, c.Data, bar.Report)
	if !errors.Is(err, sqlite.ErrNoCatalogue) || c.Demo <= 0 || c.Search != "" {
		return shop, err
	}
	if _, statErr := os.Stat(filepath.Join(c.Data, index.CatalogFile)); !errors.Is(statErr, fs.ErrNotExist) {
		return nil, err // there is a catalogue, but not one to read: never overwrite it
	}
	fmt.Fprintf(os.Stderr, "No catalogue in %s: creating the demonstration shop, %d products a category.\n", c.Data, c.Demo)
	if _, err := index.Build(ctx, c.Data, index.FromSeq(demo.Records(demoSeed, c.Demo)), index.Options{Progress: bar.Report}); err != nil {
		return nil, fmt.Errorf("creating the demonstration shop: %w", err)
	}
	return index.Open(ctx, c.Data, bar.Report)
}
