package progress

import (
	"context"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Each calls do for every number below n, on as many goroutines as there are
// processors, and tells report, unless it is nil, how many are done. What do writes must be
// its number's own. One failure, or the end of the context, spoils the run: the rest is left,
// and the first error is returned.
func Each(ctx context.Context, n int, report func(done, total int), do func(i int) error) error {
	var done atomic.Int64
	all, ctx := errgroup.WithContext(ctx)
	all.SetLimit(runtime.GOMAXPROCS(0))
	for i := range n {
		all.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			err := do(i)
			if d := int(done.Add(1)); report != nil {
				report(d, n)
			}
			return err
		})
	}
	return all.Wait()
}
