package views

import (
	"strings"
	"testing"

	"shopclerk/agent/dialog"
	"shopclerk/search"
	"shopclerk/words"
)

// How an answer reads, as a chip and as what the shopper said: with what
// "something else" stood for where that is known, and as ever where it is not.
func TestAnswersReadWell(t *testing.T) {
	for _, tc := range []struct {
		name       string
		other      string // what something else stands for
		given      dialog.Given
		chip, said string
	}{
		{"a tick", "90 W and more", dialog.Given{Picked: []int{0}}, "under 40 W", "What power? under 40 W"},
		{"the rest", "90 W and more", dialog.Given{Other: true}, "90 W and more", "What power? 90 W and more"},
		{"a tick and the rest", "90 W and more", dialog.Given{Picked: []int{1}, Other: true}, "40 to 90 W or 90 W and more", "What power? 40 to 90 W or 90 W and more"},
		{"nothing in particular", "", dialog.Given{Other: true}, "none of under 40 W, 40 to 90 W", "What power? none of under 40 W, 40 to 90 W"},
		{"a tick or nothing in particular", "", dialog.Given{Picked: []int{0}, Other: true}, "under 40 W or something else", "What power? under 40 W or something else"},
		{"no preference", "90 W and more", dialog.Given{None: true}, "", "What power? no preference"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			labels := []string{"under 40 W", "40 to 90 W"}
			q := dialog.Posed{Text: "What power?", Other: dialog.Choice{Label: tc.other}, Answer: search.Answer{Key: "power", Labels: labels}}
			for _, l := range labels {
				q.Options = append(q.Options, dialog.Choice{Label: l})
			}
			c := dialog.Conversation{Exchanges: []dialog.Exchange{{Questions: []dialog.Posed{q}}}}
			changes, err := c.Answers(words.English, []dialog.Given{tc.given})
			if err != nil {
				t.Fatal(err)
			}
			changes = c.Number(changes)
			if got := answerText(words.English, &c, &changes[0]); got != tc.said {
				t.Errorf("said %q, want %q", got, tc.said)
			}
			need := search.Fold(changes)
			var texts []string
			for _, chip := range (&talker{Presenter: &Presenter{Language: words.English}}).chips(&need) {
				texts = append(texts, chip.Text)
			}
			if got := strings.Join(texts, "|"); got != tc.chip {
				t.Errorf("chips %q, want %q", got, tc.chip)
			}
		})
	}
}
