package desk

import (
	"context"
	"errors"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/desk/insight"
	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/agent/shop/orders/counter"
	"shopclerk/agent/shop/password"
	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	"shopclerk/cmd/internal/live"
	"shopclerk/search"
	view "shopclerk/views/desk"
)

// smallStore is a catalogue of one category with one product, p1.
func smallStore(t testing.TB) *sqlite.Store {
	t.Helper()
	file := filepath.Join(t.TempDir(), "catalog.db")
	w, err := sqlite.Create(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	err = w.AddCategory(t.Context(), catalog.Category{Path: "Outdoor > Tents", Name: "Tents", Size: 1,
		Aspects: []catalog.Aspect{{Key: "colour", Label: "Colour", Kind: catalog.Single}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Add(t.Context(), &catalog.Product{ID: "p1", Title: "Ridge 2", Category: "Outdoor > Tents"}); err != nil {
		t.Fatal(err)
	}
	if err := w.Publish(t.Context(), "v1"); err != nil {
		t.Fatal(err)
	}
	s, err := sqlite.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// openDesk makes a desk with a small shop and a journal with a clock.
func openDesk(t testing.TB, now func() time.Time) *Desk {
	t.Helper()
	book, err := journal.Open(t.Context(), filepath.Join(t.TempDir(), "journal.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := book.Close(); err != nil {
			t.Error(err)
		}
	})
	book.Now = now
	d, err := New(Config{Hash: testHash, Shop: "Larkfield", Journal: book, Insight: insight.NewBook(book, counter.Personal), Live: live.Fixed(nil, smallStore(t)), Now: now})
	if err != nil {
		t.Fatal(err)
	}
	var release func()
	d.Generation, release = d.Live.Pin()
	t.Cleanup(release)
	return d
}

// at asks for a page about a conversation.
func (d *Desk) at(t testing.TB, address, id string) *Request {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), "GET", address, nil)
	r.SetPathValue("id", id)
	request, err := d.read(r)
	if err != nil {
		t.Fatal(err)
	}
	return request
}

// played presents a turn of a history.
func played(d *Desk, t testing.TB, h *journal.History, turn int) view.Replay {
	p := player{Request: d.at(t, "/desk/conversations/x", h.ID), desk: d, history: h, turns: turnsOf(h), at: turn - 1}
	var err error
	if p.products, err = d.titles(t.Context(), p.mentioned()); err != nil {
		t.Fatal(err)
	}
	return p.view()
}

func TestReplayShowsWhatWasRecorded(t *testing.T) {
	d := openDesk(t, func() time.Time { return began.Add(time.Hour) })
	c := tell().say("a red tent", "p1", "gone").wait(12*time.Second).
		act(journal.Opened, "p1", 1).act(journal.Basket, "gone", 1).act(journal.Compared, "p7", 1).wait(8 * time.Second).send(1).wait(time.Minute).undo()
	c.h.Events[1].Exchange.Relaxed = []int{11}
	c.h.Events[1].Exchange.Changes[0].ID, c.h.Events[1].Exchange.Changes[0].Text = 11, "blue"
	r := played(d, t, &c.h, 1)
	want := []view.ReplayProduct{
		{Title: "Ridge 2", ID: "p1", URL: "/p/p1", Acts: []string{"opened after 12.0 s"}},
		{Title: "No longer in the catalogue", ID: "gone", Acts: []string{"put in the basket after 12.0 s"}},
	}
	if diff := cmp.Diff(want, r.List.Products); diff != "" {
		t.Errorf("the list (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]view.ReplayProduct{{Title: "No longer in the catalogue", ID: "p7", Acts: []string{"compared after 12.0 s"}}}, r.Others); diff != "" {
		t.Errorf("beyond the list (-want +got):\n%s", diff)
	}
	options := []view.ReplayOption{{Label: "black", Count: "7 products"}, {Label: "blue", Count: "3 products", Ticked: true}, {Label: "Something else"}, {Label: "No preference"}}
	if diff := cmp.Diff(options, r.Questions[0].Options); diff != "" || r.Questions[0].Outcome != "Answered." {
		t.Errorf("the question, %s (-want +got):\n%s", r.Questions[0].Outcome, diff)
	}
	if r.Said.Text != "a red tent" || r.Pager.Previous.URL != "" || r.Pager.Next.URL != "/desk/conversations/k7q2?turn=2" {
		t.Errorf("said %q, pager %+v", r.Said.Text, r.Pager)
	}
	if diff := cmp.Diff([]string{"Answered the questions after 20.0 s: turn 2."}, r.After); diff != "" {
		t.Errorf("what came next (-want +got):\n%s", diff)
	}

	second := played(d, t, &c.h, 2)
	if diff := cmp.Diff([]string{"Came from turn 1 after 20.0 s.", "Sent the form with the questions.", "Colour: blue"}, second.Before); diff != "" {
		t.Errorf("how they came to turn 2 (-want +got):\n%s", diff)
	}
	if second.Relaxed != "Nothing had all of it. Left out: blue." || second.After[0] != "Went back to turn 1 after 1.0 min." {
		t.Errorf("relaxed %q, then %q", second.Relaxed, second.After)
	}
	if strings.Contains(strings.Join([]string{r.Facts[0].Value, second.Facts[0].Value}, " "), c.h.Session) {
		t.Error("the session's id is shown in full")
	}
}

// What was taken out of a text says so, and is never shown as what was said.
func TestReplayOfRedactedTexts(t *testing.T) {
	d := openDesk(t, func() time.Time { return began.Add(time.Hour) })
	c := tell().exchange(memory.Exchange{Said: journal.Redacted, Reply: journal.Redacted, Questions: []memory.Posed{colour},
		Changes: []search.Change{{ID: 1, Op: search.AddLimit, Text: journal.Redacted}}}).wait(time.Second)
	c.send()
	c.h.Events[1].Exchange.Typed = []string{journal.Redacted}
	r := played(d, t, &c.h, 1)
	for name, said := range map[string]view.Said{"said": r.Said, "reply": r.Reply, "typed": r.Questions[0].Typed} {
		if !said.Gone || said.Text != "This text is no longer kept." {
			t.Errorf("%s: %+v", name, said)
		}
	}
	if got := r.Questions[0].Outcome; got != "Answered with something else." {
		t.Errorf("an answer that was typed: %q", got)
	}
}

func TestReplayTellsEditsAndClicks(t *testing.T) {
	d := openDesk(t, func() time.Time { return began.Add(time.Hour) })
	blue := colour.Answer
	blue.Picked = []int{1}
	c := tell().say("tent", "p1").wait(time.Second).send(0).wait(time.Second).exchange(memory.Exchange{Changes: []search.Change{
		{ID: 20, Op: search.Drop, Target: 11}, {ID: 21, Op: search.Answered, Text: "blue", Answer: &blue}}}).
		wait(time.Second).exchange(memory.Exchange{Changes: []search.Change{{ID: 30, Op: search.SetScope, Categories: []string{"Outdoor > Tents"}}, {ID: 31, Op: search.Drop, Target: 99}}}).
		wait(time.Second).exchange(memory.Exchange{Changes: []search.Change{{ID: 40, Op: search.Reset}}})
	c.h.Events[1].Exchange.Changes[0].ID, c.h.Events[1].Exchange.Changes[0].Text = 11, "black"
	c.h.Events[1].Exchange.Questions = nil // nothing is open: what is answered was asked before
	for turn, want := range map[int][]string{
		3: {"Came from turn 2 after 1.0 s.", "Answered anew: blue instead of black."},
		4: {"Came from turn 3 after 1.0 s.", "Chose where to look: Tents.", "Took back: an earlier wish."},
		5: {"Came from turn 4 after 1.0 s.", "Started over."},
	} {
		if diff := cmp.Diff(want, played(d, t, &c.h, turn).Before); diff != "" {
			t.Errorf("turn %d (-want +got):\n%s", turn, diff)
		}
	}
}

// The list is paged, and every page but the last is full.
func TestReadPage(t *testing.T) {
	for _, tc := range []struct {
		query            string
		n                int
		number, from, to int
	}{
		{"", 0, 1, 0, 0}, {"", 10, 1, 0, 10}, {"page=2", 60, 2, 25, 50}, {"page=3", 60, 3, 50, 60}, {"page=99", 60, 3, 50, 60}, {"page=-1", 60, 1, 0, 25}, {"page=x", 60, 1, 0, 25}, {"page=2", 25, 1, 0, 25},
	} {
		if number, from, to := readPage(asked(tc.query), tc.n); number != tc.number || from != tc.from || to != tc.to {
			t.Errorf("%q of %d: page %d, %d to %d", tc.query, tc.n, number, from, to)
		}
	}
}

// Pages wait for the first reading of the journal, as long as a request may.
func TestPagesWaitForTheJournal(t *testing.T) {
	d := openDesk(t, func() time.Time { return began })
	busy := make(chan struct{})
	d.warming.Store(&busy)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := d.read(httptest.NewRequestWithContext(ctx, "GET", "/desk", nil)); !errors.Is(err, context.Canceled) {
		t.Errorf("while the journal is read: %v", err)
	}
	d.Warm(t.Context())
	if _, err := d.read(httptest.NewRequestWithContext(t.Context(), "GET", "/desk", nil)); err != nil {
		t.Errorf("once it is read: %v", err)
	}
}

// A month of a busy shop: what a search costs once the numbers are up to date.
func BenchmarkConversations(b *testing.B) {
	now := began
	d := openDesk(b, func() time.Time { return now })
	session := "aaaaaaaaaaaaaaaaaaaaaaaaaa"
	for i := range 2000 {
		now = began.Add(time.Duration(i) * time.Minute)
		id, err := d.Journal.Start(b.Context(), session, "v1")
		if err != nil {
			b.Fatal(err)
		}
		x := tell().say("a red tent for two, number "+strings.Repeat("x", i%7), "p1", "p2", "p3").h.Events[0].Exchange
		if _, err := d.Journal.Append(b.Context(), id, 0, journal.Exchange(*x)); err != nil {
			b.Fatal(err)
		}
	}
	if err := d.refresh(httptest.NewRequestWithContext(b.Context(), "GET", "/desk", nil)); err != nil {
		b.Fatal(err)
	}
	for name, query := range map[string]string{"all": "", "words": "?q=red+tent+xxxx", "product": "?product=p3&acts=none"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := d.conversations(d.at(b, "/desk/conversations"+query, "")); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// What a login costs, and so what a guess does.
func BenchmarkLogin(b *testing.B) {
	h := password.NewHasher(1, password.Full)
	for b.Loop() {
		if ok, err := h.Matches(b.Context(), "not the password", ""); ok || err != nil {
			b.Fatal(ok, err)
		}
	}
}

// What a message did is told with the kinds of its acts, what the clerk said once, and
// an offer that was taken by what it said.
func TestReplayTellsActs(t *testing.T) {
	d := openDesk(t, func() time.Time { return began.Add(time.Hour) })
	limit := search.Change{Op: search.AddLimit, Text: "blue", Condition: &catalog.Condition{Key: "colour", Values: []string{"blue"}}}
	c := tell().say("is it blue? and do you have a kayak?", "p1").wait(12*time.Second).say("", "p1")
	first, second := c.h.Events[0].Exchange, c.h.Events[1].Exchange
	first.Reply, first.Tells = "Some are. There are no kayaks. Here are 3 tents.", "Here are 3 tents."
	first.Acts = []memory.Act{
		{Kind: memory.AskProduct, Text: "Some are.", Products: []string{"p1", "gone"}, Aspect: "colour", Offers: []memory.Offer{{Text: "Keep only blue ones", Changes: []search.Change{limit}}}},
		{Kind: memory.NotSold, Text: "There are no kayaks.", Words: "kayak", Nearest: []string{"Outdoor > Tents"}},
		{Kind: memory.AskShop, Topic: "delivery", Known: true},
	}
	limit.ID, limit.Turn = 11, 2
	second.Said, second.Changes = "", []search.Change{limit}
	r := played(d, t, &c.h, 1)
	want := []view.ReplayAct{
		{Kind: "Asked about a product", Facts: "Colour · the catalogue does not say", Answer: view.Said{Text: "Some are."}, Offers: []string{"Keep only blue ones"},
			Products: []view.ReplayProduct{{Title: "Ridge 2", ID: "p1", URL: "/p/p1"}, {Title: "No longer in the catalogue", ID: "gone"}}},
		{Kind: "Wants what is not sold", Facts: "kayak · nearest: Tents", Answer: view.Said{Text: "There are no kayaks."}},
		{Kind: "Asked about the shop", Facts: "delivery"},
	}
	if diff := cmp.Diff(want, r.Acts); diff != "" || r.Reply.Text != "Here are 3 tents." {
		t.Errorf("said %q (-want +got):\n%s", r.Reply.Text, diff)
	}
	if got := played(d, t, &c.h, 2).Before; len(got) != 2 || got[1] != "Took an offer: Keep only blue ones" {
		t.Errorf("before the second turn: %q", got)
	}
}
