package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/catalog/demo"
	"shopclerk/search/index"
)

// fewer than a real month, and enough that everything happens.
var short = month{
	seed: 7, conversations: 60, from: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC), until: time.Date(2026, 3, 15, 12, 0, 0, 0, time.UTC),
	progress: func(string, int, int) {},
}

// small makes a small demonstration shop.
func small(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if _, err := index.Build(t.Context(), dir, index.FromSeq(demo.Records(1, 20)), index.Options{Seed: 1}); err != nil {
		t.Fatal(err)
	}
	return dir
}

// pass simulates the short month in a shop.
func pass(t *testing.T, dir string) traded {
	t.Helper()
	out, err := short.fill(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// all reads the whole journal of a shop.
func all(t *testing.T, dir string) (out []journal.History, controls []journal.Control) {
	t.Helper()
	book, err := journal.Open(t.Context(), filepath.Join(dir, journalFile))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := book.Close(); err != nil {
			t.Error(err)
		}
	}()
	if _, err := book.Walk(t.Context(), journal.Span{}, func(h *journal.History) error {
		out = append(out, *h)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if controls, err = book.Controls(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	return out, controls
}

// What is told of a month is what its journal holds, and the same seed gives the same
// journal.
func TestMonth(t *testing.T) {
	dir := small(t)
	told := pass(t, dir)
	histories, controls := all(t, dir)

	found := traded{conversations: len(histories)}
	sessions, arms := map[string]bool{}, map[string]int{}
	acts, endings := map[journal.Act]int{}, map[memory.Ending]int{}
	for _, h := range histories {
		sessions[h.Session] = true
		var talk memory.Conversation
		last := h.Created
		for _, e := range h.Events {
			if e.At.Before(last) || e.At.Before(short.from) || !e.At.Before(short.until) {
				t.Errorf("conversation %s: event %d is at %v, after %v", h.ID, e.Version, e.At, last)
			}
			last = e.At
			found.turns++
			if e.Kind == journal.Exchanged {
				talk.Exchanges = append(talk.Exchanges, *e.Exchange)
				arms[e.Exchange.Experiment.Arm]++
				for _, errand := range e.Exchange.Errands {
					endings[errand.Ending]++
				}
			} else if err := talk.Undo(); err != nil {
				t.Errorf("conversation %s: %v", h.ID, err)
			}
		}
		for _, i := range h.Interactions {
			acts[i.Act]++
			if i.Session != h.Session || i.At.Before(h.Created) {
				t.Errorf("conversation %s of session %s: %+v", h.ID, h.Session, i)
			}
			if i.Position > 0 {
				if shown := h.Events[i.Version-1]; shown.Kind == journal.Exchanged && shown.Exchange.Shown[i.Position-1] != i.Product {
					t.Errorf("conversation %s, version %d: product %s does not stand at position %d", h.ID, i.Version, i.Product, i.Position)
				}
			}
		}
	}
	found.sessions, found.opened, found.bought = len(sessions), acts[journal.Opened], acts[journal.Basket]
	if told != found {
		t.Errorf("told %+v, found %+v", told, found)
	}
	if len(controls) != 1 || arms["together"] == 0 || arms["commonest"] == 0 || arms[""] == 0 {
		t.Errorf("exchanges by arm %v under %d controls, want both arms, some before the experiment, and one control", arms, len(controls))
	}
	if endings[memory.Done] == 0 {
		t.Errorf("errands ended %v: nothing was done", endings)
	}
	if acts[journal.Opened] == 0 || found.turns < 2*found.conversations {
		t.Errorf("%d turns, acts %v: nobody does anything", found.turns, acts)
	}

	if err := unused(t.Context(), dir); !errors.Is(err, errTraded) {
		t.Errorf("a shop with orders: %v, want %v", err, errTraded)
	}
	for _, name := range []string{journalFile, ordersFile, basketFile} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	pass(t, dir)
	again, set := all(t, dir)
	if diff := cmp.Diff([]any{histories, controls}, []any{again, set}); diff != "" {
		t.Errorf("two journals of one seed differ (-first +second):\n%s", diff)
	}
}

func TestMonthLeavesSettingsAlone(t *testing.T) {
	dir := t.TempDir()
	book, err := journal.Open(t.Context(), filepath.Join(dir, journalFile))
	if err != nil {
		t.Fatal(err)
	}
	_, err = book.AppendControls(t.Context(), 0, journal.Control{Who: "desk", Kind: "set", Payload: json.RawMessage(`{}`)})
	if err = errors.Join(err, book.Close()); err != nil {
		t.Fatal(err)
	}
	if err := unused(t.Context(), dir); !errors.Is(err, errTraded) {
		t.Errorf("a journal with a setting: %v, want %v", err, errTraded)
	}
}

func TestMonthLeavesUsedJournalsAlone(t *testing.T) {
	dir := t.TempDir()
	book, err := journal.Open(t.Context(), filepath.Join(dir, journalFile))
	if err != nil {
		t.Fatal(err)
	}
	session, err := journal.NewID(book.Rand)
	if err != nil {
		t.Fatal(err)
	}
	use := func() error { return unused(t.Context(), dir) }
	if err := use(); err != nil {
		t.Errorf("an empty journal: %v", err)
	}
	id, err := book.Start(t.Context(), session, "v1")
	if err == nil {
		_, err = book.Append(t.Context(), id, 0, journal.Exchange(memory.Exchange{Said: "a real shopper"}))
	}
	if err = errors.Join(err, book.Close()); err != nil {
		t.Fatal(err)
	}
	if err := use(); !errors.Is(err, errTraded) {
		t.Errorf("a journal with a conversation: %v, want %v", err, errTraded)
	}
	if _, err := short.fill(context.Background(), dir); !errors.Is(err, errTraded) {
		t.Errorf("filling it: %v, want %v", err, errTraded)
	}
}
