package search_test

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"shopclerk/search"
)

// corrected retrieves as words does, and corrects by a table: honest [search.Lexicon]
// for as many words.
type corrected struct {
	words
	table map[string]search.Correction
}

func (c corrected) Correct(_ context.Context, query string, exact []string) ([]search.Correction, error) {
	var out []search.Correction
	for _, w := range strings.Fields(query) {
		if found, ok := c.table[w]; ok && !slices.Contains(exact, w) {
			found.At = strings.Index(query, w)
			out = append(out, found)
		}
	}
	return out, nil
}

func (c corrected) Spell(word string) (string, bool) {
	found, ok := c.table[word]
	return found.To, ok
}

// What the catalogue lacks is looked for as it was meant, what it has as well as
// another form, and what was refused as it was said.
func TestScopeCorrects(t *testing.T) {
	s := lampsAndDesks()
	e := search.NewEngine(s, corrected{words{stock: s}, map[string]search.Correction{
		"lmap": {From: "lmap", To: "lamp"}, "desk": {From: "desk", To: "lamp", Beside: true},
	}}, nil)
	refs := func(text string) []search.Hit {
		hits, err := words{stock: s}.Retrieve(context.Background(), text, nil, 100)
		if err != nil {
			t.Fatal(err)
		}
		return hits
	}
	exact := say("lmap")
	exact.Exact = true
	for _, tc := range []struct {
		name  string
		need  *search.Need
		found int
		path  bool
	}{
		{"replaced", fold(say("lmap")), len(refs("lamp")), true},
		{"beside", fold(say("desk")), len(refs("desk lamp")), true},
		{"nothing to correct", fold(say("lamp")), len(refs("lamp")), false},
		{"refused", fold(exact), 0, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			scope := scoped(t, e, tc.need)
			if scope.Found != tc.found || slices.Contains(scope.Path, "spelling") != tc.path || len(scope.Corrected) > 0 != tc.path {
				t.Errorf("found %d by %q with %v; want %d, corrected: %t", scope.Found, scope.Path, scope.Corrected, tc.found, tc.path)
			}
		})
	}
	scope, err := e.Scope(context.Background(), fold(say("red lmap")))
	if err != nil || len(scope.Corrected) != 1 || scope.Corrected[0].To != "lamp" {
		t.Errorf("%+v is corrected, %v", scope, err)
	}
	if to, ok := e.Spell("lmap"); !ok || to != "lamp" {
		t.Errorf("Spell = %q, %t", to, ok)
	}
}

// A word that few products have may be a misspelling of another.
func TestHaving(t *testing.T) {
	s := lampsAndDesks()
	for _, tc := range []struct {
		name  string
		words search.Lexicon
		word  string
		want  int
	}{
		{"many", corrected{words: words{stock: s}}, "lamp", 5},
		{"three", corrected{words: words{stock: s}}, "red", 3},
		{"two may be misspelt", corrected{words: words{stock: s}}, "desk", 0},
		{"nobody", corrected{words: words{stock: s}}, "unicorn", 0},
		{"words can not be looked up", corrected{words: words{stock: s, err: errNoDisk}}, "lamp", 0},
		{"nothing looks words up", nil, "lamp", 0},
	} {
		if got := search.NewEngine(s, tc.words, nil).Having(t.Context(), tc.word); got != tc.want {
			t.Errorf("%s: %d, want %d", tc.name, got, tc.want)
		}
	}
}

// Refusing corrections is kept with the words, the category's and the wish's, and a
// change that refuses nothing is written as it was before there was anything to refuse.
func TestExact(t *testing.T) {
	text, err := json.Marshal(say("lmap"))
	if err != nil || strings.Contains(string(text), "exact") {
		t.Errorf("%s (%v)", text, err)
	}
	var c search.Change
	if err := json.Unmarshal([]byte(`{"id":1,"op":"words","words":["lmap"],"exact":true}`), &c); err != nil || !c.Exact {
		t.Errorf("%+v (%v)", c, err)
	}
	if n := search.Fold([]search.Change{c}); !n.Words[0].Exact {
		t.Error("the need forgets what was refused")
	}
}

// The share of prose moves the meaning's weight and what a title lacks, and nothing else.
func TestWeightsFor(t *testing.T) {
	w := search.DefaultWeights()
	for _, prose := range []float64{0, 0.3, 0.5, 0.75, 1} {
		f := search.Features{Lexical: 0.7, Vector: 0.4, Title: search.Title{search.Cover: 0.5, search.Main: 0.25, search.Head: 1, search.Part: 1}}
		at := w.For(prose)
		sum := 0.0
		for i, x := range f.Learned(prose) {
			sum += x * w.Learned()[i]
		}
		if got := at.Score(&f); got < sum-1e-9 || got > sum+1e-9 {
			t.Errorf("prose %.2f: learned score %v, score %v", prose, sum, got)
		}
		points, features := 0.0, map[string]bool{}
		for _, s := range at.Explain(&f) {
			points, features[s.Feature] = points+s.Points, true
		}
		if math.Abs(points-at.Score(&f)) > 1e-9 || len(features) != len(at.Explain(&f)) {
			t.Errorf("prose %.2f: the parts %v add up to %v, the score is %v", prose, features, points, at.Score(&f))
		}
		if prose <= 0.5 && at.Vector != w.Vector {
			t.Errorf("prose %.2f gives meaning the weight %v", prose, at.Vector)
		}
	}
	if n := len(search.LearnedNames()); n != len(w.Learned()) {
		t.Errorf("%d names, %d weights", n, len(w.Learned()))
	}
}
