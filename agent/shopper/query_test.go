package shopper

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/search/spell"
)

// A mistyped query differs by one edit in one word of four letters or more, and is the
// same for the same chance.
func TestMistypeProperty(t *testing.T) {
	word := rapid.StringMatching(`[a-z]{1,9}|[0-9]{1,3}`)
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(word, 0, 5).Draw(t, "words")
		query, seed := strings.Join(words, " "), rapid.Uint64().Draw(t, "seed")
		got := Mistype(query, rand.New(rand.NewPCG(seed, 1)))
		if got != Mistype(query, rand.New(rand.NewPCG(seed, 1))) {
			t.Fatal("not the same twice")
		}
		typed, changed := strings.Fields(got), 0
		if len(typed) != len(words) {
			t.Fatalf("%q became %q", query, got)
		}
		long := false
		for i, w := range words {
			long = long || lettersOf(w) >= typable
			if typed[i] == w {
				continue
			}
			changed++
			if d := spell.Distance([]rune(w), []rune(typed[i]), 3); d != 1 || lettersOf(w) < typable {
				t.Fatalf("%q became %q, %d edits away", w, typed[i], d)
			}
		}
		if long && changed != 1 || !long && changed != 0 {
			t.Fatalf("%q became %q: %d words changed", query, got, changed)
		}
	})
}
