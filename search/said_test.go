package search_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"shopclerk/catalog"
	"shopclerk/search"
)

// posted is words that tell who has a word without weighing them, and notes how it is asked.
type posted struct {
	words
	asked []string
	fails bool
}

func (p *posted) Postings(ctx context.Context, text string, categories []string, most int) ([]catalog.Ref, error) {
	p.asked = append(p.asked, "all that have "+text)
	if p.fails {
		return nil, errNoDisk
	}
	return p.words.Postings(ctx, text, categories, most)
}

// Who has a word is looked up once for a scope.
func TestWhoHasAWord(t *testing.T) {
	for _, tc := range []struct {
		name  string
		need  *search.Need
		asked string
		said  []catalog.Ref
	}{
		{"in a category", fold(in("Home > Desks"), say("red")), "all that have red", []catalog.Ref{5}},
		{"in the whole shop", fold(say("red")), "all that have red", []catalog.Ref{1, 5, 7}},
		{"two words", fold(in("Home > Desks"), say("with lamp")), "all that have lamp, all that have with", []catalog.Ref{6}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := lampsAndDesks()
			p := &posted{words: words{stock: s}}
			e := search.NewEngine(s, p, nil)
			for range 2 { // the second time it is known
				scope, err := e.Scope(t.Context(), tc.need)
				if err != nil {
					t.Fatal(err)
				}
				var said []catalog.Ref
				for row, has := range scope.Said {
					if has {
						said = append(said, scope.Shelf.Refs[row])
					}
				}
				if !slices.Equal(said, tc.said) {
					t.Errorf("%v say it, want %v", said, tc.said)
				}
			}
			slices.Sort(p.asked)
			if asked := strings.Join(p.asked, ", "); asked != tc.asked {
				t.Errorf("asked for %s; want %s", asked, tc.asked)
			}
			p = &posted{words: words{stock: s}, fails: true}
			if scope, err := search.NewEngine(s, p, nil).Scope(t.Context(), tc.need); err != nil || scope.Path[0] != "lexical failed" {
				t.Errorf("where it can not be looked up: %v by %q", err, scope.Path)
			}
		})
	}
}

// A product's text tells of a wish what its tags leave out, not what its only value denies.
func TestTextTellsOfWishes(t *testing.T) {
	tags := catalog.Aspect{Key: "style", Kind: catalog.Multi}
	colour := catalog.Aspect{Key: "colour", Kind: catalog.Single}
	s := &stock{categories: []catalog.Category{{Path: "Skirts", Name: "Skirts", Size: 3, Aspects: []catalog.Aspect{tags, colour}}}}
	for i, p := range []struct{ title, tag, colour string }{
		{"skirt", "red", "red"},
		{"red skirt", "long", "blue"},
		{"skirt", "long", "blue"},
	} {
		s.products = append(s.products, catalog.Product{Ref: catalog.Ref(i + 1), Category: "Skirts", Title: p.title,
			Attributes: []catalog.Attribute{{Key: "colour", Values: texts(p.colour)}, {Key: "style", Values: texts(p.tag)}}})
	}
	for _, c := range []struct {
		key  string
		op   search.Op
		full int
	}{{"style", search.AddWish, 2}, {"style", search.AddLimit, 2}, {"colour", search.AddWish, 1}} {
		n := fold(in("Skirts"), search.Change{Op: c.op, Said: "red one", Condition: &catalog.Condition{Key: c.key, Values: []string{"red"}}})
		e := search.NewEngine(s, titled{words{stock: s}}, nil)
		found, err := e.Scope(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		r, err := e.Rank(t.Context(), n, found, nil, search.Page{Limit: 3})
		if err != nil || r.Full != c.full {
			t.Errorf("%s %s: %d meet it, want %d (%v)", c.op, c.key, r.Full, c.full, err)
		}
	}
}
