package understand

import (
	"testing"

	"shopclerk/agent/language"
)

// TestGoesBack tells what a text goes back to.
func TestGoesBack(t *testing.T) {
	for said, want := range map[string]string{
		"back to the tents, and show me green ones": "the tents", "let's go back to the red chairs": "the red chairs", "back to": "", "show me tents": "",
	} {
		if got := GoesBack(said, language.English()); got != want {
			t.Errorf("%q goes back to %q, want %q", said, got, want)
		}
	}
}

// TestButKept leaves out the clauses of what stays as it was.
func TestButKept(t *testing.T) {
	for said, want := range map[string]string{
		"forget the light, red stays": "forget the light", "red stays": "", "no light, please": "no light, please", "no USB-C, red stays": "no USB-C",
		"no light.": "no light", "red stays, and no light": "and no light", "- no light -": "no light", "": "",
	} {
		if got := ButKept(said, language.English()); got != want {
			t.Errorf("%q without what stays is %q, want %q", said, got, want)
		}
	}
}
