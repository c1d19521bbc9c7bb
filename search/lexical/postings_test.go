package lexical

import (
	"context"
	"math"
	"slices"
	"testing"
)

// Postings finds what Search finds, whatever the score.
func TestPostings(t *testing.T) {
	ctx := context.Background()
	x := memory(t, shelf)
	for _, text := range []string{"notebook", "corvus", "laser notebook", "15", "refillable", "the", "", "nowhere"} {
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
