package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
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
	mu  sync.Mutex
	at  time.Time
	err error
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
		r.err = errors.Join(answers(ctx, g), s.db.Probe(ctx))
		r.at = time.Now()
		if r.err != nil {
			slog.Error("the shop is not ready", "error", r.err)
		}
	}
	if r.err != nil {
		return c.String(http.StatusServiceUnavailable, "the shop can not answer, or can not write\n")
	}
	return c.String(http.StatusOK, fmt.Sprintf("ok\nsnapshot %s, imported %s, live since %s\n", g.ID, g.Published.UTC().Format(time.RFC3339), g.Since.UTC().Format(time.RFC3339)))
}

// answers takes a turn that asks for one of the categories, another one each second, so that
// damage to any of them is met. A model that is away makes no shop unready.
func answers(ctx context.Context, g *live.Snapshot) error {
	categories := g.Store.Categories()
	if len(categories) == 0 {
		_, err := g.Store.Meta(ctx, "version")
		return err
	}
	clerk := g.Clerk.With(func(c *agent.Config) {
		local := *c.Engine
		local.Remote = nil
		c.Model, c.Engine = nil, &local
	})
	_, err := clerk.Reply(ctx, &memory.Conversation{}, agent.Input{Message: categories[time.Now().Unix()%int64(len(categories))].Name})
	return err
}
