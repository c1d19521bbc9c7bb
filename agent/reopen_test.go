package agent_test

import (
	"context"
	"slices"
	"testing"

	"shopclerk/agent"
	"shopclerk/agent/dialog"
	"shopclerk/search"
	"shopclerk/words"
)

// The numbers of a question asked again are those of today, counted by hand over
// the products that fit all else; the conversation keeps what it showed.
func TestReopenCounts(t *testing.T) {
	a := clerk(t, false)
	a = a.With(func(c *agent.Config) { c.Policy = asking("colour") })
	var c dialog.Conversation
	mustReply(t, a, &c, browse(kettles))
	mustReply(t, a, &c, agent.Input{Answered: true, Answers: []dialog.Given{{Picked: []int{0, 2}}}})
	mustReply(t, a, &c, agent.Input{Message: "under 60 euro"})
	answer := c.Exchanges[1].Changes[0]
	before := freeze(t, &c)
	q, err := a.Reopen(context.Background(), &c, answer.ID)
	if err != nil {
		t.Fatal(err)
	}
	if q.Text != "Which colour?" || !slices.Equal(q.Answer.Picked, []int{0, 2}) {
		t.Fatalf("asks %q with %v ticked", q.Text, q.Answer.Picked)
	}
	need := search.Fold(slices.DeleteFunc(c.Changes(), func(ch search.Change) bool { return ch.ID == answer.ID }))
	all, err := a.Look(context.Background(), need, search.Page{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	for o, choice := range q.Options {
		want := 0
		for i := range all.Products {
			if all.Ranking.Items[i].Full && q.Answer.Options[o].Holds(all.Products[i].Of("colour")) {
				want++
			}
		}
		if choice.Count != want || choice.Label != q.Answer.Labels[o] {
			t.Errorf("%s is offered with %d products, counted %d", choice.Label, choice.Count, want)
		}
	}
	if after := freeze(t, &c); after != before {
		t.Errorf("before %s\nafter  %s", before, after)
	}
}

// A category that was chosen by an answer can be chosen anew; what was said of the
// one before stays.
func TestCategoryChosenAnew(t *testing.T) {
	a := clerk(t, false)
	a = a.With(func(c *agent.Config) { c.Policy = asking("category") })
	var c dialog.Conversation
	mustReply(t, a, &c, browse())
	mustReply(t, a, &c, agent.Input{Answered: true, Answers: []dialog.Given{{Picked: []int{0}}}})
	mustReply(t, a, &c, agent.Input{Message: "under 60 euro"})
	changes, err := c.Revise(words.English, c.Exchanges[1].Changes[0].ID, dialog.Given{Picked: []int{1}})
	if err != nil {
		t.Fatal(err)
	}
	turn := mustReply(t, a, &c, agent.Input{Changes: changes})
	if !slices.Equal(turn.Need.Scope, []string{tableLamps}) || len(turn.Need.Limits) != 1 || len(turn.Need.Evidence) != 0 {
		t.Errorf("looks in %q with %+v and %+v", turn.Need.Scope, turn.Need.Limits, turn.Need.Evidence)
	}
}
