package vector_test

import (
	"math"
	"math/rand/v2"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"shopclerk/catalog"
	"shopclerk/search/vector"
)

func TestCells(t *testing.T) {
	cells, err := vector.NewCells(t.Context(), [][]float32{{3, 0}, {0, 0}, {1, 1}, {0, 9}, {2, 2}, {-1, 0}})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name   string
		vector []float32
		want   []int
	}{
		{"the likest first, equals in order", []float32{1, 0}, []int{0, 2, 4, 1, 3, 5}},
		{"whatever the length", []float32{0, .01}, []int{3, 2, 4, 0, 1, 5}},
		{"of zeros", []float32{0, 0}, []int{0, 1, 2, 3, 4, 5}},
		{"not a number", []float32{float32(math.NaN()), 0}, []int{0, 1, 2, 3, 4, 5}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for range 20 { // chromem-go orders equals by chance
				got, err := cells.Nearest(t.Context(), test.vector)
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

func TestNoCells(t *testing.T) {
	cells, err := vector.NewCells(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := cells.Nearest(t.Context(), []float32{1}); err != nil || len(got) != 0 {
		t.Errorf("got %v, %v", got, err)
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
