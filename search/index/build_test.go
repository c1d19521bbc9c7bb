package index

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"shopclerk/catalog"
	"shopclerk/catalog/demo"
	"shopclerk/catalog/discover"
	"shopclerk/search"
)

// lamps returns n products of two categories.
func lamps(n int) []catalog.Record {
	var records []catalog.Record
	for i := range n {
		r := catalog.Record{
			ID: fmt.Sprint("lamp-", i), Title: fmt.Sprintf("Oslo lamp number %d", i), Category: "Lamps > Table lamps", Brand: "Nordlys", Stock: -1,
			Price:      catalog.Price{Minor: int64(1000 + i), Currency: "EUR"},
			Attributes: []catalog.RawAttribute{{Key: "colour", Value: catalog.Text([]string{"Black", "White"}[i%2])}},
		}
		if i%3 == 0 {
			r.Category = "Lamps > Floor lamps"
		}
		records = append(records, r)
	}
	return records
}

func sourceOf(records []catalog.Record) Source { return FromSeq(slices.Values(records)) }

// nth is a source that is of one kind up to its nth reading and then of another.
func nth(n int, before, then Source) Source {
	readings := 0
	return func(ctx context.Context, yield func(catalog.Record) error) error {
		if readings++; readings < n {
			return before(ctx, yield)
		}
		return then(ctx, yield)
	}
}

// listing returns the names in a directory.
func listing(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func mustBuild(t *testing.T, dir string, source Source, o Options) Report {
	t.Helper()
	r, err := Build(t.Context(), dir, source, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestBuild(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "shop")
	var told Report
	r := mustBuild(t, dir, sourceOf(lamps(12)), Options{
		About: func(r Report) ([]byte, error) {
			told = r
			return []byte("by hand"), nil
		},
	})
	if r.Products != 12 || r.Categories != 2 || r.Types != nil || r.Brands != 0 || told != r {
		t.Errorf("reported %+v, and %+v to About", r, told)
	}
	if got, want := listing(t, dir), []string{CatalogFile, "lexical-" + r.Version}; !slices.Equal(got, want) {
		t.Errorf("wrote %q, want %q", got, want)
	}
	shop := mustOpen(t, dir, nil)
	if len(shop.Notes) > 0 || shop.Catalogue.Size() != 12 || shop.Catalogue.Version() != r.Version {
		t.Errorf("opened %d products of version %s with notes %q", shop.Catalogue.Size(), shop.Catalogue.Version(), shop.Notes)
	}
	if got, err := shop.Catalogue.Meta(t.Context(), MetaAbout); err != nil || string(got) != "by hand" {
		t.Errorf("about %q, %v", got, err)
	}
}

// TestFailure fails in every reading of the source in turn. The directory must be
// as it was.
func TestFailure(t *testing.T) {
	failure := errors.New("the disk is on fire")
	dir := filepath.Join(t.TempDir(), "shop")
	mustBuild(t, dir, sourceOf(lamps(12)), Options{})
	before := listing(t, dir)
	feed := sourceOf(lamps(30))
	failing := func(ctx context.Context, yield func(catalog.Record) error) error {
		return errors.Join(sourceOf(lamps(20))(ctx, yield), failure)
	}
	for n := 1; ; n++ {
		_, err := Build(t.Context(), dir, nth(n, feed, failing), Options{})
		if err == nil {
			if n < 4 {
				t.Errorf("the source was read %d times only", n-1)
			}
			return
		}
		if !errors.Is(err, failure) {
			t.Errorf("reading %d: %v, want the source's error", n, err)
		}
		if after := listing(t, dir); !slices.Equal(after, before) {
			t.Errorf("reading %d: left %q, want %q", n, after, before)
		}
	}
}

// TestChangedSource breaks the promise of a source: that must be found out.
func TestChangedSource(t *testing.T) {
	other := lamps(30)
	for i := range other {
		other[i].Category = "Chairs"
	}
	for _, test := range []struct {
		name string
		then []catalog.Record
	}{
		{"more", lamps(31)},
		{"fewer", lamps(29)},
		{"none", nil},
	} {
		const storing, indexing = 3, 4 // the readings after surveying and profiling
		for _, reading := range []int{storing, indexing} {
			t.Run(fmt.Sprint(test.name, " in reading ", reading), func(t *testing.T) {
				dir := filepath.Join(t.TempDir(), "shop")
				if _, err := Build(t.Context(), dir, nth(reading, sourceOf(lamps(30)), sourceOf(test.then)), Options{}); !errors.Is(err, errChanged) {
					t.Errorf("got %v, want %v", err, errChanged)
				}
				if got := listing(t, dir); got != nil {
					t.Errorf("it left %q", got)
				}
			})
		}
	}
	t.Run("other categories", func(t *testing.T) {
		// Categories are remembered, so that this cannot do harm.
		if _, err := Build(t.Context(), t.TempDir(), nth(3, sourceOf(lamps(30)), sourceOf(other)), Options{}); err != nil {
			t.Error(err)
		}
	})
}

func TestVersion(t *testing.T) {
	version := func(records []catalog.Record, label string) string {
		hints := func(string) map[string]discover.Hint { return map[string]discover.Hint{"colour": {Label: label}} }
		return mustBuild(t, t.TempDir(), sourceOf(records), Options{Hints: hints}).Version
	}
	dearer := lamps(12)
	dearer[7].Price.Minor++
	same := version(lamps(12), "Colour")
	if again := version(lamps(12), "Colour"); again != same {
		t.Errorf("the same catalogue has the versions %s and %s", same, again)
	}
	if version(dearer, "Colour") == same {
		t.Error("a price does not show in the version")
	}
	if version(lamps(12), "Shade") == same {
		t.Error("an aspect's label does not show in the version")
	}
}

func TestBusy(t *testing.T) {
	dir := t.TempDir()
	source := func(ctx context.Context, yield func(catalog.Record) error) error {
		if _, err := Build(ctx, dir, sourceOf(lamps(3)), Options{}); !errors.Is(err, ErrBusy) {
			t.Errorf("a second import got %v, want ErrBusy", err)
		}
		return sourceOf(lamps(12))(ctx, yield)
	}
	mustBuild(t, dir, source, Options{})
	mustBuild(t, dir, sourceOf(lamps(3)), Options{})
}

func TestEmpty(t *testing.T) {
	if _, err := Build(t.Context(), t.TempDir(), sourceOf(nil), Options{}); !errors.Is(err, ErrEmpty) {
		t.Errorf("got %v, want ErrEmpty", err)
	}
}

// TestShrunk: a catalogue with too few of the products that were there does not go live.
func TestShrunk(t *testing.T) {
	dir := t.TempDir()
	first := mustBuild(t, dir, sourceOf(lamps(10)), Options{MinShare: 0.7})
	_, err := Build(t.Context(), dir, sourceOf(lamps(6)), Options{MinShare: 0.7})
	if !errors.Is(err, ErrShrunk) || !strings.Contains(err.Error(), "has 10, the new one 6") {
		t.Errorf("six of ten: %v", err)
	}
	if version := mustOpen(t, dir, nil).Catalogue.Version(); version != first.Version {
		t.Errorf("version %s, want %s", version, first.Version)
	}
	mustBuild(t, dir, sourceOf(lamps(7)), Options{MinShare: 0.7})
	mustBuild(t, dir, sourceOf(lamps(1)), Options{})
}

// TestNoCommonWord builds a catalogue that no embedder can be trained on.
func TestNoCommonWord(t *testing.T) {
	dir := t.TempDir()
	mustBuild(t, dir, sourceOf([]catalog.Record{{ID: "1", Title: "Qzx", Category: "A", Stock: -1}}), Options{})
	shop := mustOpen(t, dir, nil)
	if len(shop.Notes) != 1 || !strings.Contains(shop.Notes[0], "no embedder") {
		t.Errorf("notes %q", shop.Notes)
	}
}

// TestMended damages what can be rebuilt.
func TestMended(t *testing.T) {
	dir := t.TempDir()
	r := mustBuild(t, dir, sourceOf(lamps(12)), Options{})
	if err := os.RemoveAll(lexicalDir(dir, r.Version)); err != nil {
		t.Fatal(err)
	}
	for _, notes := range []int{1, 0} {
		shop, err := Open(t.Context(), dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(shop.Notes) != notes {
			t.Errorf("notes %q, want %d", shop.Notes, notes)
		}
		if err := shop.Close(); err != nil {
			t.Fatal(err)
		}
	}
	// the same import again finds a whole index and keeps it, a broken one it replaces
	stray := filepath.Join(lexicalDir(dir, r.Version), "index_meta.json")
	if err := os.WriteFile(stray, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	mustBuild(t, dir, sourceOf(lamps(12)), Options{})
	shop := mustOpen(t, dir, nil)
	if len(shop.Notes) != 0 {
		t.Errorf("notes %q", shop.Notes)
	}
}

func TestProgress(t *testing.T) {
	var stages []string
	report := func(stage string, done, total int) {
		if len(stages) == 0 || stages[len(stages)-1] != stage {
			stages = append(stages, stage)
		}
		if done < 0 || total > 0 && done > total {
			t.Errorf("%s: %d of %d", stage, done, total)
		}
	}
	records := lamps(1200)
	for i := range records {
		records[i].Category, records[i].Brand = "", ""
	}
	mustBuild(t, t.TempDir(), sourceOf(records), Options{Progress: report})
	want := []string{
		"Reading", "Finding types", "Profiling", "Storing", "Training", "Indexing", "Merging", "Publishing",
	}
	if !slices.Equal(stages, want) {
		t.Errorf("stages %q, want %q", stages, want)
	}
}

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
