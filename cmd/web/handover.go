package main

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"time"

	"shopclerk/agent"
	"shopclerk/agent/desk/control"
	"shopclerk/agent/journal"
	"shopclerk/cmd/internal/live"
)

const (
	// handoverTime is how long a turn waits for the page that shows it: the browser
	// follows a redirect within a round trip.
	handoverTime = 10 * time.Second
	// handoverSize bounds the turns that wait, each of which holds its shelf.
	handoverSize = 32
)

// handover passes a turn from the request that made it to the one that shows it.
// A form is answered by a redirect, so that the page can be reloaded; without the
// handover every turn would be searched for, and its conversation be decoded, twice. A turn is handed over once: what
// is looked at again is looked up again. With it goes the generation of the catalogue
// that it was made of, which is pinned meanwhile: a page that asks about one catalogue
// and lists another would be mixed.
type handover struct {
	now  func() time.Time
	shop *live.Shop

	mu      sync.Mutex
	waiting []handed    // oldest first
	forget  *time.Timer // nil: nothing waits for it
}

type handed struct {
	conversation *journal.Conversation // as the turn has made it: read, and changed by nobody
	controls     *control.Controls     // in force when the turn was made
	until        time.Time
	turn         *agent.Turn
	of           *live.Generation
	release      func()
	followed     bool // the request that the redirect leads to has come
}

// put leaves the turn that made the conversation what it is, in a generation that the
// caller has pinned.
func (h *handover) put(c *journal.Conversation, of *live.Generation, controls *control.Controls, turn *agent.Turn) {
	now := h.now()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.drop(func(w handed) bool { return w.conversation.ID == c.ID || now.After(w.until) })
	for len(h.waiting) >= handoverSize {
		h.waiting[0].release()
		h.waiting = slices.Delete(h.waiting, 0, 1)
	}
	h.waiting = append(h.waiting, handed{c, controls, now.Add(handoverTime), turn, of, h.shop.Again(of), false})
	if h.forget == nil {
		h.forget = time.AfterFunc(handoverTime, h.expire)
	}
}

// take returns the turn left for the conversation as it is, with its generation, whose
// pin the caller has to release; nil when there is none: taken, forgotten, or made
// under other controls.
func (h *handover) take(c *journal.Conversation, controls *control.Controls) (turn *agent.Turn, of *live.Generation, release func()) {
	now := h.now()
	h.mu.Lock()
	defer h.mu.Unlock()
	i := slices.IndexFunc(h.waiting, func(w handed) bool { return w.conversation.ID == c.ID && w.conversation.Version == c.Version })
	if i < 0 {
		return nil, nil, nil
	}
	w := h.waiting[i]
	h.waiting = slices.Delete(h.waiting, i, i+1)
	if w.controls != controls || now.After(w.until) {
		w.release()
		return nil, nil, nil
	}
	return w.turn, w.of, w.release
}

// follows tells whether a request is the first to come for the turn that is left for a
// conversation at a version.
func (h *handover) follows(conversation, version string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	i := slices.IndexFunc(h.waiting, func(w handed) bool {
		return w.conversation.ID == conversation && strconv.Itoa(w.conversation.Version) == version
	})
	if i < 0 || h.waiting[i].followed {
		return false
	}
	h.waiting[i].followed = true
	return true
}

// conversation returns the conversation for which a turn is left, as that turn has made
// it, to be read; nil when there is none.
func (h *handover) conversation(id string) *journal.Conversation {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, w := range h.waiting {
		if w.conversation.ID == id {
			return w.conversation
		}
	}
	return nil
}

// drop forgets the turns that match.
func (h *handover) drop(match func(handed) bool) {
	h.waiting = slices.DeleteFunc(h.waiting, func(w handed) bool {
		if match(w) {
			w.release()
			return true
		}
		return false
	})
}

// expire forgets what nobody came for, and comes again while something waits: else the
// last turn of a catalogue would keep it open until the next turn.
func (h *handover) expire() {
	now := h.now()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.drop(func(w handed) bool { return now.After(w.until) })
	h.forget = nil
	if len(h.waiting) > 0 {
		h.forget = time.AfterFunc(handoverTime, h.expire)
	}
}

// close forgets all turns.
func (h *handover) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.drop(func(handed) bool { return true })
	if h.forget != nil {
		h.forget.Stop()
		h.forget = nil
	}
}

// read returns a conversation to be shown. What the turn before it has left is what the
// journal has, while that is at the same version: an event is written only when it reads
// back as it was.
func (s *server) read(ctx context.Context, id string) (*journal.Conversation, error) {
	if left := s.handover.conversation(id); left != nil {
		if version, err := s.journal.Version(ctx, id); err != nil || version == left.Version {
			return left, err
		}
	}
	return s.journal.Load(ctx, id)
}
