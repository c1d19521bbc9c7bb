package embed

import (
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"testing"
)

// What a model reads of a text is what training reads of it, to the last bit.
func TestReadIsRow(t *testing.T) {
	texts := []string{
		"Red dress, red sleeves and a RED belt", "Blue dress with sleeves", "Belt for the blue dress", "", "42 × 17 mm",
		"A belt that nobody belted: unbelted, rebelted", "redress",
	}
	letters := []string{"a", "b a", "b", "a a b"} // which have no letter groups
	for _, learned := range [][]string{texts, letters} {
		m, err := Train(t.Context(), slices.Values(learned), Options{Dim: 4})
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range append(learned, "unheard-of words beside a dress") {
			for range 2 { // the second time words are remembered
				got, want := m.read(text), m.row(features(text))
				if !slices.Equal(got, want) {
					t.Errorf("%q: %v, want %v", text, got, want)
				}
				length := 0.0
				for _, c := range got {
					length += c.value * c.value
				}
				if len(got) > 0 && math.Abs(length-1) > 1e-9 {
					t.Errorf("%q: a row of squared length %v", text, length)
				}
			}
		}
	}
}

// The letter groups of a word are all of three and of four, its ends among them, but the
// whole word itself.
func TestSpell(t *testing.T) {
	for word, groups := range map[string][]string{
		"a":    nil,
		"at":   {"^at", "at$"},
		"lamp": {"^la", "lam", "amp", "mp$", "^lam", "lamp", "amp$"},
		"öl":   {"^öl", "öl$"},
	} {
		var want []feature
		for _, g := range groups {
			want = append(want, hash(gramSalt, g))
		}
		if got := spell(word); !slices.Equal(got.grams, want) || got.word != hash(wordSalt, word) {
			t.Errorf("%s: %v, want the groups %q", word, got, groups)
		}
	}
	long := strings.Repeat("x", maxWord)
	if got, want := spell(long+"yz").grams, spell(long+"ab").grams; !slices.Equal(got, want) {
		t.Error("what is beyond the longest word counts")
	}
}

// Features are what they were when models were written: FNV-1a of a letter for their kind
// and the text.
func TestHash(t *testing.T) {
	h := fnv.New64a()
	h.Write([]byte("wlamp"))
	if got, want := hash(wordSalt, "lamp"), feature(h.Sum64()); got != want {
		t.Errorf("%x, want %x", got, want)
	}
}

// A sample keeps no more than it shall, and each text as often as another.
func TestSample(t *testing.T) {
	kept := map[string]int{}
	for seed := range uint64(3000) {
		s := NewSample(Options{MaxDocs: 1, Seed: seed})
		for _, text := range []string{"a", "b", "c"} {
			s.Add(text)
		}
		if len(s.kept) != 1 {
			t.Fatalf("%d texts kept", len(s.kept))
		}
		kept[s.kept[0].text]++
	}
	for text, n := range kept { // the standard deviation is 26
		if n < 900 || n > 1100 {
			t.Errorf("%q is kept %d times of 3000, want 1000", text, n)
		}
	}
}
