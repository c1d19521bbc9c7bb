package dialog_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"shopclerk/agent/dialog"
	"shopclerk/search"
	"shopclerk/words"
)

// reached are options that compare needs by what they hold, whatever the numbers of
// the changes it came with.
var reached = []cmp.Option{
	cmpopts.EquateEmpty(),
	cmpopts.IgnoreFields(search.Evidence{}, "Change", "Turn"),
	cmpopts.IgnoreFields(search.Limit{}, "Change"),
	cmpopts.IgnoreFields(search.Words{}, "Change"),
	cmpopts.IgnoreFields(search.Need{}, "ScopeChange"),
	cmpopts.SortSlices(func(a, b search.Evidence) bool { return fmt.Sprint(a.Answer) < fmt.Sprint(b.Answer) }),
}

// An answer given anew comes to the same need as if it had been given at once,
// however often it is thought over and whatever was said since; and a turn undone
// is a turn undone.
func TestReviseIsAsIfSaidAtOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		someGiven := func(name string) dialog.Given {
			return dialog.Given{
				Picked: rapid.SliceOfN(rapid.IntRange(0, 2), 0, 3).Draw(t, name), Other: rapid.Bool().Draw(t, name), None: rapid.Bool().Draw(t, name),
			}
		}
		later := func(c *dialog.Conversation) {
			changes := []search.Change{{Op: search.AddWords, Words: []string{"oak"}}}
			c.Exchanges = append(c.Exchanges, dialog.Exchange{Said: "oak", Changes: c.Number(changes), Questions: []dialog.Posed{posed("size", 2)}})
		}
		var talk, atOnce dialog.Conversation
		first, last := someGiven("first"), dialog.Given{}
		given := []dialog.Given{first}
		for range rapid.IntRange(1, 3).Draw(t, "times") {
			last = someGiven("again")
			given = append(given, last)
		}
		for _, c := range []*dialog.Conversation{&talk, &atOnce} {
			c.Exchanges = []dialog.Exchange{{Questions: []dialog.Posed{posed("colour", 3), posed("size", 2)}}}
			g := first
			if c == &atOnce {
				g = last
			}
			changes, err := c.Answers(words.English, []dialog.Given{g})
			if err != nil {
				t.Fatal(err)
			}
			c.Exchanges = append(c.Exchanges, dialog.Exchange{Changes: c.Number(changes)})
			later(c)
		}
		at := talk.Exchanges[1].Changes[0].ID
		for i, g := range given[1:] {
			before := talk.Need()
			q, err := talk.Reopen(at)
			if err != nil || q.Text != "Which colour?" || !slices.Equal(q.Answer.Picked, slices.Compact(slices.Sorted(slices.Values(given[i].Picked)))) {
				t.Fatalf("reopened %+v after %+v: %v", q, given[i], err)
			}
			changes, err := talk.Revise(words.English, at, g)
			if err != nil {
				t.Fatal(err)
			}
			talk.Exchanges = append(talk.Exchanges, dialog.Exchange{Changes: talk.Number(changes)})
			undone := talk
			if err := undone.Undo(); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(before, undone.Need(), cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("undone (-before +after):\n%s", diff)
			}
			at = talk.Last().Changes[1].ID
		}
		if diff := cmp.Diff(atOnce.Need(), talk.Need(), reached...); diff != "" {
			t.Fatalf("(-at once +thought over):\n%s", diff)
		}
	})
}

// An answer is to the question that was put before it, not to the same one put after it.
func TestReopenIsOfBefore(t *testing.T) {
	now := posed("colour", 3)
	now.Text = "And which colour now?"
	c := dialog.Conversation{Exchanges: []dialog.Exchange{{Questions: []dialog.Posed{posed("colour", 3)}}}}
	changes, err := c.Answers(words.English, []dialog.Given{{Picked: []int{1}}})
	if err != nil {
		t.Fatal(err)
	}
	c.Exchanges = append(c.Exchanges, dialog.Exchange{Changes: c.Number(changes), Questions: []dialog.Posed{now}})
	if q, err := c.Reopen(c.Last().Changes[0].ID); err != nil || q.Text != "Which colour?" {
		t.Errorf("%q (%v)", q.Text, err)
	}
}

func TestReviseRefuses(t *testing.T) {
	var c dialog.Conversation
	c.Exchanges = []dialog.Exchange{{Changes: c.Number([]search.Change{{Op: search.AddWords, Words: []string{"oak"}}}), Questions: []dialog.Posed{posed("colour", 3)}}}
	changes, err := c.Answers(words.English, []dialog.Given{{Picked: []int{1}}})
	if err != nil {
		t.Fatal(err)
	}
	c.Exchanges = append(c.Exchanges, dialog.Exchange{Changes: c.Number(changes)})
	answer := c.Last().Changes[0].ID
	taken := c
	taken.Exchanges = append(slices.Clip(taken.Exchanges), dialog.Exchange{Changes: c.Number([]search.Change{{Op: search.Drop, Target: answer}})})
	forgotten := c
	forgotten.Exchanges = append(slices.Clip(forgotten.Exchanges), dialog.Exchange{Changes: c.Number([]search.Change{{Op: search.Reset}})})
	for _, tc := range []struct {
		name   string
		talk   dialog.Conversation
		change int
		given  dialog.Given
	}{
		{"no such change", c, 99, dialog.Given{}},
		{"no answer", c, 1, dialog.Given{}},
		{"an option that was not shown", c, answer, dialog.Given{Picked: []int{3}}},
		{"a negative option", c, answer, dialog.Given{Picked: []int{-1}}},
		{"an answer taken back", taken, answer, dialog.Given{Picked: []int{0}}},
		{"an answer forgotten with a new start", forgotten, answer, dialog.Given{Picked: []int{0}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got, err := tc.talk.Revise(words.English, tc.change, tc.given); !errors.Is(err, dialog.ErrNoSuch) {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}
