package journal_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/clarify"
	"shopclerk/agent/dialog"
	"shopclerk/agent/journal"
	"shopclerk/search"
)

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

// BenchmarkSeen counts the answers of ten thousand conversations.
func BenchmarkSeen(b *testing.B) {
	j := fresh(b)
	for i := range 10_000 {
		scope := []string{fmt.Sprintf("Kind %d", i%20)}
		add(b, j, start(b, j, alice), 0, asked("tents", nil, scope, "colour", "size", "price"), asked("", answered("colour", "size", "price"), scope, "weight"))
	}
	for b.Loop() {
		if got, err := j.Seen(b.Context(), 20_000); err != nil || len(got) != 60 {
			b.Fatal(len(got), err)
		}
	}
}
