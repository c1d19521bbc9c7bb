// Package handover passes a turn from the request that made it to the one that shows it.
//
// A form is answered by a redirect, so that the page can be reloaded; without the
// handover every turn would be searched for, and its conversation be decoded, twice. A
// turn is handed over once: what is looked at again is looked up again. With it goes the
// snapshot of the catalogue that it was made of, which is pinned meanwhile: a page that
// asks about one catalogue and lists another would be mixed.
package handover

import (
	"slices"
	"strconv"
	"sync"
	"time"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/agent/settings"
	"shopclerk/cmd/internal/live"
)

const (
	// waitTime is how long a turn waits for the page that shows it: the browser
	// Follows a redirect within a round trip.
	waitTime = 10 * time.Second
	// mostWaiting bounds the turns that wait, each of which holds its shelf.
	mostWaiting = 32
)

// Turns are the turns that wait for their pages. [New] makes them.
type Turns struct {
	now  func() time.Time
	shop *live.Shop

	mu      sync.Mutex
	waiting []handed    // oldest first
	forget  *time.Timer // nil: nothing waits for it
}

type handed struct {
	conversation *journal.Conversation // as the turn has made it: read, and changed by nobody
	settings     *settings.Settings    // in force when the turn was made
	until        time.Time
	turn         *agent.Turn
	of           *live.Snapshot
	release      func()
	followed     bool // the request that the redirect leads to has come
}

// New returns the turns of a shop, none of which waits yet.
func New(shop *live.Shop) *Turns { return &Turns{now: time.Now, shop: shop} }

// Put leaves the turn that made the conversation what it is, in a generation that the
// caller has pinned.
func (t *Turns) Put(c *journal.Conversation, of *live.Snapshot, in *settings.Settings, turn *agent.Turn) {
	now := t.now()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.drop(func(w handed) bool { return w.conversation.ID == c.ID || now.After(w.until) })
	for len(t.waiting) >= mostWaiting {
		t.waiting[0].release()
		t.waiting = slices.Delete(t.waiting, 0, 1)
	}
	t.waiting = append(t.waiting, handed{c, in, now.Add(waitTime), turn, of, t.shop.Reacquire(of), false})
	if t.forget == nil {
		t.forget = time.AfterFunc(waitTime, t.expire)
	}
}

// Take returns the turn left for the conversation as it is, with its generation, whose
// pin the caller has to release; nil when there is none: taken, forgotten, or made
// under other settings.
func (t *Turns) Take(c *journal.Conversation, in *settings.Settings) (turn *agent.Turn, of *live.Snapshot, release func()) {
	now := t.now()
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.IndexFunc(t.waiting, func(w handed) bool { return w.conversation.ID == c.ID && w.conversation.Version == c.Version })
	if i < 0 {
		return nil, nil, nil
	}
	w := t.waiting[i]
	t.waiting = slices.Delete(t.waiting, i, i+1)
	if w.settings != in || now.After(w.until) {
		w.release()
		return nil, nil, nil
	}
	return w.turn, w.of, w.release
}

// Follows tells whether a request is the first to come for the turn that is left for a
// Conversation at a version.
func (t *Turns) Follows(conversation, version string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.IndexFunc(t.waiting, func(w handed) bool {
		return w.conversation.ID == conversation && strconv.Itoa(w.conversation.Version) == version
	})
	if i < 0 || t.waiting[i].followed {
		return false
	}
	t.waiting[i].followed = true
	return true
}

// Conversation returns the conversation for which a turn is left, as that turn has made
// it, to be read; nil when there is none.
func (t *Turns) Conversation(id string) *journal.Conversation {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, w := range t.waiting {
		if w.conversation.ID == id {
			return w.conversation
		}
	}
	return nil
}

// drop forgets the turns that match.
func (t *Turns) drop(match func(handed) bool) {
	t.waiting = slices.DeleteFunc(t.waiting, func(w handed) bool {
		if match(w) {
			w.release()
			return true
		}
		return false
	})
}

// expire forgets what nobody came for, and comes again while something waits: else the
// last turn of a catalogue would keep it open until the next turn.
func (t *Turns) expire() {
	now := t.now()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.drop(func(w handed) bool { return now.After(w.until) })
	t.forget = nil
	if len(t.waiting) > 0 {
		t.forget = time.AfterFunc(waitTime, t.expire)
	}
}

// Close forgets all turns.
func (t *Turns) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.drop(func(handed) bool { return true })
	if t.forget != nil {
		t.forget.Stop()
		t.forget = nil
	}
}
