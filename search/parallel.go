package search

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Parallel calls f with 0 to n-1 on all processors and returns the first error. A panic of f
// is raised again in the caller, where a server recovers from it.
func Parallel(n int, f func(i int) error) error {
	if n == 1 {
		return f(0)
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
			return f(i)
		})
	}
	err := calls.Wait()
	if p := panicked.Load(); p != nil {
		panic(p)
	}
	return err
}

// span is the rows from up to but not including to.
type span struct{ from, to int }

// sharedRows is how many rows make another goroutine worthwhile: about a millisecond of work.
const sharedRows = 16_384

// eachSpan divides rows into one span a processor, none shorter than sharedRows, and calls f
// with each in parallel.
func eachSpan(rows int, f func(i int, s span)) {
	n := spans(rows)
	_ = Parallel(n, func(i int) error {
		f(i, span{i * rows / n, (i + 1) * rows / n})
		return nil
	})
}

// spans returns how many spans [eachSpan] divides rows into.
func spans(rows int) int { return max(1, min(runtime.GOMAXPROCS(0), rows/sharedRows)) }
