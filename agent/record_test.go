package agent_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"shopclerk/agent"
	"shopclerk/agent/clarify"
	"shopclerk/agent/dialog"
	"shopclerk/catalog"
	"shopclerk/search"
)

// An exchange says how its list and questions came about.
func TestRecorded(t *testing.T) {
	a := clerk(t, true)
	var c dialog.Conversation
	for _, tc := range []struct {
		name    string
		input   agent.Input
		path    []string
		relaxed int
		acts    []dialog.Act
	}{
		{"a category", browse(kettles), []string{"category"}, 0, nil},
		{"a wish", agent.Input{Message: "red"}, []string{"lexical", "category"}, 0, []dialog.Act{{Kind: dialog.Need}}},
		{"a wish that can not be met", agent.Input{Changes: []search.Change{{Op: search.AddWish, Text: "plaid", Condition: &catalog.Condition{Key: "colour", Values: []string{"plaid"}}}}},
			[]string{"category"}, 1, nil},
		{"the whole shop", agent.Input{Changes: []search.Change{{Op: search.Reset}}}, []string{"attributes", "found"}, 0, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			turn := mustReply(t, a, &c, tc.input)
			got := c.Last()
			want := &dialog.Exchange{
				Path: tc.path, Scope: turn.Need.Scope, Total: turn.Scope.Shelf.Rows(), Open: turn.Ranking.Open,
				Policy: dialog.Policy{Name: "joint", Version: clarify.Version}, Acts: tc.acts,
			}
			rest := cmpopts.IgnoreFields(dialog.Exchange{}, "Said", "Changes", "Reply", "Tells", "Questions", "Shown", "Fit", "Relaxed")
			if diff := cmp.Diff(want, got, rest); diff != "" || got.Total == 0 {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if len(got.Relaxed) != tc.relaxed {
				t.Errorf("relaxed the changes %v", got.Relaxed)
			}
			if tc.relaxed > 0 && got.Relaxed[0] != got.Changes[0].ID {
				t.Errorf("relaxed the changes %v, not the latest, %d", got.Relaxed, got.Changes[0].ID)
			}
		})
	}
}
