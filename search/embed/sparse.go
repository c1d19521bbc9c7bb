package embed

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
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

// multiply returns the product of a sparse and a dense matrix. Every row is
// summed by one goroutine in the order of its cells, so the result does not
// depend on how many there are.
func multiply(ctx context.Context, rows [][]cell, b *mat.Dense) (*mat.Dense, error) {
	_, columns := b.Dims()
	product := mat.NewDense(len(rows), columns, nil)
	err := parallel(ctx, len(rows), func(i int) {
		sum := product.RawRowView(i)
		for _, c := range rows[i] {
			floats.AddScaled(sum, c.value, b.RawRowView(int(c.column)))
		}
	})
	return product, err
}

// chunk is how many rows a goroutine takes at a time: enough that taking them
// costs nothing, few enough that all finish together.
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
