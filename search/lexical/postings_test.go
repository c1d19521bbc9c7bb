package lexical

import (
	"context"
	"math"
	"slices"
	"testing"

	"shopclerk/catalog"
)

// TestPostings finds a word where Search finds it, whatever the score.
func TestPostings(t *testing.T) {
	ctx := context.Background()
	x := memory(t, shelf)
	for _, text := range []string{"notebook", "corvus", "15", "refillable", "the", "", "nowhere"} {
		for _, categories := range [][]string{nil, {"Computers"}, {"Computers > Notebook cases", "Audio"}, {"Printers"}, {"Garden"}} {
			hits, err := x.Search(ctx, Query{Text: text, Categories: categories, K: 100})
			if err != nil {
				t.Fatal(err)
			}
			want := refs(hits)
			slices.Sort(want)
			got, err := x.Postings(ctx, text, categories, math.MaxInt)
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%q in %v: %v, %v, want %v", text, categories, got, err, want)
			}
			one, err := x.Postings(ctx, text, categories, 1)
			if err != nil || len(one) != min(1, len(want)) || len(one) == 1 && !slices.Contains(want, one[0]) {
				t.Errorf("one of %q in %v: %v, %v, want one of %v", text, categories, one, err, want)
			}
		}
	}
}

// TestPostingsOfParts finds a word of several parts where it is whole, or where all of its parts are.
func TestPostingsOfParts(t *testing.T) {
	x := memory(t, []catalog.Product{{Ref: 1, Title: "board B650 plus"}, {Ref: 2, Title: "board B 650"}, {Ref: 3, Title: "board B 450"}, {Ref: 4, Title: "supply 650 W"}})
	for word, want := range map[string][]catalog.Ref{"B650": {1, 2}, "B-650": {1, 2}, "650": {1, 2, 4}, "B450": {3}, "B750": nil} {
		if got, err := x.Postings(context.Background(), word, nil, math.MaxInt); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v, want %v", word, got, err, want)
		}
	}
}
