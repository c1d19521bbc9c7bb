package embed

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"shopclerk/search"
)

// transpose returns the columns of a sparse matrix as rows.
func transpose(rows [][]cell, columns int) [][]cell {
	count := make([]int, columns)
	for _, r := range rows {
		for _, c := range r {
			count[c.column]++
		}
	}
	turned := make([][]cell, columns)
	for i, n := range count {
		turned[i] = make([]cell, 0, n)
	}
	for i, r := range rows {
		for _, c := range r {
			turned[c.column] = append(turned[c.column], cell{int32(i), c.value})
		}
	}
	return turned
}

// tile is how many columns of a dense matrix are multiplied at a time: 40,000 rows of
// them, 40 MB, are not much more than what a processor keeps near. With all 266 the product
// takes nearly twice the time.
const tile = 133

// multiply returns the product of a sparse and a dense matrix. Every row is
// summed by one goroutine in the order of its cells, so the result does not
// depend on how many there are.
func multiply(ctx context.Context, rows [][]cell, b *mat.Dense) (*mat.Dense, error) {
	_, columns := b.Dims()
	product := mat.NewDense(len(rows), columns, nil)
	dense := b.RawMatrix()
	for from := 0; from < columns; from += tile {
		err := search.Parallel(len(rows), func(i int) error {
			addRows(product.RawRowView(i)[from:min(from+tile, columns)], rows[i], dense.Data, dense.Stride, from)
			return ctx.Err()
		})
		if err != nil {
			return nil, err
		}
	}
	return product, ctx.Err()
}

// addRows adds to sum the rows of a dense matrix that the cells name, each times its
// value, in their order. A row begins at a multiple of stride, and is added from the
// from-th column. Four additions for one load and store of the sum take two thirds of
// the time, and a text of a hundred words has three hundred features.
func addRows[T float32 | float64](sum []float64, cells []cell, dense []T, stride, from int) {
	row := func(c cell) []T { return dense[int(c.column)*stride+from:][:len(sum)] }
	for ; len(cells) >= 4; cells = cells[4:] {
		a, b, c, d := cells[0].value, cells[1].value, cells[2].value, cells[3].value
		ra, rb, rc, rd := row(cells[0]), row(cells[1]), row(cells[2]), row(cells[3])
		for i, s := range sum {
			s += a * float64(ra[i])
			s += b * float64(rb[i])
			s += c * float64(rc[i])
			s += d * float64(rd[i])
			sum[i] = s
		}
	}
	for _, c := range cells {
		for i, x := range row(c) {
			sum[i] += c.value * float64(x)
		}
	}
}
