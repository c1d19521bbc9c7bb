package dialog_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"shopclerk/agent/dialog"
	"shopclerk/agent/tools"
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

// which asks which order.
func which(several bool) dialog.Inquiry {
	q := tools.Question{Aspect: "order", Several: several, Options: []tools.Option{{Value: tools.Value{Of: "W1"}}, {Value: tools.Value{Of: "W2"}}}}
	return dialog.Inquiry{Text: "Which order?", Options: []string{"lamp", "chair"}, Question: q}
}

func TestInquiryReply(t *testing.T) {
	for name, tc := range map[string]struct {
		several bool
		picked  []int
		words   string
		none    bool
		want    tools.Reply
		wrong   bool
	}{
		"an option":             {picked: []int{1}, want: tools.Reply{Aspect: "order", Value: "W2"}},
		"words":                 {words: "the lamp", want: tools.Reply{Aspect: "order", Words: "the lamp"}},
		"words say it better":   {picked: []int{0}, words: "the chair", want: tools.Reply{Aspect: "order", Words: "the chair"}},
		"nothing to say":        {none: true, want: tools.Reply{Aspect: "order", None: true}},
		"several":               {several: true, picked: []int{0, 1}, want: tools.Reply{Aspect: "order", Value: []any{"W1", "W2"}}},
		"none of several":       {several: true, none: true, want: tools.Reply{Aspect: "order", None: true}},
		"nothing of several":    {several: true, wrong: true},
		"one of several":        {several: true, picked: []int{1}, want: tools.Reply{Aspect: "order", Value: []any{"W2"}}},
		"several where one":     {picked: []int{0, 1}, wrong: true},
		"not offered":           {picked: []int{2}, wrong: true},
		"below all":             {picked: []int{-1}, wrong: true},
		"nothing":               {wrong: true},
		"not offered, of words": {picked: []int{2}, words: "the lamp", wrong: true},
	} {
		q := which(tc.several)
		got, err := q.Reply(tc.picked, tc.words, tc.none)
		switch {
		case tc.wrong && !errors.Is(err, dialog.ErrNoSuch), !tc.wrong && err != nil:
			t.Errorf("%s: %v", name, err)
		case !tc.wrong && (!cmp.Equal(got, tc.want) || !q.Offers(&got)):
			t.Errorf("%s: %+v, offered %t; want %+v", name, got, q.Offers(&got), tc.want)
		}
	}
}

// Options are counted from one where somebody reads it.
func TestInquiryReplyIsTold(t *testing.T) {
	q := which(false)
	if _, err := q.Reply([]int{2}, "", false); err == nil || !strings.Contains(err.Error(), `"Which order?": option 3`) {
		t.Errorf("the third of two orders: %v", err)
	}
}

func TestInquiryOffers(t *testing.T) {
	for name, tc := range map[string]struct {
		several bool
		reply   tools.Reply
		want    bool
	}{
		"ruled out":            {reply: tools.Reply{Aspect: "order", Not: []any{"W1"}}, want: true},
		"another aspect":       {reply: tools.Reply{Aspect: "reason", Value: "W1"}},
		"another value":        {reply: tools.Reply{Aspect: "order", Value: "W3"}},
		"another kind":         {reply: tools.Reply{Aspect: "order", Value: 1.0}},
		"a list where one":     {reply: tools.Reply{Aspect: "order", Value: []any{"W1"}}},
		"another in a list":    {several: true, reply: tools.Reply{Aspect: "order", Value: []any{"W1", "W3"}}},
		"another ruled out":    {reply: tools.Reply{Aspect: "order", Not: []any{"W3"}}},
		"something unheard of": {reply: tools.Reply{Aspect: "order", Value: map[string]any{"W1": 1}}},
	} {
		q := which(tc.several)
		if got := q.Offers(&tc.reply); got != tc.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

func TestWaiting(t *testing.T) {
	open, ended := dialog.Errand{Title: "open"}, dialog.Errand{Title: "ended", Ending: dialog.Done}
	later := dialog.Errand{Title: "later"}
	for name, tc := range map[string]struct {
		exchanges []dialog.Exchange
		waiting   string // its title
		only      bool
	}{
		"nothing said":     {},
		"a search":         {exchanges: []dialog.Exchange{{Changes: []search.Change{{ID: 1}}}}},
		"an errand":        {exchanges: []dialog.Exchange{{Errands: []dialog.Errand{ended, open, later}}}, waiting: "open", only: true},
		"it has ended":     {exchanges: []dialog.Exchange{{Errands: []dialog.Errand{open}}, {Errands: []dialog.Errand{ended}}}, only: true},
		"long ago":         {exchanges: []dialog.Exchange{{Errands: []dialog.Errand{ended}}, {}}, only: true},
		"beside a need":    {exchanges: []dialog.Exchange{{Changes: []search.Change{{ID: 1}}}, {Errands: []dialog.Errand{open}}}, waiting: "open"},
		"then a search":    {exchanges: []dialog.Exchange{{Errands: []dialog.Errand{ended}}, {Changes: []search.Change{{ID: 1}}}}},
		"nothing but talk": {exchanges: []dialog.Exchange{{Said: "hello"}}},
	} {
		c := dialog.Conversation{Exchanges: tc.exchanges}
		waiting := ""
		if e := c.Waiting(); e != nil {
			waiting = e.Title
		}
		if waiting != tc.waiting || c.OnlyErrands() != tc.only {
			t.Errorf("%s: %q waits, only errands %t", name, waiting, c.OnlyErrands())
		}
	}
}

// Where something was answered and nothing is wanted yet there is no list.
func TestUnlisted(t *testing.T) {
	hello := dialog.Exchange{Acts: []dialog.Act{{Kind: dialog.Social, Text: "Hello."}}}
	lamp := dialog.Exchange{Changes: []search.Change{{ID: 1, Op: search.AddWords, Words: []string{"lamp"}}}}
	again := dialog.Exchange{Acts: hello.Acts, Changes: []search.Change{{ID: 2, Op: search.Reset}}}
	for _, tc := range []struct {
		name      string
		exchanges []dialog.Exchange
		want      bool
	}{
		{"nothing said", nil, false},
		{"hello", []dialog.Exchange{hello}, true},
		{"a lamp, thank you", []dialog.Exchange{lamp, hello}, false},
		{"hello, a lamp", []dialog.Exchange{hello, lamp}, false},
		{"all over again", []dialog.Exchange{lamp, again}, false},
		{"and hello", []dialog.Exchange{lamp, again, hello}, true},
		{"a list is the answer", []dialog.Exchange{{Acts: []dialog.Act{{Kind: dialog.Sort}}}}, false},
	} {
		c := dialog.Conversation{Exchanges: tc.exchanges}
		if got := c.Unlisted(); got != tc.want {
			t.Errorf("%s: %t", tc.name, got)
		}
	}
}

// What is hidden of an exchange with errands is all that tells of them; the list stays.
func TestHideErrands(t *testing.T) {
	lamp := []search.Change{{ID: 1, Op: search.AddWords, Words: []string{"lamp"}}}
	looked := dialog.Exchange{Said: "a lamp", Changes: lamp, Reply: "2 products.", Tells: "2 products."}
	both := dialog.Exchange{
		Said: "cancel W1, and a lamp", Typed: []string{"cancel it"}, Unplaced: []string{"W1"}, Acts: []dialog.Act{{Kind: dialog.DoErrand, Text: "W1 is cancelled."}},
		Errands: []dialog.Errand{{Title: "cancel", Ending: dialog.Done}}, Changes: lamp, Reply: "W1 is cancelled. 2 products.", Tells: "2 products.",
	}
	c := dialog.Conversation{Exchanges: []dialog.Exchange{looked, both}}
	c.HideErrands()
	want := []dialog.Exchange{looked, {Changes: lamp, Reply: "2 products.", Tells: "2 products."}}
	if diff := cmp.Diff(want, c.Exchanges); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
