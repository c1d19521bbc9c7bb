package lexical

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/blevesearch/bleve/v2"
	gocmp "github.com/google/go-cmp/cmp"

	"shopclerk/catalog"
)

// written builds an index of the shelf, version "v1", in a new directory.
func written(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "lexical")
	write(t, dir, "v1")
	return dir
}

func write(t *testing.T, dir, version string) {
	t.Helper()
	w, err := Create(t.Context(), dir, version)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range shelf {
		if err := w.Add(p); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// A directory answers like memory, and again after it was built anew.
func TestDiskEqualsMemory(t *testing.T) {
	dir := written(t)
	query := Query{Text: "corvus notebook black speaker", K: 10}
	want, err := memory(t, shelf).Search(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	for _, version := range []string{"v1", "v2"} {
		if version != "v1" {
			write(t, dir, version)
		}
		x, err := Open(dir, version)
		if err != nil {
			t.Fatal(err)
		}
		also, err := Open(dir, version) // a second reader must not wait for the first
		if err != nil {
			t.Fatal(err)
		}
		got, err := x.Search(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if x.docs != len(shelf) {
			t.Errorf("docs = %d, want %d", x.docs, len(shelf))
		}
		if err := errors.Join(x.Close(), also.Close()); err != nil {
			t.Error(err)
		}
	}
}

func TestOpenStale(t *testing.T) {
	for _, test := range []struct {
		name   string
		damage func(t *testing.T, dir string)
	}{
		{"missing", func(t *testing.T, dir string) { check(t, os.RemoveAll(dir)) }},
		{"empty", func(t *testing.T, dir string) {
			check(t, os.RemoveAll(dir))
			check(t, os.Mkdir(dir, 0o755))
		}},
		{"other version", func(t *testing.T, dir string) { write(t, dir, "v0") }},
		{"unfinished", func(t *testing.T, dir string) {
			w, err := Create(t.Context(), dir, "v1")
			check(t, err)
			check(t, w.Add(shelf[0]))
			check(t, w.Abort())
		}},
		{"cancelled", func(t *testing.T, dir string) {
			ctx, cancel := context.WithCancel(t.Context())
			w, err := Create(ctx, dir, "v1")
			check(t, err)
			check(t, w.Add(shelf[0]))
			cancel()
			if err := w.Close(); !errors.Is(err, context.Canceled) {
				t.Errorf("Close: %v, want context.Canceled", err)
			}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := written(t)
			test.damage(t, dir)
			expectStale(t, dir)
			write(t, dir, "v1") // building again is always the remedy
			x, err := Open(dir, "v1")
			check(t, err)
			check(t, x.Close())
		})
	}
}

// Whichever file is removed, cut or changed, Open says so, or what was damaged is not needed to
// answer as before.
func TestOpenDamaged(t *testing.T) {
	var files []string
	original := written(t)
	query := Query{Text: "corvus notebook black speaker", K: 10}
	want, err := memory(t, shelf).Search(t.Context(), query)
	check(t, err)
	check(t, filepath.WalkDir(original, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(original, path)
			files = append(files, rel)
		}
		return err
	}))
	for _, file := range files {
		for name, damage := range map[string]func(string, []byte) error{
			"removed": func(path string, _ []byte) error { return os.Remove(path) },
			"emptied": func(path string, _ []byte) error { return os.Truncate(path, 0) },
			"halved":  func(path string, data []byte) error { return os.Truncate(path, int64(len(data)/2)) },
			"flipped": func(path string, data []byte) error {
				data[len(data)/2] ^= 0x40
				return os.WriteFile(path, data, 0o644)
			},
		} {
			t.Run(file+" "+name, func(t *testing.T) {
				dir := filepath.Join(t.TempDir(), "copy")
				check(t, os.CopyFS(dir, os.DirFS(original)))
				path := filepath.Join(dir, file)
				check(t, os.Chmod(path, 0o644))
				data, err := os.ReadFile(path)
				check(t, err)
				check(t, damage(path, data))
				x, err := Open(dir, "v1")
				if err != nil {
					if !errors.Is(err, ErrStale) {
						t.Errorf("Open: %v, want ErrStale", err)
					}
					return
				}
				defer x.Close()
				if got, err := x.Search(t.Context(), query); err != nil || !slices.Equal(got, want) || filepath.Ext(file) == ".zap" {
					t.Errorf("found %v, %v; want ErrStale, or %v", got, err, want)
				}
			})
		}
	}
}

func expectStale(t *testing.T, dir string) {
	t.Helper()
	x, err := Open(dir, "v1")
	if err == nil {
		_ = x.Close()
	}
	if !errors.Is(err, ErrStale) {
		t.Errorf("Open: %v, want ErrStale", err)
	}
}

// Files that are cut short while the index is open give errors, not a crash.
func TestDamageWhileOpen(t *testing.T) {
	dir := written(t)
	x, err := Open(dir, "v1")
	check(t, err)
	defer x.Close()
	segments, err := filepath.Glob(filepath.Join(dir, "store", "*.zap"))
	check(t, err)
	if len(segments) == 0 {
		t.Fatal("no segments")
	}
	for _, s := range segments {
		check(t, os.Truncate(s, 0))
	}
	if _, err := x.Search(t.Context(), Query{Text: "corvus notebook", K: 10}); !errors.Is(err, ErrStale) {
		t.Errorf("Search: %v, want ErrStale", err)
	}
}

func TestWriterErrors(t *testing.T) {
	product := catalog.Product{Ref: 1, ID: "p", Category: "a"}
	for _, test := range []struct {
		name     string
		products []catalog.Product
		want     string
	}{
		{"no ref", []catalog.Product{{ID: "p", Category: "a"}}, `product "p" has no ref`},
		{"ref twice", []catalog.Product{product, product}, ErrDuplicate.Error()},
	} {
		t.Run(test.name, func(t *testing.T) {
			w, err := Create(t.Context(), filepath.Join(t.TempDir(), "x"), "v1")
			for _, p := range test.products {
				if err == nil {
					err = w.Add(p)
				}
			}
			if w != nil {
				err = errors.Join(err, w.Close())
			}
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error = %v, want one with %q", err, test.want)
			}
		})
	}
}

// What was written in several batches is one segment on disk.
func TestManyBatches(t *testing.T) {
	const products = 2*batchSize + 1
	dir := filepath.Join(t.TempDir(), "lexical")
	w, err := Create(t.Context(), dir, "v1")
	check(t, err)
	for i := range products {
		check(t, w.Add(catalog.Product{Ref: catalog.Ref(i + 1), ID: fmt.Sprint(i), Category: "a", Title: "lamp"}))
	}
	check(t, w.Close())
	g, err := bleve.OpenUsing(dir, map[string]any{"read_only": true})
	check(t, err)
	if n := g.StatsMap()["index"].(map[string]any)["num_root_filesegments"]; n != uint64(1) {
		t.Errorf("%v segments, want one", n)
	}
	check(t, g.Close())
	x, err := Open(dir, "v1")
	check(t, err)
	defer x.Close()
	if n, err := x.Frequency(t.Context(), "lamp"); err != nil || n != products || x.docs != products {
		t.Errorf("%d of %d products are lamps (%v), want %d", n, x.docs, err, products)
	}
}

// What goes wrong behind the writer's calls is told by a later one.
func TestWriterTellsOfWhatWentWrong(t *testing.T) {
	w, err := Create(t.Context(), filepath.Join(t.TempDir(), "x"), "v1")
	check(t, err)
	check(t, w.Add(catalog.Product{Ref: 1, ID: "p", Category: "a"}))
	check(t, w.index.Close())
	if err := w.Close(); !errors.Is(err, bleve.ErrorIndexClosed) || !strings.Contains(err.Error(), "writing the index: ") {
		t.Errorf("Close: %v, want an error of writing", err)
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
