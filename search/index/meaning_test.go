package index

import (
	"cmp"
	"context"
	"errors"
	"reflect"
	"slices"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"shopclerk/catalog"
	"shopclerk/catalog/demo"
	"shopclerk/search"
)

// perCategory is the size of each category of the generated shop.
const perCategory = 25

// generated opens a generated shop and returns its retriever by meaning, with a
// part for every category and the given reach.
func generated(t *testing.T, dir string, reach int) *vectorRetriever {
	t.Helper()
	shop, err := Open(t.Context(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := shop.Close(); err != nil {
			t.Error(err)
		}
	})
	var groups [][]string
	for _, c := range shop.Catalogue.Categories() {
		groups = append(groups, []string{c.Path})
	}
	m, err := newVectorRetriever(t.Context(), shop.meaning.(*vectorRetriever).model, shop.Catalogue, groups, reach)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// brute compares with every product of the shop.
func brute(t *testing.T, m *vectorRetriever, query string) []search.Hit {
	t.Helper()
	refs := make([]catalog.Ref, m.store.Size())
	for i := range refs {
		refs[i] = catalog.Ref(i + 1)
	}
	cosines, err := m.Cosines(t.Context(), query, refs)
	if err != nil {
		t.Fatal(err)
	}
	hits := make([]search.Hit, len(refs))
	for i, r := range refs {
		hits[i] = search.Hit{Ref: r, Score: cosines[i]}
	}
	slices.SortFunc(hits, func(a, b search.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Ref, b.Ref))
	})
	return hits
}

func TestMeaning(t *testing.T) {
	dir := t.TempDir()
	mustBuild(t, dir, FromSeq(demo.Records(1, perCategory)), Options{})
	exact := generated(t, dir, searchReach)
	path := map[string]string{}
	for _, c := range exact.store.Categories() {
		path[c.Name] = c.Path
	}
	// within leaves of the hits those of the named categories
	within := func(hits []search.Hit, names ...string) []search.Hit {
		return slices.DeleteFunc(slices.Clone(hits), func(h search.Hit) bool {
			c, err := exact.store.CategoryOf(h.Ref)
			return err != nil || !slices.Contains(names, c.Name)
		})
	}
	for _, tc := range []struct {
		name       string
		query      string
		reach      int
		categories []string // asked for
		visited    []string // nil: all
	}{
		{"the whole shop", "light tent for two", searchReach, nil, nil},
		{"some categories", "light tent for two", searchReach, []string{"Backpacks", "Desks"}, []string{"Backpacks", "Desks"}},
		{"a category that is gone", "light tent for two", searchReach, []string{"Attic"}, []string{}},
		{"the nearest part", "light tent for two", perCategory, nil, []string{"Tents"}},
		{"a part is visited whole", "light tent for two", 1, nil, []string{"Tents"}},
		{"the nearest parts of some categories", "wristwatch or sunglasses", 2*perCategory + 1, []string{"Desks", "Sunglasses", "Wristwatches"}, []string{"Sunglasses", "Wristwatches"}},
		{"nothing the embedder knows", "", searchReach, nil, []string{}},
		{"nothing the embedder knows, out of reach", "", perCategory, nil, []string{}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := generated(t, dir, tc.reach)
			var paths []string
			for _, name := range tc.categories {
				paths = append(paths, cmp.Or(path[name], name))
			}
			want := brute(t, m, tc.query)
			if tc.visited != nil {
				want = within(want, tc.visited...)
			}
			for _, k := range []int{1, 10, len(want) + 1} {
				got, err := m.Retrieve(t.Context(), tc.query, paths, k)
				if err != nil {
					t.Fatal(err)
				}
				if diff := gocmp.Diff(want[:min(k, len(want))], got, gocmp.Transformer("empty", func(h []search.Hit) []search.Hit { return append([]search.Hit{}, h...) })); diff != "" {
					t.Fatalf("the best %d (-by cosine +retrieved):\n%s", k, diff)
				}
			}
		})
	}
}

// Shoppers who come at once wait for one load; a fault on the way does not stick.
func TestVectorsAreLoadedOnce(t *testing.T) {
	dir := t.TempDir()
	mustBuild(t, dir, sourceOf(lamps(40)), Options{})
	m := generated(t, dir, searchReach)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Retrieve(cancelled, "oslo lamp", nil, 3); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v, want context.Canceled", err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if hits, err := m.Retrieve(t.Context(), "oslo lamp", nil, 3); err != nil || len(hits) != 3 {
				t.Errorf("found %v, %v", hits, err)
			}
		})
	}
	wg.Wait()
	for _, p := range m.parts {
		first, err := p.load(t.Context(), m.store)
		if err != nil || first != p.vectors || first.Len() != p.size {
			t.Errorf("%s holds %d of %d products, %v", p.categories[0], first.Len(), p.size, err)
		}
	}
}

// Neighbours by path share a part until it is full, and a larger category has one of its own.
func TestDivided(t *testing.T) {
	category := func(path string, size int) catalog.Category { return catalog.Category{Path: path, Size: size} }
	for name, test := range map[string]struct {
		categories []catalog.Category
		want       [][]string
	}{
		"none":     {nil, nil},
		"together": {[]catalog.Category{category("b", 10), category("a", 10)}, [][]string{{"a", "b"}}},
		"alone":    {[]catalog.Category{category("c", 10), category("a", 10), category("b", 101)}, [][]string{{"a"}, {"b"}, {"c"}}},
		"full":     {[]catalog.Category{category("a", 99), category("b", 1), category("c", 1)}, [][]string{{"a", "b"}, {"c"}}},
	} {
		if got := divided(test.categories, 100); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}
