package embed

import (
	"slices"
	"testing"
)

// What a model reads of a text is what training reads of it, to the last bit.
func TestReadIsRow(t *testing.T) {
	texts := []string{
		"Red dress, red sleeves and a RED belt", "Blue dress with sleeves", "Belt for the blue dress", "", "42 × 17 mm",
		"A belt that nobody belted: unbelted, rebelted", "redress",
	}
	m, err := Train(t.Context(), slices.Values(texts), Options{Dim: 4})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range append(texts, "unheard-of words beside a dress") {
		for range 2 { // the second time words are remembered
			if got, want := m.read(text), m.row(features(text)); !slices.Equal(got, want) {
				t.Errorf("%q: %v, want %v", text, got, want)
			}
		}
	}
}
