package journal_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/agent/durable/durabletest"
	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
)

// walk collects what a span yields.
func walk(t testing.TB, j *journal.Journal, span journal.Span) ([]*journal.History, journal.Mark) {
	t.Helper()
	var out []*journal.History
	mark, err := j.Walk(context.Background(), span, func(h *journal.History) error {
		out = append(out, h)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out, mark
}

func TestWalk(t *testing.T) {
	j := fresh(t)
	j.Now = clock(noon)
	at := func(seconds int) time.Time { return noon.Add(time.Duration(seconds) * time.Second) }
	hers, empty := start(t, j, alice), start(t, j, bob)
	version := add(t, j, hers, 0, journal.Exchange(tent()), said("wrong"), said("wronger"))
	add(t, j, hers, version, journal.Undo(), journal.Undo(), said("green"))
	put := journal.Interaction{Session: bob, Conversation: hers, Version: 1, Act: journal.Basket, Product: "p9", Position: 1, Quantity: 3, At: noon}
	record(t, j, opened(alice, hers, "p10"), put, opened(alice, "", "p1"))
	if _, err := j.Redact(t.Context(), at(4)); err != nil {
		t.Fatal(err)
	}
	redacted := load(t, j, hers).Exchanges[0]
	exchange := func(text string) *memory.Exchange { return &memory.Exchange{Said: text} }
	want := []*journal.History{
		{ID: empty, Session: bob, Catalogue: "v1", Created: at(2), Updated: at(2)},
		{ID: hers, Session: alice, Catalogue: "v1", Created: at(1), Updated: at(4), Version: 6,
			Events: []journal.Recorded{
				{Version: 1, Kind: journal.Exchanged, At: at(3), Exchanges: 1, Redacted: true, Exchange: &redacted},
				{Version: 2, Kind: journal.Exchanged, At: at(3), Exchanges: 2, Redacted: true, Undone: true, Exchange: exchange(journal.Redacted)},
				{Version: 3, Kind: journal.Exchanged, At: at(3), Exchanges: 3, Redacted: true, Undone: true, Exchange: exchange(journal.Redacted)},
				{Version: 4, Kind: journal.Undone, At: at(4), Exchanges: 2},
				{Version: 5, Kind: journal.Undone, At: at(4), Exchanges: 1},
				{Version: 6, Kind: journal.Exchanged, At: at(4), Exchanges: 2, Exchange: exchange("green")},
			},
			Interactions: []journal.Interaction{opened(alice, hers, "p10"), put},
		},
	}
	got, mark := walk(t, j, journal.Span{})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if now, err := j.Mark(t.Context()); now != mark || err != nil {
		t.Errorf("the mark is %v, %v; walking returned %v", now, err, mark)
	}
	for _, h := range want {
		got, err := j.History(t.Context(), h.ID)
		if diff := cmp.Diff(h, got); diff != "" || err != nil {
			t.Errorf("one by one: %v (-want +got):\n%s", err, diff)
		}
	}
	for _, id := range []string{"", "no id", alice} {
		if _, err := j.History(t.Context(), id); !errors.Is(err, journal.ErrNotFound) {
			t.Errorf("the history of %q: %v", id, err)
		}
	}
	for name, test := range map[string]struct {
		span journal.Span
		want string // of each: its session's first letter
	}{
		"from between":            {journal.Span{From: at(3)}, "a"},
		"to between":              {journal.Span{To: at(3)}, "b"},
		"from is within":          {journal.Span{From: at(4)}, "a"},
		"to is not":               {journal.Span{To: at(4)}, "b"},
		"both":                    {journal.Span{From: at(2), To: at(5)}, "ba"},
		"later":                   {journal.Span{From: at(5)}, ""},
		"changed since now":       {journal.Span{Since: mark}, ""},
		"changed before and late": {journal.Span{Since: journal.Mark{Changes: 1}}, "ba"},
		"changed and in time":     {journal.Span{Since: journal.Mark{Changes: 1}, To: at(4)}, "b"},
	} {
		t.Run(name, func(t *testing.T) {
			histories, _ := walk(t, j, test.span)
			got := ""
			for _, h := range histories {
				got += h.Session[:1]
			}
			if got != test.want {
				t.Errorf("the conversations of %q, want %q", got, test.want)
			}
		})
	}
}

// A reader who keeps what was yielded, asks what has changed since, and drops what
// has gone knows at every moment what one knows who reads everything.
func TestWalkSince(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		j := open(t, durabletest.Place(t, "journal.db"))
		now := noon
		j.Now = func() time.Time { return now }
		known := map[string]*journal.History{}
		var seen journal.Mark
		var ids []string
		pick := func() string { return rapid.SampledFrom(ids).Draw(r, "conversation") }
		session := func() string { return rapid.SampledFrom([]string{alice, bob}).Draw(r, "session") }
		must := func(err error) {
			if err != nil && !errors.Is(err, journal.ErrNotFound) && !errors.Is(err, memory.ErrNoSuch) {
				r.Fatal(err)
			}
		}
		for range rapid.IntRange(1, 25).Draw(r, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(-1, 5).Draw(r, "seconds")) * time.Second)
			switch step := rapid.IntRange(0, 9).Draw(r, "step"); {
			case step == 0 || len(ids) == 0:
				ids = append(ids, start(t, j, session()))
			case step <= 4:
				c, err := j.Load(t.Context(), pick())
				must(err)
				if err == nil {
					event := said("a")
					if step == 4 {
						event = journal.Undo()
					}
					_, err = j.Append(t.Context(), c.ID, c.Version, event)
					must(err)
				}
			case step <= 6:
				must(j.Record(t.Context(), journal.Interaction{Session: session(), Conversation: pick(), Act: journal.Compared, Product: "p", At: now}))
			case step == 7:
				_, err := j.Redact(t.Context(), now)
				must(err)
			case step == 8:
				must(j.Delete(t.Context(), pick()))
			default:
				must(j.DeleteSession(t.Context(), session()))
			}
			if rapid.Bool().Draw(r, "look later") {
				continue
			}
			changed, mark := walk(t, j, journal.Span{Since: seen})
			for _, h := range changed {
				known[h.ID] = h
			}
			if mark.Deletions != seen.Deletions {
				exist, err := j.Existing(t.Context())
				must(err)
				for id := range known {
					if _, ok := exist[id]; !ok {
						delete(known, id)
					}
				}
			}
			seen = mark
			all, _ := walk(t, j, journal.Span{})
			want := map[string]*journal.History{}
			for _, h := range all {
				want[h.ID] = h
			}
			if diff := cmp.Diff(want, known); diff != "" {
				r.Fatalf("(-all +kept):\n%s", diff)
			}
			if !slices.IsSortedFunc(all, func(a, b *journal.History) int { return a.Updated.Compare(b.Updated) }) {
				r.Fatal("not by age")
			}
		}
	})
}

// What has not been undone in a history is the conversation.
func TestWalkStands(t *testing.T) {
	j := fresh(t)
	rapid.Check(t, func(r *rapid.T) {
		id := start(t, j, alice)
		n := 0
		for version := range rapid.IntRange(0, 12).Draw(r, "events") {
			event := said(fmt.Sprint(version))
			if n > 0 && rapid.Bool().Draw(r, "undo") {
				event = journal.Undo()
				n -= 2
			}
			n++
			add(t, j, id, version, event)
		}
		histories, _ := walk(t, j, journal.Span{})
		h := histories[slices.IndexFunc(histories, func(h *journal.History) bool { return h.ID == id })]
		var got []string
		for _, e := range h.Events {
			if e.Kind == journal.Exchanged && !e.Undone {
				got = append(got, e.Exchange.Said)
			}
		}
		if want := words(&load(t, j, id).Conversation); strings.Join(got, " ") != want {
			r.Errorf("what stands says %q, the conversation %q", got, want)
		}
	})
}

// Damage to one conversation is named, and the others are read.
func TestWalkDamaged(t *testing.T) {
	for name, statement := range map[string]string{
		"an event missing":    `DELETE FROM event WHERE version = 1`,
		"the last missing":    `DELETE FROM event WHERE version = 2`,
		"all events missing":  `DELETE FROM event`,
		"not JSON":            `INSERT INTO event (conversation, version, kind, at, exchanges, payload) SELECT id, 3, 'exchange', 0, 3, '{' FROM conversation`,
		"an undo of nothing":  `INSERT INTO event (conversation, version, kind, at, exchanges, payload) SELECT id, 2 + n, 'undo', 0, 0, '{}' FROM conversation, (SELECT 1 AS n UNION SELECT 2 UNION SELECT 3) AS undone`,
		"an event of no kind": `INSERT INTO event (conversation, version, kind, at, exchanges, payload) SELECT id, 3, 'sung', 0, 2, '{}' FROM conversation`,
	} {
		t.Run(name, func(t *testing.T) {
			path, id := written(t)
			raw(t, path, statement)
			j := open(t, path)
			other := start(t, j, bob)
			add(t, j, other, 0, said("fine"))
			var got []string
			mark, err := j.Walk(t.Context(), journal.Span{}, func(h *journal.History) error {
				got = append(got, h.ID)
				return nil
			})
			if !errors.Is(err, journal.ErrUnusable) || strings.Count(err.Error(), id) != 1 || !slices.Equal(got, []string{other}) {
				t.Errorf("yielded %q, %v", got, err)
			}
			if now, err := j.Mark(t.Context()); mark != now || err != nil {
				t.Errorf("the mark is %v, %v; walking returned %v", now, err, mark)
			}
			if _, err := j.History(t.Context(), id); !errors.Is(err, journal.ErrUnusable) {
				t.Errorf("by itself: %v", err)
			}
		})
	}
}

func TestWalkEnds(t *testing.T) {
	j := fresh(t)
	for range 3 {
		add(t, j, start(t, j, alice), 0, said("a"))
	}
	enough := errors.New("enough")
	seen := 0
	if _, err := j.Walk(t.Context(), journal.Span{}, func(*journal.History) error { seen++; return enough }); !errors.Is(err, enough) || seen != 1 {
		t.Errorf("after %d: %v", seen, err)
	}
	// writers go on while somebody reads, and the reader does not see it
	mark, err := j.Walk(t.Context(), journal.Span{}, func(h *journal.History) error {
		add(t, j, h.ID, 1, said("b"))
		add(t, j, start(t, j, alice), 0, said("new"))
		if h.Version != 1 {
			t.Errorf("version %d", h.Version)
		}
		seen++
		return nil
	})
	if now, _ := j.Mark(t.Context()); err != nil || seen != 4 || now.Changes <= mark.Changes {
		t.Errorf("saw %d, %v; the mark %v is now %v", seen, err, mark, now)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := j.Walk(ctx, journal.Span{}, func(*journal.History) error { cancel(); return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// What is ordered counts for the list from which the product came into the basket, once
// however often the order is told of, and for none where it came from no list.
func TestRecordOrdered(t *testing.T) {
	j := fresh(t)
	j.Now = clock(noon)
	first, second := start(t, j, alice), start(t, j, alice)
	add(t, j, first, 0, said("lamp"), said("red"))
	add(t, j, second, 0, said("lamp"))
	put := func(conversation string, version, position int) journal.Interaction {
		return journal.Interaction{Session: alice, Conversation: conversation, Version: version, Act: journal.Basket, Product: "p1", Position: position, Quantity: 1, At: noon}
	}
	ordered := journal.Interaction{Session: alice, Act: journal.Ordered, Product: "p1", Quantity: 2, Price: 950, At: noon.Add(time.Hour)}
	other := ordered
	other.Product = "p2"
	record(t, j, put(second, 1, 4), put(first, 2, 3), put("", 0, 0), ordered, other)
	record(t, j, ordered, other)
	want := ordered
	want.Conversation, want.Version, want.Position = first, 2, 3
	all := export(t, j, alice).Interactions
	if got := all[len(all)-2:]; len(all) != 5 || !cmp.Equal(got, []journal.Interaction{want, other}) {
		t.Errorf("recorded %+v, want at last %+v and %+v", all, want, other)
	}
	_, before := walk(t, j, journal.Span{})
	if err := j.Cancel(t.Context(), alice, ordered.At); err != nil {
		t.Fatal(err)
	}
	if left := export(t, j, alice).Interactions; len(left) != 3 {
		t.Errorf("once it is cancelled there are %+v", left)
	}
	changed, _ := walk(t, j, journal.Span{Since: before})
	if len(changed) != 1 || changed[0].ID != first {
		t.Errorf("changed are %+v, want the conversation that led to the order", changed)
	}
}
