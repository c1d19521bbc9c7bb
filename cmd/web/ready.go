package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/labstack/echo/v4"

	"shopclerk/agent"
	"shopclerk/agent/durable"
	"shopclerk/agent/memory"
	"shopclerk/cmd/internal/live"
)

const (
	// readyKept is how long an answer of /readyz stands: whoever asks more often costs
	// nothing.
	readyKept = time.Second
	// readyTime is how long being ready may take to find out; a turn takes milliseconds.
	readyTime = 3 * time.Second
)

// readiness is what was found out last.
type readiness struct {
	mu    sync.Mutex
	at    time.Time
	err   error
	tried int    // turns
	lost  string // what the last turn went without
}

// readyz says whether the shop can answer a turn and write down what it leaves, and
// which catalogue it sells from.
func (s *server) readyz(c echo.Context) error {
	if s.leaving.Load() {
		return c.String(http.StatusServiceUnavailable, "the shop is closing\n")
	}
	g := live.From(c.Request().Context())
	r := &s.ready
	r.mu.Lock()
	defer r.mu.Unlock()
	if time.Since(r.at) > readyKept {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(c.Request().Context()), readyTime)
		defer cancel()
		r.err = errors.Join(r.turn(ctx, g), s.keptFiles.write(ctx))
		r.at = time.Now()
		if r.err != nil {
			slog.Error("the shop is not ready", "error", r.err)
		}
	}
	if r.err != nil {
		return c.String(http.StatusServiceUnavailable, "the shop can not answer, or can not write\n")
	}
	return c.String(http.StatusOK, fmt.Sprintf("ok%s%s\ngeneration %s, imported %s, live since %s\n", r.lost, s.supply.State(), g.ID, g.Published.UTC().Format(time.RFC3339), g.Since.UTC().Format(time.RFC3339)))
}

// turn answers a turn that asks for one of the categories, each time the next one, so
// that damage to any of them is met. What it went without is told, and does not make the
// shop unready: that is made anew while it serves, see [live.Shop.Mend].
func (r *readiness) turn(ctx context.Context, g *live.Generation) error {
	categories := g.Store.Categories()
	if len(categories) == 0 {
		_, err := g.Store.Meta(ctx, "version")
		return err
	}
	r.tried++
	clerk := g.Clerk.With(func(c *agent.Config) { c.Consultant, c.Engine = nil, c.Engine.Local() }) // a model that is away makes no shop unready
	turn, err := clerk.Reply(ctx, &memory.Conversation{}, agent.Input{Message: categories[r.tried%len(categories)].Name})
	r.lost = ""
	if err == nil && turn.Scope != nil {
		for _, stage := range turn.Scope.Path {
			if strings.HasSuffix(stage, " failed") {
				r.lost += ", " + stage
			}
		}
	}
	return err
}

// pulse tells whether the database is away: not even reached, or not to be written to, for
// longer than shoppers wait. What they may still do is [server.readOnly]'s.
type pulse struct{ away atomic.Bool }

const (
	// pulseEvery is how often it is felt, and pulseTime how long it may take: a write takes
	// milliseconds, and longer where a standby is waited for.
	pulseEvery = 500 * time.Millisecond
	pulseTime  = 1500 * time.Millisecond
)

// feel finds out whether something can be written.
func (p *pulse) feel(ctx context.Context, write func(context.Context) error) error {
	within, cancel := context.WithTimeout(ctx, pulseTime)
	defer cancel()
	err := write(within)
	p.away.Store(err != nil && ctx.Err() == nil)
	return err
}

// readable are the pages that need nothing of what shoppers left. A message is answered,
// and not kept.
var readable = map[string]bool{
	"GET /": true, "GET /p/:product": true, "GET /compare": true, "GET /suggest": true, "POST /c": true, "POST /language": true,
}

// readOnly lets shoppers look around while the database is away, and tells them at once
// what they have to wait with.
func (s *server) readOnly(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		reads := readable[strings.Replace(c.Request().Method, http.MethodHead, http.MethodGet, 1)+" "+c.Path()]
		away := s.pulse.away.Load()
		if away && !reads && !partOfPage(c.Path()) {
			return durable.ErrAway
		}
		err := next(c)
		if reads && !away && s.fleet != nil && durable.Away(err) {
			s.pulse.away.Store(true)
			err = next(c) // who notices it first reads as well
		}
		return err
	}
}

// write tells whether all files that shoppers leave something in take it.
func (f *keptFiles) write(ctx context.Context) error {
	errs := []error{f.journal.Write(ctx), f.baskets.Write(ctx), f.orders.Write(ctx)}
	if f.accounts != nil {
		errs = append(errs, f.accounts.Write(ctx))
	}
	return errors.Join(errs...)
}
