package search

import (
	"context"
	"testing"

	"shopclerk/catalog"
)

// series retrieves products 1 to n, however many are asked for, and counts how often.
type series struct{ n, asked int }

func (s *series) Retrieve(_ context.Context, _ string, _ []string, k int) ([]Hit, error) {
	s.asked++
	hits := make([]Hit, min(k, s.n))
	for i := range hits {
		hits[i].Ref = catalog.Ref(i + 1)
	}
	return hits, nil
}

// What was found is asked for again where more of it is wanted, and only there.
func TestSearchesAreRemembered(t *testing.T) {
	e, s := NewEngine(nil, nil, nil), &series{n: 10}
	for _, tc := range []struct{ k, hits, asked int }{
		{4, 4, 1}, {2, 2, 1}, {4, 4, 1}, {5, 5, 2}, {10, 10, 3}, {20, 10, 4}, {30, 10, 4}, {3, 3, 4},
	} {
		hits, err := e.retrieved(t.Context(), s, searchKey{query: "lamp"}, nil, tc.k, tc.k)
		if err != nil || len(hits) != tc.hits || s.asked != tc.asked {
			t.Errorf("the first %d: %d hits after %d searches (%v), want %d after %d", tc.k, len(hits), s.asked, err, tc.hits, tc.asked)
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
