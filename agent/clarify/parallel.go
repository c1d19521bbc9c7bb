package clarify

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// parallel calls f with 0 to n-1 on all processors.
func parallel(n int, f func(i int)) {
	if n == 1 {
		f(0)
		return
	}
	var calls errgroup.Group
	var panicked atomic.Value
	calls.SetLimit(runtime.GOMAXPROCS(0))
	for i := range n {
		calls.Go(func() error {
			defer func() {
				if p := recover(); p != nil {
					panicked.CompareAndSwap(nil, fmt.Sprintf("%v\n%s", p, debug.Stack()))
				}
			}()
			f(i)
			return nil
		})
	}
	_ = calls.Wait()
	if p := panicked.Load(); p != nil {
		panic(p)
	}
}

// sharedCandidates is how many candidates make another goroutine worthwhile.
const sharedCandidates = 16_384

// eachSpan divides n candidates into one span a processor, none shorter than
// sharedCandidates, and calls f with each.
func eachSpan(n int, f func(from, to int)) {
	spans := max(1, min(runtime.GOMAXPROCS(0), n/sharedCandidates))
	parallel(spans, func(i int) { f(i*n/spans, (i+1)*n/spans) })
}
