package index

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"shopclerk/catalog"
	"shopclerk/catalog/demo"
	"shopclerk/search"
)

// answers is what a shop finds for some queries, and by which path.
func answers(t *testing.T, s *Shop) (found [][]catalog.Ref, path []string) {
	t.Helper()
	for _, text := range []string{"backpack waterproof", "something to sit on", "desk lamp brass"} {
		scope, err := s.Scope(t.Context(), &search.Need{Words: []search.Words{{Text: text}}})
		if err != nil {
			t.Fatal(err)
		}
		found, path = append(found, slices.Sorted(slices.Values(scope.Shelf.Refs))), scope.Path
		for row, f := range scope.Words {
			if math.IsNaN(f.Vector) || math.IsNaN(f.Lexical) {
				t.Errorf("row %d: %+v", row, f)
			}
		}
	}
	return found, path
}

// A damaged lexical index is rebuilt to the same results when the directory is opened; one
// that a search finds damaged is given up by Repair, and rebuilt by the next opening.
func TestRepair(t *testing.T) {
	dir := t.TempDir()
	mustBuild(t, dir, FromSeq(demo.Records(1, 20)), Options{})
	shop := mustOpen(t, dir, nil)
	want, _ := answers(t, shop)
	rebuilt := func(name string) {
		t.Helper()
		again := mustOpen(t, dir, nil)
		if got, _ := answers(t, again); !slices.EqualFunc(got, want, slices.Equal) || len(again.Notes) != 1 {
			t.Errorf("%s: noted %q, found %v, want %v", name, again.Notes, got, want)
		}
	}
	files, err := filepath.Glob(filepath.Join(lexicalDir(dir, shop.Catalogue.Version()), "*"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	if err := os.RemoveAll(files[0]); err != nil {
		t.Fatal(err)
	}
	rebuilt("a file is missing")
	shop = mustOpen(t, dir, nil) // which remembers no answers
	shop.words.lost.Store(true)
	if _, path := answers(t, shop); !shop.Lost() || !slices.Contains(path, "lexical failed") {
		t.Errorf("answered by %q", path)
	}
	if err := shop.Repair(); err != nil {
		t.Fatal(err)
	}
	rebuilt("found damaged")
}
