// Package abreast does side by side what does not depend on each other.
package abreast

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Each calls f with the numbers from 0 to n−1, in any order and on all processors at once,
// and returns when all calls have. A panic in one of them is a panic of Each, which whoever
// called can recover from; numbers that nobody has begun with are left out then.
func Each(n int, f func(i int)) {
	workers := min(runtime.GOMAXPROCS(0), n)
	if workers <= 1 {
		for i := range n {
			f(i)
		}
		return
	}
	var next atomic.Int64
	var fault atomic.Pointer[error]
	work := func() {
		defer func() {
			if p := recover(); p != nil {
				err := fmt.Errorf("side by side: %v\n%s", p, debug.Stack())
				fault.CompareAndSwap(nil, &err)
			}
		}()
		for i := next.Add(1) - 1; i < int64(n) && fault.Load() == nil; i = next.Add(1) - 1 {
			f(int(i))
		}
	}
	var others sync.WaitGroup
	for range workers - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
	if err := fault.Load(); err != nil {
		panic(*err)
	}
}

// Part is a stretch of a list: what stands from From up to but not including To.
type Part struct{ From, To int }

// Parts divides a list of n into one stretch for each processor, none of them shorter than
// least: as few as one.
func Parts(n, least int) []Part {
	parts := make([]Part, max(1, min(runtime.GOMAXPROCS(0), n/max(1, least))))
	for i := range parts {
		parts[i] = Part{i * n / len(parts), (i + 1) * n / len(parts)}
	}
	return parts
}
