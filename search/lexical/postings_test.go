package lexical

import (
	"context"
	"math"
	"slices"
	"testing"

	"shopclerk/catalog"
)

// Postings finds what Search finds, whatever the score.
func TestPostings(t *testing.T) {
	ctx := context.Background()
	for _, groups := range [][]Group{oneEach(shelf), together(shelf)} {
		x := memory(t, groups, shelf)
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
				if among, err := x.Among(ctx, text, shelfRefs[1:5]); categories == nil && (err != nil || !slices.Equal(among, slices.DeleteFunc(slices.Clone(want), func(r catalog.Ref) bool { return r < 2 || r > 5 }))) {
					t.Errorf("%q among %v: %v, %v, of %v", text, shelfRefs[1:5], among, err, got)
				}
				one, err := x.Postings(ctx, text, categories, 1)
				if err != nil || len(one) != min(1, len(want)) || len(one) == 1 && !slices.Contains(want, one[0]) {
					t.Errorf("one of %q in %v: %v, %v, want one of %v", text, categories, one, err, want)
				}
			}
		}
	}
}

// What is gone is found no more, and does not count towards how many are asked for.
func TestPostingsOfWhatIsGone(t *testing.T) {
	x := memory(t, together(shelf), shelf).With(nil, func(r catalog.Ref) bool { return r == 1 || r == 5 })
	for text, want := range map[string][]catalog.Ref{"notebook": {2}, "brightwater": {6}, "corvus": {3, 4}} {
		for _, most := range []int{1, 2} {
			got, err := x.Postings(context.Background(), text, nil, most)
			if err != nil || len(got) != min(most, len(want)) || most >= len(want) && !slices.Equal(got, want) {
				t.Errorf("%d of %q: %v, %v, want of %v", most, text, got, err, want)
			}
		}
	}
}

// shelfRefs are the products of the shelf.
var shelfRefs = []catalog.Ref{1, 2, 3, 4, 5, 6}
