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
	for _, tc := range []struct{ name, query, from, want string }{
		{"a word", "red lmap", "lmap", "red [lmap]"},
		{"at the beginning", "lmap red", "lmap", "[lmap] red"},
		{"two words", "a note book, red", "note book", "a [note book], red"},
		{"behind one that begins with it", "lmapshade, lmap", "lmap", "lmapshade, [lmap]"},
		{"behind one that ends with it", "désklmap lmap", "lmap", "désklmap [lmap]"},
		{"in another only", "lmapshade", "lmap", "lmapshade"},
		{"nowhere", "red lamp", "lmap", "red lamp"},
		{"nothing", "red lamp", "", "red lamp"},
	} {
		if got := replaced(tc.query, []Correction{{From: tc.from, To: "[" + tc.from + "]"}}, false); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}
