package search_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"shopclerk/catalog"
	"shopclerk/search"
)

// titled is words that read titles too: what stands before "with" tells of the thing.
type titled struct{ words }

func (w titled) Titles(_ context.Context, text string, refs []catalog.Ref) ([]search.Title, error) {
	out := make([]search.Title, len(refs))
	for i, ref := range refs {
		thing, _, _ := strings.Cut(w.products[ref-1].Title, " with ")
		if slices.Contains(strings.Fields(thing), text) {
			out[i][search.Main] = 1
		}
	}
	return out, nil
}

// What is not wanted rules products out by their values, by their titles where a value
// that is not stated is not denied, and by their texts where it is no value.
func TestRuledOut(t *testing.T) {
	kind := catalog.Aspect{Key: "kind", Label: "Kind", Kind: catalog.Single}
	s := &stock{categories: []catalog.Category{{Path: "Skirts", Name: "Skirts", Size: 5, Aspects: []catalog.Aspect{colour, kind}}}}
	for _, p := range []struct{ title, colour, kind string }{
		{"red skirt", "red", "skirt"},               // 1
		{"mini skort in black", "white", "skort"},   // 2: several colours, of which one is not stated
		{"white skirt with black bow", "white", ""}, // 3: the bow is black
		{"green skirt", "green", "mini skirt"},      // 4
		{"hooded coat", "black", "coat"},            // 5
	} {
		ref := catalog.Ref(len(s.products) + 1)
		product := catalog.Product{Ref: ref, ID: p.title, Category: "Skirts", Title: p.title, Attributes: []catalog.Attribute{{Key: "colour", Values: texts(p.colour)}}}
		if p.kind != "" {
			product.Attributes = append(product.Attributes, catalog.Attribute{Key: "kind", Values: texts(p.kind)})
		}
		s.products = append(s.products, product)
	}
	not := func(key, value, said string) search.Change {
		return search.Change{ID: 1, Op: search.AddLimit, Not: true, Said: said, Condition: &catalog.Condition{Key: key, Values: []string{value}}}
	}
	for _, c := range []struct {
		name   string
		change search.Change
		want   []catalog.Ref
	}{
		{"a value of several", not("colour", "black", "black"), []catalog.Ref{1, 3, 4}},
		{"a part of a value", not("kind", "mini skirt", "mini"), []catalog.Ref{1, 3, 5}},
		{"a whole value", not("kind", "skirt", "skirt"), []catalog.Ref{2, 4, 5}},
		{"no value", search.Change{ID: 1, Op: search.Without, Words: []string{"bow"}}, []catalog.Ref{1, 2, 4, 5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := search.NewEngine(s, titled{words{stock: s}}, words{stock: s})
			n := search.Fold([]search.Change{{ID: 2, Op: search.SetScope, Categories: []string{"Skirts"}}, c.change})
			found, err := e.Scope(t.Context(), &n)
			if err != nil {
				t.Fatal(err)
			}
			r, err := e.Rank(t.Context(), &n, found, nil, search.Page{Limit: 10})
			if err != nil {
				t.Fatal(err)
			}
			var got []catalog.Ref
			for row, fits := range r.Fits {
				if fits {
					got = append(got, found.Shelf.Refs[row])
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("fit: %v, want %v", got, c.want)
			}
		})
	}
}
