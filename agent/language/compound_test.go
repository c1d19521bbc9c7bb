package language

import (
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
