// Package admit decides, before any work is done, which requests are worked on now, which
// wait a moment, and which are refused at once: a [Gate] bounds how many are worked on at
// the same time, [Paces] how often each client may ask in the long run.
package admit

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"runtime"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"
)

const (
	// patience is how long a request waits at most: a refusal, with what it takes, stays below 200 ms.
	patience = 120 * time.Millisecond
	// queued is how many requests wait at most for each that is worked on: patience lasts for no more.
	queued = 4
	// fair is the share of a burst from which a client has used more than others.
	fair = 0.1
	// retry is when who was refused may come again: a rush has passed by then.
	retry = time.Second
	// mostPaced bounds how many clients have a pace at each width, at some 200 bytes each:
	// whoever asked longest ago is forgotten first.
	mostPaced = 20_000
)

// Refusal is the error of a request that is not worked on. Nothing was done for it.
type Refusal struct {
	Own   bool          // because of how much the client itself asks for
	After time.Duration // when to come again, at the earliest
}

// Status returns the refusal's HTTP status.
func (r *Refusal) Status() int {
	if r.Own {
		return http.StatusTooManyRequests
	}
	return http.StatusServiceUnavailable
}

// Error implements error.
func (r *Refusal) Error() string {
	return fmt.Sprintf("refused with %d, to come again after %v", r.Status(), r.After)
}

// Gate lets requests in to be worked on, a number at once: more than the machine has room for
// make each slower and the sum no faster. Clients that have used more than others of late get half
// of the places at most. It is safe for concurrent use.
type Gate struct {
	Limit            int // requests that are worked on at once
	all, greedy      *semaphore.Weighted
	Working, Waiting atomic.Int64 // requests
}

// NewGate opens a gate for each times as many requests at once as there are processors. Work that
// only computes gains nothing by more than 2; work that waits for others gains by many.
func NewGate(each int) *Gate {
	n := each * runtime.GOMAXPROCS(0)
	return &Gate{Limit: n, all: semaphore.NewWeighted(int64(n)), greedy: semaphore.NewWeighted(int64(max(1, n/2)))}
}

// Enter waits until a request may be worked on, of a client that has used a share of its burst, as
// [Used] tells it; the caller calls leave when that is done. A request that would wait too long, or
// behind too many, gets a [*Refusal], one whose context ends its error.
func (g *Gate) Enter(ctx context.Context, used float64) (leave func(), err error) {
	greedy := int64(0)
	if used > fair {
		greedy = 1
	}
	if !g.greedy.TryAcquire(greedy) {
		return nil, &Refusal{After: retry}
	}
	defer func() {
		if err != nil {
			g.greedy.Release(greedy)
		}
	}()
	ctx, cancel := context.WithTimeoutCause(ctx, patience, &Refusal{After: retry})
	defer cancel()
	defer g.Waiting.Add(-1)
	if g.Waiting.Add(1) > int64(queued*g.Limit) {
		return nil, &Refusal{After: retry}
	}
	if err := g.all.Acquire(ctx, 1); err != nil {
		return nil, context.Cause(ctx)
	}
	g.Working.Add(1)
	return func() { g.all.Release(1); g.Working.Add(-1); g.greedy.Release(greedy) }, nil
}

// Paces bound how often each of many clients may ask, and how often all of the networks around
// them, each network at every width by a bucket of its own (a hierarchical token bucket). They
// are safe for concurrent use. Nil bounds nothing.
type Paces []level

// level is the buckets of one width.
type level struct {
	rate  rate.Limit
	burst int
	of    *lru.Cache[string, *rate.Limiter]
}

// NewPaces lets each client ask so many times a second in the long run, above 0, and burst
// times at once after a pause. times says how many times that is for each width, the client's
// own first.
func NewPaces(perSecond float64, burst int, times ...int) Paces {
	var out Paces
	for _, n := range times {
		of, _ := lru.New[string, *rate.Limiter](mostPaced) // its only error is a size below 1
		out = append(out, level{rate.Limit(perSecond * float64(n)), burst * n, of})
	}
	return out
}

// Take lets a client ask n times, at most burst, or returns how long it has to wait; then
// nothing is taken at any width. within names the client, then the networks around it, as
// [Networks] does.
func (p Paces) Take(within []string, n int, now time.Time) (wait time.Duration) {
	var taken []*rate.Reservation
	for i := range min(len(p), len(within)) {
		r := p[i].bucket(within[i]).ReserveN(now, n)
		taken = append(taken, r)
		if wait = r.DelayFrom(now); wait > 0 {
			break
		}
	}
	if wait > 0 {
		for _, r := range taken {
			r.CancelAt(now)
		}
	}
	return wait
}

// Spend takes what a client has used already, which it waits for with the next [Paces.Take].
func (p Paces) Spend(within []string, n int, now time.Time) {
	for i := range min(len(p), len(within)) {
		Spend(p[i].bucket(within[i]), n, now)
	}
}

// Used returns which share of its burst a client, or a network around it, has used of late, the
// largest: 0 after a pause, above 1 where more is owed.
func (p Paces) Used(within []string, now time.Time) (share float64) {
	for i := range min(len(p), len(within)) {
		share = max(share, Used(p[i].bucket(within[i]), now))
	}
	return share
}

// Spend takes n, at most a burst, from a pace.
func Spend(pace *rate.Limiter, n int, now time.Time) { pace.ReserveN(now, min(n, pace.Burst())) }

// Used returns which share of the burst of a pace is used.
func Used(pace *rate.Limiter, now time.Time) float64 {
	return 1 - pace.TokensAt(now)/float64(pace.Burst())
}

func (l *level) bucket(client string) *rate.Limiter {
	b := rate.NewLimiter(l.rate, l.burst)
	if known, ok, _ := l.of.PeekOrAdd(client, b); ok {
		b = known
		l.of.Get(client) // marks it as used
	}
	return b
}

// Widths returns for how many times a network's pace those of [Networks] are.
func Widths(network int) []int { return []int{network, 4 * network, 16 * network} }

// Networks returns the networks around an address, the narrowest first: itself, or of version
// 6 the 64 bits that one customer has all addresses of (RFC 6177), the 48 that a site may have,
// and the 32 of a provider.
func Networks(address string) []string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return []string{address}
	}
	if ip = ip.Unmap(); ip.Is4() {
		return []string{ip.String()}
	}
	var out []string
	for _, bits := range []int{64, 48, 32} {
		prefix, _ := ip.WithZone("").Prefix(bits) // of 128
		out = append(out, prefix.String())
	}
	return out
}
