package embed

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The randomized decomposition finds the singular values that an exact one
// finds, and orthonormal directions.
func TestRightSingularEqualsExact(t *testing.T) {
	const rows, columns, dim = 60, 40, 6
	random := rand.New(rand.NewPCG(3, 4))
	dense := mat.NewDense(rows, columns, nil)
	sparse := make([][]cell, rows)
	for i := range sparse {
		for j := range int32(columns) {
			if random.Float64() < 0.3 {
				// Columns of falling weight give falling singular values.
				v := random.NormFloat64() * math.Exp(-float64(j)/4)
				dense.Set(i, int(j), v)
				sparse[i] = append(sparse[i], cell{j, v})
			}
		}
	}
	v, singular, err := rightSingular(context.Background(), sparse, columns, dim, 1, func() {})
	if err != nil {
		t.Fatal(err)
	}
	var exact mat.SVD
	if !exact.Factorize(dense, mat.SVDThin) {
		t.Fatal("exact decomposition did not converge")
	}
	for i, want := range exact.Values(nil)[:dim] {
		if math.Abs(singular[i]-want) > 1e-4*want {
			t.Errorf("singular value %d = %v, want %v", i, singular[i], want)
		}
	}
	g := gram(v)
	for i := range dim {
		for j := range dim {
			want := 0.0
			if i == j {
				want = 1
			}
			if math.Abs(g.At(i, j)-want) > 1e-9 {
				t.Errorf("directions %d and %d have product %v, want %v", i, j, g.At(i, j), want)
			}
		}
	}
}
