package index

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"shopclerk/catalog/patch"
)

// anyPatch draws a patch of one of few products and variants, with versions that meet.
func anyPatch(t *rapid.T) patch.Patch {
	number := rapid.IntRange(0, 5).Draw(t, "number")
	p := patch.Patch{ID: rapid.SampledFrom([]string{"p", "q"}).Draw(t, "id"), Version: rapid.Int64Range(1, 6).Draw(t, "version")}
	p.Variant = rapid.SampledFrom([]string{"", "", "v"}).Draw(t, "variant")
	title, category := fmt.Sprint("title ", number), rapid.SampledFrom([]string{"Lamps", "Chairs"}).Draw(t, "category")
	switch kind := rapid.IntRange(0, 5).Draw(t, "kind"); {
	case kind == 0:
		p.Delete = true
	case kind == 1 || p.Variant != "":
		p.Stock = &number
		if number%2 == 0 {
			p.Price = &patch.Money{Amount: float64(number), Currency: "EUR"}
		}
	case kind == 2:
		p.Title, p.Attributes = &title, map[string]any{"k": float64(number), fmt.Sprint("k", number): nil}
	case kind == 3:
		p.Category = &category
	default:
		p.Title, p.Category, p.Stock = &title, &category, &number
	}
	return p
}

// items are what patches come to in a catalogue that lacks a category.
func items(log []Logged, lacks string) map[string]*patch.Item {
	out := map[string]*patch.Item{"p": {}, "q": {}}
	for _, l := range log {
		if l.Patch.Category == nil || *l.Patch.Category != lacks {
			out[l.Patch.ID].Take(&l.Patch)
		}
	}
	return out
}

// A compacted log says what the log said, whatever comes after it, in a catalogue that has
// all categories and in one that has not; compacting it once more leaves it as it is.
func TestCompaction(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var log, after []Logged
		whole := newCompaction()
		for i := range rapid.IntRange(1, 40).Draw(t, "patches") {
			log = append(log, Logged{At: int64(i + 1), Patch: anyPatch(t)})
			whole.add(log[i])
		}
		for i := range rapid.IntRange(0, 5).Draw(t, "later patches") {
			after = append(after, Logged{At: int64(100 + i), Patch: anyPatch(t)})
		}
		left := whole.list()
		if len(left) > len(log) {
			t.Fatalf("of %d patches %d are left", len(log), len(left))
		}
		for _, lacks := range []string{"", "Chairs"} {
			want := items(append(log[:len(log):len(log)], after...), lacks)
			for name, got := range map[string]map[string]*patch.Item{
				"compacted":                items(append(left[:len(left):len(left)], after...), lacks),
				"met once more":            items(append(append(log[:len(log):len(log)], left...), after...), lacks),
				"without a good beginning": items(append(left[:len(left):len(left)], append(log[len(log)/2:len(log):len(log)], after...)...), lacks),
			} {
				if diff := gocmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
					t.Fatalf("%s, without %q (-log +compacted):\n%s", name, lacks, diff)
				}
			}
		}
		again := newCompaction()
		for _, l := range left {
			again.add(l)
		}
		if diff := gocmp.Diff(left, again.list(), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("(-once +twice):\n%s", diff)
		}
	})
}

// A reader goes on in the new edition wherever it stood, the log stays small, and what a
// killed process has left behind does no harm.
func TestCompactPatches(t *testing.T) {
	dir := t.TempDir()
	var at Position
	latest := map[string]int64{}
	for n := int64(1); n <= 400; n++ {
		stock := int(n)
		if err := AppendPatches(dir, []patch.Patch{{ID: fmt.Sprint(n % 7), Version: n, Stock: &stock}}); err != nil {
			t.Fatal(err)
		}
		if n%3 == 0 {
			batch, next, err := ReadPatches(dir, at)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range batch {
				latest[l.Patch.ID] = max(latest[l.Patch.ID], l.Patch.Version)
			}
			at = next
		}
		if n == 100 { // killed between the new edition and the end of the old
			files, _, err := patchFiles(dir)
			if err != nil {
				t.Fatal(err)
			}
			l := files[0]
			if err := rewritePatches(l.path(dir), patchLog{l.n, l.edition + 1}.path(dir)); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(patchLog{l.n, l.edition + 2}.path(dir)+".new", []byte("half"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := compactPatches(dir, 1<<10); err != nil {
			t.Fatal(err)
		}
	}
	for batch, next, err := ReadPatches(dir, at); len(batch) > 0; batch, next, err = ReadPatches(dir, next) {
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range batch {
			latest[l.Patch.ID] = max(latest[l.Patch.ID], l.Patch.Version)
		}
	}
	for n := int64(394); n <= 400; n++ {
		if latest[fmt.Sprint(n%7)] != n {
			t.Errorf("product %d has version %d, want %d", n%7, latest[fmt.Sprint(n%7)], n)
		}
	}
	files, old, err := patchFiles(dir)
	if err != nil || len(files) != 1 || len(old) > 0 || files[0].edition == 0 {
		t.Fatalf("there are %v, and before them %v, %v", files, old, err)
	}
	if info, err := os.Stat(files[0].path(dir)); err != nil || info.Size() > 3<<10 {
		t.Errorf("the log has %d bytes, %v", info.Size(), err)
	}
	// an import's file is another, and takes all editions before it along
	first, err := rotatePatches(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := sweepPatches(dir, first); err != nil {
		t.Fatal(err)
	}
	paths, err := filepath.Glob(filepath.Join(dir, patchGlob))
	if err != nil || len(paths) != 1 || paths[0] != (patchLog{n: first}).path(dir) {
		t.Errorf("after an import there are %q, %v", paths, err)
	}
}
