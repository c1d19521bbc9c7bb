package search_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"shopclerk/catalog"
	"shopclerk/search"
)

// noted is words as a retriever by meaning that notes how it is asked.
type noted struct {
	words
	where []string // the categories of each search
}

func (n *noted) Retrieve(ctx context.Context, query string, categories []string, k int) ([]search.Hit, error) {
	n.where = append(n.where, strings.Join(categories, " + "))
	return n.words.Retrieve(ctx, query, categories, k)
}

// In a large shop meaning is asked where the words find little.
func TestMeaningInALargeShop(t *testing.T) {
	s := &stock{categories: []catalog.Category{{Path: "Lamps", Size: 20_000}, {Path: "Shades", Size: 300}, {Path: "Desks", Size: 2}, {Path: "Tents", Size: 1_000_000}}}
	add := func(category string, n int, title string) {
		for range n {
			ref := catalog.Ref(len(s.products) + 1)
			s.products = append(s.products, catalog.Product{Ref: ref, ID: fmt.Sprint(ref), Category: category, Title: title})
		}
	}
	add("Lamps", 10, "old lamp")
	add("Shades", 300, "shade")
	add("Desks", 1, "old desk")
	add("Desks", 1, "desk lamp")
	add("Tents", 1, "tent")
	for _, tc := range []struct {
		name  string
		need  *search.Need
		where []string
	}{
		{"everywhere where they find few", fold(say("desk")), []string{""}},
		{"everywhere where they find none", fold(say("unicorn")), []string{""}},
		{"nowhere where they find many", fold(say("shade")), nil},
		{"in a small category whatever they find", fold(in("Shades"), say("shade")), []string{"Shades"}},
		{"in a large one where they find none", fold(in("Lamps"), say("desk")), []string{"Lamps"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			meaning := &noted{words: words{stock: s}}
			if _, err := search.NewEngine(s, words{stock: s}, meaning).Scope(t.Context(), tc.need); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(meaning.where, tc.where) {
				t.Errorf("asked in %q, want %q", meaning.where, tc.where)
			}
		})
	}
}
