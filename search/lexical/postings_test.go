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

// Among some products those are found that have a word, wherever they stand.
func TestAmong(t *testing.T) {
	x := memory(t, shelf)
	for _, tc := range []struct {
		name, text string
		refs, want []catalog.Ref
	}{
		{"all", "corvus", []catalog.Ref{1, 2, 3, 4, 5, 6}, []catalog.Ref{1, 3, 4}},
		{"the last alone", "speaker", []catalog.Ref{6}, []catalog.Ref{6}},
		{"the first alone", "notebook", []catalog.Ref{1}, []catalog.Ref{1}},
		{"gaps, and some that there are not", "brightwater", []catalog.Ref{2, 5, 7, 9}, []catalog.Ref{5}},
		{"either word", "toner speaker", []catalog.Ref{3, 4, 5}, []catalog.Ref{4, 5}},
		{"nobody", "corvus", nil, nil},
		{"nothing", "", []catalog.Ref{1, 2}, nil},
	} {
		if got, err := x.Among(t.Context(), tc.text, tc.refs); err != nil || !slices.Equal(got, tc.want) {
			t.Errorf("%s: %v, %v; want %v", tc.name, got, err, tc.want)
		}
	}
}

// shelfRefs are the products of the shelf.
var shelfRefs = []catalog.Ref{1, 2, 3, 4, 5, 6}
