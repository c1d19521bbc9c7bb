package main

import (
	"context"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/labstack/echo/v4"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/agent/llm"
	"shopclerk/agent/settings"
	"shopclerk/catalog/sqlite"
	"shopclerk/cmd/internal/live"
	"shopclerk/search/index"
	"shopclerk/search/weaviate"
)

// catalogues open what is imported and patched, beginning with what first opens.
func (c *config) catalogues(client *llm.Client, first func(context.Context) (*index.Shop, error)) (*live.Source, error) {
	s := &live.Source{Data: c.Data, Pool: c.Pool, Model: client, First: first, Hire: func(ctx context.Context, shop *index.Shop) (*agent.Agent, error) {
		return hire(ctx, shop, client)
	}}
	if c.Search == "" {
		return s, nil
	}
	var err error
	s.Cluster, err = weaviate.New(c.Search)
	return s, err
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

// A form is answered by a redirect, so that the page can be reloaded. Without the last turns at
// hand, every turn would be searched for, and its conversation be decoded, twice. The snapshot
// that a turn was made of waits with it: a page that asks about one catalogue and lists another
// would be mixed.

const (
	// waitTime is how long a turn waits for its page: a browser follows a redirect within a
	// round trip.
	waitTime = 10 * time.Second
	// mostTurns bounds the turns that wait, each of which holds its shelf.
	mostTurns = 32
)

// lastTurn is a turn on its way from the request that made it to the page that shows it.
type lastTurn struct {
	conversation *journal.Conversation // as the turn has made it: read, and changed by nobody
	settings     *settings.Settings    // active when the turn was made
	turn         *agent.Turn
	of           *live.Snapshot
	release      func()
	done         atomic.Bool // somebody has taken the turn, and releases its snapshot, or nobody will
	followed     atomic.Bool // the request that the redirect leads to has come
}

// lastTurns holds the last turns by the ids of their conversations. A turn is taken once: what is
// looked at again is looked up again.
type lastTurns struct{ *lru.Cache[string, *lastTurn] }

func newLastTurns() lastTurns {
	cache, _ := lru.NewWithEvict(mostTurns, func(_ string, l *lastTurn) { // its only error is a size below 1
		if l.done.CompareAndSwap(false, true) {
			l.release()
		}
	})
	return lastTurns{cache}
}

// put leaves a turn for its page, for as long as a browser may take to come for it.
func (l lastTurns) put(last *lastTurn) {
	id, version := last.conversation.ID, last.conversation.Version
	l.Remove(id)
	l.Add(id, last)
	time.AfterFunc(waitTime, func() { // last would be held for as long
		if now, ok := l.Peek(id); ok && now.conversation.Version == version {
			l.Remove(id)
		}
	})
}

// take returns the turn that made the conversation what it is, whose snapshot the caller has to
// release; nil where there is none under these settings.
func (l lastTurns) take(c *journal.Conversation, in *settings.Settings) *lastTurn {
	last, ok := l.Peek(c.ID)
	if !ok || last.conversation.Version != c.Version || last.settings != in || !last.done.CompareAndSwap(false, true) {
		return nil
	}
	l.Remove(c.ID)
	return last
}

// follows reports whether a request is the first to come for the turn of a conversation at a
// version.
func (l lastTurns) follows(conversation, version string) bool {
	last, ok := l.Peek(conversation)
	return ok && strconv.Itoa(last.conversation.Version) == version && last.followed.CompareAndSwap(false, true)
}
