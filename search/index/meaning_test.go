package index

import (
	"cmp"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"shopclerk/catalog"
	"shopclerk/catalog/demo"
	"shopclerk/search"
)

// perCategory is the size of each category of the generated shop.
const perCategory = 25

// generated opens a data directory and returns its retriever by meaning.
func generated(t *testing.T, dir string) *vectorRetriever {
	t.Helper()
	return mustOpen(t, dir, nil).meaning.(*vectorRetriever)
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
	m := generated(t, dir)
	path := map[string]string{}
	for _, c := range m.store.Categories() {
		path[c.Name] = c.Path
	}
	for _, tc := range []struct {
		name       string
		query      string
		categories []string // asked for
		found      []string // nil: all
	}{
		{"the whole shop", "light tent for two", nil, nil},
		{"some categories", "light tent for two", []string{"Backpacks", "Desks"}, []string{"Backpacks", "Desks"}},
		{"a category that is gone", "light tent for two", []string{"Attic"}, []string{}},
		{"nothing the embedder knows", "", nil, []string{}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var paths []string
			for _, name := range tc.categories {
				paths = append(paths, cmp.Or(path[name], name))
			}
			want := slices.DeleteFunc(brute(t, m, tc.query), func(h search.Hit) bool {
				c, err := m.store.CategoryOf(h.Ref)
				return err != nil || tc.found != nil && !slices.Contains(tc.found, c.Name)
			})
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

// Beyond its reach a search looks into the categories that are nearest to the query, and finds
// what is best there.
func TestReach(t *testing.T) {
	dir := t.TempDir()
	mustBuild(t, dir, FromSeq(demo.Records(1, perCategory)), Options{})
	m := generated(t, dir)
	m.reach = 3 * perCategory
	best := brute(t, m, "light tent for two")[0]
	got, err := m.Retrieve(t.Context(), "light tent for two", nil, m.store.Size())
	if err != nil || len(got) == 0 || len(got) > m.reach || got[0] != best {
		t.Errorf("found %d products, %v, the best of all is %v", len(got), err, best)
	}
	far := generated(t, dir)
	far.reach = 1
	if got, err := far.Retrieve(t.Context(), "light tent for two", nil, 10); err != nil || len(got) != 10 || got[0] != best {
		t.Errorf("the nearest category has %v, %v", got, err)
	}
	if got, err := far.Retrieve(t.Context(), "", nil, 10); err != nil || len(got) != 0 {
		t.Errorf("nothing is like %v, %v", got, err)
	}
}
