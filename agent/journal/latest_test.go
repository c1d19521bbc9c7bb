package journal_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/agent/store"
	"shopclerk/agent/store/storetest"
	"shopclerk/search"
)

// latest collects what Latest yields, ids and errors apart.
func latest(ctx context.Context, j *journal.Journal, events int) (conversations []memory.Conversation, errs []error) {
	for c, err := range j.Latest(ctx, events) {
		if err != nil {
			errs = append(errs, err)
			continue
		}
		conversations = append(conversations, *c)
	}
	return conversations, errs
}

func TestLatest(t *testing.T) {
	j := fresh(t)
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	j.Now = func() time.Time { return now }
	begin := func(session string, events ...journal.Event) string {
		now = now.Add(time.Minute)
		id := start(t, j, session)
		add(t, j, id, 0, events...)
		return id
	}
	oldest := begin(alice, said("a"), said("b"))
	older := begin(bob, said("c"))
	begin(alice, said("gone"), journal.Undo())
	gone := begin(alice, said("d"))
	begin(bob)
	// the same minute: by id, descending
	one, two := begin(alice, said("e")), ""
	now = now.Add(-time.Minute)
	two = begin(bob, said("f"), said("no"), journal.Undo())
	if two > one {
		one, two = two, one
	}
	last := begin(bob, said("g"))
	now = now.Add(time.Minute)
	add(t, j, older, 1, said("on")) // the latest of all now
	if err := j.Delete(t.Context(), gone); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		events int
		want   []string
	}{
		{100, []string{older, last, one, two, oldest}},
		{11, []string{older, last, one, two, oldest}},
		{10, []string{older, last, one, two}}, // of the oldest's two events one is too many
		{3, []string{older, last}},
		{1, nil},
		{0, nil},
		{-1, nil},
	}
	for _, test := range tests {
		got, errs := latest(t.Context(), j, test.events)
		var ids []string
		for _, c := range got {
			ids = append(ids, c.ID)
		}
		if diff := cmp.Diff(test.want, ids); diff != "" || errs != nil {
			t.Errorf("%d events: %v (-want +got):\n%s", test.events, errs, diff)
		}
	}
	for c := range j.Latest(t.Context(), 100) {
		if c.ID != older || words(c) != "c on" {
			t.Errorf("first %s: %q", c.ID, words(c))
		}
		break // what a reader holds is let go: Close waits for it
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, errs := latest(ctx, j, 100); got != nil || len(errs) != 1 || !errors.Is(errs[0], context.Canceled) {
		t.Errorf("after a cancel: %v, %v", got, errs)
	}
}

// Latest yields what Load does, but for what it leaves out.
func TestLatestEqualsLoad(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		db, err := store.Open(t.Context(), storetest.Place(t))
		if err != nil {
			r.Fatal(err)
		}
		defer db.Close()
		j := journal.New(db)
		total := 0
		want := map[string]memory.Conversation{}
		for range rapid.IntRange(0, 3).Draw(r, "conversations") {
			id := start(t, j, alice)
			var events []journal.Event
			left := 0
			for range rapid.IntRange(0, 4).Draw(r, "events") {
				if left > 0 && rapid.Bool().Draw(r, "undo") {
					events = append(events, journal.Undo())
					left--
				} else {
					events = append(events, journal.Exchange(exchange.Draw(r, "exchange")))
					left++
				}
			}
			add(t, j, id, 0, events...)
			total += len(events)
			c := load(t, j, id).Conversation
			for i, e := range c.Exchanges {
				c.Exchanges[i] = memory.Exchange{Said: e.Said, Changes: e.Changes}
				for _, q := range e.Questions {
					c.Exchanges[i].Questions = append(c.Exchanges[i].Questions, memory.Posed{Answer: search.Answer{Key: q.Answer.Key, Labels: q.Answer.Labels}})
				}
			}
			if left > 0 {
				want[id] = c
			}
		}
		list, errs := latest(t.Context(), j, total)
		if errs != nil {
			r.Fatal(errs)
		}
		got := map[string]memory.Conversation{}
		for _, c := range list {
			got[c.ID] = c
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			r.Fatalf("(-loaded +latest):\n%s", diff)
		}
	})
}

// A damaged conversation is named, and the others come all the same.
func TestLatestDamaged(t *testing.T) {
	tests := map[string]string{
		"an event missing":  `DELETE FROM event WHERE version = 1`,
		"not an exchange":   `INSERT INTO event (conversation, version, kind, at, exchanges, payload) SELECT id, 3, 'exchange', 0, 3, '[]' FROM conversation`,
		"an unknown kind":   `INSERT INTO event (conversation, version, kind, at, exchanges, payload) SELECT id, 3, 'sung', 0, 2, '{}' FROM conversation`,
		"an undo too early": `INSERT INTO event (conversation, version, kind, at, exchanges, payload) SELECT id, 2 + n, 'undo', 0, 0, '{}' FROM conversation, (SELECT 1 AS n UNION SELECT 2 UNION SELECT 3) AS undone`,
	}
	for name, statement := range tests {
		t.Run(name, func(t *testing.T) {
			path, id := written(t)
			raw(t, path, statement)
			j := open(t, path)
			j.Now = func() time.Time { return time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC) } // it comes after the damaged one
			other := start(t, j, alice)
			add(t, j, other, 0, said("fine"))
			got, errs := latest(t.Context(), j, 100)
			if len(errs) != 1 || !errors.Is(errs[0], store.ErrUnusable) || !strings.Contains(errs[0].Error(), id) {
				t.Errorf("errors %v", errs)
			}
			if len(got) != 1 || got[0].ID != other || !slices.Equal(strings.Fields(words(&got[0])), []string{"fine"}) {
				t.Errorf("conversations %+v", got)
			}
		})
	}
}

// BenchmarkLatest reads ten thousand events, four a conversation, of a journal that
// has twice as many.
func BenchmarkLatest(b *testing.B) {
	j := fresh(b)
	const events = 10_000
	for range 2 * events / 4 {
		e := journal.Exchange(turn())
		add(b, j, start(b, j, alice), 0, e, e, e, e)
	}
	for b.Loop() {
		n := 0
		for c, err := range j.Latest(b.Context(), events) {
			if err != nil {
				b.Fatal(err)
			}
			n += len(c.Exchanges)
		}
		if n != events {
			b.Fatal(n)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/events, "ns/event")
}
