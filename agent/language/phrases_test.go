package language

import (
	"slices"
	"strings"
	"testing"
)

// TestPhrases finds every phrase of every table where it stands, and no longer one before.
func TestPhrases(t *testing.T) {
	for _, l := range Languages() {
		for phrase, roles := range l.roles {
			toks := Tokenize("x " + phrase)
			for _, r := range roles {
				if next, found := l.Longest(toks, 1, RolesOf(r)); next != len(toks) || found != r {
					t.Errorf("%s: %q is no %s", l.Code, phrase, roleNames[r])
				}
				if !l.Anywhere(toks, r) {
					t.Errorf("%s: %q is not found behind a word", l.Code, phrase)
				}
			}
			if !strings.Contains(phrase, " ") && !l.Knows(phrase) {
				t.Errorf("%s: %q is not known", l.Code, phrase)
			}
		}
	}
	if English().Knows("glass") {
		t.Error("\"glass\" says nothing of products")
	}
}

// TestRoles tells phrases by what they do, the longest first.
func TestRoles(t *testing.T) {
	en := English()
	for _, tc := range []struct {
		what string
		is   func(said string) bool
		yes  []string
		no   []string
	}{
		{"which is better", func(said string) bool { return en.Anywhere(Tokenize(said), Prefer) }, []string{"is it worth it", "would you take the red one"}, []string{"a red one", ""}},
		{"a preposition", func(said string) bool { return en.Is(said, Link) }, []string{"for"}, []string{"red"}},
		{"a bound", func(said string) bool { return en.Has(Tokenize(said), 0, AtMost, AtLeast) }, []string{"at most 5", "at least 5"}, []string{"about 5", "5 at most", "at"}},
	} {
		for _, said := range slices.Concat(tc.yes, tc.no) {
			if got := tc.is(said); got != slices.Contains(tc.yes, said) {
				t.Errorf("%q is %s: %t", said, tc.what, got)
			}
		}
	}
}
