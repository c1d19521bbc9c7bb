package embed

import (
	"hash/fnv"
	"math"
	"slices"
	"testing"
)

// A row has the known features of a text at unit length, also where words are remembered.
func TestRead(t *testing.T) {
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
			first, again := m.read(text), m.read(text)
			length := 0.0
			for _, c := range first {
				length += c.value * c.value
			}
			if !slices.Equal(first, again) || len(first) > 0 && math.Abs(length-1) > 1e-9 {
				t.Errorf("%q: %v, then %v, of squared length %v", text, first, again, length)
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
		var read []feature
		r := newReader(func(f feature) int32 {
			read = append(read, f)
			return int32(len(read) - 1)
		})
		r.spell(word)
		want := []feature{hash(wordSalt, word)}
		for _, g := range groups {
			want = append(want, hash(gramSalt, g))
		}
		if !slices.Equal(read, want) {
			t.Errorf("%s: %v, want the groups %q", word, read, groups)
		}
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
