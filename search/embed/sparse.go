package embed

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// cell is one entry of a sparse row.
type cell struct {
	column int32
	value  float64
}

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

// dense is a matrix in row-major order.
type dense struct {
	rows, columns int
	data          []float64
}

func newDense(rows, columns int) dense {
	return dense{rows, columns, make([]float64, rows*columns)}
}

func (d dense) row(i int) []float64 { return d.data[i*d.columns:][:d.columns] }

// multiply returns the product of a sparse and a dense matrix. Every row is
// summed by one goroutine in the order of its cells, so the result does not
// depend on how many there are.
func multiply(ctx context.Context, rows [][]cell, b dense) (dense, error) {
	product := newDense(len(rows), b.columns)
	err := parallel(ctx, len(rows), func(i int) {
		sum := product.row(i)
		for _, c := range rows[i] {
			v := c.value
			from := b.row(int(c.column))[:len(sum)]
			for j := range sum {
				sum[j] += v * from[j]
			}
		}
	})
	return product, err
}

// chunk is how many rows are worked on at a time. It also fixes the order of
// summation in gram, so changing it changes the last bits of a model.
const chunk = 256

// parallel calls f for 0..n-1 on all processors, a chunk at a time. It stops
// early, with the error, when ctx ends.
func parallel(ctx context.Context, n int, f func(int)) error {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), (n+chunk-1)/chunk) {
		workers.Go(func() {
			for ctx.Err() == nil {
				end := int(next.Add(chunk))
				start := end - chunk
				if start >= n {
					return
				}
				for i := start; i < min(end, n); i++ {
					f(i)
				}
			}
		})
	}
	workers.Wait()
	return ctx.Err()
}
