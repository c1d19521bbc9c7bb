package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"shopclerk/agent"
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
		r.err = errors.Join(r.turn(ctx, g), s.db.Probe(ctx))
		r.at = time.Now()
		if r.err != nil {
			slog.Error("the shop is not ready", "error", r.err)
		}
	}
	if r.err != nil {
		return c.String(http.StatusServiceUnavailable, "the shop can not answer, or can not write\n")
	}
	return c.String(http.StatusOK, fmt.Sprintf("ok%s\nsnapshot %s, imported %s, live since %s\n", r.lost, g.ID, g.Published.UTC().Format(time.RFC3339), g.Since.UTC().Format(time.RFC3339)))
}

// turn answers a turn that asks for one of the categories, each time the next one, so
// that damage to any of them is met. What it went without is told, and does not make the
// shop unready.
func (r *readiness) turn(ctx context.Context, g *live.Snapshot) error {
	categories := g.Store.Categories()
	if len(categories) == 0 {
		_, err := g.Store.Meta(ctx, "version")
		return err
	}
	r.tried++
	clerk := g.Clerk.With(func(c *agent.Config) { // a model that is away makes no shop unready
		local := *c.Engine
		local.Remote = nil
		c.Model, c.Engine = nil, &local
	})
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
