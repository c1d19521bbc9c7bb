package language

import "testing"

func TestTopic(t *testing.T) {
	for _, tc := range []struct{ name, unit, want string }{
		{"Colour", "", "colour"}, {"Farbe", "", "colour"}, {"Specification", "cm", "size"}, {"Specification", "kg", "weight"},
		{"Specification", "l", "capacity"}, {"Specification", "persons", "people"}, {"Specification", "", "dull"},
		{"Cable colour", "", ""}, {"Weight", "g", "weight"}, {"Arbeitsspeicher", "GB", "memory"}, {"Specification", "ppi", ""},
		{"Target customer", "", "recipient"}, {"Größe", "", "size"}, {"", "", ""},
	} {
		if got := Topic(tc.name, tc.unit); got != tc.want {
			t.Errorf("%q in %q is about %q, want %q", tc.name, tc.unit, got, tc.want)
		}
	}
}
