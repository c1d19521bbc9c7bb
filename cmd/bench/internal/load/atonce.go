package load

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"
)

// atOnce has as many act at the same time as the configuration says, and returns what was
// measured after the warming up. Next is called by many goroutines.
func atOnce(ctx context.Context, c Config, next func(*rand.Rand) act) ([]Sample, error) {
	var (
		mu      sync.Mutex
		samples []Sample
		wait    sync.WaitGroup
		began   = time.Now()
	)
	for i := range c.AtOnce {
		wait.Go(func() {
			chance := rand.New(rand.NewPCG(c.Seed, uint64(i)))
			for ctx.Err() == nil && time.Since(began) < c.Warm+c.Duration {
				due := time.Now()
				s := next(chance)(ctx, due)
				if due.Sub(began) >= c.Warm {
					mu.Lock()
					samples = append(samples, s)
					mu.Unlock()
				}
				select {
				case <-ctx.Done():
				case <-time.After(s.After):
				}
			}
		})
	}
	wait.Wait()
	return samples, ctx.Err()
}
