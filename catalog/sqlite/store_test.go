package sqlite

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/catalog"
)

func TestRoundTrip(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "catalog.db")
	rapid.Check(t, func(t *rapid.T) {
		want := aStock(t)
		write(t, path, "v", want)
		s := open(t, path)
		defer s.Close()
		if diff := cmp.Diff(want.categories, s.Categories()); diff != "" {
			t.Fatalf("categories (-written +read):\n%s", diff)
		}
		var got []catalog.Product
		for p, err := range s.All(ctx) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, p)
		}
		if diff := cmp.Diff(want.products, got); diff != "" {
			t.Fatalf("products (-written +read):\n%s", diff)
		}
		for _, p := range want.products {
			if c, err := s.CategoryOf(p.Ref); err != nil || c.Path != p.Category {
				t.Fatalf("product %d of %q is in %v (%v)", p.Ref, p.Category, c, err)
			}
		}
		if len(want.products) == 0 {
			return
		}
		// in any order, and by id
		some := rapid.SliceOfN(rapid.SampledFrom(want.products), 1, 4).Draw(t, "some")
		some = slices.CompactFunc(some, func(a, b catalog.Product) bool { return a.Ref == b.Ref })
		p, err := s.Product(ctx, some[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(some[0], p); diff != "" {
			t.Fatalf("product %q (-written +read):\n%s", some[0].ID, diff)
		}
		for _, name := range []string{some[0].ID, strings.ToUpper(some[0].Title)} {
			if ids, err := s.Named(ctx, name); err != nil || len(ids) < mostAlike && catalog.NameKey(name) != "" && !slices.Contains(ids, some[0].ID) {
				t.Fatalf("%q names %q (%v), not %q", name, ids, err, some[0].ID)
			}
		}
		for _, v := range some[0].Variants {
			one, _ := some[0].As(v.ID)
			p, err := s.Product(ctx, v.ID)
			if diff := cmp.Diff(one, p); err != nil || diff != "" {
				t.Fatalf("variant %q: %v (-written +read):\n%s", v.ID, err, diff)
			}
			if refs, err := s.Refs(ctx, []string{v.ID, "none"}); err != nil || len(refs) != 1 || refs[v.ID] != some[0].Ref {
				t.Fatalf("variant %q is of %v, %v", v.ID, refs, err)
			}
		}
	})
}

func TestProductsKeepTheOrderAskedFor(t *testing.T) {
	s := shop(t)
	for _, refs := range [][]catalog.Ref{{4, 1, 3}, {5}, {}, {2, 5, 4, 3, 1}, {3, 1, 3}} {
		products, err := s.Products(context.Background(), refs)
		if err != nil {
			t.Fatal(err)
		}
		var got []catalog.Ref
		for _, p := range products {
			got = append(got, p.Ref)
		}
		if !slices.Equal(got, refs) {
			t.Errorf("asked for %v, got %v", refs, got)
		}
		for _, p := range products {
			if p.Of("colour") == nil {
				t.Errorf("asked for %v: product %d lost its attributes", refs, p.Ref)
			}
		}
	}
	if _, err := s.Products(context.Background(), []catalog.Ref{1, 99}); !errors.Is(err, ErrNotFound) {
		t.Errorf("a ref that does not exist: %v", err)
	}
}

func TestLookUp(t *testing.T) {
	s, ctx := shop(t), context.Background()
	if _, err := s.Product(ctx, "nobody"); !errors.Is(err, ErrNotFound) {
		t.Errorf("unknown id: %v", err)
	}
	if _, err := s.Shelf(ctx, "Nowhere"); !errors.Is(err, ErrNotFound) {
		t.Errorf("unknown category: %v", err)
	}
	if _, err := s.Meta(ctx, "nothing"); !errors.Is(err, ErrNotFound) {
		t.Errorf("unknown meta: %v", err)
	}
	for ref, want := range map[catalog.Ref]string{1: "Home > Floor lamps", 3: "Home > Floor lamps", 4: "Home > Table lamps", 5: "Home > Table lamps"} {
		if c, err := s.CategoryOf(ref); err != nil || c.Path != want {
			t.Errorf("product %d is in %v (%v), want %q", ref, c, err, want)
		}
	}
	for _, ref := range []catalog.Ref{0, 6} {
		if _, err := s.CategoryOf(ref); !errors.Is(err, ErrNotFound) {
			t.Errorf("category of product %d: %v", ref, err)
		}
	}
	if s.Size() != 5 || s.Version() != "v1" {
		t.Errorf("%d products of version %q", s.Size(), s.Version())
	}
	// more ids than one query looks up
	ids := []string{"t2"}
	for i := range 1200 {
		ids = append(ids, "unknown "+strconv.Itoa(i))
	}
	ids = append(ids, "f1")
	refs, err := s.Refs(ctx, ids)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]catalog.Ref{"t2": 5, "f1": 1}, refs); diff != "" {
		t.Errorf("refs (-want +got):\n%s", diff)
	}
}

func TestOpenWhatIsNoCatalogue(t *testing.T) {
	ctx := context.Background()
	for _, tc := range []struct {
		name string
		make func(t *testing.T, path string)
	}{
		{"missing", func(*testing.T, string) {}},
		{"empty", func(t *testing.T, path string) { put(t, path, "") }},
		{"not a database", func(t *testing.T, path string) { put(t, path, "SQLite format 4, perhaps; certainly not three") }},
		{"an import that was never published", func(t *testing.T, path string) {
			w := create(t, path)
			if err := errors.Join(w.commit(t.Context()), w.db.Close(), os.Rename(w.temp, path)); err != nil {
				t.Fatal(err)
			}
		}},
		{"another schema", func(t *testing.T, path string) {
			w := create(t, path)
			if err := errors.Join(w.SetMeta(ctx, "schema", []byte("0")), w.Publish(ctx, "v")); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "catalog.db")
			tc.make(t, path)
			if s, err := Open(ctx, path); !errors.Is(err, ErrNoCatalogue) {
				t.Errorf("opened %v: %v, want ErrNoCatalogue", s, err)
			}
		})
	}
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A path is a file's name and not a connection string.
func TestPathsThatLookLikeURIs(t *testing.T) {
	for _, folder := range []string{"with space", "50%25 off", "what?mode=memory", "a#b", "größe"} {
		t.Run(folder, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), folder, "catalog.db")
			write(t, path, "v", lamps())
			if _, err := os.Stat(path); err != nil {
				t.Fatal(err)
			}
			s := open(t, path)
			defer s.Close()
			if s.Size() != 5 {
				t.Errorf("%d products", s.Size())
			}
		})
	}
}

// A store goes on reading the file that it opened, from as many goroutines as it has
// connections and longer than any of them idles, when imports put others in its place.
func TestStoreOutlivesImports(t *testing.T) {
	ctx := t.Context()
	path := filepath.Join(t.TempDir(), "catalog.db")
	publish := func(version string) {
		w := create(t, path)
		if err := w.AddCategory(ctx, catalog.Category{Path: version, Name: version, Size: 1}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Add(ctx, &catalog.Product{ID: "p", Category: version, Title: version}); err != nil {
			t.Fatal(err)
		}
		if err := w.Publish(ctx, version); err != nil {
			t.Fatal(err)
		}
	}
	publish("old")
	s, err := Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	if s.Replaced(path) {
		t.Error("replaced before anything was")
	}
	publish("new")
	if !s.Replaced(path) || s.Published().IsZero() {
		t.Error("not replaced after an import")
	}
	var readers sync.WaitGroup
	for range 32 {
		readers.Go(func() {
			for range 20 {
				if p, err := s.Product(ctx, "p"); err != nil || p.Title != "old" {
					t.Errorf("read %q, %v", p.Title, err)
					return
				}
			}
		})
	}
	readers.Wait()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(ctx, path); err != nil || s.Version() != "new" {
		t.Fatalf("opened anew: %v, %v", s, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
