package embed

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// rightSingular returns the first dim right singular vectors of a sparse
// matrix, as the columns of a columns × dim matrix in row-major order, by the
// randomized method of Halko, Martinsson and Tropp (2011, algorithms 4.4 and
// 5.1, on the transpose). It returns fewer when the rank is lower.
func rightSingular(ctx context.Context, rows [][]cell, columns, dim int, seed uint64) ([]float32, int, error) {
	across := transpose(rows, columns)
	q, err := randomRange(ctx, rows, across, min(dim+oversample, columns, len(rows)), seed)
	if err != nil {
		return nil, 0, err
	}
	// The eigenvectors of (AQ)ᵀ(AQ) turn Q into the singular vectors.
	b, err := multiply(ctx, rows, q)
	if err != nil {
		return nil, 0, err
	}
	g, err := gram(ctx, b)
	if err != nil {
		return nil, 0, err
	}
	values, vectors, err := eigen(g)
	if err != nil {
		return nil, 0, err
	}
	dim = min(dim, len(values))
	for dim > 1 && values[dim-1] < rankTolerance*values[0] {
		dim--
	}
	directions := make([]float32, columns*dim)
	turned := vectors.first(dim)
	fixSigns(turned)
	v, err := product(ctx, q, turned)
	if err != nil {
		return nil, 0, err
	}
	for i, x := range v.data {
		directions[i] = float32(x)
	}
	return directions, dim, nil
}

// rankTolerance is the eigenvalue, as a share of the largest, below which a
// direction is rounding error: 10⁻¹⁰ is a singular value of 10⁻⁵.
const rankTolerance = 1e-10

// randomRange returns an orthonormal basis of the space that AᵀA, applied
// repeatedly to random directions, pulls them into.
func randomRange(ctx context.Context, rows, across [][]cell, width int, seed uint64) (dense, error) {
	random := rand.New(rand.NewPCG(seed, directionStream))
	start := newDense(len(rows), width)
	for i := range start.data {
		start.data[i] = random.NormFloat64()
	}
	y, err := multiply(ctx, across, start)
	if err != nil {
		return dense{}, err
	}
	for range powers {
		q, err := orthonormal(ctx, y)
		if err != nil {
			return dense{}, err
		}
		b, err := multiply(ctx, rows, q)
		if err != nil {
			return dense{}, err
		}
		if y, err = multiply(ctx, across, b); err != nil {
			return dense{}, err
		}
	}
	return orthonormal(ctx, y)
}

// orthonormal returns an orthonormal basis of the columns of y. It divides by
// the root of the Gram matrix, which is quick for tall matrices and loses half
// of the digits, and therefore does it twice.
func orthonormal(ctx context.Context, y dense) (dense, error) {
	for range 2 {
		g, err := gram(ctx, y)
		if err != nil {
			return dense{}, err
		}
		values, vectors, err := eigen(g)
		if err != nil {
			return dense{}, err
		}
		rank := 0
		for rank < len(values) && values[rank] > rankTolerance*values[0] {
			rank++
		}
		scaled := vectors.first(rank)
		for i := range scaled.rows {
			for j, row := 0, scaled.row(i); j < rank; j++ {
				row[j] /= math.Sqrt(values[j])
			}
		}
		if y, err = product(ctx, y, scaled); err != nil {
			return dense{}, err
		}
	}
	return y, nil
}

// gram returns the inner products of the columns. The sums of the chunks are
// added in order, whoever worked them out.
func gram(ctx context.Context, y dense) (dense, error) {
	parts := make([]dense, (y.rows+chunk-1)/chunk)
	for i := range parts {
		parts[i] = newDense(y.columns, y.columns)
	}
	err := parallel(ctx, y.rows, func(i int) {
		part := parts[i/chunk]
		row := y.row(i)
		for a, v := range row {
			to := part.row(a)[a:]
			for b, w := range row[a:] {
				to[b] += v * w
			}
		}
	})
	sum := newDense(y.columns, y.columns)
	for _, part := range parts {
		for i, v := range part.data {
			sum.data[i] += v
		}
	}
	return sum, err
}

// product returns the product of two dense matrices, the second a small one.
func product(ctx context.Context, a, b dense) (dense, error) {
	result := newDense(a.rows, b.columns)
	err := parallel(ctx, a.rows, func(i int) {
		sum := result.row(i)
		for k, v := range a.row(i) {
			for j, w := range b.row(k) {
				sum[j] += v * w
			}
		}
	})
	return result, err
}

// eigen returns the eigenvalues of a symmetric matrix, of which only the upper
// triangle is read, the largest first, and the eigenvectors as columns.
func eigen(g dense) ([]float64, dense, error) {
	var e mat.EigenSym
	if !e.Factorize(mat.NewSymDense(g.rows, g.data), true) {
		return nil, dense{}, errors.New("eigenvalues did not converge")
	}
	rising := e.Values(nil)
	var v mat.Dense
	e.VectorsTo(&v)
	n := g.rows
	values, vectors := make([]float64, n), newDense(n, n)
	for j := range n {
		values[j] = rising[n-1-j]
		for i := range n {
			vectors.row(i)[j] = v.At(i, n-1-j)
		}
	}
	return values, vectors, nil
}

// first returns the first n columns.
func (d dense) first(n int) dense {
	part := newDense(d.rows, n)
	for i := range d.rows {
		copy(part.row(i), d.row(i)[:n])
	}
	return part
}

// fixSigns turns every column so that its largest entry is positive: an
// eigenvector's sign is arbitrary.
func fixSigns(d dense) {
	for j := range d.columns {
		largest := 0.0
		for i := range d.rows {
			if v := d.row(i)[j]; math.Abs(v) > math.Abs(largest) {
				largest = v
			}
		}
		if largest < 0 {
			for i := range d.rows {
				d.row(i)[j] = -d.row(i)[j]
			}
		}
	}
}
