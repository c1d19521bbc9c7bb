package agent_test

import (
	"bytes"
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
	"shopclerk/catalog/demo"
	"shopclerk/search/index"
)

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
