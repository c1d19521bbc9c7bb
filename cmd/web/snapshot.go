package main

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"shopclerk/agent"
	"shopclerk/agent/llm"
	"shopclerk/catalog/sqlite"
	"shopclerk/cmd/internal/live"
	"shopclerk/search/index"
)

// catalogues open what is imported and patched, beginning with what first opens.
func (c *config) catalogues(client *llm.Client, first func(context.Context) (*index.Shop, error)) *live.Source {
	return &live.Source{
		Data: c.Data, Cluster: c.cluster, Pool: c.Pool, Model: client, First: first,
		Hire: func(ctx context.Context, shop *index.Shop) (*agent.Agent, error) { return hire(ctx, *c, shop) },
	}
}

// acquire gives every request one snapshot of the catalogue, from its beginning to its
// end, and says which: who compares two answers can tell whether they are of one.
func (s *server) acquire(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx, release, err := s.live.Enter(c.Request().Context())
		if err != nil {
			return c.String(http.StatusServiceUnavailable, "the shop is closed\n")
		}
		// what is answered may be of another snapshot in the end: see [server.of]
		r := &released{release}
		defer func() { r.release() }()
		c.Set(releasedKey, r)
		c.SetRequest(c.Request().WithContext(ctx))
		c.Response().Header().Set(snapshotHeader, live.From(ctx).ID)
		return next(c)
	}
}

const (
	// snapshotHeader tells which snapshot of the catalogue an answer is made of.
	snapshotHeader = "X-Catalogue"
	releasedKey    = "snapshot"
)

// released is what a request releases at its end.
type released struct{ release func() }

// of goes on with the request in another snapshot, whose release it takes over.
func (s *server) of(c echo.Context, g *live.Snapshot, release func()) {
	r, ok := c.Get(releasedKey).(*released)
	if !ok {
		release()
		return
	}
	r.release()
	r.release = release
	c.SetRequest(c.Request().WithContext(live.With(c.Request().Context(), g)))
	c.Response().Header().Set(snapshotHeader, g.ID)
}

// clerk is the clerk of the request's snapshot.
func (s *server) clerk(c echo.Context) *agent.Agent { return live.From(c.Request().Context()).Clerk }

// store is the catalogue of the request's snapshot.
func (s *server) store(c echo.Context) *sqlite.Store { return live.From(c.Request().Context()).Store }
