package journal_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/clarify"
	"shopclerk/agent/dialog"
	"shopclerk/agent/journal"
	"shopclerk/agent/store/storetest"
	"shopclerk/search"
)

// Many writers, in two processes' worth of connections, append to few conversations;
// each tries again when another was first. Every acknowledged event is there, once,
// and readers only ever see a conversation grow.
func TestConcurrentWriters(t *testing.T) {
	const writers, each, conversations = 8, 12, 3
	path := storetest.Place(t)
	journals := []*journal.Journal{open(t, path), open(t, path)}
	var ids [conversations]string
	for i := range ids {
		ids[i] = start(t, journals[0], alice)
	}
	var wg, reading sync.WaitGroup
	done := make(chan struct{})
	for _, id := range ids {
		reading.Go(func() {
			for seen := 0; ; {
				c, err := journals[1].Load(t.Context(), id)
				if err != nil {
					t.Error(err)
					return
				}
				if c.Version < seen || c.Version != len(c.Exchanges) {
					t.Errorf("version %d after %d with %d exchanges", c.Version, seen, len(c.Exchanges))
					return
				}
				seen = c.Version
				select {
				case <-done:
					return
				default:
				}
			}
		})
	}
	for w := range writers {
		wg.Go(func() {
			j, id := journals[w%2], ids[w%conversations]
			for i := range each {
				if err := insist(t, j, id, said(fmt.Sprintf("w%di%d", w, i))); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	close(done)
	reading.Wait()
	var got, want []string
	for _, id := range ids {
		got = append(got, strings.Fields(words(&load(t, journals[0], id).Conversation))...)
	}
	for w := range writers {
		for i := range each {
			want = append(want, fmt.Sprintf("w%di%d", w, i))
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%d events stored, %d acknowledged", len(got), len(want))
	}
}

// insist appends at whatever version the conversation is.
func insist(t *testing.T, j *journal.Journal, id string, e journal.Event) error {
	for {
		c, err := j.Load(t.Context(), id)
		if err != nil {
			return err
		}
		if _, err = j.Append(t.Context(), id, c.Version, e); !errors.Is(err, journal.ErrConflict) {
			return err
		}
	}
}

// asked is an exchange that replies to the questions before and asks about aspects among
// categories.
func asked(said string, changes []search.Change, scope []string, aspects ...string) journal.Event {
	e := dialog.Exchange{Said: said, Changes: changes, Scope: scope}
	for _, key := range aspects {
		e.Questions = append(e.Questions, dialog.Posed{Answer: search.Answer{Key: key, Labels: []string{"a", "b"}}})
	}
	return journal.Exchange(e)
}

// answered is a form on which the first option of a question is ticked, and the others are
// skipped.
func answered(ticked string, skipped ...string) []search.Change {
	changes := []search.Change{{Op: search.Answered, Answer: &search.Answer{Key: ticked, Labels: []string{"a", "b"}, Picked: []int{0}}}}
	for _, key := range skipped {
		changes = append(changes, search.Change{Op: search.Answered, Answer: &search.Answer{Key: key, Labels: []string{"a", "b"}}})
	}
	return changes
}

func TestSeen(t *testing.T) {
	tents, both := []string{"Tents"}, []string{"Lamps", "Tents"}
	topic := func(category, aspect string) dialog.Topic { return dialog.Topic{Category: category, Aspect: aspect} }
	for _, tc := range []struct {
		name   string
		events []journal.Event
		want   map[dialog.Topic]clarify.Seen
	}{
		{"a question that is open", []journal.Event{asked("tents", nil, tents, "colour")}, nil},
		{"a form", []journal.Event{asked("tents", nil, tents, "colour", "size"), asked("", answered("colour", "size"), tents)},
			map[dialog.Topic]clarify.Seen{topic("Tents", "colour"): {Shown: 1, Answered: 1}, topic("Tents", "size"): {Shown: 1}}},
		{"a message in place of answers", []journal.Event{asked("tents", nil, tents, "colour"), asked("under 50", nil, tents)}, nil},
		{"words beside a form", []journal.Event{asked("tents", nil, tents, "colour", "size"), asked("a reddish one", answered("size", "colour"), tents)},
			map[dialog.Topic]clarify.Seen{topic("Tents", "size"): {Shown: 1, Answered: 1}}},
		{"several categories, and the whole shop", []journal.Event{
			asked("red", nil, both, "colour"), asked("", answered("colour"), nil, "price"), asked("", answered("price"), nil)},
			map[dialog.Topic]clarify.Seen{topic("", "colour"): {Shown: 1, Answered: 1}, topic("", "price"): {Shown: 1, Answered: 1}}},
		{"a form that was undone, and sent otherwise", []journal.Event{
			asked("tents", nil, tents, "colour", "size"), asked("", answered("colour", "size"), tents, "price"), journal.Undo(), asked("", answered("size", "colour"), tents)},
			map[dialog.Topic]clarify.Seen{topic("Tents", "colour"): {Shown: 1}, topic("Tents", "size"): {Shown: 1, Answered: 1}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			j := fresh(t)
			const shoppers = 3
			want := map[dialog.Topic]clarify.Seen{}
			for at, n := range tc.want {
				want[at] = clarify.Seen{Shown: shoppers * n.Shown, Answered: shoppers * n.Answered}
			}
			var ids []string
			for range shoppers {
				ids = append(ids, start(t, j, alice))
				add(t, j, ids[len(ids)-1], 0, tc.events...)
			}
			check := func(want map[dialog.Topic]clarify.Seen) {
				t.Helper()
				got, err := j.Seen(t.Context(), 1000)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			}
			check(want)
			if _, err := j.Redact(t.Context(), j.Now().Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
			check(want) // what was typed is gone, that something was is not
			for _, id := range ids {
				if err := j.Delete(t.Context(), id); err != nil {
					t.Fatal(err)
				}
			}
			check(map[dialog.Topic]clarify.Seen{})
		})
	}
}
