package journal_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/durable/durabletest"
	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
)

// Who signs in takes along what they began and did, also in others' conversations, and
// readers who follow the journal see it.
func TestAdopt(t *testing.T) {
	path := durabletest.Place(t, "journal.db")
	j := open(t, path)
	const account = "yyyyyyyyyyyyyyyyyyyyyyyyyy"
	hers, his := start(t, j, alice), start(t, j, bob)
	for _, id := range []string{hers, his} {
		if _, err := j.Append(t.Context(), id, 0, journal.Exchange(memory.Exchange{Said: "a tent"})); err != nil {
			t.Fatal(err)
		}
	}
	record(t, j, opened(alice, hers, "p1"), opened(alice, his, "p2"), opened(alice, "", "p3"), opened(bob, his, "p4"))
	before, his0 := export(t, j, alice), export(t, j, bob)
	mark, err := j.Walk(t.Context(), journal.Span{}, func(*journal.History) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // done twice it comes to the same
		if err := j.Adopt(t.Context(), alice, account); err != nil {
			t.Fatal(err)
		}
	}
	want := before
	want.Session = account
	for i := range want.Interactions {
		want.Interactions[i].Session = account
	}
	if diff := cmp.Diff(want, export(t, j, account)); diff != "" {
		t.Errorf("the account has (-want +got):\n%s", diff)
	}
	if left := export(t, j, alice); len(left.Conversations)+len(left.Interactions) != 0 {
		t.Errorf("the session has still %+v", left)
	}
	if diff := cmp.Diff(his0, export(t, j, bob)); diff != "" {
		t.Errorf("another's (-before +after):\n%s", diff)
	}
	if recent, err := j.Recent(t.Context(), account, 5); err != nil || len(recent) != 1 || recent[0].ID != hers {
		t.Errorf("the account's list is %+v, %v", recent, err)
	}
	changed := map[string]string{}
	if _, err := j.Walk(t.Context(), journal.Span{Since: mark}, func(h *journal.History) error {
		changed[h.ID] = h.Session
		return nil
	}); err != nil || !cmp.Equal(changed, map[string]string{hers: account, his: bob}) {
		t.Errorf("a reader who follows sees %v, %v", changed, err)
	}
	if err := j.Adopt(t.Context(), account, account); err != nil {
		t.Error(err)
	}
	for _, statement := range []string{
		`UPDATE interaction SET session = '` + alice + `', product = 'p9'`, `UPDATE interaction SET position = 9`, `UPDATE interaction SET session = session`,
	} {
		refused(t, path, statement)
	}
}
