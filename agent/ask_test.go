package agent_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent"
	"shopclerk/agent/dialog"
	"shopclerk/agent/nlu"
	"shopclerk/catalog"
	"shopclerk/catalog/demo"
	"shopclerk/search"
	"shopclerk/search/index"
	"shopclerk/words"
)

// asked lists the aspects of a turn's questions.
func asked(t *agent.Turn) []string {
	var keys []string
	for _, q := range t.Questions {
		keys = append(keys, q.Answer.Key)
	}
	return keys
}

// What was skipped, excluded or given is not asked about again; nothing is asked about a short
// list, and only the kind where that is unknown.
func TestQuestionsThatAreNotAsked(t *testing.T) {
	say := func(messages ...string) *agent.Turn {
		a := clerk(t, true)
		var c dialog.Conversation
		turn := mustReply(t, a, &c, browse(kettles))
		for _, m := range messages {
			turn = mustReply(t, a, &c, agent.Input{Message: m})
		}
		return turn
	}
	if keys := asked(say()); len(keys) == 0 {
		t.Fatal("nothing is asked at first")
	}
	for _, tc := range []struct {
		name     string
		messages []string
		key      string
	}{
		{"a colour that was excluded", []string{"not black"}, "colour"},
		{"a budget that was given", []string{"up to 100 euros"}, catalog.KeyPrice},
	} {
		if turn := say(tc.messages...); slices.Contains(asked(turn), tc.key) {
			t.Errorf("%s: asked about %v", tc.name, asked(turn))
		}
	}
	if turn := say("asdf qwer"); len(turn.Questions) > 0 {
		t.Errorf("asked after what was not understood: %v", asked(turn))
	}
	if turn := say("black"); turn.Fit() >= 7 || len(turn.Questions) > 0 {
		t.Errorf("of %d products asked about %v", turn.Fit(), asked(turn))
	}

	a := clerk(t, true)
	var c dialog.Conversation
	first := asked(mustReply(t, a, &c, browse(kettles)))
	for range 3 {
		turn := mustReply(t, a, &c, agent.Input{Answered: true})
		for _, key := range asked(turn) {
			if slices.Contains(first, key) {
				t.Errorf("%s is asked about though it was skipped", key)
			}
		}
		first = append(first, asked(turn)...)
	}

	var alone dialog.Conversation
	if keys := asked(mustReply(t, a, &alone, agent.Input{Message: "lumo"})); !slices.Equal(keys, []string{catalog.KeyCategory}) {
		t.Errorf("of what is of an unknown kind %v are asked about", keys)
	}
}

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

// What people wrote, said in a conversation that has begun in the demonstration shop: whatever a
// message did, the next that says so takes it back as a whole, and a question about products or the
// shop changes nothing, nor does politeness. Messages that fail stand in marked.golden: known failures.
func TestMarkedMessages(t *testing.T) {
	dir := t.TempDir()
	if _, err := index.Build(t.Context(), dir, index.FromSeq(demo.Records(1, 20)), index.Options{Hints: demo.Hints}); err != nil {
		t.Fatal(err)
	}
	shop, err := index.Open(t.Context(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer shop.Close()
	clerk, err := agent.Hire(t.Context(), shop.Engine)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, language := range []struct{ code, opening, undo string }{{"en", "a tent under 400 euros", "undo"}, {"de", "ein Zelt unter 400 Euro", "rückgängig"}} {
		text, err := os.ReadFile("../data/reading/" + language.code + "/marked.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		var begun dialog.Conversation
		mustReply(t, clerk, &begun, agent.Input{Message: language.opening})
		n, said, asked := 0, 0, 0
		var undo, questions []string // that fail
		for line := range bytes.Lines(text) {
			var row struct{ ID, M string }
			if err := json.Unmarshal(line, &row); err != nil {
				t.Fatal(err)
			}
			m := nlu.Unmark(row.M)
			has := func(intents ...nlu.Intent) bool {
				return slices.ContainsFunc(m.Parts, func(p nlu.Part) bool { return slices.Contains(intents, p.Intent) })
			}
			question := !has(nlu.Need, nlu.Revise, nlu.Answer, nlu.Compare, nlu.AskStock, nlu.Sort, nlu.Undo, nlu.Restart, nlu.Task, nlu.Unclear)
			if n++; n%60 != 0 && !(question && n%10 == 0) {
				continue
			}
			c := dialog.Conversation{Exchanges: slices.Clone(begun.Exchanges)}
			before := c.Need()
			turn := mustReply(t, clerk, &c, agent.Input{Message: m.Text})
			changed := len(c.Last().Changes) > 0 || !cmp.Equal(before, turn.Need)
			failure := row.ID + " " + strings.ReplaceAll(m.Text, "\n", " / ") + "\n"
			if question {
				if asked++; changed {
					questions = append(questions, "question: "+failure)
				}
			}
			if changed && !has(nlu.Undo) { // another undo takes the need further back
				if said++; !cmp.Equal(before, mustReply(t, clerk, &c, agent.Input{Message: language.undo}).Need) {
					undo = append(undo, "undo: "+failure)
				}
			}
		}
		fmt.Fprintf(&out, "%s: after %d of %d messages undo does not restore the need; %d of %d questions change something\n%s%s",
			language.code, len(undo), said, len(questions), asked, strings.Join(undo, ""), strings.Join(questions, ""))
	}
	golden(t, "marked.golden", out.String())
}
