package understand

import (
	"fmt"
	"strings"
	"testing"

	"shopclerk/agent/language"
	"shopclerk/search"
)

// TestPlaces tells what words point at on a page of six monitors, and which words ask for
// something else.
func TestPlaces(t *testing.T) {
	v := readVocabulary(t, "pc")
	for code, cases := range map[string]map[string]string{
		"en": {
			"the first one": "1", "is the 2nd better than the 3rd": "2 3", "the 4th": "4", "the 1st": "1", "the last one": "-1", "last": "-1", "show me last": "",
			"how long does it last": "that", "the first three": "1 2 3", "the second two": "2 3", "the last two": "5 6", "the first six": "1",
			"number 3": "3", "#2": "2", "no. 4": "4", "number five": "5", "number 6": "6", "number 7": "", "number 0": "", "number 2.5": "", "option five hundred": "", "number": "", "number one": "1", "number 3d": "", "no#2": "2",
			"1 and 3": "1 3", "compare 1, 2 and 3": "1 2 3", "1 & 3": "1 3", "2 vs the third": "2 3", "the second or 3": "2 3", "first, and 3": "1 3", "3": "", "is it 3": "that",
			"1 or 27 inch": "", "24 and 3": "", "3 and": "", "and 3": "", "2 inch or 3": "3", "2 and 2": "2",
			"the top one": "1", "the top": "1", "the top, please": "1", "the top rated": "", "top": "", "number 2 at the top": "2",
			"both": "1 2", "both of them": "1 2, those", "the three": "1 2 3", "the five": "1 2 3 4 5", "these two": "1 2, those", "two": "", "these": "those", "is this heavy": "that",
		},
		"de": {
			"die ersten zwei": "1 2", "das oberste": "1, that", "die obersten": "1", "oberster": "", "Nummer 2": "2", "passt die in ein Regal": "that", "passt die Lampe": "", "die zwei": "1 2", "die letzten drei": "4 5 6",
		},
	} {
		for said, want := range cases {
			in := Context{Need: search.Need{Scope: []string{"Monitor"}}, Currency: "EUR", Tongue: language.Of(code), Shown: make([]Shown, 6)}
			a := v.Asked(said, in)
			got := strings.Trim(fmt.Sprint(a.Places), "[]")
			if a.Those {
				got += ", those"
			}
			if a.That {
				got += ", that"
			}
			if got = strings.TrimPrefix(got, ", "); got != want {
				t.Errorf("%s: %q points at %q, want %q", code, said, got, want)
			}
		}
	}
	// What pointed is asked for no more.
	for said, want := range map[string]string{
		"does number 3 have pivot": "pivot", "is the pivot smooth": "pivot smooth", "does the 2nd have pivot": "pivot", "do the first three have pivot": "pivot", "do the last two have pivot": "pivot", "does the top one have pivot": "pivot",
		"do both have pivot": "pivot", "do these two have pivot": "pivot", "does no. 4 have pivot": "pivot", "does number five have pivot": "pivot",
	} {
		if a := v.Asked(said, Context{Need: search.Need{Scope: []string{"Monitor"}}, Tongue: language.English(), Shown: make([]Shown, 6)}); a.Words != want {
			t.Errorf("%q asks for %q, want %q", said, a.Words, want)
		}
	}
}
