package understand

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/language"
)

// A message is taken apart where sentences of different acts end, and its need is not
// lost behind a question.
func TestClausesOfSentences(t *testing.T) {
	v := Build(nil, nil, Synonyms{})
	for _, tc := range []struct {
		message string
		acts    []string
	}{
		{"I need a tent for 4 people. Can I pay with PayPal?", []string{"need", "ask_shop"}},
		{"hi! I need a red backpack under 80. do you deliver to Austria?", []string{"social", "need", "ask_shop"}},
		{"Ich suche ein Zelt. Kann ich mit PayPal zahlen?", []string{"need", "ask_shop"}},
		{"Red backpack. Under 80. Not polyester.", []string{"need"}},
		{"wristwatch, sapphire glass, max. 800", []string{"need"}},
		{"ein Rucksack, ca. 30 Liter, z. B. in Blau. Nicht zu schwer.", []string{"need"}},
	} {
		t.Run(tc.message, func(t *testing.T) {
			tongue := language.Detect(language.Tokenize(tc.message), language.English())
			var acts []string
			for _, c := range v.Clauses(tc.message, tongue, language.AtStart) {
				if n := len(acts); n == 0 || acts[n-1] != c.Act { // needs are read together
					acts = append(acts, c.Act)
				}
				if why := v.Why(&c, c.Label(), tongue, language.AtStart); len(why) == 0 {
					t.Errorf("%q is %s, and nothing tells why", c.Text, c.Label())
				}
			}
			if diff := cmp.Diff(tc.acts, acts); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
