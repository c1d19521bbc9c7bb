package load

import (
	"context"
	"math"
	"slices"
	"time"
)

// Result is what was measured.
type Result struct {
	Config
	Turns Summary // all of them
	Looks Summary
	Kinds []Summary // in the order of the mix; kinds that did not happen are left out
	// Errors are what went wrong, a few of each kind in the order they came.
	Errors []string
}

// Summary tells how long shoppers waited. Percentiles are nearest ranks: each is a
// wait that somebody had. They are of answered requests; errors are counted beside
// them.
type Summary struct {
	Kind               string
	Answered, Failed   int
	P50, P90, P99, Max time.Duration
	Refused            int           // not let in, and not counted as failed
	RefusedP99         time.Duration // until they were told
}

// errorsTold is how many errors of a kind are told: what fails, fails often.
const errorsTold = 3

// Run puts load on the shop at an address.
func Run(ctx context.Context, address string, c Config) (*Result, error) {
	users, err := enter(ctx, address)
	if err != nil {
		return nil, err
	}
	var samples []Sample
	if users.eager = c.AtOnce > 0; users.eager {
		samples, err = atOnce(ctx, c, users.next)
	} else {
		samples, err = run(ctx, c, c.Rate*(1+looks()), users.next)
	}
	if err != nil {
		return nil, err
	}
	return summarise(c, samples), nil
}

func summarise(c Config, samples []Sample) *Result {
	r := &Result{Config: c}
	of := func(kind string, is func(*Sample) bool) Summary {
		s := Summary{Kind: kind}
		var waits, refused []time.Duration
		for i := range samples {
			if !is(&samples[i]) {
				continue
			}
			if samples[i].Refused {
				refused = append(refused, samples[i].Took)
				continue
			}
			if samples[i].Err != nil {
				s.Failed++
				continue
			}
			waits = append(waits, samples[i].Took)
		}
		slices.Sort(waits)
		slices.Sort(refused)
		s.Refused, s.RefusedP99 = len(refused), nearest(refused, 0.99)
		s.Answered = len(waits)
		s.P50, s.P90, s.P99, s.Max = nearest(waits, 0.5), nearest(waits, 0.9), nearest(waits, 0.99), nearest(waits, 1)
		return s
	}
	r.Turns = of("all turns", func(s *Sample) bool { return s.Turn })
	r.Looks = of("all looks", func(s *Sample) bool { return !s.Turn })
	for _, step := range steps {
		s := of(step.kind, func(s *Sample) bool { return s.Kind == step.kind })
		if s.Answered+s.Failed+s.Refused > 0 {
			r.Kinds = append(r.Kinds, s)
		}
	}
	told := map[string]int{}
	for _, s := range samples {
		if s.Err == nil || s.Refused {
			continue
		}
		if told[s.Kind]++; told[s.Kind] <= errorsTold {
			r.Errors = append(r.Errors, s.Kind+": "+s.Err.Error())
		}
	}
	return r
}

// nearest returns the p-quantile of sorted waits by nearest rank, the ⌈p·n⌉-th of
// n; 0 of none.
func nearest(sorted []time.Duration, p float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[max(1, int(math.Ceil(p*float64(len(sorted)))))-1]
}
