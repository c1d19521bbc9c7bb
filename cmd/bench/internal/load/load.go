// Package load asks a running shop for pages as many shoppers at once do, and
// measures how long they wait.
//
// The load is open: shoppers act when they act, whether or not the shop has
// answered others, and a wait is counted from the moment a shopper meant to act.
// A closed loop, in which the next request waits for the last, would ask least
// while the shop is slowest, and its percentiles would leave out just the waits
// that matter (Tene, "How NOT to Measure Latency", calls it coordinated omission).
package load

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// Config says how much is asked for, and how long.
type Config struct {
	Rate     float64       // turns a second
	Warm     time.Duration // before what is measured: the shop reads its shelves
	Duration time.Duration // of what is measured
	Seed     uint64
	// AtOnce is how many shoppers have turns at the same time, each the next as soon as
	// answered; whoever is refused comes again when told to. 0: they act at the Rate. It
	// is for what a shop does of more than it can.
	AtOnce int
}

// Sample is one page that a shopper waited for.
type Sample struct {
	Kind string        // such as "answer questions"
	Turn bool          // the clerk was asked something new; not a look at what is there
	Took time.Duration // from when the shopper meant to act until the page was there
	Err  error         // why there is no page; nil when there is
	// Refused tells that the shop has not let the shopper in now, and After when it may.
	Refused bool
	After   time.Duration
}

// act does what some shopper meant to do when it was due.
type act func(ctx context.Context, due time.Time) Sample

// mostWaiting bounds the shoppers who wait at the same time: beyond it the shop does
// not keep up at all, and the machine would be measured instead.
const mostWaiting = 2000

// run starts what next chooses at the times of a Poisson process of rate arrivals a
// second, and returns what was measured after the warming up, in the order of the
// answers. It ends when every answer is there, or when ctx is done. Next is called
// by one goroutine, what it returns by many.
func run(ctx context.Context, c Config, rate float64, next func(*rand.Rand) act) ([]Sample, error) {
	if !(rate > 0) || math.IsInf(rate, 1) {
		return nil, fmt.Errorf("a rate of %v arrivals a second: it is to be above 0", rate)
	}
	chance := rand.New(rand.NewPCG(c.Seed, 0))
	var (
		mu      sync.Mutex
		samples []Sample
		waiting errgroup.Group
	)
	waiting.SetLimit(mostWaiting)
	defer waiting.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	began := time.Now()
	for at := time.Duration(0); ; {
		at += time.Duration(chance.ExpFloat64() / rate * float64(time.Second))
		if at >= c.Warm+c.Duration {
			break
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Until(began.Add(at))):
		}
		do, due := next(chance), began.Add(at)
		started := waiting.TryGo(func() error {
			if s := do(ctx, due); due.Sub(began) >= c.Warm {
				mu.Lock()
				defer mu.Unlock()
				samples = append(samples, s)
			}
			return nil
		})
		if !started {
			return nil, fmt.Errorf("%d shoppers wait at the same time: the shop does not keep up with %.0f requests a second", mostWaiting, rate)
		}
	}
	_ = waiting.Wait() // samples have the errors
	return samples, ctx.Err()
}
