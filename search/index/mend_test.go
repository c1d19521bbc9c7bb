package index

import (
	"bytes"
	"errors"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/catalog"
	"shopclerk/catalog/demo"
	"shopclerk/catalog/sqlite"
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

// pictured are records with pictures of another host.
func pictured(records iter.Seq[catalog.Record]) iter.Seq[catalog.Record] {
	return func(yield func(catalog.Record) bool) {
		for r := range records {
			if r.Image = "https://images.example.com/" + r.ID; !yield(r) {
				return
			}
		}
	}
}

// Whatever is derived from the catalogue may be damaged: the shop opens and answers, says
// what it goes without, and makes it anew, to the same results. What the feed said is not
// made up for.
func TestMend(t *testing.T) {
	made := t.TempDir()
	if _, err := Build(t.Context(), made, FromSeq(pictured(demo.Records(1, 20))), Options{}); err != nil {
		t.Fatal(err)
	}
	whole, err := Open(t.Context(), made, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer whole.Close()
	want, _ := answers(t, whole)
	version := whole.Catalogue.Version()
	vectors, err := whole.Catalogue.VectorsOf(t.Context(), []catalog.Ref{200})
	if err != nil {
		t.Fatal(err)
	}
	var vector []byte
	for _, c := range vectors[0] {
		vector = append(vector, byte(c))
	}
	embedder, err := whole.Catalogue.Meta(t.Context(), metaEmbedder)
	if err != nil {
		t.Fatal(err)
	}
	product, err := whole.Catalogue.Products(t.Context(), []catalog.Ref{7})
	if err != nil {
		t.Fatal(err)
	}
	// noise is written over n bytes of a file, wherever it has the text: pages have parts
	// that are not in use, where it may stand too.
	noise := func(t *testing.T, file string, text []byte, n int) {
		t.Helper()
		all, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		places := 0
		for at := bytes.Index(all, text); at >= 0 && places < 5; at = bytes.Index(all, text) {
			for i := range n {
				all[at+i] ^= byte(131 * (i + 1))
			}
			places++
			if len(text) == 0 {
				break
			}
		}
		if places == 0 {
			t.Fatal("it is not in the file")
		}
		if err := os.WriteFile(file, all, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	inCatalogue := func(text []byte, n int) func(*testing.T, string) {
		return func(t *testing.T, dir string) { noise(t, CatalogPath(dir), text, n) }
	}
	for _, tc := range []struct {
		name   string
		damage func(t *testing.T, dir string)
		path   string // that says so, once the damage is found
		exact  bool   // the same is found as before it
	}{
		{"a vector", inCatalogue(vector[:16], 16), "vector failed", true},
		{"pages of vectors", inCatalogue(vector[:16], 3*4096), "vector failed", true},
		{"the embedder", inCatalogue(embedder[:16], 16), "", false},
		{"no lexical index", func(t *testing.T, dir string) {
			if err := os.RemoveAll(lexicalDir(dir, version)); err != nil {
				t.Fatal(err)
			}
		}, "lexical failed", true},
		{"a lexical index of noise", func(t *testing.T, dir string) {
			files, err := filepath.Glob(filepath.Join(lexicalDir(dir, version), "*", "store", "*.zap"))
			if err != nil || len(files) == 0 {
				t.Fatal(files, err)
			}
			noise(t, files[0], nil, 1000)
		}, "lexical failed", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(made)); err != nil {
				t.Fatal(err)
			}
			tc.damage(t, dir)
			s, err := OpenAsIs(t.Context(), dir)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			answers(t, s) // before it is found
			if mended, err := s.Mend(t.Context(), dir); !mended || err != nil {
				t.Fatalf("mended: %t, %v", mended, err)
			}
			if _, path := answers(t, s); tc.path != "" && !slices.Contains(path, tc.path) {
				t.Errorf("damaged, it answers by %q, not by %q", path, tc.path)
			}
			if !s.Catalogue.Replaced(CatalogPath(dir)) {
				t.Fatal("no other catalogue took its place")
			}
			again, err := OpenAsIs(t.Context(), dir)
			if err != nil {
				t.Fatal(err)
			}
			defer again.Close()
			if got, path := answers(t, again); tc.exact && !cmp.Equal(got, want) || !slices.Equal(path, []string{"lexical", "vector", "found"}) || len(again.Notes) > 0 {
				t.Errorf("mended, it answers otherwise, or by %q; %q", path, again.Notes)
			}
			if err := again.Catalogue.Check(t.Context()); err != nil || again.Catalogue.Version() != version || !slices.Equal(again.Catalogue.Origins(), whole.Catalogue.Origins()) {
				t.Errorf("mended, it is version %s, with pictures of %q: %v", again.Catalogue.Version(), again.Catalogue.Origins(), err)
			}
			if mended, err := again.Mend(t.Context(), dir); mended || err != nil {
				t.Errorf("what is whole was mended: %t, %v", mended, err)
			}
			if patches, err := again.Patches(t.Context()); err != nil || patches.Now() == nil {
				t.Errorf("mended, it can not be patched: %v", err)
			}
		})
	}
	t.Run("what the feed said", func(t *testing.T) {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(made)); err != nil {
			t.Fatal(err)
		}
		all, err := os.ReadFile(CatalogPath(dir))
		if err == nil { // pages have parts that are not in use, where it may stand too
			all = bytes.ReplaceAll(all, []byte(product[0].Title), bytes.ToUpper([]byte(product[0].Title)))
			err = os.WriteFile(CatalogPath(dir), all, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		s, err := OpenAsIs(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		var d *sqlite.Damage
		if mended, err := s.Mend(t.Context(), dir); mended || !errors.As(err, &d) || !slices.Equal(d.Parts, []string{"product"}) {
			t.Errorf("mended: %t, %v", mended, err)
		}
		if _, path := answers(t, s); !slices.Equal(path, []string{"lexical", "vector", "found"}) {
			t.Errorf("it answers by %q", path)
		}
	})
}
