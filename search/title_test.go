package search_test

import (
	"context"
	"slices"
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
	scope, err := e.Scope(t.Context(), fold(say("desk")))
	if err != nil {
		t.Fatal(err)
	}
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
	scope, err := e.Scope(t.Context(), fold(say("desk")))
	if err != nil {
		t.Fatal(err)
	}
	if want := []catalog.Ref{1, 2, 3, 4, 5, 6}; !slices.Equal(scope.Shelf.Refs, want) {
		t.Fatalf("found %v, want %v", scope.Shelf.Refs, want)
	}
	for row, ref := range scope.Shelf.Refs {
		if title := scope.Words[row].Title; title[search.Main] != 1 {
			t.Errorf("the title of %d, a lamp or a desk, says %+v", ref, title)
		}
	}
}
