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
	"slices"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
)

const (
	// patience is how long a request waits for its turn at most: with what a refusal itself
	// takes under load it stays below 200 ms.
	patience = 120 * time.Millisecond
	// queued is how many requests wait at most for each that is worked on: as many as are worked
	// on within patience where each takes tens of milliseconds.
	queued = 4
	// fair is the share of a burst beyond which a client has used more than others, who then
	// have half of the places to themselves.
	fair = 0.25
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
// make each slower and the sum no faster. Of those that wait, the client that has used least comes
// first (least attained service). It is safe for concurrent use.
type Gate struct {
	limit    int
	mu       sync.Mutex
	inflight int
	queue    []*waiter // by what was used, then in the order of arrival
}

type waiter struct {
	used float64
	let  chan bool // in, or not
}

// NewGate opens a gate for each times as many requests at once as there are processors. Work that
// only computes gains nothing by more than 2; work that waits for others gains by many.
func NewGate(each int) *Gate { return &Gate{limit: each * runtime.GOMAXPROCS(0)} }

// Limit returns how many requests are worked on at once, at most.
func (g *Gate) Limit() int { return g.limit }

// Inflight returns how many requests are worked on.
func (g *Gate) Inflight() int { g.mu.Lock(); defer g.mu.Unlock(); return g.inflight }

// Queued returns how many requests wait.
func (g *Gate) Queued() int { g.mu.Lock(); defer g.mu.Unlock(); return len(g.queue) }

// Enter waits until a request may be worked on, of a client that has [Used] a share of its burst;
// the caller calls leave when that is done. A request that would wait too long, or behind too many,
// gets a [*Refusal], one whose context ends its error.
func (g *Gate) Enter(ctx context.Context, used float64) (leave func(), err error) {
	w := &waiter{used, make(chan bool, 1)}
	g.mu.Lock()
	at, _ := slices.BinarySearchFunc(g.queue, used, func(other *waiter, used float64) int {
		if other.used > used {
			return 1
		}
		return -1
	})
	g.queue = slices.Insert(g.queue, at, w)
	if g.admit(); len(g.queue) > queued*g.limit {
		g.drop(len(g.queue) - 1)
	}
	g.mu.Unlock()
	ctx, cancel := context.WithTimeoutCause(ctx, patience, &Refusal{After: retry})
	defer cancel()
	select {
	case in := <-w.let:
		if !in {
			return nil, &Refusal{After: retry}
		}
		return g.leave, nil
	case <-ctx.Done():
	}
	g.mu.Lock()
	if at := slices.Index(g.queue, w); at >= 0 {
		g.drop(at)
	}
	g.mu.Unlock()
	if <-w.let { // at the last moment
		return g.leave, nil
	}
	return nil, context.Cause(ctx)
}

// admit lets in those that there is room for.
func (g *Gate) admit() {
	for len(g.queue) > 0 {
		w, room := g.queue[0], g.limit
		if w.used > fair {
			room = max(1, g.limit/2)
		}
		if g.inflight >= room {
			return
		}
		g.inflight++
		g.queue = g.queue[1:]
		w.let <- true
	}
}

// drop refuses the request at a place of the queue.
func (g *Gate) drop(at int) {
	g.queue[at].let <- false
	g.queue = slices.Delete(g.queue, at, at+1)
}

func (g *Gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.inflight--
	g.admit()
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
		of, err := lru.New[string, *rate.Limiter](mostPaced)
		if err != nil {
			panic(err) // its only error is a size below 1
		}
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
