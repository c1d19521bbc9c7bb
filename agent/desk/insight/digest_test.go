package insight

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/catalog"
	"shopclerk/search"
)

// Whatever shoppers do, the facts are what they did.
func TestDigest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := live(t, "c", 0, 12)
		got := newInterner().digest(&w.history)
		// what was asked for is worded from the need: see TestWording
		ignore := cmpopts.IgnoreFields(Turn{}, "Need")
		if diff := cmp.Diff(w.facts(), got, ignore, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("facts (-want +got):\n%s", diff)
		}
	})
}

// posed is a question about a colour.
func posed() memory.Posed {
	red, blue := catalog.Condition{Key: "colour", Values: []string{"red"}}, catalog.Condition{Key: "colour", Values: []string{"blue"}}
	return memory.Posed{
		Options: []memory.Choice{{Label: "red"}, {Label: "blue"}},
		Answer:  search.Answer{Key: "colour", Options: []catalog.Condition{red, blue}, Labels: []string{"red", "blue"}},
	}
}

// given is what a form says to posed, its id that of the change.
func given(id int, key string, how func(*search.Answer)) search.Change {
	a := posed().Answer
	a.Key = key
	how(&a)
	return search.Change{ID: id, Op: search.Answered, Answer: &a}
}

func skip(*search.Answer) {}

// recorded makes the events of a history, a minute apart; nil is an undo.
func recorded(exchanges ...*memory.Exchange) *journal.History {
	h := &journal.History{ID: "c", Session: "s", Created: day}
	for i, x := range exchanges {
		e := journal.Recorded{Version: i + 1, Kind: journal.Exchanged, At: day.Add(time.Duration(i) * time.Minute), Exchange: x}
		if x == nil {
			e.Kind = journal.Undone
		}
		h.Events = append(h.Events, e)
	}
	return h
}

func TestTexts(t *testing.T) {
	first := posed()
	second := posed()
	second.Answer.Key = "size"
	other := func(a *search.Answer) { a.Other = true }
	none := func(a *search.Answer) { a.None = true }
	tick := func(a *search.Answer) { a.Picked = []int{1} }
	for name, c := range map[string]struct {
		next memory.Exchange
		want [2]string
		then [2]Outcome
	}{
		"nothing typed": {
			memory.Exchange{Changes: []search.Change{given(1, "colour", other), given(2, "size", skip)}}, [2]string{}, [2]Outcome{Otherwise, Skipped}},
		"typed in place of an option": {
			memory.Exchange{Said: "teal", Typed: []string{"teal", ""}, Changes: []search.Change{given(1, "colour", skip), given(2, "size", none)}}, [2]string{"teal", ""}, [2]Outcome{Otherwise, NoPreference}},
		"typed beside an option": {
			memory.Exchange{Said: "teal, xl", Typed: []string{"teal", "xl"}, Changes: []search.Change{given(1, "colour", skip), given(2, "size", tick)}}, [2]string{"teal", "xl"}, [2]Outcome{Otherwise, Ticked}},
		"no longer kept": {
			memory.Exchange{Said: journal.Redacted, Typed: []string{"", journal.Redacted}, Changes: []search.Change{given(1, "colour", skip), given(2, "size", skip)}}, [2]string{"", journal.Redacted}, [2]Outcome{Skipped, Otherwise}},
		"a message, and no form": {memory.Exchange{Said: "teal"}, [2]string{}, [2]Outcome{Open, Open}},
	} {
		t.Run(name, func(t *testing.T) {
			h := recorded(&memory.Exchange{Questions: []memory.Posed{first, second}}, &c.next)
			f := newInterner().digest(h)
			for k, want := range c.want {
				q := f.Turns[0].Questions[k]
				if q.Text != want {
					t.Errorf("question %d: %q typed, want %q", k+1, q.Text, want)
				}
				if q.Outcome != c.then[k] {
					t.Errorf("question %d: outcome %d, want %d", k+1, q.Outcome, c.then[k])
				}
			}
		})
	}
}

// An earlier answer given anew is not what the open form says, even where the form
// asks the very same.
func TestRevisionIsNoForm(t *testing.T) {
	q := posed()
	h := recorded(
		&memory.Exchange{Questions: []memory.Posed{q}},
		&memory.Exchange{Questions: []memory.Posed{q}, Changes: []search.Change{given(1, "colour", func(a *search.Answer) { a.Picked = []int{0} })}},
		&memory.Exchange{Changes: []search.Change{{ID: 2, Op: search.Drop, Target: 1}, given(3, "colour", func(a *search.Answer) { a.Picked = []int{1} })}},
	)
	f := newInterner().digest(h)
	if q := f.Turns[0].Questions[0]; q.Outcome != Ticked || len(q.Picked) != 1 || q.Picked[0] != 1 || q.TakenBack != 1 {
		t.Errorf("the answer given anew: %+v", q)
	}
	if q := f.Turns[1].Questions[0]; q.Outcome != Open {
		t.Errorf("the open form: %+v", q)
	}
}

// A product whose page or position is not known belongs to the page of its moment.
func TestTouchWithoutVersion(t *testing.T) {
	h := recorded(&memory.Exchange{Shown: []string{"a"}}, &memory.Exchange{Shown: []string{"b", "a"}})
	h.Interactions = []journal.Interaction{
		{Act: journal.Opened, Product: "a", At: day.Add(30 * time.Second)},
		{Act: journal.Opened, Product: "a", At: day.Add(90 * time.Second)},
		{Act: journal.Opened, Product: "z", Version: 7, At: day.Add(90 * time.Second)},
		{Act: journal.Opened, Product: "a", At: day.Add(-time.Second)},
	}
	f := newInterner().digest(h)
	got := fmt.Sprint(f.Turns[0].Touches, f.Turns[1].Touches)
	if want := "[{opened a 1 0}] [{opened a 2 0} {opened z 0 0}]"; got != want {
		t.Errorf("touches %s, want %s", got, want)
	}
}

func TestWording(t *testing.T) {
	high := 50.0
	need := search.Fold([]search.Change{
		{ID: 1, Op: search.SetScope, Categories: []string{"Home > Lamps"}},
		{ID: 2, Op: search.AddWords, Words: []string{"art", "deco"}},
		{ID: 3, Op: search.AddLimit, Text: "under 50", Condition: &catalog.Condition{Key: "price", Range: &catalog.Range{High: &high}}},
		{ID: 4, Op: search.AddLimit, Not: true, Text: journal.Redacted, Condition: &catalog.Condition{Key: "material", Values: []string{"leather"}}},
	})
	if got, want := Wording(&need), "Home > Lamps · under 50 · material ≠ leather · “art deco”"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
