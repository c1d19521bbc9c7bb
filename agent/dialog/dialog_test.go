package dialog_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"shopclerk/agent/dialog"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

// posed is a question with so many options.
func posed(key string, options int) dialog.Posed {
	q := dialog.Posed{Text: "Which " + key + "?", Answer: search.Answer{Key: key}}
	for i := range options {
		label := fmt.Sprint(key, i)
		q.Options = append(q.Options, dialog.Choice{Label: label})
		q.Answer.Options = append(q.Answer.Options, catalog.Condition{Key: key, Values: []string{label}})
		q.Answer.Labels = append(q.Answer.Labels, label)
	}
	return q
}

// someTurn draws what a turn changes.
func someTurn(t *rapid.T, c *dialog.Conversation) dialog.Exchange {
	var changes []search.Change
	for range rapid.IntRange(0, 3).Draw(t, "changes") {
		ch := search.Change{Op: rapid.SampledFrom([]search.Op{search.AddWords, search.SetScope, search.AddWish, search.Drop, search.Reset}).Draw(t, "op")}
		word := rapid.SampledFrom([]string{"red", "blue", "oak"}).Draw(t, "word")
		switch ch.Op {
		case search.AddWords:
			ch.Words = []string{word}
		case search.SetScope:
			ch.Categories = []string{word}
		case search.AddWish:
			ch.Condition = &catalog.Condition{Key: "colour", Values: []string{word}}
		case search.Drop:
			ch.Target = rapid.IntRange(1, 10).Draw(t, "target")
		}
		changes = append(changes, ch)
	}
	return dialog.Exchange{Said: "something", Changes: c.Number(changes)}
}

// Undo forgets the latest exchange, whole: the conversation and its need are what
// they were, and what is said next does not disturb a copy made before.
func TestUndoRestores(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c dialog.Conversation
		for range rapid.IntRange(0, 4).Draw(t, "turns") {
			c.Exchanges = append(c.Exchanges, someTurn(t, &c))
		}
		before := slices.Clone(c.Exchanges)
		need := c.Need()
		c.Exchanges = append(c.Exchanges, someTurn(t, &c))
		full := c
		kept := slices.Clone(full.Exchanges)
		if err := c.Undo(); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(before, c.Exchanges, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("the exchanges (-before +after):\n%s", diff)
		}
		if diff := cmp.Diff(need, c.Need(), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("the need (-before +after):\n%s", diff)
		}
		c.Exchanges = append(c.Exchanges, dialog.Exchange{Said: "something else"})
		if diff := cmp.Diff(kept, full.Exchanges); diff != "" {
			t.Fatalf("the copy (-before +after):\n%s", diff)
		}
	})
}

func TestUndoOfNothing(t *testing.T) {
	var c dialog.Conversation
	if err := c.Undo(); !errors.Is(err, dialog.ErrNoSuch) {
		t.Errorf("got %v", err)
	}
	if need := c.Need(); c.Last() != nil || !need.Empty() {
		t.Error("an empty conversation is not empty")
	}
}

// Numbers are unique and ascend through the conversation, whatever was undone.
func TestNumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c dialog.Conversation
		for range rapid.IntRange(1, 8).Draw(t, "steps") {
			if rapid.IntRange(0, 3).Draw(t, "undo") == 0 && len(c.Exchanges) > 0 {
				if err := c.Undo(); err != nil {
					t.Fatal(err)
				}
				continue
			}
			c.Exchanges = append(c.Exchanges, someTurn(t, &c))
			for _, ch := range c.Last().Changes {
				if ch.Turn != len(c.Exchanges) {
					t.Fatalf("change %d of exchange %d says turn %d", ch.ID, len(c.Exchanges), ch.Turn)
				}
			}
		}
		for i, ch := range c.Changes() {
			if i > 0 && ch.ID <= c.Changes()[i-1].ID || ch.ID < 1 {
				t.Fatalf("ids do not ascend: %+v", c.Changes())
			}
		}
	})
	// what is numbered is a copy
	changes := []search.Change{{Op: search.Reset}}
	if new(dialog.Conversation).Number(changes)[0].ID != 1 || changes[0].ID != 0 {
		t.Error("numbering writes into its argument")
	}
}

func TestAnswers(t *testing.T) {
	for _, tc := range []struct {
		name  string
		given []dialog.Given
		want  []search.Answer // of colour (3 options) and size (2)
		texts []string
	}{
		{"nothing: all skipped", nil, []search.Answer{{}, {}}, []string{"", ""}},
		{"one option", []dialog.Given{{Question: 0, Picked: []int{1}}}, []search.Answer{{Picked: []int{1}}, {}}, []string{"colour1", ""}},
		{"two options", []dialog.Given{{Question: 0, Picked: []int{0, 2}}}, []search.Answer{{Picked: []int{0, 2}}, {}}, []string{"colour0 or colour2", ""}},
		{"in any order, twice", []dialog.Given{{Question: 0, Picked: []int{2, 0, 2}}}, []search.Answer{{Picked: []int{0, 2}}, {}}, []string{"colour0 or colour2", ""}},
		{"something else", []dialog.Given{{Question: 1, Other: true}}, []search.Answer{{}, {Other: true}}, []string{"", "none of size0, size1"}},
		{"an option or something else", []dialog.Given{{Question: 1, Picked: []int{1}, Other: true}}, []search.Answer{{}, {Picked: []int{1}, Other: true}}, []string{"", "size1 or something else"}},
		{"no preference", []dialog.Given{{Question: 1, None: true}}, []search.Answer{{}, {None: true}}, []string{"", ""}},
		{"no preference gives way to a tick", []dialog.Given{{Question: 1, None: true, Picked: []int{0}}}, []search.Answer{{}, {Picked: []int{0}}}, []string{"", "size0"}},
		{"no preference gives way to something else", []dialog.Given{{Question: 1, None: true, Other: true}}, []search.Answer{{}, {Other: true}}, []string{"", "none of size0, size1"}},
		{"both questions, the second first", []dialog.Given{{Question: 1, Picked: []int{0}}, {Question: 0, Picked: []int{0}}},
			[]search.Answer{{Picked: []int{0}}, {Picked: []int{0}}}, []string{"colour0", "size0"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := dialog.Conversation{Exchanges: []dialog.Exchange{{Questions: []dialog.Posed{posed("colour", 3), posed("size", 2)}}}}
			changes, err := c.Answers(words.English, tc.given)
			if err != nil {
				t.Fatal(err)
			}
			var texts []string
			for i, ch := range changes {
				texts = append(texts, ch.Text)
				q := &c.Exchanges[0].Questions[i]
				want := q.Answer // the question as it was shown, with what was ticked
				want.Picked, want.Other, want.None = tc.want[i].Picked, tc.want[i].Other, tc.want[i].None
				if diff := cmp.Diff(&want, ch.Answer); diff != "" || ch.Op != search.Answered {
					t.Errorf("question %d, %s (-want +got):\n%s", i+1, ch.Op, diff)
				}
				if q.Answer.Picked != nil || q.Answer.Other || q.Answer.None {
					t.Error("answering writes into the question as it was shown")
				}
			}
			if !slices.Equal(texts, tc.texts) {
				t.Errorf("chips %q, want %q", texts, tc.texts)
			}
		})
	}
}

func TestAnswersToWhatWasNotAsked(t *testing.T) {
	asked := dialog.Conversation{Exchanges: []dialog.Exchange{{Questions: []dialog.Posed{posed("colour", 3)}}}}
	over := dialog.Conversation{Exchanges: append(slices.Clone(asked.Exchanges), dialog.Exchange{Said: "thanks"})}
	for _, tc := range []struct {
		name  string
		c     dialog.Conversation
		given dialog.Given
		tells string // counting from one
	}{
		{"before anything was asked", dialog.Conversation{}, dialog.Given{}, "no question is open"},
		{"after the questions are gone", over, dialog.Given{Picked: []int{0}}, "no question is open"},
		{"a question too many", asked, dialog.Given{Question: 1}, "question 2"},
		{"a question below the first", asked, dialog.Given{Question: -1}, "question 0"},
		{"an option too many", asked, dialog.Given{Picked: []int{3}}, "question 1: option 4"},
		{"an option below the first", asked, dialog.Given{Picked: []int{-1}}, "question 1: option 0"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if changes, err := tc.c.Answers(words.English, []dialog.Given{tc.given}); !errors.Is(err, dialog.ErrNoSuch) || !strings.Contains(err.Error(), tc.tells) {
				t.Errorf("got %+v, %v; want an error that tells of %s", changes, err, tc.tells)
			}
		})
	}
}

// A conversation that somebody else kept, and that has fewer labels than options, is answered.
func TestOptionWithoutALabel(t *testing.T) {
	q := posed("colour", 3)
	q.Answer.Labels = q.Answer.Labels[:2]
	c := dialog.Conversation{Exchanges: []dialog.Exchange{{Questions: []dialog.Posed{q}}}}
	changes, err := c.Answers(words.English, []dialog.Given{{Picked: []int{1, 2}}})
	if err != nil || len(changes) != 1 || changes[0].Text != "colour1" {
		t.Errorf("%+v, %v; want one change that tells of colour1", changes, err)
	}
}

// What "something else" stood for is told by the answer's text, after the ticks.
func TestOtherThatStandsForSomething(t *testing.T) {
	q := posed("power", 2)
	q.Other = dialog.Choice{Label: "90 W and more", Count: 3}
	c := dialog.Conversation{Exchanges: []dialog.Exchange{{Questions: []dialog.Posed{q}}}}
	for _, tc := range []struct {
		given dialog.Given
		text  string
	}{
		{dialog.Given{Other: true}, "90 W and more"},
		{dialog.Given{Other: true, Picked: []int{1}}, "power1 or 90 W and more"},
		{dialog.Given{Picked: []int{0, 1}}, "power0 or power1"},
	} {
		changes, err := c.Answers(words.English, []dialog.Given{tc.given})
		if err != nil {
			t.Fatal(err)
		}
		if got := changes[0].Text; got != tc.text {
			t.Errorf("%+v reads %q, want %q", tc.given, got, tc.text)
		}
	}
}

// Questions that were journaled before they could explain themselves are read as
// such, and written as they were.
func TestQuestionsOfBefore(t *testing.T) {
	const old = `{"text":"Which colour?","options":[{"label":"red","count":3}],` +
		`"answer":{"key":"colour","options":[{"key":"colour","values":["red"]}],"labels":["red"]},"bits":1.5,"page":0.1}`
	var q dialog.Posed
	if err := json.Unmarshal([]byte(old), &q); err != nil {
		t.Fatal(err)
	}
	if q.Other != (dialog.Choice{}) || q.None != (dialog.Choice{}) || q.Why.Fit != 0 || q.Bits != 1.5 || q.Options[0].Count != 3 {
		t.Errorf("read as %+v", q)
	}
	blob, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	if string(blob) != old {
		t.Errorf("written as %s, was %s", blob, old)
	}
}

var offers = []dialog.Offer{{Text: "Keep only red ones", Changes: []search.Change{
	{Op: search.AddLimit, Text: "red", Condition: &catalog.Condition{Key: "colour", Values: []string{"red"}}},
}}}

// What is taken is what the latest exchange offered, and nothing else can be.
func TestOffered(t *testing.T) {
	said := dialog.Exchange{Acts: []dialog.Act{
		{Kind: dialog.NotSold, Nearest: []string{"Home > Lamps", "Home > Candles"}},
		{Kind: dialog.AskProduct, Offers: offers},
	}}
	c := &dialog.Conversation{Exchanges: []dialog.Exchange{{}, said}}
	for _, tc := range []struct {
		name       string
		c          *dialog.Conversation
		act, offer int
		there      bool
	}{
		{"the offer", c, 1, 0, true},
		{"no such offer", c, 1, 1, false},
		{"below", c, 1, -1, false},
		{"an act without", c, 0, 0, false},
		{"no such act", c, 2, 0, false},
		{"no act below", c, -1, 0, false},
		{"of an exchange before", &dialog.Conversation{Exchanges: []dialog.Exchange{said, {}}}, 1, 0, false},
		{"nothing said", &dialog.Conversation{}, 0, 0, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := tc.c.Offered(tc.act, tc.offer)
			if (err == nil) != tc.there || err != nil && !errors.Is(err, dialog.ErrNoSuch) {
				t.Fatal(err)
			}
			if tc.there && !cmp.Equal(got, offers[0].Changes) {
				t.Errorf("offered %+v", got)
			}
		})
	}
	for path, want := range []string{"Home > Lamps", "Home > Candles"} {
		if got, err := c.Instead(0, path); got != want || err != nil {
			t.Errorf("instead %q, %v; want %q", got, err, want)
		}
	}
	for _, at := range [][2]int{{0, 2}, {0, -1}, {1, 0}, {2, 0}} {
		if got, err := c.Instead(at[0], at[1]); !errors.Is(err, dialog.ErrNoSuch) {
			t.Errorf("instead %v: %q, %v", at, got, err)
		}
	}
}
