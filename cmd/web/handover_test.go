package main

import (
	"context"
	"fmt"
	"testing"
	"time"

	"shopclerk/agent"
	"shopclerk/agent/control"
	"shopclerk/agent/journal"
	"shopclerk/catalog/sqlite"
	"shopclerk/cmd/internal/live"
)

func TestHandover(t *testing.T) {
	at := func(id string, version int) *journal.Conversation {
		c := &journal.Conversation{Version: version}
		c.ID = id
		return c
	}
	clock := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	shop := live.Fixed(nil, openedStore(t))
	h := &handover{now: func() time.Time { return clock }, shop: shop}
	of, release := shop.Pin()
	defer release()
	take := func(c *journal.Conversation, controls *control.Controls) *agent.Turn {
		t.Helper()
		turn, from, release := h.take(c, controls)
		if turn != nil {
			if from != of {
				t.Error("a turn came with another generation")
			}
			release()
		}
		return turn
	}
	controls := &control.Controls{}
	turn := &agent.Turn{}

	h.put(at("a", 1), of, controls, turn)
	if got := take(at("a", 2), controls); got != nil {
		t.Error("a turn was shown as that of another version")
	}
	if got := take(at("b", 1), controls); got != nil {
		t.Error("a turn was shown as that of another conversation")
	}
	if got := take(at("a", 1), controls); got != turn {
		t.Error("the turn was not handed over")
	}
	if got := take(at("a", 1), controls); got != nil {
		t.Error("the turn was handed over twice")
	}

	h.put(at("a", 1), of, controls, turn)
	if got := take(at("a", 1), &control.Controls{}); got != nil {
		t.Error("a turn outlived the controls it was made under")
	}

	h.put(at("a", 1), of, controls, turn)
	clock = clock.Add(handoverTime + time.Second)
	if got := take(at("a", 1), controls); got != nil {
		t.Error("a turn outlived its time")
	}

	for i := range 3 * handoverSize {
		h.put(at(fmt.Sprint(i), 1), of, controls, turn)
	}
	if len(h.waiting) != handoverSize {
		t.Errorf("%d turns wait", len(h.waiting))
	}
	if got := take(at(fmt.Sprint(3*handoverSize-1), 1), controls); got != turn {
		t.Error("the newest turn was forgotten before older ones")
	}

	// what waits keeps its catalogue open, and no longer than it waits
	release()
	closing, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := shop.Close(closing); err == nil {
		t.Error("the catalogue of turns that wait was closed")
	}
	h.close()
	if err := shop.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

// openedStore is the catalogue of the tests' shared shop.
func openedStore(t *testing.T) *sqlite.Store {
	t.Helper()
	s, err := openDemo()
	if err != nil {
		t.Fatal(err)
	}
	return s.shop.Catalogue
}
