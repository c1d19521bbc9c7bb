package language

import (
	"strings"
	"testing"
)

func TestTopic(t *testing.T) {
	for _, tc := range []struct{ name, unit, want string }{
		{"Colour", "", "colour"}, {"Farbe", "", "colour"}, {"Specification", "cm", "size"}, {"Specification", "kg", "weight"},
		{"Specification", "l", "capacity"}, {"Specification", "persons", "people"}, {"Specification", "", "dull"},
		{"Cable colour", "", "known"}, {"Weight", "g", "weight"}, {"Arbeitsspeicher", "GB", "memory"}, {"Specification", "ppi", ""},
		{"Target customer", "", "recipient"}, {"Größe", "", "size"}, {"", "", ""},
	} {
		if got := Topic(tc.name, tc.unit); got != tc.want {
			t.Errorf("%q in %q is about %q, want %q", tc.name, tc.unit, got, tc.want)
		}
	}
}

// Every word tells the purpose that it is listed for, and so does what that is called:
// whoever ticked "outdoors" is not told that it is something else.
func TestPurpose(t *testing.T) {
	for _, row := range rows("en/uses.tsv", table("en", "uses.tsv"), 2) {
		for _, word := range append(strings.Split(row[1], ", "), row[0]) {
			if got := Purpose(word); got != row[0] {
				t.Errorf("%q is for %q, listed for %q", word, got, row[0])
			}
		}
	}
	for value, want := range map[string]string{
		"business trips": "work", "Forest trails": "outdoors", "wedding guest": "celebrations", "home office": "work",
		"yoga at home": "sport", "cabin luggage": "travel", "slow braises": "", "": "",
	} {
		if got := Purpose(value); got != want {
			t.Errorf("%q is for %q, want %q", value, got, want)
		}
	}
}
