// Package live holds the catalogue that a running shop sells from, and puts another in
// its place while the shop is open.
//
// A [Snapshot] is one catalogue with all that was made of it, from the file to the
// clerk who has learned its words. It never changes. Whoever answers a request acquires
// one ([Shop.Enter]) and sees nothing else until the answer is finished; a snapshot
// whose place another has taken is closed when nobody uses it any more.
package live

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"shopclerk/agent"
	"shopclerk/agent/settings"
	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	"shopclerk/words"
)

// Snapshot is one catalogue and its clerk.
type Snapshot struct {
	Clerk *agent.Agent
	Store *sqlite.Store

	ID        string    // of the import and the prices set since: two imports of one feed have two
	Published time.Time // when the import ended
	Since     time.Time // when it went live in this process

	// SetPrices sets prices for the snapshots that follow.
	SetPrices func(context.Context, []catalog.PriceChange) error
	// Close releases its files, once nobody uses it.
	Close func() error

	users int // guarded by the shop's mutex; 1 of them is its place in the shop
}

// Shop is where the snapshot that is sold from stands. It is safe for concurrent
// use.
type Shop struct {
	open    func(ctx context.Context, now *Snapshot) (*Snapshot, error)
	opening sync.Mutex    // one opens at a time
	gone    chan struct{} // closed once all snapshots are

	mu       sync.Mutex
	now      *Snapshot // nil once closed
	outfit   []func(*agent.Config)
	settings *settings.Settings // nil: none were applied
	live     int                // snapshots that are not closed
}

// New returns a shop that sells from the first snapshot that open opens. Given that which is
// sold from, open opens what is imported by now, or returns nil where it is the same; it may
// take as long as it needs: the shop goes on meanwhile.
func New(ctx context.Context, open func(ctx context.Context, now *Snapshot) (*Snapshot, error)) (*Shop, error) {
	first, err := open(ctx, nil)
	if err != nil {
		return nil, err
	}
	first.Since, first.users = time.Now(), 1
	return &Shop{open: open, gone: make(chan struct{}), now: first, live: 1}, nil
}

// Acquire returns the snapshot that is sold from, which stays open until release is
// called; calling it again does nothing. After [Shop.Close] there is none: nil.
func (s *Shop) Acquire() (g *Snapshot, release func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now == nil {
		return nil, func() {}
	}
	return s.now, s.acquire(s.now)
}

// Each has f fit out the clerk of what is sold from, and of every snapshot that
// follows, before it is: with what does not come out of a catalogue. It is called before
// the shop opens and before [Shop.Apply]: the clerk is another afterwards.
func (s *Shop) Each(f func(*agent.Config)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.outfit = append(s.outfit, f)
	s.now.Clerk = s.now.Clerk.With(f)
}

// Live is how many snapshots are not closed yet: 1, and those that somebody
// still uses.
func (s *Shop) Live() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.live
}

// Reacquire acquires once more a snapshot that the caller has acquired.
func (s *Shop) Reacquire(g *Snapshot) (release func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.acquire(g)
}

func (s *Shop) acquire(g *Snapshot) (release func()) {
	g.users++
	return sync.OnceFunc(func() { s.release(g) })
}

// release closes a snapshot that nobody uses any more.
func (s *Shop) release(g *Snapshot) {
	s.mu.Lock()
	g.users--
	last := g.users == 0
	s.mu.Unlock()
	if !last {
		return
	}
	if err := g.Close(); err != nil {
		slog.Error("closing a catalogue that is sold from no more", "snapshot", g.ID, "error", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.live--; s.live == 0 {
		close(s.gone)
	}
}

// ErrClosed reports a shop that is closed for good.
var ErrClosed = errors.New("the shop is closed")

type key struct{}

// Enter returns a context from which [From] returns one snapshot, which stays open until
// release is called: that of the context, where it has one already.
func (s *Shop) Enter(ctx context.Context) (in context.Context, release func(), err error) {
	if From(ctx) != nil {
		return ctx, func() {}, nil
	}
	g, release := s.Acquire()
	if g == nil {
		return ctx, release, ErrClosed
	}
	return With(ctx, g), release, nil
}

// With returns a context from which [From] returns a snapshot, which the caller has
// acquired, and in which aspects and values have the names that the shop gave.
func With(ctx context.Context, g *Snapshot) context.Context {
	return context.WithValue(words.Naming(ctx, g.Clerk.Settings()), key{}, g)
}

// From returns the snapshot of a context, nil where there is none.
func From(ctx context.Context) *Snapshot {
	g, _ := ctx.Value(key{}).(*Snapshot)
	return g
}

// Apply puts settings in force for the turns that begin from now on, in this snapshot
// and in those that follow.
func (s *Shop) Apply(c *settings.Settings) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now == nil {
		return ErrClosed
	}
	s.now.Clerk.Apply(c)
	s.settings = c
	return nil
}

// Refresh puts what was imported meanwhile in the place of what is sold from, under the
// settings in force. An error leaves what is there.
func (s *Shop) Refresh(ctx context.Context) error {
	s.opening.Lock()
	defer s.opening.Unlock()
	now, release := s.Acquire()
	defer release()
	if now == nil {
		return ErrClosed
	}
	began := time.Now()
	next, err := s.open(ctx, now)
	if err != nil || next == nil {
		return err
	}
	s.mu.Lock()
	for _, f := range s.outfit {
		next.Clerk = next.Clerk.With(f)
	}
	next.Clerk.Apply(s.settings)
	next.Since, next.users = time.Now(), 1
	s.live++
	closed := s.now == nil
	if !closed {
		s.now = next
	}
	s.mu.Unlock()
	if closed {
		s.release(next)
		return ErrClosed
	}
	s.release(now)
	if !next.Published.Equal(now.Published) { // not only other prices
		slog.Info("a new catalogue is live", "snapshot", next.ID, "products", next.Store.Size(), "took", time.Since(began).Round(time.Millisecond))
	}
	return nil
}

// SetPrices sets prices, list prices and stocks, all of them or, with an error, none, and has
// the shop sell at them. Answers that are being made keep those that they began with. See
// [index.SetPrices].
func (s *Shop) SetPrices(ctx context.Context, changes []catalog.PriceChange) error {
	now, release := s.Acquire()
	defer release()
	if now == nil {
		return ErrClosed
	}
	if err := now.SetPrices(ctx, changes); err != nil {
		return err
	}
	if err := s.Refresh(ctx); err != nil {
		slog.Error("prices are set, and not sold at yet", "error", err) // the next Refresh tries again
	}
	return nil
}

// Close closes the snapshot that is sold from and waits, no longer than ctx lets it,
// until all are closed.
func (s *Shop) Close(ctx context.Context) error {
	s.mu.Lock()
	g := s.now
	s.now = nil
	s.mu.Unlock()
	if g != nil {
		s.release(g)
	}
	select {
	case <-s.gone:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("closing the catalogue: %d snapshots are still in use", s.Live())
	}
}
