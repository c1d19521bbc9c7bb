package understand

import (
	"fmt"
	"testing"

	"shopclerk/agent/language"
)

// TestAgainst reads what something is held against: what stands before the comparison, behind
// it, and near it.
func TestAgainst(t *testing.T) {
	for code, cases := range map[string]map[string]string{
		"en": {
			"lighter than the second one":             "lighter | the second one | lighter than the second one | comparative",
			"a tent lighter than mine":                "a tent lighter | mine | a tent lighter than mine | comparative",
			"I want a tent lighter than mine":         "I want a tent lighter | mine | a tent lighter than mine | comparative",
			"nothing that costs more than this":       "nothing that costs more | this | nothing that costs more than this | positive, more, denied",
			"show me less than this":                  "show me less | this | show me less than this | positive, less",
			"I need fewer than these":                 "I need fewer | these | I need fewer than these | positive, less",
			"more expensive than this":                "more expensive | this | more expensive than this | comparative",
			"not heavier than this, please":           "not heavier | this, please | not heavier than this, please | comparative, denied",
			"as heavy as the first":                   "as heavy | the first | as heavy as the first | positive",
			"heavier it is than mine":                 "heavier it is | mine | heavier it is than mine | comparative",
			"something other than this":               "",
			"not that one, something lighter than it": "",
			"that one, not heavier than it":           "that one, not heavier | it | , not heavier than it | comparative, denied",
			"lighter than":                            "",
			"it is cheaper":                           "",
			"":                                        "",
		},
		"de": {
			"leichter als das zweite":       "leichter | das zweite | leichter als das zweite | comparative",
			"was mehr kostet als das erste": "was mehr kostet | das erste | was mehr kostet als das erste | positive, more",
			"nicht schwerer als das":        "nicht schwerer | das | nicht schwerer als das | comparative, denied",
		},
	} {
		for said, want := range cases {
			got := ""
			if a, ok := ReadAgainst(said, language.Of(code)); ok {
				got = fmt.Sprintf("%s | %s | %s | %s", a.Head, a.To, a.Near, [...]string{"positive", "comparative", "superlative"}[a.Degree])
				for _, is := range []struct {
					so   bool
					said string
				}{{a.More, "more"}, {a.Less, "less"}, {a.Denied, "denied"}} {
					if is.so {
						got += ", " + is.said
					}
				}
			}
			if got != want {
				t.Errorf("%q: %q, want %q", said, got, want)
			}
		}
	}
}

// TestClausal tells by its phrases alone what a clause does to what was said before.
func TestClausal(t *testing.T) {
	en, de := language.English(), language.Of("de")
	for said, want := range map[string]string{
		"back to the tents, and show me green ones": "the tents", "let's go back to the red chairs": "the red chairs", "back to": "", "show me tents": "",
	} {
		if got := GoesBack(said, en); got != want {
			t.Errorf("%q goes back to %q, want %q", said, got, want)
		}
	}
	for said, want := range map[string]string{
		"forget the light, red stays": "forget the light", "red stays": "", "no light, please": "no light, please", "no USB-C, red stays": "no USB-C",
		"no light.": "no light", "red stays, and no light": "and no light", "- no light -": "no light", "": "",
	} {
		if got := ButKept(said, en); got != want {
			t.Errorf("%q without what stays is %q, want %q", said, got, want)
		}
	}
	for _, tc := range []struct {
		what string
		is   func(text string, l *language.Language) bool
		l    *language.Language
		said map[string]bool
	}{
		{"takes the last step back", Undoes, en, map[string]bool{"scratch that, please": true, "scratch that lamp": false, "please": false, "": false, "please scratch that": true}},
		{"starts over", StartsOver, en, map[string]bool{"start over, please!": true, "start over with lamps": false, "please": false}},
		{"keeps the budget", KeepsBudget, en, map[string]bool{"same budget": true, "same old budget": true, "budget is unchanged": true, "my budget is 50": false, "same lamp, and my budget is 50": false, "same lamp": false}},
		{"keeps the budget", KeepsBudget, de, map[string]bool{"der Preis bleibt": true, "der Preis ist egal": false}},
	} {
		for said, want := range tc.said {
			if got := tc.is(said, tc.l); got != want {
				t.Errorf("%q %s: %t", said, tc.what, got)
			}
		}
	}
}
