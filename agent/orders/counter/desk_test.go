package counter_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"shopclerk/agent/orders"
	"shopclerk/agent/orders/counter"
	"shopclerk/agent/orders/sqlite"
	"shopclerk/agent/tools"
	"shopclerk/words"
)

// desk is a store at which one person has things done, as a program would have them:
// declare, decide, run.
type desk struct {
	t      testing.TB
	store  *sqlite.Store
	person string
	words  *words.Language
	basket []orders.Line
	scene  tools.Scene
	rule   tools.Rule
}

func open(t testing.TB, w orders.World) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "orders.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	now := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	s.Now = func() time.Time { now = now.Add(time.Minute); return now }
	if err := s.Import(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	return s
}

func newDesk(t testing.TB, s *sqlite.Store, person string) *desk {
	t.Helper()
	rule, err := tools.NewRule("joint", nil)
	if err != nil {
		t.Fatal(err)
	}
	return &desk{t: t, store: s, person: person, words: words.English, rule: rule, scene: tools.Scene{Today: "2026-03-10"}}
}

// counter is the counter as things stand.
func (d *desk) counter() *counter.Counter {
	d.t.Helper()
	now, err := counter.Look(context.Background(), d.store, d.person)
	if err != nil {
		d.t.Fatal(err)
	}
	now.Basket = d.basket
	return counter.New(now, d.words, d.store)
}

// decide decides about a task as things stand.
func (d *desk) decide(task tools.Task) tools.Decision {
	d.t.Helper()
	kit, err := tools.New(d.counter().Tools()...)
	if err != nil {
		d.t.Fatal(err)
	}
	decision, err := kit.Decide(task, d.scene, d.rule)
	if err != nil {
		d.t.Fatal(err)
	}
	return decision
}

// carry has one complete call done, confirming it where that is asked for. It returns
// the last decision, and the result when it was carried out.
func (d *desk) carry(id string, call tools.Call) (tools.Decision, *counter.Done) {
	d.t.Helper()
	task := tools.Task{ID: id, Candidates: []tools.Proposal{{Call: call}}}
	decision := d.decide(task)
	if decision.Do == tools.Confirm {
		task = task.Confirm(*decision.Call)
		decision = d.decide(task)
	}
	if decision.Do != tools.Execute {
		return decision, nil
	}
	result, task, err := tools.Run(d.t.Context(), d.counter(), task, decision)
	if err != nil {
		d.t.Fatal(err)
	}
	if result == nil {
		return d.decide(task), nil
	}
	done := result.(counter.Done)
	return decision, &done
}
