package main

import (
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent"
	"shopclerk/views"
)

// What shoppers of a category skip is asked later once many have, also after a
// restart; in another category they are asked no sooner than before.
func TestSkippedQuestionsComeLater(t *testing.T) {
	s, err := openDemo()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "journal.db")
	doors := openDoors(t, s, file)
	v := visit(t, doors)
	ask := func(v *visitor, message string) []string { return v.begin(message).texts(".question legend") }
	first, elsewhere := ask(v, "backpack"), ask(v, "suitcase")
	if again := ask(v, "backpack"); !cmp.Equal(again, first) {
		t.Fatalf("nobody has answered, and the questions are %q after %q", again, first)
	}
	skipped := first[0]
	const shoppers = 40
	for range shoppers {
		p := v.begin("backpack")
		fields := url.Values{}
		for i, q := range p.texts(".question legend") {
			if q != skipped {
				fields.Set("q"+strconv.Itoa(i), views.NoneValue)
			}
		}
		v.submit(p, formAnswer, fields)
	}
	after := ask(v, "backpack")
	if at := slices.Index(after, skipped); at == 0 {
		t.Errorf("%d shoppers skipped %q and it is still asked first: %q", shoppers, skipped, after)
	}
	got := ask(v, "suitcase") // what is hard to answer of one thing is so of another, if anything
	if was, is := slices.Index(elsewhere, skipped), slices.Index(got, skipped); is >= 0 && (was < 0 || is < was) {
		t.Errorf("in another category, where nobody skipped: %q, before %q", got, elsewhere)
	}
	doors.Close()
	if got := ask(visit(t, openDoors(t, s, file)), "backpack"); !cmp.Equal(got, after) {
		t.Errorf("after a restart %q is asked, before it %q", got, after)
	}
}

// Whatever shoppers answer, take back and answer anew, the clerk remembers what the
// journal tells after a restart.
func TestRecallEqualsWhatWasKept(t *testing.T) {
	s, err := openDemo()
	if err != nil {
		t.Fatal(err)
	}
	kept := openFilesAt(t, t.TempDir())
	book := kept.journal
	tally := &agent.Tally{}
	clerk := s.clerk.With(func(c *agent.Config) { c.Tally = tally })
	server, err := newServer(config{}, fixed(clerk, s.shop.Catalogue), kept)
	if err != nil {
		t.Fatal(err)
	}
	v := visit(t, serving(t, server.handler()))

	check := func(step string, known bool) {
		t.Helper()
		again, err := recall(t.Context(), book)
		if err != nil {
			t.Fatal(err)
		}
		kept := shares(s, tally)
		if diff := cmp.Diff(kept, shares(s, again)); diff != "" {
			t.Errorf("%s (-kept +recalled):\n%s", step, diff)
		}
		if known != (len(kept) > 0) {
			t.Errorf("%s: %v is known", step, kept)
		}
	}
	first := v.begin("backpack")
	check("a conversation begun", false)
	skip := v.submit(first, formAnswer, url.Values{views.FieldSkip: {"1"}})
	check("a form skipped", true)
	v.submit(skip, formUndo, nil)
	check("the skip undone", false)
	ticks := v.submit(first, formAnswer, url.Values{"q0": {"0"}, "q1": {views.NoneValue}})
	check("a form answered", true)
	v.submit(first, formAnswer, url.Values{"q0": {"1"}})
	check("the same form answered otherwise, from the page before", true)
	back := v.submit(ticks, formAnswer, url.Values{"q0": {"0"}, "q1" + views.OtherText: {"under 60"}})
	check("the next one answered from the other branch", true)
	v.submit(back, formReset, nil)
	check("started over", true)
}
