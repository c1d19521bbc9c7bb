package handover

import (
	"context"
	"fmt"
	"testing"
	"time"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/agent/settings"
	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	"shopclerk/cmd/internal/live"
	"shopclerk/search"
)

// nothing is a catalogue without products.
type nothing struct{ search.Store }

func (nothing) Categories() []catalog.Category { return nil }

func TestTurns(t *testing.T) {
	at := func(id string, version int) *journal.Conversation {
		c := &journal.Conversation{Version: version}
		c.ID = id
		return c
	}
	clock := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	shop, err := live.New(t.Context(), func(context.Context, *live.Snapshot) (*live.Snapshot, error) {
		clerk := agent.New(agent.Config{Engine: search.NewEngine(nothing{}, nil, nil)})
		return &live.Snapshot{Clerk: clerk, Store: &sqlite.Store{}, Close: func() error { return nil }}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	turns := New(shop)
	turns.now = func() time.Time { return clock }
	of, release := shop.Acquire()
	defer release()
	take := func(c *journal.Conversation, inForce *settings.Settings) *agent.Turn {
		t.Helper()
		turn, from, release := turns.Take(c, inForce)
		if turn != nil {
			if from != of {
				t.Error("a turn came with another generation")
			}
			release()
		}
		return turn
	}
	inForce := &settings.Settings{}
	turn := &agent.Turn{}

	turns.Put(at("a", 1), of, inForce, turn)
	if got := take(at("a", 2), inForce); got != nil {
		t.Error("a turn was shown as that of another version")
	}
	if got := take(at("b", 1), inForce); got != nil {
		t.Error("a turn was shown as that of another conversation")
	}
	if c := turns.Conversation("a"); c == nil || c.Version != 1 || turns.Conversation("b") != nil {
		t.Errorf("the conversation that a turn was left for is %v", c)
	}
	if got := take(at("a", 1), inForce); got != turn {
		t.Error("the turn was not handed over")
	}
	if c := turns.Conversation("a"); c != nil {
		t.Error("a conversation outlived its turn")
	}
	if got := take(at("a", 1), inForce); got != nil {
		t.Error("the turn was handed over twice")
	}

	turns.Put(at("a", 1), of, inForce, turn)
	if got := take(at("a", 1), &settings.Settings{}); got != nil {
		t.Error("a turn outlived the settings it was made under")
	}

	turns.Put(at("a", 1), of, inForce, turn)
	clock = clock.Add(waitTime + time.Second)
	if got := take(at("a", 1), inForce); got != nil {
		t.Error("a turn outlived its time")
	}

	for i := range 3 * mostWaiting {
		turns.Put(at(fmt.Sprint(i), 1), of, inForce, turn)
	}
	if len(turns.waiting) != mostWaiting {
		t.Errorf("%d turns wait", len(turns.waiting))
	}
	if got := take(at(fmt.Sprint(3*mostWaiting-1), 1), inForce); got != turn {
		t.Error("the newest turn was forgotten before older ones")
	}

	// what waits keeps its catalogue open, and no longer than it waits
	release()
	closing, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := shop.Close(closing); err == nil {
		t.Error("the catalogue of turns that wait was closed")
	}
	turns.Close()
	if err := shop.Close(t.Context()); err != nil {
		t.Error(err)
	}
}
