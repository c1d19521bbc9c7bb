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
	"shopclerk/search/vector"
)

func refs(hits []vector.Hit) []catalog.Ref {
	var r []catalog.Ref
	for _, h := range hits {
		r = append(r, h.Ref)
	}
	return r
}

func filled(t testing.TB, groups map[string][]vector.Entry) *vector.Index {
	t.Helper()
	x := vector.New()
	for name, entries := range groups {
		if err := x.Add(t.Context(), name, entries...); err != nil {
			t.Fatal(err)
		}
	}
	return x
}

func TestSearch(t *testing.T) {
	x := filled(t, map[string][]vector.Entry{
		"a": {{1, []float32{1, 0}}, {2, []float32{0, 3}}, {3, []float32{0, 0}}},
		"b": {{4, []float32{2, 2}}, {5, []float32{-1, 0}}},
	})
	for _, test := range []struct {
		name   string
		vector []float32
		query  vector.Query
		want   []catalog.Ref
	}{
		{"all groups", []float32{5, 0}, vector.Query{K: 10}, []catalog.Ref{1, 4, 2, 5}},
		{"more asked for than there are", []float32{5, 0}, vector.Query{K: 1000}, []catalog.Ref{1, 4, 2, 5}},
		{"best two", []float32{5, 0}, vector.Query{K: 2}, []catalog.Ref{1, 4}},
		{"one group", []float32{5, 0}, vector.Query{Groups: []string{"b"}, K: 10}, []catalog.Ref{4, 5}},
		{"unknown group", []float32{5, 0}, vector.Query{Groups: []string{"c"}, K: 10}, nil},
		{"no hits wanted", []float32{5, 0}, vector.Query{}, nil},
		{"zero vector", []float32{0, 0}, vector.Query{K: 10}, nil},
		{"not a number", []float32{float32(math.NaN()), 0}, vector.Query{K: 10}, nil},
		{"no vector", nil, vector.Query{K: 10}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			hits, err := x.Search(t.Context(), test.vector, test.query)
			if err != nil {
				t.Fatal(err)
			}
			if diff := gocmp.Diff(test.want, refs(hits)); diff != "" {
				t.Error(diff)
			}
		})
	}
	if x.Len() != 4 {
		t.Errorf("Len = %d, want 4: the zero vector is left out", x.Len())
	}
}

func TestEmptyIndex(t *testing.T) {
	hits, err := vector.New().Search(t.Context(), []float32{1}, vector.Query{K: 3})
	if err != nil || hits != nil {
		t.Errorf("Search = %v, %v", hits, err)
	}
}

func TestAddReplaces(t *testing.T) {
	x := filled(t, map[string][]vector.Entry{"a": {{1, []float32{1, 0}}}})
	if err := x.Add(t.Context(), "a", vector.Entry{Ref: 1, Vector: []float32{0, 1}}); err != nil {
		t.Fatal(err)
	}
	hits, err := x.Search(t.Context(), []float32{0, 1}, vector.Query{K: 3})
	if err != nil || len(hits) != 1 || hits[0].Score != 1 {
		t.Errorf("Search = %v, %v, want ref 1 with score 1", hits, err)
	}
}

func TestDimensions(t *testing.T) {
	x := filled(t, map[string][]vector.Entry{"a": {{1, []float32{1, 0}}}})
	if err := x.Add(t.Context(), "b", vector.Entry{Ref: 2, Vector: []float32{1}}); !errors.Is(err, vector.ErrDimension) {
		t.Errorf("Add: %v, want ErrDimension", err)
	}
	if _, err := x.Search(t.Context(), []float32{1, 2, 3}, vector.Query{K: 1}); !errors.Is(err, vector.ErrDimension) {
		t.Errorf("Search: %v, want ErrDimension", err)
	}
}

func TestCosinesAgreeWithSearch(t *testing.T) {
	x := filled(t, map[string][]vector.Entry{
		"a": {{1, []float32{1, 0.3}}, {2, []float32{0.2, 3}}},
		"b": {{4, []float32{2, 2.5}}},
	})
	query := []float32{0.7, 0.1}
	hits, err := x.Search(t.Context(), query, vector.Query{K: 10})
	if err != nil {
		t.Fatal(err)
	}
	got, err := x.Cosines(t.Context(), query, append(refs(hits), 99))
	if err != nil {
		t.Fatal(err)
	}
	var want []float64
	for _, h := range hits {
		want = append(want, h.Score)
	}
	if diff := gocmp.Diff(append(want, 0), got); diff != "" {
		t.Error(diff)
	}
	if got, err := x.Cosines(t.Context(), []float32{0, 0}, []catalog.Ref{1}); err != nil || got[0] != 0 {
		t.Errorf("Cosines of zeros = %v, %v", got, err)
	}
}

func TestCancelled(t *testing.T) {
	x := filled(t, map[string][]vector.Entry{"a": {{1, []float32{1, 0}}, {2, []float32{0, 1}}}})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if hits, err := x.Search(ctx, []float32{1, 0}, vector.Query{K: 2}); !errors.Is(err, context.Canceled) {
		t.Errorf("Search = %v, %v, want context.Canceled", hits, err)
	}
}

// The hits are those of sorting every product by cosine and ref, ties and all.
func TestEqualsBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Few directions make many ties.
		direction := rapid.SampledFrom([][]float32{{1, 0}, {0, 1}, {1, 1}, {-1, 0}})
		x := vector.New()
		var all []vector.Hit
		query := direction.Draw(t, "query")
		groups := []string{"a", "b", "c"}
		n := rapid.IntRange(0, 40).Draw(t, "n")
		for ref := range catalog.Ref(n) {
			v := direction.Draw(t, "vector")
			if err := x.Add(context.Background(), rapid.SampledFrom(groups).Draw(t, "group"), vector.Entry{Ref: ref + 1, Vector: v}); err != nil {
				t.Fatal(err)
			}
			dot := float64(v[0]*query[0] + v[1]*query[1])
			all = append(all, vector.Hit{Ref: ref + 1, Score: dot / math.Hypot(float64(v[0]), float64(v[1])) / math.Hypot(float64(query[0]), float64(query[1]))})
		}
		slices.SortFunc(all, func(a, b vector.Hit) int {
			if math.Abs(a.Score-b.Score) > 1e-6 {
				return cmp.Compare(b.Score, a.Score)
			}
			return cmp.Compare(a.Ref, b.Ref)
		})
		k := rapid.IntRange(1, 45).Draw(t, "k")
		hits, err := x.Search(context.Background(), query, vector.Query{K: k})
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
				entries[i] = vector.Entry{Ref: catalog.Ref(i + 1), Vector: draw()}
			}
			x := filled(b, map[string][]vector.Entry{"a": entries})
			q := draw()
			b.ResetTimer()
			for range b.N {
				if _, err := x.Search(context.Background(), q, vector.Query{K: 300}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
