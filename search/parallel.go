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

// sharedRows is how many rows make another goroutine worthwhile: about a millisecond of work.
const sharedRows = 16_384

// EachSpan divides n rows into [Spans] and calls f in parallel with the number of each and its
// rows, from up to but not including to.
func EachSpan(n int, f func(part, from, to int)) {
	all := Spans(n)
	_ = Parallel(all, func(i int) error {
		f(i, i*n/all, (i+1)*n/all)
		return nil
	})
}

// Spans returns how many spans n rows are divided into: one a processor, none shorter than
// sharedRows.
func Spans(n int) int { return max(1, min(runtime.GOMAXPROCS(0), n/sharedRows)) }
