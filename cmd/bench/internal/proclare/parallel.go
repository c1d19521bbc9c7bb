package proclare

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
)

// each calls do for every number below n, on as many goroutines as there are
// processors. What do writes must be its number's own. The errors are joined in
// the order of the numbers.
func each(n int, progress func(done, total int), do func(i int) error) error {
	errs := make([]error, n)
	var next, done atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				if errs[i] = do(i); errs[i] != nil {
					next.Store(int64(n)) // one failure spoils the run: leave the rest
				}
				if d := int(done.Add(1)); progress != nil {
					progress(d, n)
				}
			}
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}
