package language

import (
	"fmt"
	"strings"
	"testing"
)

// TestCompounds takes words apart by a dictionary of a few words: "ei" is too short to be a
// part, and what is longer than any word of a dictionary is not looked at.
func TestCompounds(t *testing.T) {
	long := strings.Repeat("a", longestCompound-3)
	l := &Language{stem: Singular, linking: []string{"", "s"}, senses: map[string][]Sense{}}
	for word, english := range map[string][]string{
		"netz": {"net", "mesh", "grid"}, "netzwerk": {"network"}, "werkskabel": {"plant cable"}, "kabel": {"cable", "cord", "wire"}, "tor": {"gate"}, "uhr": {"clock"}, "ei": {"egg"},
		long: {"long"}, long + "a": {"longer"},
	} {
		l.senses[word] = []Sense{{Part: 'n', English: english}}
	}
	for word, want := range map[string]struct {
		english string
		at      int // 0: does not divide
	}{
		"netzwerkkabel":    {"network cable, network cord", 8},
		"netzkabel":        {"net cable, net cord, mesh cable, mesh cord", 4},
		"netzwerkskabel":   {"net plant cable, mesh plant cable", 4}, // the longest head
		"toruhr":           {"gate clock", 3},
		"torsuhr":          {"gate clock", 4},
		"eiuhr":            {},
		"eisuhr":           {},
		"torxuhr":          {},
		"toruh":            {},
		"kabel":            {},
		"netzwerk":         {},
		"uhr":              {},
		"kabeltoruhr":      {"", 5},
		"tornetzwerkkabel": {"", 3},
		long + "uhr":       {"long clock", len(long)},
		long + "auhr":      {},
	} {
		var english []string
		for _, s := range l.compound(word) {
			if s.Part != 'n' {
				t.Errorf("%s is a %c", word, s.Part)
			}
			english = append(english, s.English...)
		}
		if got := strings.Join(english, ", "); got != want.english {
			t.Errorf("%s means %q, want %q", word, got, want.english)
		}
		if at, ok := l.Divide(word); at != want.at || ok != (at > 0) {
			t.Errorf("%s divides at %d, want %d", word, at, want.at)
		}
		if got := l.Means(word); got != (want.english != "" || l.senses[word] != nil) {
			t.Errorf("%s means something: %t", word, got)
		}
	}
}

// TestMeasureAt reads the word of measure that a text begins with, up to the sign |.
func TestMeasureAt(t *testing.T) {
	for said, want := range map[string]string{
		"heavy| one": "mass up 0", "lighter|": "mass down 1", "the lightest": "", "most expensive|": "price up 2", "more expensive| than": "price up 1", "most of all": "",
		"lowest priced|": "price down 2", "least": "", "": "",
	} {
		before, after, _ := strings.Cut(said, "|")
		if want == "" {
			before, after = "", before+after
		}
		toks := Tokenize(before + after)
		m, next := English().MeasureAt(toks, 0)
		got, end := "", 0
		if next > 0 {
			got, end = fmt.Sprintf("%s %s %d", m.Name, map[bool]string{true: "down", false: "up"}[m.Down], m.Degree), toks[next-1].End
		}
		if got != want || end != len(before) {
			t.Errorf("%q: %q of %q, want %q", said, got, (before + after)[:end], want)
		}
	}
	for _, l := range Languages() { // none is longer than what is looked for
		for word := range l.measures {
			if toks := Tokenize(word); len(toks) > 0 {
				if _, next := l.MeasureAt(toks, 0); next != len(toks) {
					t.Errorf("%s: %q is no word of measure", l.Code, word)
				}
			}
		}
	}
	for _, d := range English().Quantity("price") {
		if d.Name != "price" {
			t.Errorf("%s is no price", d.Name)
		}
	}
	if len(English().Quantity("price")) != 2 || len(English().Quantity("loudness of ants")) != 0 {
		t.Error("prices are low or high, and of ants nothing is known")
	}
}

// TestAsksAbout tells what is asked about, and which words ask it.
func TestAsksAbout(t *testing.T) {
	for said, want := range map[string]string{
		"what is it made of?":                "material, fabric, main material: made of",
		"how much is it":                     "price: how much",
		"how long does the battery last now": "battery life, battery run time, playing time, playback time, runtime, run time, burning time, operating time: how long does the battery last",
		"how long is it":                     ": ",
		"is it red":                          ": ",
	} {
		toks := Tokenize(said)
		names, asking := English().AsksAbout(toks)
		var words []string
		for i, is := range asking {
			if is {
				words = append(words, toks[i].Form)
			}
		}
		if got := strings.Join(names, ", ") + ": " + strings.Join(words, " "); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}
