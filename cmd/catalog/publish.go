package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"shopclerk/cmd/internal/target"
	"shopclerk/search/index/depot"
)

// publishCommand publishes an import.
type publishCommand struct {
	Data string `required:"" env:"SHOPCLERK_DATA" placeholder:"DIR" help:"Data directory whose import is published; a shop may be open in it."`
	Key  string `required:"" env:"SHOPCLERK_PUBLISH_KEY" placeholder:"FILE" help:"File with the private key, as publish-key makes it."`
	Keep int    `default:"3" placeholder:"N" help:"Generations that are kept, at least 1 (default ${default})."`
	target.Flags
	Target string `arg:"" help:"Where to: a folder, or s3://BUCKET/PREFIX."`
}

// Validate is called by kong.
func (c *publishCommand) Validate() error {
	if c.Keep < 1 {
		return errors.New("--keep: the newest generation is always kept: 1 is the least")
	}
	return nil
}

// Run implements the command.
func (c *publishCommand) Run(ctx context.Context, s streams) error {
	key, err := depot.Signer(c.Key)
	if err != nil {
		return err
	}
	store, err := c.Open(c.Target)
	if err != nil {
		return err
	}
	defer s.bar.Done()
	began := time.Now()
	r, err := depot.Publish(ctx, store, key, c.Data, c.Keep, s.bar.Report)
	if err != nil {
		return fmt.Errorf("publishing to %s: %w", c.Target, err)
	}
	s.bar.Done()
	_, err = fmt.Fprintf(s.out, "generation %s is the newest: %d files, %s, of which %s were sent, in %.1f s; %d things that nobody needs any more were removed.\n",
		r.Generation, len(r.Files), megabytes(r.Size()), megabytes(r.Moved), time.Since(began).Seconds(), r.Removed)
	return err
}

// publishKeyCommand makes the keys of what a shop publishes.
type publishKeyCommand struct {
	Shop string `default:"shop" placeholder:"NAME" help:"Name of the shop, which is a part of the keys (default ${default})."`
	File string `arg:"" help:"File that is made for the private key; nobody else may read it."`
}

// Run implements the command.
func (c *publishKeyCommand) Run(_ context.Context, s streams) error {
	private, public, err := depot.NewKeys(c.Shop)
	if err != nil {
		return fmt.Errorf("--shop: %w", err)
	}
	f, err := os.OpenFile(c.File, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("making the private key: %w", err)
	}
	_, err = fmt.Fprintln(f, private)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("making the private key: %w", err)
	}
	_, err = fmt.Fprintf(s.out, "--catalogue-key %s\n", public)
	return err
}
