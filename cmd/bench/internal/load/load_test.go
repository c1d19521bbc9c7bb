package load

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"
)

// A shop that stands still for a while makes everybody wait who comes meanwhile,
// not one after another: with that, a shop that never answers twice at a time would
// look fast.
func TestLoadIsOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const rate, stillFrom, stillTo = 20, 10 * time.Second, 15 * time.Second
		began := time.Now()
		samples, err := run(t.Context(), Config{Duration: 30 * time.Second, Seed: 1}, rate, func(*rand.Rand) act {
			return func(_ context.Context, due time.Time) Sample {
				if now := time.Since(began); now >= stillFrom && now < stillTo {
					time.Sleep(stillTo - now)
				}
				return Sample{Took: time.Since(due)}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		// a Poisson process of mean 600 stays within 5 standard deviations
		if n := float64(len(samples)); math.Abs(n-600) > 5*math.Sqrt(600) {
			t.Errorf("%v arrivals in 30 s, want some 600", n)
		}
		waited, sum := 0, time.Duration(0)
		for _, s := range samples {
			if s.Took > 0 {
				waited++
				sum += s.Took
			}
		}
		if math.Abs(float64(waited)-100) > 5*10 {
			t.Errorf("%d waited, want some 100", waited)
		}
		if mean := sum / time.Duration(waited); mean < 2*time.Second || mean > 3*time.Second {
			t.Errorf("who came while the shop stood still waited %v on average, want half of 5 s", mean)
		}
	})
}

// So many act at once, each again when answered, and whoever is refused when told to.
func TestAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var now, most atomic.Int64
		samples, err := atOnce(t.Context(), Config{AtOnce: 10, Warm: 5 * time.Second, Duration: 20 * time.Second}, func(chance *rand.Rand) act {
			refused := chance.IntN(2) == 0
			return func(context.Context, time.Time) Sample {
				most.Store(max(most.Load(), now.Add(1)))
				defer now.Add(-1)
				if refused {
					return Sample{Turn: true, Err: errors.New("status 503"), Refused: true, After: time.Second}
				}
				time.Sleep(time.Second)
				return Sample{Turn: true, Took: time.Second}
			}
		})
		r := summarise(Config{}, samples)
		if err != nil || most.Load() > 10 || r.Turns.Answered+r.Turns.Refused != 200 || r.Turns.Refused < 50 || len(r.Errors) != 0 || r.Turns.P50 != time.Second {
			t.Errorf("%d at once, %+v, %q, %v", most.Load(), r.Turns, r.Errors, err)
		}
	})
}

func TestWarmingUpIsNotMeasured(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began, all := time.Now(), 0
		samples, err := run(t.Context(), Config{Warm: 10 * time.Second, Duration: 10 * time.Second, Seed: 1}, 10, func(*rand.Rand) act {
			all++
			return func(context.Context, time.Time) Sample { return Sample{Took: time.Since(began)} }
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(samples) == 0 || len(samples) >= all {
			t.Errorf("%d of %d arrivals are measured", len(samples), all)
		}
		for _, s := range samples {
			if s.Took < 10*time.Second {
				t.Fatalf("an arrival after %v is measured", s.Took)
			}
		}
	})
}

func TestRunEnds(t *testing.T) {
	stuck := func(*rand.Rand) act {
		return func(ctx context.Context, _ time.Time) Sample {
			<-ctx.Done()
			return Sample{Err: ctx.Err()}
		}
	}
	t.Run("when it is stopped", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			ctx, stop := context.WithTimeout(t.Context(), time.Second)
			defer stop()
			if _, err := run(ctx, Config{Duration: time.Hour}, 10, stuck); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("stopping leads to %v", err)
			}
		})
	})
	t.Run("when nobody is answered", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			if _, err := run(t.Context(), Config{Duration: time.Hour}, 100, stuck); err == nil {
				t.Error("load without end on a shop that stands still")
			}
		})
	})
	for _, rate := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := run(t.Context(), Config{Duration: time.Second}, rate, stuck); err == nil {
			t.Errorf("a rate of %v is taken", rate)
		}
	}
}

// Nearest ranks are waits that somebody had, and so many were not longer.
func TestNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		waits := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) time.Duration {
			return time.Duration(rapid.IntRange(0, 50).Draw(t, "wait"))
		}), 1, 200).Draw(t, "waits")
		p := rapid.SampledFrom([]float64{0.01, 0.5, 0.9, 0.99, 1}).Draw(t, "p")
		slices.Sort(waits)
		q := nearest(waits, p)
		notLonger, shorter := 0, 0
		for _, w := range waits {
			if w <= q {
				notLonger++
			}
			if w < q {
				shorter++
			}
		}
		n := float64(len(waits))
		if !slices.Contains(waits, q) || float64(notLonger) < p*n-1e-9 || float64(shorter) >= p*n {
			t.Fatalf("nearest(%v, %v) = %v", waits, p, q)
		}
	})
	if q := nearest(nil, 0.99); q != 0 {
		t.Errorf("of no waits: %v", q)
	}
}

func TestSummarise(t *testing.T) {
	broken := errors.New("status 500")
	samples := []Sample{
		{Kind: "undo", Turn: true, Took: 3}, {Kind: "undo", Turn: true, Took: 1}, {Kind: "undo", Turn: true, Took: 900, Err: broken},
		{Kind: startPage, Took: 7},
	}
	for range 5 {
		samples = append(samples, Sample{Kind: "sort", Err: broken})
	}
	r := summarise(Config{}, samples)
	if r.Turns.Answered != 2 || r.Turns.Failed != 1 || r.Turns.Max != 3 || r.Turns.P50 != 1 {
		t.Errorf("turns: %+v", r.Turns)
	}
	if r.Looks.Answered != 1 || r.Looks.Failed != 5 || r.Looks.P99 != 7 {
		t.Errorf("looks: %+v", r.Looks)
	}
	if len(r.Kinds) != 3 || r.Kinds[0].Kind != "undo" || len(r.Errors) != 1+errorsTold {
		t.Errorf("kinds %+v, errors %q", r.Kinds, r.Errors)
	}
}

// What is said of the mix is so.
func TestMix(t *testing.T) {
	turns, begins := 0.0, 0.0
	for _, s := range steps {
		if s.turn {
			turns += s.share
		}
		if s.begins {
			begins += s.share
		}
		if s.instead != nil && s.instead.turn != s.turn {
			t.Errorf("%s is a turn and is replaced by none, or the other way round", s.kind)
		}
	}
	if math.Abs(turns-1) > 1e-9 || math.Abs(begins-0.2) > 1e-9 || math.Abs(looks()-0.8) > 1e-9 {
		t.Errorf("shares: turns %v, beginnings %v, looks %v", turns, begins, looks())
	}
	chance, n, drawn := rand.New(rand.NewPCG(1, 1)), 100_000, map[string]int{}
	for range n {
		drawn[draw(chance).kind]++
	}
	for _, s := range steps {
		want := s.share / (1 + looks()) * float64(n)
		if math.Abs(float64(drawn[s.kind])-want) > 5*math.Sqrt(want) {
			t.Errorf("%s is drawn %d times of %d, want some %.0f", s.kind, drawn[s.kind], n, want)
		}
	}
}
