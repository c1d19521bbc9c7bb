package proclare

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/search/spell"
)

// A mistyped query differs by one edit in one word of four letters or more, and is the
// same for the same seed.
func TestMistypeProperty(t *testing.T) {
	word := rapid.StringMatching(`[a-z]{1,9}|[0-9]{1,3}`)
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(word, 0, 5).Draw(t, "words")
		query, seed := strings.Join(words, " "), rapid.Uint64().Draw(t, "seed")
		got := mistype(query, seed)
		if got != mistype(query, seed) {
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
		if j := join(query, seed); strings.ReplaceAll(j, " ", "") != strings.Join(words, "") || len(words) > 1 && len(strings.Fields(j)) != len(words)-1 {
			t.Fatalf("%q joined is %q", query, j)
		}
	})
}

// Climbing finds the weight that orders a lesson of two features rightly, and leaves
// alone the one that says nothing.
func TestLearn(t *testing.T) {
	var l Lesson
	for i := range 20 {
		// the good candidate has less of the words and more of the meaning
		l.queries = append(l.queries, lessonQuery{fold: i % folds, ideal: 7, gain: []float64{0, 7},
			features: [][]float64{{1, 0, 0.5}, {0.9, 0.8, 0.5}}})
	}
	taught := Learn([]Lesson{l}, []float64{3, 0, 0}, 1)
	if w := taught.Weights; w[0] != 3 || w[1]*0.8 <= 0.3 || w[2] != 0 {
		t.Errorf("weights %v", w)
	}
	for _, r := range taught.Rows {
		if want := map[string]float64{"in use": 1 / 1.584962500721156, "all": 1, "other folds": 1}[r.Trained]; r.NDCG.Mean < want-1e-9 || r.NDCG.Mean > want+1e-9 {
			t.Errorf("learned of %s: %v, want %v", r.Trained, r.NDCG.Mean, want)
		}
	}
}
