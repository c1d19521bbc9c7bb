package main

import (
	"strconv"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/agent/settings"
	"shopclerk/cmd/internal/live"
)

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
	cache, err := lru.NewWithEvict(mostTurns, func(_ string, l *lastTurn) {
		if l.done.CompareAndSwap(false, true) {
			l.release()
		}
	})
	if err != nil {
		panic(err) // the size is positive
	}
	return lastTurns{cache}
}

// put leaves a turn for its page, for as long as a browser may take to come for it.
func (l lastTurns) put(last *lastTurn) {
	id := last.conversation.ID
	l.Remove(id)
	l.Add(id, last)
	time.AfterFunc(waitTime, func() {
		if now, ok := l.Peek(id); ok && now == last {
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
