package index

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"shopclerk/catalog"
	"shopclerk/catalog/patch"
)

// priced are the products of a feed: those of one edition cost the same.
func priced(price int64) []catalog.Record {
	var out []catalog.Record
	for i := range 40 {
		out = append(out, catalog.Record{ID: fmt.Sprintf("p%02d", i), Title: fmt.Sprintf("Lamp %d", i), Category: "Lamps", Stock: 5,
			Price: catalog.Price{Minor: price, Currency: "EUR"}})
	}
	return out
}

// bring lays a copy of what was imported in a directory where it can be installed from.
func bring(t *testing.T, from string) (stage string, of Import) {
	t.Helper()
	of, files, err := OpenFiles(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	stage = t.TempDir()
	for name, f := range files {
		text, err := os.ReadFile(f.Name())
		if err == nil {
			err = os.MkdirAll(filepath.Dir(filepath.Join(stage, name)), 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(stage, name), text, 0o644)
		}
		if err := errors.Join(err, f.Close()); err != nil {
			t.Fatal(err)
		}
	}
	return stage, of
}

// stock sets the pieces of a product: of a sequence, or of this data directory alone.
func stock(t *testing.T, dir string, product, pieces int, sequence int64) {
	t.Helper()
	p := patch.Patch{ID: fmt.Sprintf("p%02d", product), Version: int64(pieces), Stock: &pieces}
	var err error
	if sequence > 0 {
		_, err = TakePatches(dir, Position{}, []Logged{{At: sequence, Sequence: sequence, Patch: p}})
	} else {
		err = AppendPatches(dir, []patch.Patch{p})
	}
	if err != nil {
		t.Fatal(err)
	}
}

// sold are the products of a data directory under its patches.
func sold(t *testing.T, dir string) (out []string, sequence int64) {
	t.Helper()
	shop, err := Open(t.Context(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	patches, err := shop.Patches(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer patches.Close()
	if _, err := patches.Follow(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	for p, err := range patches.Now().Catalogue.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, fmt.Sprint(p.ID, p.Title, p.Price, p.Stock))
	}
	slices.Sort(out)
	return out, patches.Position().Sequence
}

// An import that was made elsewhere and is installed, under what was patched before it
// began, while it ran, before it was installed and after, sells the same products as one
// that was made in the data directory: whatever numbers the files of patches have at either.
func TestInstalledIsImported(t *testing.T) {
	now := func() int64 { time.Sleep(2 * time.Microsecond); return time.Now().UnixMicro() }
	for _, tt := range []struct {
		name           string
		earlier        int  // imports and patches that the importer had before
		patched        bool // the shop was patched before the import
		killed, packed bool // before what is void was removed; compacted afterwards
	}{
		{"fresh importer", 0, true, false, false},
		{"an importer of many imports", 4, true, false, false},
		{"a shop that was never patched", 4, false, false, false},
		{"killed before it tidied up", 0, true, true, false},
		{"compacted", 4, true, false, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ctx := t.Context()
			build := func(dir string, price int64) {
				t.Helper()
				if _, err := Build(ctx, dir, FromSeq(slices.Values(priced(price))), Options{}); err != nil {
					t.Fatal(err)
				}
			}
			here, shop, importer := t.TempDir(), t.TempDir(), t.TempDir()
			build(here, 1000)
			if err := os.CopyFS(shop, os.DirFS(here)); err != nil {
				t.Fatal(err)
			}
			for n := range tt.earlier {
				build(importer, int64(1+n))
				stock(t, importer, 9, 90+n, 0)
			}
			if tt.patched {
				early := now()
				for _, dir := range []string{here, shop} {
					stock(t, dir, 0, 11, early) // void
					stock(t, dir, 1, 12, 0)     // void
				}
			}
			build(importer, 2000)
			build(here, 2000)
			late := now()
			for _, dir := range []string{here, shop} {
				stock(t, dir, 2, 21, late)
				stock(t, dir, 3, 22, 0)
			}
			stage, of := bring(t, importer)
			before := map[string][]byte{}
			old, _, err := patchFiles(shop)
			for _, l := range old {
				if err == nil {
					before[l.path(shop)], err = os.ReadFile(l.path(shop))
				}
			}
			if err == nil {
				err = Install(ctx, shop, stage, of)
			}
			if err != nil {
				t.Fatal(err)
			}
			if tt.killed {
				for at, text := range before {
					if err := os.WriteFile(at, text, 0o644); err != nil {
						t.Fatal(err)
					}
				}
			}
			for _, dir := range []string{here, shop} {
				for n := range 20 {
					stock(t, dir, 6, 40+n, 0)
				}
			}
			if tt.packed {
				if done, err := compactPatches(shop, 0); !done || err != nil {
					t.Fatal(done, err)
				}
			}
			for _, dir := range []string{here, shop} {
				stock(t, dir, 4, 31, late+1)
				stock(t, dir, 5, 32, 0)
			}
			want, sequence := sold(t, here)
			got, at := sold(t, shop)
			if !slices.Equal(got, want) || at != sequence || at != late+1 {
				t.Errorf("up to %d of %d:\n%q\nwant\n%q", at, sequence, got, want)
			}
			if has, err := Imported(ctx, shop); has != of || err != nil {
				t.Errorf("it is %+v, %v, want %+v", has, err, of)
			}
		})
	}
}

// What is no newer than what is there is not installed, and nothing comes of it.
func TestInstallGoesForward(t *testing.T) {
	ctx := t.Context()
	first, second := t.TempDir(), t.TempDir()
	for _, dir := range []string{first, second} {
		if _, err := Build(ctx, dir, FromSeq(slices.Values(priced(1000))), Options{}); err != nil {
			t.Fatal(err)
		}
	}
	stage, of := bring(t, first)
	if err := Install(ctx, second, stage, of); !errors.Is(err, ErrOlder) {
		t.Errorf("an older import is installed: %v", err)
	}
	stage, of = bring(t, second)
	if err := Install(ctx, second, stage, of); !errors.Is(err, ErrOlder) {
		t.Errorf("what is there is installed again: %v", err)
	}
	other := of
	other.Began++
	if err := Install(ctx, first, stage, other); err == nil {
		t.Error("an import is installed under another's name")
	}
	if err := Install(ctx, first, stage, of); err != nil {
		t.Errorf("a newer import of the same feed is not installed: %v", err)
	}
}
