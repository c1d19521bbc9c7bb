package main

import (
	"fmt"
	"testing"
	"time"

	"shopclerk/agent"
	"shopclerk/agent/control"
	"shopclerk/agent/journal"
)

func TestHandover(t *testing.T) {
	at := func(id string, version int) *journal.Conversation {
		c := &journal.Conversation{Version: version}
		c.ID = id
		return c
	}
	clock := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	h := &handover{now: func() time.Time { return clock }}
	controls := &control.Controls{}
	turn := &agent.Turn{}

	h.put(at("a", 1), controls, turn)
	if got := h.take(at("a", 2), controls); got != nil {
		t.Error("a turn was shown as that of another version")
	}
	if got := h.take(at("b", 1), controls); got != nil {
		t.Error("a turn was shown as that of another conversation")
	}
	if got := h.take(at("a", 1), controls); got != turn {
		t.Error("the turn was not handed over")
	}
	if got := h.take(at("a", 1), controls); got != nil {
		t.Error("the turn was handed over twice")
	}

	h.put(at("a", 1), controls, turn)
	if got := h.take(at("a", 1), &control.Controls{}); got != nil {
		t.Error("a turn outlived the controls it was made under")
	}

	h.put(at("a", 1), controls, turn)
	clock = clock.Add(handoverTime + time.Second)
	if got := h.take(at("a", 1), controls); got != nil {
		t.Error("a turn outlived its time")
	}

	for i := range 3 * handoverSize {
		h.put(at(fmt.Sprint(i), 1), controls, turn)
	}
	if len(h.waiting) != handoverSize {
		t.Errorf("%d turns wait", len(h.waiting))
	}
	if got := h.take(at(fmt.Sprint(3*handoverSize-1), 1), controls); got != turn {
		t.Error("the newest turn was forgotten before older ones")
	}
}
