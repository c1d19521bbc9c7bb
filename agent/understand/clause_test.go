package understand

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/language"
)

// A message is taken apart where sentences of different acts end, and its need is not
// lost behind a question.
func TestClausesOfSentences(t *testing.T) {
	v := readVocabulary(t, "demo")
	for _, tc := range []struct {
		message string
		acts    []string
	}{
		{"can I pay with PayPal, and have you got black tents?", []string{"ask_shop", "need"}},
		{"can I pay with PayPal and do you have tents?", []string{"ask_shop", "need"}},
		{"kann ich mit PayPal zahlen und habt ihr schwarze Zelte?", []string{"ask_shop", "need"}},
		{"can I pay with PayPal and kettles", []string{"ask_shop"}},
		{"I need table lamps. can I pay by card?", []string{"need", "ask_shop"}},
		{"hi! how are you? I need a tent", []string{"social", "need"}},
		{"nice shop! where are you? what tents do you have?", []string{"social", "ask_shop", "need"}},
		{"hi! tent please! can I pay by card! thanks", []string{"social", "need", "ask_shop", "social"}},
		{"my tent leaks. do you take it back", []string{"need", "ask_shop"}},
		{"make it black", []string{"need"}}, // nothing was said that could be changed
		{"I need a tent and", []string{"need"}},
		{"a tent, approx. 300", []string{"need"}},
		{"later: undo that, and make it black", []string{"undo", "revise"}},
		{"later: undo that and make it black", []string{"undo"}},
		{"later: start over and show me tents", []string{"restart", "need"}},
		{"later: add the first one to the basket, and do you have kettles", []string{"errand", "need"}},
		{"later: is the first one dimmable and light?", []string{"ask_product"}},
		{"I need a tent for 4 people. Can I pay with PayPal?", []string{"need", "ask_shop"}},
		{"hi! I need a red backpack under 80. do you deliver to Austria?", []string{"social", "need", "ask_shop"}},
		{"Ich suche ein Zelt. Kann ich mit PayPal zahlen?", []string{"need", "ask_shop"}},
		{"Red backpack. Under 80. Not polyester.", []string{"need"}},
		{"wristwatch, sapphire glass, max. 800", []string{"need"}},
		{"ein Rucksack, ca. 30 Liter, z. B. in Blau. Nicht zu schwer.", []string{"need"}},
	} {
		t.Run(tc.message, func(t *testing.T) {
			message, at := tc.message, language.AtStart
			if said, later := strings.CutPrefix(message, "later: "); later {
				message, at = said, language.AtList
			}
			tongue := language.Detect(language.Tokenize(message), language.English())
			var acts []string
			for _, c := range v.Clauses(message, tongue, at) {
				if n := len(acts); n == 0 || acts[n-1] != c.Act { // needs are read together
					acts = append(acts, c.Act)
				}
				if why := v.Why(&c, c.Label(), tongue, at); len(why) == 0 {
					t.Errorf("%q is %s, and nothing tells why", c.Text, c.Label())
				}
			}
			if diff := cmp.Diff(tc.acts, acts); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
