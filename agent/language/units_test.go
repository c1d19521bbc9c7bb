package language

import (
	"testing"
)

// TestUnitNamed reads units as catalogues spell them.
func TestUnitNamed(t *testing.T) {
	for spelled, want := range map[string]string{
		"GB": "GB storage", "inches": "in length", "in": "in length", `"`: "in length", "″": "in length", "%": "% share", "°": "° angle", "°C": "°C temperature",
		"Mbit/s": "Mbit/s data rate", "kg.": "kg mass", "Pieces": "Pieces the unit piece", "": "", "-": "",
	} {
		got := ""
		if u, ok := UnitNamed(spelled); ok {
			got = u.Name + " " + u.Dimension
		}
		if got != want {
			t.Errorf("%q is %q, want %q", spelled, got, want)
		}
	}
}

// TestUnitAt reads the unit behind the number of a text.
func TestUnitAt(t *testing.T) {
	for said, want := range map[string]struct {
		unit string
		toks int
	}{
		"5 kg": {"kg", 1}, "5 kilos": {"kg", 1}, "27in": {"in", 1}, "27 in": {"in", 1}, "27 in, black": {"in", 1}, "27in black": {"in", 1}, "27 in black": {"", 0},
		"27'' wide": {"in", 2}, "27'": {"ft", 1}, "6' tall": {"ft", 1}, "6 ' tall": {"", 0}, `27" wide`: {"in", 1}, "5": {"", 0}, "5 red": {"", 0},
		"100 Mbit/s": {"Mbit/s", 3}, "20 °C": {"°C", 2}, "90 ° C": {"°", 1}, "5 kg/x": {"kg", 2}, "5 /kg": {"", 0},
	} {
		u, next := UnitAt(Tokenize(said), 1)
		if u.Name != want.unit || next != 1+want.toks {
			t.Errorf("%q: %q of %d tokens, want %q of %d", said, u.Name, next-1, want.unit, want.toks)
		}
	}
}
