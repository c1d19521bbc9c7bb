package embed

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

const (
	// oversample is how many directions are followed beyond those kept, and
	// powers how often the product with AᵀA sharpens them. Halko, Martinsson
	// and Tropp ("Finding structure with randomness", 2011, section 4.5)
	// recommend 5 to 10 and, for slowly falling singular values as here, 1 or
	// 2 powers. The second takes a third of the training and brought nothing: nDCG@10
	// of the reranked list is 0.814 on crowdflower and 0.818 on icecat with either, of
	// vectors alone 0.76 on the one and 0.48 instead of 0.45 on the other.
	oversample = 10
	powers     = 1

	// rankTolerance is the eigenvalue, as a share of the largest, below which
	// a direction is rounding error: 10⁻¹⁰ is a singular value of 10⁻⁵.
	rankTolerance = 1e-10
)

// rightSingular returns the first dim right singular vectors of a sparse
// matrix, as columns, and its singular values, the largest first. It is the
// randomized method of Halko, Martinsson and Tropp (2011, algorithms 4.4 and
// 5.1, on the transpose). There are fewer of both when the rank is lower.
//
// Matrix products of gonum add in the same order on any number of processors.
func rightSingular(ctx context.Context, rows [][]cell, columns, dim int, seed uint64) (*mat.Dense, []float64, error) {
	across := transpose(rows, columns)
	q, err := randomRange(ctx, rows, across, min(dim+oversample, columns, len(rows)), seed)
	if err != nil {
		return nil, nil, err
	}
	// The eigenvectors of (AQ)ᵀ(AQ) turn Q into the singular vectors.
	b, err := multiply(ctx, rows, q)
	if err != nil {
		return nil, nil, err
	}
	values, vectors, err := eigen(gram(b))
	if err != nil {
		return nil, nil, err
	}
	rank := rankOf(values[:min(dim, len(values))])
	turned := mat.DenseCopyOf(vectors.Slice(0, len(values), 0, rank))
	var v mat.Dense
	v.Mul(q, turned)
	singular := make([]float64, rank)
	for i := range singular {
		singular[i] = math.Sqrt(values[i])
	}
	return &v, singular, ctx.Err()
}

// randomRange returns an orthonormal basis of the space that AᵀA, applied
// repeatedly to random directions, pulls them into.
func randomRange(ctx context.Context, rows, across [][]cell, width int, seed uint64) (*mat.Dense, error) {
	random := rand.New(rand.NewPCG(seed, directionStream))
	start := mat.NewDense(len(rows), width, nil)
	for i := range len(rows) {
		for j, row := 0, start.RawRowView(i); j < width; j++ {
			row[j] = random.NormFloat64()
		}
	}
	y, err := multiply(ctx, across, start)
	if err != nil {
		return nil, err
	}
	for range powers {
		q, err := orthonormal(ctx, y)
		if err != nil {
			return nil, err
		}
		b, err := multiply(ctx, rows, q)
		if err != nil {
			return nil, err
		}
		if y, err = multiply(ctx, across, b); err != nil {
			return nil, err
		}
	}
	// Once more than between the powers, for the digits that orthonormal loses.
	if y, err = orthonormal(ctx, y); err != nil {
		return nil, err
	}
	return orthonormal(ctx, y)
}

// orthonormal returns an orthonormal basis of the columns of y. It divides by
// the root of the Gram matrix, which is quick for tall matrices and loses half
// of the digits.
func orthonormal(ctx context.Context, y *mat.Dense) (*mat.Dense, error) {
	values, vectors, err := eigen(gram(y))
	if err = errors.Join(err, ctx.Err()); err != nil {
		return nil, err
	}
	rank := rankOf(values)
	scaled := mat.DenseCopyOf(vectors.Slice(0, len(values), 0, rank))
	scaled.Apply(func(_, j int, v float64) float64 { return v / math.Sqrt(values[j]) }, scaled)
	var q mat.Dense
	q.Mul(y, scaled)
	return &q, nil
}

// gram returns the inner products of the columns.
func gram(y *mat.Dense) *mat.Dense {
	var g mat.Dense
	g.Mul(y.T(), y)
	return &g
}

// eigen returns the eigenvalues of a symmetric matrix, the largest first, and
// the eigenvectors as columns.
func eigen(g *mat.Dense) ([]float64, *mat.Dense, error) {
	n, _ := g.Dims()
	var e mat.EigenSym
	if !e.Factorize(mat.NewSymDense(n, g.RawMatrix().Data), true) {
		return nil, nil, errors.New("eigenvalues did not converge")
	}
	rising := e.Values(nil)
	var v mat.Dense
	e.VectorsTo(&v)
	values, vectors := make([]float64, n), mat.NewDense(n, n, nil)
	for j := range n {
		values[j] = rising[n-1-j]
		for i := range n {
			vectors.Set(i, j, v.At(i, n-1-j))
		}
	}
	return values, vectors, nil
}

// rankOf returns how many of the falling eigenvalues are more than rounding
// error, at least one.
func rankOf(values []float64) int {
	rank := 1
	for rank < len(values) && values[rank] > rankTolerance*values[0] {
		rank++
	}
	return rank
}
