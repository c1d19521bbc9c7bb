// Package admit decides, before any work is done, which requests are worked on now, which
// wait a moment, and which are refused at once: a [Gate] bounds how many are worked on at
// the same time, [Paces] how often each client may ask in the long run.
package admit

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"runtime"
	"time"

	"github.com/failsafe-go/failsafe-go/adaptivelimiter"
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
)

const (
	// patience is how long a request waits for its turn at most: with what a refusal itself
	// takes under load it stays below 200 ms.
	patience = 120 * time.Millisecond
	// queued and mostQueued are, in requests for each that is worked on, how many wait
	// before some are refused and before all are.
	queued, mostQueued = 4, 12
	// retry is when who was refused may come again: a rush has passed by then.
	retry = time.Second
	// mostPaced bounds how many clients have a pace, at some 200 bytes each: whoever asked
	// longest ago is forgotten first.
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

// Gate lets requests in to be worked on. How many at once follows from how long they take
// (the limiter of failsafe-go, after TCP Vegas): more than the machine has room for make
// each slower and the sum no faster. It is safe for concurrent use.
type Gate struct {
	adaptivelimiter.Metrics
	limiter adaptivelimiter.AdaptiveLimiter[any]
}

// NewGate opens a gate for at least as many requests at once as there are processors, and
// at most that number times most, which is 2 or more. Work that only computes gains nothing
// by more than 2; work that waits for others gains by many.
func NewGate(most uint) *Gate {
	cores := uint(runtime.GOMAXPROCS(0))
	l := adaptivelimiter.NewBuilder[any]().WithLimits(cores, most*cores, 2*cores).WithQueueing(queued, mostQueued).Build()
	return &Gate{Metrics: l, limiter: l}
}

// Enter waits until a request may be worked on; the caller calls leave when that is done.
// A request that would wait too long gets a [*Refusal], one whose context ends its error.
func (g *Gate) Enter(ctx context.Context) (leave func(), err error) {
	permit, err := g.limiter.AcquirePermitWithMaxWait(ctx, patience)
	switch {
	case errors.Is(err, adaptivelimiter.ErrExceeded):
		return nil, &Refusal{After: retry}
	case err != nil:
		return nil, err
	}
	return func() {
		if ctx.Err() != nil {
			permit.Drop() // how long work took that was given up says nothing
		} else {
			permit.Record()
		}
	}, nil
}

// Paces bound how often each of many clients may ask. They are safe for concurrent use.
type Paces struct {
	rate  rate.Limit
	burst int
	of    *lru.Cache[string, *rate.Limiter]
}

// NewPaces lets each client ask so many times a second in the long run, above 0, and burst
// times at once after a pause.
func NewPaces(perSecond float64, burst int) *Paces {
	of, err := lru.New[string, *rate.Limiter](mostPaced)
	if err != nil {
		panic(err) // its only error is a size below 1
	}
	return &Paces{rate.Limit(perSecond), burst, of}
}

// Take lets a client ask n times, at most burst, or returns how long it has to wait.
func (p *Paces) Take(client string, n int, now time.Time) (wait time.Duration) {
	l := rate.NewLimiter(p.rate, p.burst)
	if known, ok, _ := p.of.PeekOrAdd(client, l); ok {
		l = known
		p.of.Get(client) // marks it as used
	}
	reservation := l.ReserveN(now, n)
	if wait = reservation.DelayFrom(now); wait > 0 {
		reservation.CancelAt(now)
	}
	return wait
}

// Network returns whom an address belongs to: itself, or of version 6 the network of 64
// bits that one customer has all addresses of (RFC 6177).
func Network(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	if ip = ip.Unmap(); ip.Is4() {
		return ip.String()
	}
	prefix, err := ip.WithZone("").Prefix(64)
	if err != nil {
		return address
	}
	return prefix.String()
}
