package journal_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/dialog"
	"shopclerk/agent/journal"
)

func export(t *testing.T, j *journal.Journal, session string) *journal.Export {
	t.Helper()
	e, err := j.Export(t.Context(), session)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func record(t *testing.T, j *journal.Journal, interactions ...journal.Interaction) {
	t.Helper()
	if err := j.Record(t.Context(), interactions...); err != nil {
		t.Fatal(err)
	}
}

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// opened is a look at a product.
func opened(session, conversation, product string) journal.Interaction {
	i := journal.Interaction{Session: session, Conversation: conversation, Act: journal.Opened, Product: product, At: noon}
	if conversation != "" {
		i.Version, i.Position = 1, 3
	}
	return i
}

// A session's export is what was stored of it, and nothing of another's.
func TestExport(t *testing.T) {
	j := fresh(t)
	j.Now = clock(noon)
	hers := start(t, j, alice)
	add(t, j, hers, 0, said("a tent"), journal.Undo())
	empty, his := start(t, j, alice), start(t, j, bob)
	add(t, j, his, 0, said("his"))
	record(t, j, opened(alice, hers, "p1"), opened(bob, hers, "p2"), opened(alice, his, "p3"), opened(alice, "", "p4"))
	ahead := opened(alice, his, "p5")
	ahead.Version = 2 // which his conversation has not reached
	record(t, j, ahead)

	payload, err := json.Marshal(dialog.Exchange{Said: "a tent"})
	if err != nil {
		t.Fatal(err)
	}
	at := func(seconds int) time.Time { return noon.Add(time.Duration(seconds) * time.Second) }
	want := &journal.Export{
		Session: alice,
		Conversations: []journal.ExportedConversation{
			{ID: hers, Catalogue: "v1", Created: at(1), Updated: at(2), Events: []journal.ExportedEvent{
				{Version: 1, Kind: journal.Exchanged, At: at(2), Payload: payload},
				{Version: 2, Kind: journal.Undone, At: at(2), Payload: json.RawMessage("{}")},
			}},
			{ID: empty, Catalogue: "v1", Created: at(3), Updated: at(3), Events: []journal.ExportedEvent{}},
		},
		Interactions: []journal.Interaction{opened(alice, hers, "p1"), opened(alice, his, "p3"), opened(alice, "", "p4")},
	}
	if diff := cmp.Diff(want, export(t, j, alice)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	nobody := &journal.Export{Session: "nobody", Conversations: []journal.ExportedConversation{}, Interactions: []journal.Interaction{}}
	if diff := cmp.Diff(nobody, export(t, j, "nobody")); diff != "" {
		t.Errorf("nobody's (-want +got):\n%s", diff)
	}
}

// What was done with products goes with its conversation and with its session; what
// comes in after is left out.
func TestInteractionsGoWithWhatTheyBelongTo(t *testing.T) {
	products := func(j *journal.Journal, session string) []string {
		out := []string{}
		for _, i := range export(t, j, session).Interactions {
			out = append(out, i.Product)
		}
		return out
	}
	tests := []struct {
		name       string
		do         func(j *journal.Journal, hers string) error
		alice, bob []string
	}{
		{"nothing", func(*journal.Journal, string) error { return nil }, []string{"p1", "p2", "late"}, []string{"p3", "p4"}},
		{"her conversation deleted", func(j *journal.Journal, hers string) error { return j.Delete(t.Context(), hers) },
			[]string{"p2"}, []string{"p4"}},
		{"her session deleted", func(j *journal.Journal, _ string) error { return j.DeleteSession(t.Context(), alice) },
			[]string{}, []string{"p4"}},
		{"his session deleted", func(j *journal.Journal, _ string) error { return j.DeleteSession(t.Context(), bob) },
			[]string{"p1", "p2", "late"}, []string{}},
		{"pruned to the conversation", func(j *journal.Journal, _ string) error {
			_, err := j.Prune(t.Context(), noon.Add(30*time.Minute))
			return err
		}, []string{"p1", "late"}, []string{"p3"}},
		{"pruned whole", func(j *journal.Journal, _ string) error {
			_, err := j.Prune(t.Context(), noon.Add(2*time.Hour))
			return err
		}, []string{}, []string{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			j := fresh(t)
			j.Now = func() time.Time { return noon.Add(time.Hour) }
			hers := start(t, j, alice)
			add(t, j, hers, 0, said("a tent"))
			record(t, j, opened(alice, hers, "p1"), opened(alice, "", "p2"), opened(bob, hers, "p3"), opened(bob, "", "p4"))
			if err := test.do(j, hers); err != nil {
				t.Fatal(err)
			}
			record(t, j, opened(alice, hers, "late"))
			if got := products(j, alice); !cmp.Equal(got, test.alice) {
				t.Errorf("hers: %q, want %q", got, test.alice)
			}
			if got := products(j, bob); !cmp.Equal(got, test.bob) {
				t.Errorf("his: %q, want %q", got, test.bob)
			}
		})
	}
}

func TestDeleteSessionLeavesOthers(t *testing.T) {
	j := fresh(t)
	hers, his := start(t, j, alice), start(t, j, bob)
	add(t, j, hers, 0, said("hers"))
	add(t, j, his, 0, said("his"))
	if err := j.DeleteSession(t.Context(), alice); err != nil {
		t.Fatal(err)
	}
	if n := len(export(t, j, alice).Conversations); n != 0 {
		t.Errorf("%d conversations left", n)
	}
	if got := words(&load(t, j, his).Conversation); got != "his" {
		t.Errorf("the other session's says %q", got)
	}
}

// What others copied of a conversation loses its words with it, in copies of copies too;
// what they said themselves, and copies of what stays, keep theirs.
func TestDeleteReachesCopies(t *testing.T) {
	for name, remove := range map[string]func(*journal.Journal, string) error{
		"a conversation": func(j *journal.Journal, id string) error { return j.Delete(t.Context(), id) },
		"a session":      func(j *journal.Journal, _ string) error { return j.DeleteSession(t.Context(), alice) },
	} {
		t.Run(name, func(t *testing.T) {
			j := fresh(t)
			copied := func(of string, n int, texts ...string) string {
				c, err := j.New(bob, "v1")
				var events []journal.Event
				for _, text := range texts {
					events = append(events, said(text))
				}
				if err == nil {
					_, err = j.BeginCopy(t.Context(), c, of, n, events...)
				}
				if err != nil {
					t.Fatal(err)
				}
				return c.ID
			}
			hers, others := start(t, j, alice), start(t, j, bob)
			add(t, j, hers, 0, said("her"), said("words"))
			add(t, j, others, 0, said("other"))
			first := copied(hers, 2, "her", "words", "his")
			second := copied(first, 3, "her", "words", "his", "too")
			whole := copied(others, 1, "other", "thing")
			if err := remove(j, hers); err != nil {
				t.Fatal(err)
			}
			for id, want := range map[string]string{first: "… … his", second: "… … his too", whole: "other thing"} {
				if got := words(&load(t, j, id).Conversation); got != want {
					t.Errorf("a copy says %q, want %q", got, want)
				}
			}
		})
	}
}

func TestRecordRefuses(t *testing.T) {
	j := fresh(t)
	for name, spoil := range map[string]func(*journal.Interaction){
		"no session":       func(i *journal.Interaction) { i.Session = "" },
		"no conversation":  func(i *journal.Interaction) { i.Conversation = "42" },
		"no act":           func(i *journal.Interaction) { i.Act = "" },
		"pieces looked at": func(i *journal.Interaction) { i.Quantity = 1 },
		"no pieces put in": func(i *journal.Interaction) { i.Act = journal.Basket },
		"nothing ordered":  func(i *journal.Interaction) { i.Act = journal.Ordered },
		"no product":       func(i *journal.Interaction) { i.Product = "" },
		"version below 0":  func(i *journal.Interaction) { i.Version = -1 },
		"position below 0": func(i *journal.Interaction) { i.Position = -1 },
	} {
		t.Run(name, func(t *testing.T) {
			bad := opened(alice, "", "p2")
			spoil(&bad)
			if err := j.Record(t.Context(), opened(alice, "", "p1"), bad); err == nil {
				t.Error("it was recorded")
			}
		})
	}
	if got := export(t, j, alice).Interactions; len(got) != 0 {
		t.Errorf("recorded: %v", got)
	}
}
