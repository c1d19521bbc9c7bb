package agent

import (
	"testing"

	"shopclerk/agent/language"
)

func TestCounts(t *testing.T) {
	teller := newGlances()["en"]
	for _, c := range []struct {
		said string
		n    int
		by   int
	}{
		{"only one, please", 1, 0}, {"x5", 5, 0}, {"no wait, only three", 3, 0}, {"drop one", 1, -1}, {"and another", 1, 1},
		{"one more of the same", 1, 1}, {"one more of the same for my brother", 1, 1}, {"a dozen", 12, 0}, {"a pair of them", 2, 0},
		{"could you bump it up to half a dozen?", 6, 0}, {"six instead of four", 6, 0}, {"one less", 1, -1},
		{"sechs statt vier bitte", 6, 0}, {"Einer weniger reicht doch", 1, -1}, {"das gleiche nochmal", 1, 1},
		{"noch so einen für meinen Bruder", 1, 1}, {"stückzahl auf 5 ändern", 5, 0}, {"auf 10 Stück erhöhen", 10, 0}, {"eine reicht", 1, 0},
		{"I need a pair of them, not just the one", 2, 0},
		{"noch eine Frage", 0, 0}, {"two", 0, 0}, {"only 30 euros", 0, 0}, {"show me two more lamps", 0, 0}, {"I'll take the second one", 0, 0}, {"more", 0, 0},
	} {
		if got, _ := teller.counts(language.Clausal(c.said)); got.n != c.n || got.n > 0 && got.by != c.by {
			t.Errorf("%q: %+v, want %d by %d", c.said, got, c.n, c.by)
		}
	}
}
