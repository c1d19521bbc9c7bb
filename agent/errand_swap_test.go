package agent

import (
	"testing"

	"shopclerk/agent/language"
)

func TestPicks(t *testing.T) {
	teller := newGlances()["en"]
	for _, c := range []struct {
		said          string
		chosen, place int
		instead       bool
	}{
		{"no wait, I meant the third one", 1, 3, true}, {"sorry, the second not the first", 1, 2, true}, {"the last one instead please", 2, -1, true},
		{"Nein halt, den dritten wollte ich, nicht den ersten", 1, 3, true}, {"ach nee, raus mit der zweiten, ich nehm doch die erste", 2, 1, true},
		{"swap the first for the second", 1, 2, true}, {"not that one, the fourth", 0, 4, true},
		{"and the third one too, please", 1, 3, false}, {"die zweite auch noch bitte", 1, 2, false},
		{"no, take the second one out again", 1, 0, false}, {"rather a red one", 1, 0, true}, {"the third", 1, 0, false},
		{"not the first", 1, 0, true}, {"the second or the third instead?", 1, 0, false}, {"no, is the second one waterproof?", 1, 0, false},
	} {
		if place, instead := teller.picks(language.Clausal(c.said), c.chosen); place != c.place || place != 0 && instead != c.instead {
			t.Errorf("%q after number %d: number %d (instead: %v), want %d", c.said, c.chosen, place, instead, c.place)
		}
	}
}
