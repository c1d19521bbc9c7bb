package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"shopclerk/search/index"
)

// filling is the making of a catalogue in a data directory.
type filling struct {
	dir   string
	about *provenance
}

// run builds the catalogue and writes a summary.
func (f *filling) run(ctx context.Context, s streams, source index.Source, o index.Options) error {
	began := time.Now()
	o.About = f.about.complete
	r, err := index.Build(ctx, f.dir, source, o)
	s.bar.Done()
	if err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		if _, statErr := os.Stat(filepath.Join(f.dir, index.CatalogFile)); statErr == nil {
			err = fmt.Errorf("%w; the catalogue in %s is as it was", err, f.dir)
		}
		return err
	}
	size, err := sizeOnDisk(f.dir)
	if err != nil {
		return err
	}
	lines := f.about.lines(&r)
	if r.Unembedded != nil {
		lines = append(lines, fmt.Sprintf("Not all products could be embedded by %s, and the shop finds by its own vectors; the next import goes on: %v.", o.Embedder.EmbeddingModel(), r.Unembedded))
	}
	lines = append(lines, fmt.Sprintf("%.1f s, %s in %s, version %s.",
		time.Since(began).Seconds(), megabytes(size), f.dir, r.Version))
	_, err = io.WriteString(s.out, strings.Join(lines, "\n")+"\n")
	return err
}

// sizeOnDisk returns the bytes of the catalogue and its indexes.
func sizeOnDisk(dir string) (int64, error) {
	var size int64
	for _, path := range append(index.Derived(dir), filepath.Join(dir, index.CatalogFile)) {
		err := filepath.WalkDir(path, func(_ string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			info, err := d.Info()
			if err == nil {
				size += info.Size()
			}
			return err
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // swept by a later import
			return 0, fmt.Errorf("summing file sizes: %w", err)
		}
	}
	return size, nil
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }
