package search

import (
	"context"
	"testing"

	"shopclerk/catalog"
)

// series retrieves products 1 to n, however many are asked for, and counts how often.
type series struct {
	Lexicon
	n, asked int
}

func (s *series) Retrieve(_ context.Context, _ string, _ []string, k int) ([]Hit, error) {
	s.asked++
	hits := make([]Hit, min(k, s.n))
	for i := range hits {
		hits[i].Ref = catalog.Ref(i + 1)
	}
	return hits, nil
}

// What was found is not searched for again, however much of it is wanted.
func TestSearchesAreRemembered(t *testing.T) {
	s := &series{n: 2 * lexicalDepth}
	e := NewEngine(nil, s, nil)
	for _, k := range []int{4, 2, lexicalDepth, 10} {
		hits, err := e.byWords(t.Context(), "lamp", nil, k)
		if err != nil || len(hits) != k || s.asked != 1 {
			t.Errorf("the first %d: %d hits after %d searches (%v)", k, len(hits), s.asked, err)
		}
	}
}

func TestReplaced(t *testing.T) {
	query := "red lmap for a note book"
	corrections := []Correction{{At: 4, From: "lmap", To: "lamp"}, {At: 15, From: "note book", To: "notebook", Beside: true}}
	for beside, want := range map[bool]string{false: "red lamp for a note book", true: "red lamp for a notebook"} {
		if got := replaced(query, corrections, beside); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
