package proclare

import (
	"context"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// each calls do for every number below n, on as many goroutines as there are
// processors. What do writes must be its number's own. One failure spoils the run: the
// rest is left, and the first error is returned.
func each(n int, progress func(done, total int), do func(i int) error) error {
	var done atomic.Int64
	all, ctx := errgroup.WithContext(context.Background())
	all.SetLimit(runtime.GOMAXPROCS(0))
	for i := range n {
		all.Go(func() error {
			if ctx.Err() != nil {
				return nil
			}
			err := do(i)
			if d := int(done.Add(1)); progress != nil {
				progress(d, n)
			}
			return err
		})
	}
	return all.Wait()
}
