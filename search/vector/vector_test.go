package vector_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/search/vector"
)

func refs(hits []search.Hit) []catalog.Ref {
	var r []catalog.Ref
	for _, h := range hits {
		r = append(r, h.Ref)
	}
	return r
}

func group(t testing.TB, entries ...vector.Entry) *vector.Group {
	t.Helper()
	g, err := vector.NewGroup(t.Context(), entries)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func entry(ref catalog.Ref, v ...float32) vector.Entry {
	return vector.Entry{Ref: ref, Codes: vector.Codes(v)}
}

func TestSearch(t *testing.T) {
	a := group(t, entry(1, 1, 0), entry(2, 0, 3), entry(3, 0, 0))
	b := group(t, entry(4, 2, 2), entry(5, -1, 0))
	none := group(t)
	for _, test := range []struct {
		name   string
		groups []*vector.Group
		vector []float32
		k      int
		want   []catalog.Ref
	}{
		{"all groups", []*vector.Group{a, b, none}, []float32{5, 0}, 10, []catalog.Ref{1, 4, 2, 5}},
		{"more asked for than there are", []*vector.Group{b, a}, []float32{5, 0}, 1000, []catalog.Ref{1, 4, 2, 5}},
		{"best two", []*vector.Group{a, b}, []float32{5, 0}, 2, []catalog.Ref{1, 4}},
		{"one group", []*vector.Group{b}, []float32{5, 0}, 10, []catalog.Ref{4, 5}},
		{"no group", nil, []float32{5, 0}, 10, nil},
		{"an empty group", []*vector.Group{none}, []float32{5, 0}, 10, nil},
		{"no hits wanted", []*vector.Group{a, b}, []float32{5, 0}, 0, nil},
		{"zero vector", []*vector.Group{a, b}, []float32{0, 0}, 10, nil},
		{"not a number", []*vector.Group{a, b}, []float32{float32(math.NaN()), 0}, 10, nil},
		{"no vector", []*vector.Group{a, b}, nil, 10, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			hits, err := vector.NewQuery(test.vector).Search(t.Context(), test.groups, test.k)
			if err != nil {
				t.Fatal(err)
			}
			if diff := gocmp.Diff(test.want, refs(hits)); diff != "" {
				t.Error(diff)
			}
		})
	}
	if a.Len() != 2 {
		t.Errorf("Len = %d, want 2: the zero vector is left out", a.Len())
	}
}

func TestDimensions(t *testing.T) {
	if _, err := vector.NewGroup(t.Context(), []vector.Entry{entry(1, 1, 0), entry(2, 1)}); !errors.Is(err, vector.ErrDimension) {
		t.Errorf("NewGroup: %v, want ErrDimension", err)
	}
	g := group(t, entry(1, 1, 0))
	if _, err := vector.NewQuery([]float32{1, 2, 3}).Search(t.Context(), []*vector.Group{g}, 1); !errors.Is(err, vector.ErrDimension) {
		t.Errorf("Search: %v, want ErrDimension", err)
	}
	if _, err := g.Cosine(vector.NewQuery([]float32{1, 2, 3}), 1); !errors.Is(err, vector.ErrDimension) {
		t.Errorf("Cosine: %v, want ErrDimension", err)
	}
}

func TestCosinesAgreeWithSearch(t *testing.T) {
	vectors := map[catalog.Ref][]float32{1: {1, 0.3}, 2: {0.2, 3}, 4: {2, 2.5}}
	var entries []vector.Entry
	for ref, v := range vectors {
		entries = append(entries, entry(ref, v...))
	}
	query := []float32{0.7, 0.1}
	g, q := group(t, entries...), vector.NewQuery(query)
	hits, err := q.Search(t.Context(), []*vector.Group{g}, 10)
	if err != nil || len(hits) != len(vectors) {
		t.Fatal(hits, err)
	}
	for _, h := range hits {
		if got, err := g.Cosine(q, h.Ref); err != nil || got != h.Score {
			t.Errorf("product %d: cosine %v (%v), found with %v", h.Ref, got, err, h.Score)
		}
		if got, err := g.Cosine(vector.NewQuery(make([]float32, 2)), h.Ref); err != nil || got != 0 {
			t.Errorf("product %d: cosine %v (%v) with zeros", h.Ref, got, err)
		}
	}
	for _, missing := range []catalog.Ref{0, 3, 5} {
		if got, err := g.Cosine(q, missing); err != nil || got != 0 {
			t.Errorf("product %d, which the group lacks: cosine %v (%v)", missing, got, err)
		}
	}
	if got, err := group(t).Cosine(q, 1); err != nil || got != 0 {
		t.Errorf("a product of an empty group: cosine %v (%v)", got, err)
	}
}

func TestCancelled(t *testing.T) {
	g := group(t, entry(1, 1, 0), entry(2, 0, 1))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if hits, err := vector.NewQuery([]float32{1, 0}).Search(ctx, []*vector.Group{g}, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("Search = %v, %v, want context.Canceled", hits, err)
	}
	if _, err := vector.NewGroup(ctx, []vector.Entry{entry(1, 1, 0)}); !errors.Is(err, context.Canceled) {
		t.Errorf("NewGroup: %v, want context.Canceled", err)
	}
}

// The hits are those of sorting every product by cosine and ref, ties and all.
func TestEqualsBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Few directions make many ties.
		direction := rapid.SampledFrom([][]float32{{1, 0}, {0, 1}, {1, 1}, {-1, 0}})
		entries := make([][]vector.Entry, 3) // by group
		var all []search.Hit
		query := direction.Draw(t, "query")
		n := rapid.IntRange(0, 40).Draw(t, "n")
		for ref := range catalog.Ref(n) {
			v := direction.Draw(t, "vector")
			g := rapid.IntRange(0, len(entries)-1).Draw(t, "group")
			entries[g] = append(entries[g], entry(ref+1, v...))
			dot := float64(v[0]*query[0] + v[1]*query[1])
			all = append(all, search.Hit{Ref: ref + 1, Score: dot / math.Hypot(float64(v[0]), float64(v[1])) / math.Hypot(float64(query[0]), float64(query[1]))})
		}
		slices.SortFunc(all, func(a, b search.Hit) int {
			if math.Abs(a.Score-b.Score) > 1e-6 {
				return cmp.Compare(b.Score, a.Score)
			}
			return cmp.Compare(a.Ref, b.Ref)
		})
		k := rapid.IntRange(1, 45).Draw(t, "k")
		var groups []*vector.Group
		for _, e := range entries {
			g, err := vector.NewGroup(context.Background(), e)
			if err != nil {
				t.Fatal(err)
			}
			groups = append(groups, g)
		}
		hits, err := vector.NewQuery(query).Search(context.Background(), groups, k)
		if err != nil {
			t.Fatal(err)
		}
		if diff := gocmp.Diff(refs(all[:min(k, n)]), refs(hits)); diff != "" {
			t.Fatal(diff)
		}
	})
}

func BenchmarkSearch(b *testing.B) {
	const dim = 256
	for _, n := range []int{20_000, 66_778} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 1))
			draw := func() []float32 {
				v := make([]float32, dim)
				for i := range v {
					v[i] = float32(random.NormFloat64())
				}
				return v
			}
			entries := make([]vector.Entry, n)
			for i := range entries {
				entries[i] = entry(catalog.Ref(i+1), draw()...)
			}
			groups := []*vector.Group{group(b, entries...)}
			q := draw()
			b.ResetTimer()
			for range b.N {
				if _, err := vector.NewQuery(q).Search(context.Background(), groups, 300); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// A byte a dimension tells a cosine to a few thousandths.
func TestRounding(t *testing.T) {
	const dim = 256
	random := rand.New(rand.NewPCG(3, 1))
	draw := func(like []float32) []float32 {
		v := make([]float32, dim)
		for i := range v {
			v[i] = float32(random.NormFloat64())
			if like != nil {
				v[i] += like[i]
			}
		}
		return v
	}
	dot := func(a, b []float32) (sum float64) {
		for i := range a {
			sum += float64(a[i]) * float64(b[i])
		}
		return sum
	}
	query := draw(nil)
	var entries []vector.Entry
	var vectors [][]float32
	for ref := catalog.Ref(1); ref <= 500; ref++ {
		vectors = append(vectors, draw([][]float32{nil, query}[ref%2]))
		entries = append(entries, entry(ref, vectors[ref-1]...))
	}
	q := vector.NewQuery(query)
	hits, err := q.Search(t.Context(), []*vector.Group{group(t, entries...)}, len(entries))
	if err != nil || len(hits) != len(entries) {
		t.Fatal(len(hits), err)
	}
	for _, h := range hits {
		v := vectors[h.Ref-1]
		want := dot(query, v) / math.Sqrt(dot(query, query)*dot(v, v))
		if math.Abs(h.Score-want) > 0.003 {
			t.Errorf("product %d: %v, want %v", h.Ref, h.Score, want)
		}
	}
}

func TestCells(t *testing.T) {
	cells, err := vector.NewCells(t.Context(), map[string][]float32{"a": {3, 0}, "b": {0, 0}, "c": {1, 1}, "d": {0, 9}, "e": {2, 2}, "f": {-1, 0}})
	if err != nil {
		t.Fatal(err)
	}
	none, err := vector.NewCells(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name   string
		cells  *vector.Cells
		vector []float32
		want   []string
	}{
		{"the likest first, equals in order", cells, []float32{1, 0}, []string{"a", "c", "e", "d", "f"}},
		{"whatever the length", cells, []float32{0, .01}, []string{"d", "c", "e", "a", "f"}},
		{"of zeros", cells, []float32{0, 0}, nil},
		{"not a number", cells, []float32{float32(math.NaN()), 0}, nil},
		{"no cells", none, []float32{1}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			for range 20 { // chromem-go orders equals by chance
				got, err := test.cells.Nearest(t.Context(), test.vector)
				if err != nil {
					t.Fatal(err)
				}
				if diff := gocmp.Diff(test.want, got); diff != "" {
					t.Fatal(diff)
				}
			}
		})
	}
}
