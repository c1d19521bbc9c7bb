package main

import (
	"slices"
	"sync"
	"time"

	"shopclerk/agent"
	"shopclerk/agent/control"
	"shopclerk/agent/journal"
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
// handover every turn would be searched for twice. A turn is handed over once: what
// is looked at again is looked up again.
type handover struct {
	now func() time.Time

	mu      sync.Mutex
	waiting []handed // oldest first
}

type handed struct {
	conversation string
	version      int
	controls     *control.Controls // in force when the turn was made
	until        time.Time
	turn         *agent.Turn
}

// put leaves the turn that made the conversation what it is.
func (h *handover) put(c *journal.Conversation, controls *control.Controls, turn *agent.Turn) {
	now := h.now()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.waiting = slices.DeleteFunc(h.waiting, func(w handed) bool { return w.conversation == c.ID || now.After(w.until) })
	if len(h.waiting) >= handoverSize {
		h.waiting = slices.Delete(h.waiting, 0, len(h.waiting)-handoverSize+1)
	}
	h.waiting = append(h.waiting, handed{c.ID, c.Version, controls, now.Add(handoverTime), turn})
}

// take returns the turn left for the conversation as it is, nil when there is none:
// taken, forgotten, or made under other controls.
func (h *handover) take(c *journal.Conversation, controls *control.Controls) *agent.Turn {
	now := h.now()
	h.mu.Lock()
	defer h.mu.Unlock()
	i := slices.IndexFunc(h.waiting, func(w handed) bool { return w.conversation == c.ID && w.version == c.Version })
	if i < 0 {
		return nil
	}
	w := h.waiting[i]
	h.waiting = slices.Delete(h.waiting, i, i+1)
	if w.controls != controls || now.After(w.until) {
		return nil
	}
	return w.turn
}
