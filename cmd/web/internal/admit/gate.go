// Package admit decides, before any work is done, which requests are worked on now,
// which wait a moment for others, and which are better told at once to come again.
//
// A [Gate] bounds how many requests are worked on at the same time. How many that is
// follows from how long they take (the limiter of failsafe-go, after TCP Vegas): more
// at once than the machine has room for make each slower and the sum no faster. Behind
// it waits a short queue, the earliest deadline first. [Paces] bound how often each of
// many may ask in the long run.
package admit

import (
	"context"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/failsafe-go/failsafe-go/adaptivelimiter"
)

// Kind is a kind of work.
type Kind struct {
	cost     int           // in units of work, about
	patience time.Duration // how long it may wait for its turn; 0: as long as it takes
	brief    time.Duration // the same, while there is too much to do
}

// The kinds of work.
var (
	Turn   = Kind{4, 250 * time.Millisecond, 10 * time.Millisecond} // the clerk is told something, and a sequel
	Look   = Kind{2, 250 * time.Millisecond, 10 * time.Millisecond} // a list is made
	Glance = Kind{1, 50 * time.Millisecond, 5 * time.Millisecond}   // of use only while somebody is typing or ticking
	// Sequel shows what has just been made and waits for this very request: it goes
	// first and is never refused, or the work would have been for nothing.
	Sequel = Kind{cost: 1}
)

const (
	// mostWaiting bounds the queue whatever its work is thought to cost, and with it
	// memory; patience ends far below it once the pace of work is known.
	mostWaiting = 200
	// mostHeld is how many requests of a client make the next one less urgent: it may
	// then wait behind so many times its patience's worth of other clients'.
	mostHeld = 4
	// guessed is how long a unit of work takes as long as nothing is known.
	guessed = 5 * time.Millisecond
	// relief is how long nobody may have been refused before there is no longer too much to
	// do. Who is refused comes again within that time.
	relief = 5 * time.Second
	// latest is of about how many requests the pace of work is the mean.
	latest = 32
)

// Refusal is the error of a request that is not worked on. Nothing was done for it.
type Refusal struct {
	Own   bool          // because of how much the client itself asks for, not all of them
	After time.Duration // when to come again, at the earliest
}

// Status is the refusal's in HTTP.
func (r *Refusal) Status() int {
	if r.Own {
		return http.StatusTooManyRequests
	}
	return http.StatusServiceUnavailable
}

// Error implements error.
func (r *Refusal) Error() string {
	return fmt.Sprintf("not let in, the client's own doing: %v; to come again after %v", r.Own, r.After)
}

// Gate lets requests in to be worked on. It is safe for concurrent use.
type Gate struct {
	limiter adaptivelimiter.AdaptiveLimiter[any]

	mu      sync.Mutex
	waiting []*place       // the earliest deadline first, then who came first
	held    map[string]int // places of each client, waited in and worked on
	pace    time.Duration  // that a unit of work takes
	refused time.Time      // when somebody last was, because of all of them
}

// place is what a request has in the queue.
type place struct {
	client string
	kind   Kind
	due    time.Time
	turn   chan adaptivelimiter.Permit // gets one when the request is let in
}

// NewGate opens a gate: for at least as many requests at once as there are processors,
// and at most so many times as many, 2 or more. What only computes gains nothing by more
// than 2, while who waits for others gains by many.
func NewGate(most uint) *Gate {
	cores := uint(runtime.GOMAXPROCS(0))
	return &Gate{
		limiter: adaptivelimiter.NewBuilder[any]().WithLimits(cores, most*cores, 2*cores).Build(),
		held:    map[string]int{}, pace: guessed,
	}
}

// Enter waits until a client's request may be worked on; leave is then to be called
// once it has been. A request that would wait longer than its patience gets a
// [*Refusal] at once, and one whose context ends meanwhile gives up its place.
//
// A rush that passes is waited out. Where there is more to do than can be done a queue
// gains nothing but waiting, for all: from the first refusal that is not the client's own
// doing, until there was none for a while, patience is brief.
//
// Deadlines are the request's patience or the end of its context. A client who has
// requests here already gets later ones: however many one client makes at once, others
// wait for few of them.
func (g *Gate) Enter(ctx context.Context, client string, k Kind) (leave func(), err error) {
	p, err := g.queue(ctx, client, k)
	if err != nil {
		return nil, err
	}
	select {
	case permit := <-p.turn:
		began := time.Now()
		return func() { g.leave(ctx, p, permit, began) }, nil
	case <-ctx.Done():
		g.abandon(p)
		return nil, ctx.Err()
	}
}

// queue gives a request a place.
func (g *Gate) queue(ctx context.Context, client string, k Kind) (*place, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now, patience := time.Now(), k.patience
	if now.Sub(g.refused) < relief {
		patience = k.brief
	}
	p := &place{client, k, now.Add(k.patience * time.Duration(1+min(g.held[client], mostHeld))), make(chan adaptivelimiter.Permit, 1)}
	if end, ok := ctx.Deadline(); ok && end.Before(p.due) {
		p.due = end
	}
	at, ahead, own := 0, 0, 0
	for at < len(g.waiting) && !g.waiting[at].due.After(p.due) {
		ahead += g.waiting[at].kind.cost
		if g.waiting[at].client == client {
			own += g.waiting[at].kind.cost
		}
		at++
	}
	wait := g.takes(ahead)
	if patience > 0 && (wait > patience || len(g.waiting) >= mostWaiting) {
		r := &Refusal{Own: own > 0 && g.takes(ahead-own) <= patience, After: wait}
		if !r.Own {
			g.refused = now
		}
		return nil, r
	}
	g.waiting = slices.Insert(g.waiting, at, p)
	g.held[client]++
	g.admit()
	return p, nil
}

// takes is how long so much work takes, with as much at once as there is now.
func (g *Gate) takes(cost int) time.Duration {
	return time.Duration(cost) * g.pace / time.Duration(g.limiter.Limit())
}

// admit lets in whom there is room for.
func (g *Gate) admit() {
	for len(g.waiting) > 0 {
		permit, ok := g.limiter.TryAcquirePermit()
		if !ok {
			return
		}
		g.waiting[0].turn <- permit
		g.waiting = slices.Delete(g.waiting, 0, 1)
	}
}

// leave makes room. How long the work of a client who left took tells nothing.
func (g *Gate) leave(ctx context.Context, p *place, permit adaptivelimiter.Permit, began time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if ctx.Err() != nil {
		permit.Drop()
	} else {
		permit.Record()
		g.pace += (time.Since(began)/time.Duration(p.kind.cost) - g.pace) / latest
	}
	g.forget(p)
}

// abandon gives up a place, also one that has just been called.
func (g *Gate) abandon(p *place) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := slices.Index(g.waiting, p); i >= 0 {
		g.waiting = slices.Delete(g.waiting, i, i+1)
	} else {
		(<-p.turn).Drop()
	}
	g.forget(p)
}

func (g *Gate) forget(p *place) {
	if g.held[p.client]--; g.held[p.client] == 0 {
		delete(g.held, p.client)
	}
	g.admit()
}

// Figures tell what a gate is doing.
type Figures struct {
	Working, Waiting int // requests
	Limit            int // of those worked on at once
}

// Figures returns them as they are now.
func (g *Gate) Figures() Figures {
	g.mu.Lock()
	defer g.mu.Unlock()
	return Figures{g.limiter.Inflight(), len(g.waiting), g.limiter.Limit()}
}
