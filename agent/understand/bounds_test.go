package understand

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/agent/language"
	"shopclerk/search"
	"shopclerk/words"
)

// bounding is a way to say a bound, with a blank for the amount.
type bounding struct {
	text string
	most bool // the amount is the most that is wanted; else the least
	// about is what it can be said of: "money", "things" that are measured, or "" for both.
	about string
	// known says why the reader does not get it right yet; "" where it does.
	known string
}

// bounds are ways to say bounds, by the code of their language.
var bounds = map[string][]bounding{
	"en": {
		{text: "at most _", most: true}, {text: "_ at most", most: true}, {text: "under _", most: true}, {text: "below _", most: true},
		{text: "less than _", most: true}, {text: "up to _", most: true}, {text: "max _", most: true}, {text: "maximum _", most: true},
		{text: "_ max", most: true}, {text: "_ or less", most: true}, {text: "no more than _", most: true}, {text: "not more than _", most: true},
		{text: "not over _", most: true}, {text: "nothing over _", most: true}, {text: "nothing above _", most: true},
		{text: "but not more than _ please", most: true},
		{text: "cheaper than _", most: true, about: "money"}, {text: "my budget is _", most: true, about: "money"},
		{text: "I don't want to spend more than _", most: true, about: "money"}, {text: "it should not cost more than _", most: true, about: "money"},
		{text: "I can't pay more than _", most: true, about: "money"}, {text: "it must not be more expensive than _", most: true, about: "money"},
		{text: "at least _"}, {text: "_ at least"}, {text: "over _"}, {text: "above _"}, {text: "more than _"}, {text: "min _"},
		{text: "minimum _"}, {text: "_ or more"}, {text: "from _"}, {text: "no less than _"}, {text: "not less than _"}, {text: "not under _"},
		{text: "nothing under _"}, {text: "nothing below _"}, {text: "it should not have less than _", about: "things"},
		{text: "I want to spend at least _", about: "money"}, {text: "I don't want anything below _"},
	},
	"de": {
		{text: "höchstens _", most: true}, {text: "maximal _", most: true}, {text: "bis _", most: true}, {text: "bis zu _", most: true},
		{text: "unter _", most: true}, {text: "weniger als _", most: true}, {text: "nicht mehr als _", most: true}, {text: "nicht über _", most: true},
		{text: "_ höchstens", most: true}, {text: "_ oder weniger", most: true}, {text: "aber bitte nicht mehr als _", most: true},
		{text: "mehr als _ möchte ich nicht ausgeben", most: true, about: "money"}, {text: "ich möchte nicht mehr als _ ausgeben", most: true, about: "money"},
		{text: "mehr als _ darf es nicht kosten", most: true, about: "money"}, {text: "es darf nicht mehr als _ kosten", most: true, about: "money"},
		{text: "nicht teurer als _", most: true, about: "money"}, {text: "mein Budget liegt bei _", most: true, about: "money"},
		{text: "mindestens _"}, {text: "wenigstens _"}, {text: "ab _"}, {text: "über _"}, {text: "mehr als _"}, {text: "nicht unter _"},
		{text: "nicht weniger als _"}, {text: "_ oder mehr"}, {text: "_ mindestens"}, {text: "weniger als _ soll es nicht haben", about: "things"},
		{text: "weniger als _ möchte ich nicht ausgeben", about: "money"},
	},
}

// written is a way to write an amount, with a blank for the number, and the aspect of
// a category that it is about.
type written struct {
	text, about, scope, key string
	low, high               float64 // of the numbers to try
}

// amounts are ways to write amounts, by the code of their language.
var amounts = map[string][]written{
	"en": {
		{"€_", "money", "Keyboard", "price", 20, 300}, {"_ euros", "money", "Keyboard", "price", 20, 300}, {"_ EUR", "money", "", "price", 20, 300},
		{"_ mm", "things", "Headphones", "driver", 10, 60}, {"_ hz", "things", "Monitor", "refresh_rate", 60, 240},
	},
	"de": {
		{"_ €", "money", "Keyboard", "price", 20, 300}, {"_ Euro", "money", "Keyboard", "price", 20, 300}, {"_ EUR", "money", "", "price", 20, 300},
		{"_ mm", "things", "Headphones", "driver", 10, 60}, {"_ Hz", "things", "Monitor", "refresh_rate", 60, 240},
	},
}

// A bound keeps its direction and its amount, however it is said.
func TestBoundsNeverInvert(t *testing.T) {
	v := readVocabulary(t, "pc")
	for code, list := range bounds {
		for _, way := range list {
			t.Run(code+"/"+way.text, func(t *testing.T) {
				if way.known != "" {
					for _, a := range amounts[code] {
						if _, wrong := way.read(v, code, a, a.low+1, fmt.Sprint(a.low+1)); way.of(a) && wrong != "" {
							t.Skipf("known failure, %s: %s", way.known, wrong)
						}
					}
					t.Fatal("is read: no failure is known any more")
				}
				rapid.Check(t, func(t *rapid.T) {
					a := rapid.SampledFrom(amounts[code]).Filter(way.of).Draw(t, "amount")
					n := math.Round(rapid.Float64Range(a.low, a.high).Draw(t, "number"))
					text := fmt.Sprint(n)
					if a.about == "money" && rapid.Bool().Draw(t, "cents") {
						n += 0.9
						if text = fmt.Sprintf("%.2f", n); code == "de" {
							text = strings.ReplaceAll(text, ".", ",")
						}
					}
					if message, wrong := way.read(v, code, a, n, text); wrong != "" {
						t.Fatalf("%q %s", message, wrong)
					}
				})
			})
		}
	}
}

// of reports whether a bound can be said so of an amount.
func (way *bounding) of(a written) bool { return way.about == "" || way.about == a.about }

// read says a bound of n, which is written as text, and tells what is wrong with the
// reading: it shall be one limit, at most or at least n.
func (way *bounding) read(v *Vocabulary, code string, a written, n float64, text string) (message, wrong string) {
	message = strings.Replace(way.text, "_", strings.Replace(a.text, "_", text, 1), 1)
	in := Context{Currency: "EUR", Language: words.Lookup(code), Tongue: language.Of(code)}
	if a.scope != "" {
		in.Need.Scope = []string{a.scope}
	}
	r := v.Understand(message, in)
	found, right := 0, 0
	for _, c := range r.Changes {
		if c.Condition == nil || c.Condition.Range == nil {
			continue
		}
		found++
		at, open := c.Condition.Range.Bounds()
		if way.most {
			at, open = open, at
		}
		if c.Op == search.AddLimit && !c.Not && c.Condition.Key == a.key && math.IsInf(open, 0) && math.Abs(at-n) <= 1e-6*n {
			right++
		}
	}
	if found != 1 || right != 1 {
		return message, fmt.Sprintf("reads as %q", readingLines(r))
	}
	return message, ""
}
