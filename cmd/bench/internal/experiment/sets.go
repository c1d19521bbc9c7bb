package experiment

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
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
	Name  string `json:"name"`
	Title string `json:"title"`
	// Feed names the shipped mapping, and the folder of files, that it is imported
	// with; a set without one is generated.
	Feed        string `json:"feed"`
	PerCategory int    `json:"per_category"` // of a generated set
	Seed        uint64 `json:"seed"`
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
	source, options, err := s.source(feeds)
	if err != nil {
		return "", err
	}
	options.Seed, options.Progress = s.Seed, progress
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	if _, err := index.Build(ctx, dir, source, options); err != nil {
		return "", fmt.Errorf("importing %s: %w", s.Name, err)
	}
	return dir, nil
}

// source reads the set's products.
func (s *Set) source(feeds string) (index.Source, index.Options, error) {
	var o index.Options
	if s.Feed == "" {
		return index.FromSeq(demo.Records(s.Seed, s.PerCategory)), o, nil
	}
	path := filepath.Join(feeds, s.Feed)
	if _, err := os.Stat(path); feeds == "" || errors.Is(err, fs.ErrNotExist) {
		return nil, o, fmt.Errorf("%s: %w", s.Name, ErrMissing)
	}
	m, err := feed.Shipped(s.Feed)
	if err != nil {
		return nil, o, err
	}
	o.Hints = m.Hints
	return func(ctx context.Context, yield func(catalog.Record) error) error {
		_, err := feed.Read(ctx, []string{path}, m, feed.Options{MaxErrors: -1},
			func(r catalog.Record, _ feed.Place) error { return yield(r) })
		return err
	}, o, nil
}
