package experiment

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"shopclerk/catalog"
	"shopclerk/catalog/demo"
	"shopclerk/catalog/feed"
	"shopclerk/catalog/sqlite"
	"shopclerk/search/index"
)

// Set is a document set: products that conditions are run on.
type Set struct {
	Name, Title string
	// Files is a pattern below the folder of the feeds; a set without one is generated.
	Files string
	// Mapping names the shipped mapping that the files are read by; "" infers one.
	Mapping     string
	PerCategory int `json:"per_category"` // of a generated set
	Seed        uint64
}

// ErrMissing says that a set's feed is not at hand.
var ErrMissing = errors.New("the feed is not at hand")

// Build makes the set's data directory below sets, unless this program can read
// what is there, and returns its path. feeds is the folder of the feeds' folders,
// "" when there is none. It returns [ErrMissing] when a feed is needed and not
// there.
func (s *Set) Build(ctx context.Context, sets, feeds string, progress index.Progress) (dir string, err error) {
	dir = filepath.Join(sets, s.Name)
	store, err := sqlite.Open(ctx, filepath.Join(dir, index.CatalogFile))
	if err == nil {
		return dir, store.Close()
	}
	if !errors.Is(err, sqlite.ErrNoCatalogue) {
		return "", err
	}
	source, options := index.FromSeq(demo.Records(s.Seed, s.PerCategory)), index.Options{}
	if s.Files != "" {
		if source, options, err = s.feed(ctx, feeds); err != nil {
			return "", err
		}
	}
	options.Seed, options.Progress = s.Seed, progress
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	if _, err := index.Build(ctx, dir, source, options); err != nil {
		return "", fmt.Errorf("importing: %w", err)
	}
	return dir, nil
}

// feed reads the set's products from its files.
func (s *Set) feed(ctx context.Context, feeds string) (index.Source, index.Options, error) {
	var o index.Options
	paths, err := filepath.Glob(filepath.Join(feeds, s.Files))
	if err != nil {
		return nil, o, err
	}
	if feeds == "" || len(paths) == 0 {
		return nil, o, fmt.Errorf("%s: %w", s.Files, ErrMissing)
	}
	var m feed.Mapping
	if s.Mapping == "" {
		m, _, err = feed.Infer(ctx, paths)
	} else {
		m, err = feed.Shipped(s.Mapping)
	}
	o.Hints = m.Hints
	return func(ctx context.Context, yield func(catalog.Record) error) error {
		_, err := feed.Read(ctx, paths, m, feed.Options{MaxErrors: -1}, func(r catalog.Record, _ feed.Place) error { return yield(r) })
		return err
	}, o, err
}
