package search_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"shopclerk/catalog"
	"shopclerk/search"
)

// telling is words whose titles all say the same.
type telling struct {
	words
	title search.Title
}

func (w telling) Titles(_ context.Context, _ string, refs []catalog.Ref) ([]search.Title, error) {
	return slices.Repeat([]search.Title{w.title}, len(refs)), w.unlike
}

// apart finds all products by meaning, none of which is like the query.
type apart struct{ words }

func (a apart) Retrieve(context.Context, string, []string, int) ([]search.Hit, error) {
	var out []search.Hit
	for _, p := range a.products {
		out = append(out, search.Hit{Ref: p.Ref})
	}
	return out, nil
}

func (apart) Cosines(_ context.Context, _ string, refs []catalog.Ref) ([]float64, error) {
	return slices.Repeat([]float64{-1}, len(refs)), nil
}

// A tenth of all that the words of a category say is heard where nothing else is said.
func TestCategoryAloneIsFaint(t *testing.T) {
	s := lampsAndDesks()
	title := search.Title{search.Cover: 14, search.All: 2, search.Main: 3, search.Density: 4, search.Phrase: 5, search.Early: 6, search.Model: 7, search.Head: 8, search.Category: 9, search.Modifies: 10, search.Beyond: 11, search.Part: 12, search.Supply: 13}
	scope, err := search.NewEngine(s, telling{words{stock: s}, title}, words{stock: s}).
		Scope(t.Context(), fold(search.Change{Op: search.SetScope, Categories: []string{"Home > Lamps"}, Said: "red lamp"}))
	if err != nil {
		t.Fatal(err)
	}
	want := search.Features{Lexical: 0.1, Vector: 0.1, Title: search.Title{
		search.Cover: 1.4, search.All: 0.2, search.Main: 0.3, search.Density: 0.4, search.Phrase: 0.5, search.Early: 0.6, search.Model: 0.7, search.Head: 0.8, search.Category: 0.9, search.Modifies: 1, search.Beyond: 1.1, search.Part: 1.2, search.Supply: 1.3,
	}}
	if diff := gocmp.Diff(want, scope.Words[0], cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Errorf("the red lamp (-want +got):\n%s", diff)
	}
}

// The titles are read of what the words are about: not of what lies far from their meaning.
func TestWhoseTitlesAreRead(t *testing.T) {
	s := lampsAndDesks()
	e := search.NewEngine(s, telling{words{stock: s}, search.Title{search.Main: 1}}, apart{words{stock: s}})
	scope := scoped(t, e, fold(say("desk")))
	if scope.Shelf.Rows() != len(s.products) {
		t.Fatalf("%d products, want all", scope.Shelf.Rows())
	}
	for row, ref := range scope.Shelf.Refs {
		f, has := scope.Words[row], ref == 5 || ref == 6
		if (f.Title[search.Main] == 1) != has || (f.Lexical > 0) != has || f.Vector != 0 {
			t.Errorf("product %d: %+v", ref, f)
		}
	}
	broken := search.NewEngine(s, telling{words: words{stock: s, unlike: errNoDisk}}, nil)
	if _, err := broken.Scope(t.Context(), fold(say("desk"))); err == nil {
		t.Error("titles that cannot be read, which stand in the store, are no error")
	}
}

// correctedTitles corrects as corrected does and reads titles as titled does.
type correctedTitles struct{ corrected }

func (c correctedTitles) Titles(ctx context.Context, text string, refs []catalog.Ref) ([]search.Title, error) {
	return titled{c.words}.Titles(ctx, text, refs)
}

// Of two readings of a query each title is held against the one that it says better.
func TestTitlesOfTwoReadings(t *testing.T) {
	s := lampsAndDesks()
	e := search.NewEngine(s, correctedTitles{corrected{words{stock: s}, map[string]search.Correction{"desk": {From: "desk", To: "lamp", Beside: true}}}}, nil)
	scope := scoped(t, e, fold(say("desk")))
	if want := []catalog.Ref{1, 2, 3, 4, 5, 6}; !slices.Equal(scope.Shelf.Refs, want) {
		t.Fatalf("found %v, want %v", scope.Shelf.Refs, want)
	}
	for row, ref := range scope.Shelf.Refs {
		if title := scope.Words[row].Title; title[search.Main] != 1 {
			t.Errorf("the title of %d, a lamp or a desk, says %+v", ref, title)
		}
	}
}

// whole is words that read of a title whether it has all of the words, and that these name it.
type whole struct{ words }

func (w whole) Titles(_ context.Context, text string, refs []catalog.Ref) ([]search.Title, error) {
	out := make([]search.Title, len(refs))
	for i, ref := range refs {
		has := strings.Fields(w.products[ref-1].Title)
		if !slices.ContainsFunc(strings.Fields(text), func(word string) bool { return !slices.Contains(has, word) }) {
			out[i][search.All], out[i][search.Head] = 1, 1
		}
	}
	return out, nil
}

// A title that has all that was said meets what was read from it, in the category and elsewhere;
// what was clicked is met by values alone, and a limit holds.
func TestTitlesMeetWhatWasSaid(t *testing.T) {
	style := catalog.Aspect{Key: "style", Label: "Style", Kind: catalog.Single}
	s := &stock{}
	for _, category := range []string{"Skirts", "Coats"} {
		s.categories = append(s.categories, catalog.Category{Path: category, Name: category, Size: 3, Aspects: []catalog.Aspect{style}})
		for _, title := range []string{"wrap mini skirt", "plain skirt", "long wrap skirt"} {
			p := catalog.Product{Ref: catalog.Ref(len(s.products) + 1), Category: category, Title: title}
			if title != "wrap mini skirt" {
				p.Attributes = []catalog.Attribute{{Key: "style", Values: texts("mini")}}
			}
			s.products = append(s.products, p)
		}
	}
	e := search.NewEngine(s, whole{words{stock: s}}, nil)
	mini, scope := wish("style", "mini"), search.Change{Op: search.SetScope, Categories: []string{"Skirts"}, Said: "skirt"}
	said, plain := mini, search.Change{Op: search.AddLimit, Condition: mini.Condition}
	said.Said = "mini"
	for _, c := range []struct {
		name string
		wish search.Change
		full []bool
	}{
		{"said", said, []bool{true, true, true}},
		{"clicked", mini, []bool{false, true, true}},
		{"a limit", plain, []bool{false, true, true}},
	} {
		n := fold(scope, say("wrap"), c.wish)
		found, err := e.Scope(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		r, err := e.Rank(t.Context(), n, found, nil, search.Page{Limit: 10})
		if err != nil || !slices.Equal(r.Fits, c.full) {
			t.Errorf("%s: fit %v, want %v; %v", c.name, r.Fits, c.full, err)
		}
		for _, it := range r.Items {
			if it.Full != (len(it.Lacks) == 0) {
				t.Errorf("%s: %d is full: %v, and lacks %v", c.name, it.Ref, it.Full, it.Lacks)
			}
		}
	}
	got, err := e.Titled(t.Context(), "wrap mini skirt", func(category string, title *search.Title) bool {
		return category != "Skirts" && title[search.All] == 1
	})
	if diff := gocmp.Diff(map[catalog.Ref]bool{4: true}, got); diff != "" || err != nil {
		t.Errorf("beyond the category (-want +got):\n%s%v", diff, err)
	}
}
