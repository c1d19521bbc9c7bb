package main

import (
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

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
	server, doors := openServed(t, config{Name: "Shopclerk"}, s, file)
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
	if err := server.count(t.Context()); err != nil {
		t.Fatal(err)
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
