package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/catalog"
)

func TestPublishReplaces(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "deep", "folder", "catalog.db")
	write(t, path, "old", lamps())
	old := open(t, path)
	defer old.Close()

	fewer := lamps()
	fewer.categories, fewer.products = fewer.categories[:1], fewer.products[:3]
	write(t, path, "new", fewer)

	if products, err := old.Products(ctx, []catalog.Ref{5}); err != nil || products[0].ID != "t2" {
		t.Errorf("the reader of the old file lost it: %v, %v", products, err)
	}
	current := open(t, path)
	defer current.Close()
	if current.Version() != "new" || current.Size() != 3 {
		t.Errorf("version %q with %d products", current.Version(), current.Size())
	}
	names(t, filepath.Dir(path), "catalog.db")
}

func TestAbandonLeavesTheOldCatalogueServing(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "catalog.db")
	write(t, path, "old", lamps())
	w := create(t, path)
	if err := w.AddCategory(ctx, lamps().categories[0]); err != nil {
		t.Fatal(err)
	}
	names(t, filepath.Dir(path), "catalog.db", "catalog.db.new")
	if err := w.Abandon(); err != nil {
		t.Fatal(err)
	}
	names(t, filepath.Dir(path), "catalog.db")
	s := open(t, path)
	defer s.Close()
	if s.Version() != "old" {
		t.Errorf("version %q", s.Version())
	}
}

// A process that was killed leaves its unfinished file; the next import clears it.
func TestCreateClearsAnUnfinishedImport(t *testing.T) {
	path := filepath.Join(t.TempDir(), "catalog.db")
	write(t, path, "old", lamps())
	for _, suffix := range []string{".new", ".new-journal", ".new-wal"} {
		put(t, path+suffix, "half a catalogue")
	}
	old := open(t, path)
	if old.Version() != "old" {
		t.Errorf("version %q beside an unfinished import", old.Version())
	}
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
	write(t, path, "new", lamps())
	names(t, filepath.Dir(path), "catalog.db")
	s := open(t, path)
	defer s.Close()
	if s.Version() != "new" {
		t.Errorf("version %q", s.Version())
	}
}

// names fails unless the folder holds exactly these files.
func names(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if !slices.Equal(got, want) {
		t.Errorf("the folder holds %v, want %v", got, want)
	}
}

func TestWriterRefuses(t *testing.T) {
	ctx := context.Background()
	s := lamps()
	for _, tc := range []struct {
		name string
		do   func(w *Writer) error
		says string
	}{
		{"a category that was not added", func(w *Writer) error {
			_, err := w.Add(ctx, &s.products[3])
			return err
		}, `"t1"`},
		{"more products than announced", func(w *Writer) error {
			for i := range 4 {
				p := s.products[0]
				p.ID = fmt.Sprint("p", i)
				if _, err := w.Add(ctx, &p); err != nil {
					return err
				}
			}
			return nil
		}, "full"},
		{"fewer products than announced", func(w *Writer) error { return w.Publish(ctx, "v") }, "lacks 3"},
		{"an id twice", func(w *Writer) error {
			_, err := w.Add(ctx, &s.products[0])
			if err != nil {
				return fmt.Errorf("the first: %w", err)
			}
			_, err = w.Add(ctx, &s.products[0])
			return err
		}, `"f1"`},
		{"an aspect that the category lacks", func(w *Writer) error {
			p := s.products[0]
			p.Attributes = []catalog.Attribute{{Key: "zoom", Values: []catalog.Value{{Text: "3x"}}}}
			_, err := w.Add(ctx, &p)
			return err
		}, `"zoom"`},
		{"a category twice", func(w *Writer) error { return w.AddCategory(ctx, s.categories[0]) }, "Floor lamps"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w, err := Create(ctx, filepath.Join(t.TempDir(), "catalog.db"))
			if err != nil {
				t.Fatal(err)
			}
			if err := w.AddCategory(ctx, s.categories[0]); err != nil {
				t.Fatal(err)
			}
			if err := tc.do(w); err == nil || !strings.Contains(err.Error(), tc.says) {
				t.Errorf("got %v, want an error that says %q", err, tc.says)
			}
			if err := w.Abandon(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestBesideTheProducts(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "catalog.db")
	s := lamps()
	w := create(t, path)
	var err error
	vectors := map[catalog.Ref][]int8{1: {0, -127, 1}, 5: {1, 2, 3}, 4: {}}
	for _, c := range s.categories {
		err = errors.Join(err, w.AddCategory(ctx, c))
	}
	for i := range s.products {
		_, e := w.Add(ctx, &s.products[i])
		err = errors.Join(err, e)
	}
	for _, ref := range []catalog.Ref{5, 1, 4} {
		err = errors.Join(err, w.AddVector(ctx, ref, vectors[ref]))
	}
	err = errors.Join(err, w.SetMeta(ctx, "embedder", []byte{1, 0, 2}), w.SetMeta(ctx, "embedder", []byte{3, 0}), w.Publish(ctx, "v"))
	if err != nil {
		t.Fatal(err)
	}
	store := open(t, path)
	defer store.Close()
	got := map[string][]VectorRow{}
	for _, c := range s.categories {
		for row, err := range store.Vectors(ctx, c.Path) {
			if err != nil {
				t.Fatal(err)
			}
			got[c.Path] = append(got[c.Path], row)
		}
	}
	if diff := cmp.Diff(map[string][]VectorRow{
		"Home > Floor lamps": {{1, vectors[1]}}, "Home > Table lamps": {{4, vectors[4]}, {5, vectors[5]}},
	}, got); diff != "" {
		t.Errorf("vectors (-want +got):\n%s", diff)
	}
	for _, err := range store.Vectors(ctx, "Home > Attic") {
		if !errors.Is(err, ErrNotFound) {
			t.Errorf("vectors of a category that is not there: %v", err)
		}
	}
	if m, err := store.Meta(ctx, "embedder"); err != nil || string(m) != "\x03\x00" {
		t.Errorf("meta: %v, %v", m, err)
	}
}

// More products than one transaction holds.
func TestManyBatches(t *testing.T) {
	s := stock{categories: []catalog.Category{{Path: "A", Name: "A", Size: batch + 1}}}
	for i := range batch + 1 {
		s.products = append(s.products, catalog.Product{Ref: catalog.Ref(i + 1), ID: fmt.Sprint("p", i), Category: "A"})
	}
	path := filepath.Join(t.TempDir(), "catalog.db")
	write(t, path, "v", s)
	store := open(t, path)
	defer store.Close()
	n := 0
	for _, err := range store.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != batch+1 {
		t.Errorf("%d products", n)
	}
}
