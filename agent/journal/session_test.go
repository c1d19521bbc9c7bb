package journal_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"shopclerk/agent/dialog"
	"shopclerk/agent/journal"
)

// exported is all that the journal holds of a session.
type exported struct {
	Conversations []journal.ExportedConversation
	Interactions  []journal.Interaction
}

func export(t *testing.T, j *journal.Journal, session string) exported {
	t.Helper()
	out := exported{[]journal.ExportedConversation{}, []journal.Interaction{}}
	for c, err := range j.Conversations(t.Context(), session) {
		if err != nil {
			t.Fatal(err)
		}
		out.Conversations = append(out.Conversations, c)
	}
	for i, err := range j.Interactions(t.Context(), session) {
		if err != nil {
			t.Fatal(err)
		}
		out.Interactions = append(out.Interactions, i)
	}
	return out
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
	want := exported{
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
	if got := export(t, j, "nobody"); len(got.Conversations)+len(got.Interactions) > 0 {
		t.Errorf("nobody has %+v", got)
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

// What finds the queue full is dropped and counted; what was noted is on disk once
// the recorder has ended.
func TestRecorder(t *testing.T) {
	book := fresh(t)
	lost := map[journal.Loss]int{}
	r := journal.NewRecorder(book, func(why journal.Loss) { lost[why]++ })
	const beyond = 3
	noted := 0
	for ; lost[journal.QueueFull] < beyond; noted++ { // nobody writes yet
		r.Note(journal.Interaction{Session: alice, Act: journal.Opened, Product: "p1", At: time.Now()})
	}
	before := goleak.IgnoreCurrent()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	r.Run(ctx)
	if written := len(export(t, book, alice).Interactions); written != noted-beyond || written == 0 {
		t.Errorf("%d written, %d noted", written, noted)
	}
	goleak.VerifyNone(t, before)
}

// Waiting for a recorder that is stuck ends with the request.
func TestFlushEndsWithItsContext(t *testing.T) {
	r := journal.NewRecorder(fresh(t), nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := r.Flush(ctx); err == nil {
		t.Error("flushed, and nobody writes")
	}
}
