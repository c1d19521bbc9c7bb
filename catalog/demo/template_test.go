package demo

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// words fills slots with the values given by key.
type words map[string]string

func (w words) appendSlot(b []byte, s slot) []byte {
	if s.aspect == modelSlot {
		return append(b, w["model"]...)
	}
	text := w[keys[s.aspect]]
	if s.first {
		text, _, _ = strings.Cut(text, " and ")
	}
	return append(b, text...)
}

func TestTemplates(t *testing.T) {
	fill := words{"style": "airy", "material": "oak", "function": "a timer and a hook", "model": "X1", "colour": "éclair"}
	for _, test := range []struct {
		text string
		want []string // every sentence it can become
	}{
		{"plain", []string{"Plain"}},
		{"{a style} lamp in {a material} frame", []string{"An airy lamp in an oak frame"}},
		{"{first function}", []string{"A timer"}},
		{"it has {function}", []string{"It has a timer and a hook"}},
		{"{colour} {model}", []string{"Éclair X1"}},
		{"x[ y]", []string{"X", "X y"}},
		{"(a|b|)c", []string{"Ac", "Bc", "C"}},
		{"[(u|v[w])]z", []string{"Uz", "Vz", "Vwz", "Z"}},
	} {
		t.Run(test.text, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			seen := map[string]bool{}
			for range 200 {
				seen[string(newSentence(test.text).expand(nil, fill.appendSlot, r))] = true
			}
			for got := range seen {
				if !slices.Contains(test.want, got) {
					t.Errorf("unexpected %q", got)
				}
			}
			if len(seen) != len(test.want) {
				t.Errorf("%d of %d sentences: %v", len(seen), len(test.want), seen)
			}
		})
	}
}

func TestTakesAn(t *testing.T) {
	for word, want := range map[string]bool{
		"oak": true, "airy": true, "urban": true, "hour": true, "8 l": true, "11 l": true, "18 l": true, "LED strip": true,
		"unique": false, "European": false, "USB port": false, "lamp": false, "12 l": false, "180 cm": false, "one-piece": false, "": false,
	} {
		if got := takesAn([]byte(word)); got != want {
			t.Errorf("%q: got %v", word, got)
		}
	}
}
