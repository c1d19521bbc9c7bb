package search_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"shopclerk/catalog"
	"shopclerk/search"
)

func fold(changes ...search.Change) *search.Need {
	for i := range changes {
		changes[i].ID = i + 1
	}
	n := search.Fold(changes)
	return &n
}

func in(paths ...string) search.Change { return search.Change{Op: search.SetScope, Categories: paths} }

func say(text string) search.Change { return search.Change{Op: search.AddWords, Words: []string{text}} }

func wish(key, value string) search.Change {
	return search.Change{Op: search.AddWish, Text: value, Condition: &catalog.Condition{Key: key, Values: []string{value}}}
}

func TestScope(t *testing.T) {
	for _, tc := range []struct {
		name    string
		need    *search.Need
		want    []catalog.Ref
		path    []string
		relaxed []string
	}{
		{"a category is taken whole", fold(in("Home > Lamps"), say("red")), []catalog.Ref{1, 2, 3, 4}, []string{"lexical", "category"}, nil},
		{"so are several", fold(in("Home > Lamps", "Garden")), []catalog.Ref{1, 2, 3, 4, 7}, []string{"categories"}, nil},
		{"in the whole shop, what words find", fold(say("red")), []catalog.Ref{1, 5, 7}, []string{"lexical", "found"}, nil},
		{"and what attributes find", fold(say("rose"), wish("colour", "oak")), []catalog.Ref{6, 7}, []string{"lexical", "attributes", "found"}, nil},
		{"attributes give way until something is found", fold(wish("colour", "red"), wish("colour", "green"), wish("price", "cheap")),
			[]catalog.Ref{1, 2, 3, 4, 5, 6, 7}, []string{"attributes", "found"}, []string{"cheap", "green"}},
		{"nothing asked for", fold(), []catalog.Ref{1, 2, 3, 4, 5, 6, 7}, []string{"attributes", "found"}, nil},
		{"words that nobody has", fold(say("unicorn")), []catalog.Ref{1, 2, 3, 4, 5, 6, 7}, []string{"lexical", "attributes", "found"}, nil},
		{"a category that is gone", fold(in("Attic"), say("rose")), []catalog.Ref{7}, []string{"lexical", "found"}, nil},
		{"one of two categories is gone", fold(in("Attic", "Garden")), []catalog.Ref{7}, []string{"category"}, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := lampsAndDesks()
			scope, err := search.NewEngine(s, words{stock: s}, nil).Scope(context.Background(), tc.need)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(scope.Shelf.Refs, tc.want) || !slices.Equal(scope.Path, tc.path) || !slices.Equal(scope.Relaxed, tc.relaxed) {
				t.Errorf("%v by %q, relaxed %q; want %v by %q, relaxed %q", scope.Shelf.Refs, scope.Path, scope.Relaxed, tc.want, tc.path, tc.relaxed)
			}
			if (scope.Words != nil) != (len(tc.need.Words) > 0) {
				t.Errorf("features of words: %v", scope.Words)
			}
		})
	}
}

// Columns that nobody is asked about are gathered when the need speaks of them.
func TestScopeGathersWhatTheNeedSpeaksOf(t *testing.T) {
	s := lampsAndDesks()
	for i := range s.categories[:2] {
		s.categories[i].Aspects = append(slices.Clone(s.categories[i].Aspects), catalog.Aspect{Key: "weight", Kind: catalog.Numeric})
	}
	e := search.NewEngine(s, nil, nil)
	both := in("Home > Lamps", "Home > Desks")
	for _, tc := range []struct {
		name string
		need *search.Need
		want bool
	}{
		{"silent", fold(both), false},
		{"asked for", fold(both, wish("weight", "2")), true},
		{"to be sorted by", fold(both, search.Change{Op: search.SortBy, Key: "weight"}), true},
		{"silent again", fold(both), false},
	} {
		scope := scoped(t, e, tc.need)
		if got := scope.Shelf.Column("weight") != nil; got != tc.want {
			t.Errorf("%s: weight is on the shelf: %v", tc.name, got)
		}
	}
}

// The lists that retrieval cannot give are named, and the others serve.
func TestRetrievalDegrades(t *testing.T) {
	s := lampsAndDesks()
	fault := errors.New("the endpoint is down")
	works, broken := words{stock: s}, words{stock: s, err: fault}
	for _, tc := range []struct {
		name    string
		lexical search.Lexicon
		vector  search.Semantic
		remote  search.Semantic
		path    []string
	}{
		{"a remote one before its own", works, works, works, []string{"lexical", "model vector", "found"}},
		{"a remote one fails", works, works, broken, []string{"lexical", "model vector failed", "vector", "found"}},
		{"a remote one can not be compared", works, works, words{stock: s, unlike: fault}, []string{"lexical", "model vector", "found", "model vector failed"}},
		{"meaning fails both ways", works, broken, broken, []string{"lexical", "model vector failed", "vector failed", "found"}},
		{"both", works, works, nil, []string{"lexical", "vector", "found"}},
		{"words alone", works, nil, nil, []string{"lexical", "found"}},
		{"meaning alone", nil, works, nil, []string{"vector", "found"}},
		{"meaning fails beside words", works, broken, nil, []string{"lexical", "vector failed", "found"}},
		{"meaning can not be compared", works, words{stock: s, unlike: fault}, nil, []string{"lexical", "vector", "found", "vector failed"}},
		{"meaning fails alone", nil, broken, nil, []string{"vector failed", "attributes", "found"}},
		{"words fail", broken, works, nil, []string{"lexical failed", "vector", "found"}},
		{"both fail", broken, broken, nil, []string{"lexical failed", "vector failed", "attributes", "found"}},
		{"neither", nil, nil, nil, []string{"attributes", "found"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			engine := search.NewEngine(s, tc.lexical, tc.vector)
			engine.Remote = tc.remote
			scope, err := engine.Scope(context.Background(), fold(say("red lamp")))
			if err != nil || !slices.Equal(scope.Path, tc.path) {
				t.Errorf("by %q (%v), want %q", scope.Path, err, tc.path)
			}
		})
	}
}

func TestFeaturesOfWords(t *testing.T) {
	s := lampsAndDesks()
	e := search.NewEngine(s, words{stock: s}, words{stock: s})
	scope := scoped(t, e, fold(in("Home > Lamps"), say("red lamp")))
	for row, want := range []search.Features{
		{Lexical: 1, Vector: 1}, {Lexical: 0.5, Vector: 0.5}, {Lexical: 0.5, Vector: 0.5}, {Lexical: 0.5, Vector: 0.25},
	} {
		if got := scope.Words[row]; got != want {
			t.Errorf("row %d: %+v, want %+v", row, got, want)
		}
	}
}

// Whoever asks first loads a shelf; a fault on the way does not stick.
func TestShelvesAreLoadedOnce(t *testing.T) {
	ctx := context.Background()
	s := lampsAndDesks()
	e := search.NewEngine(s, nil, nil)
	s.fail.Store(true)
	if _, err := e.Shelf(ctx, "Garden"); !errors.Is(err, errNoDisk) {
		t.Fatalf("the fault became %v", err)
	}
	var wg sync.WaitGroup
	got := make([]*catalog.Shelf, 20)
	for i := range got {
		wg.Go(func() {
			shelf, err := e.Shelf(ctx, "Garden")
			if err != nil {
				t.Error(err)
			}
			got[i] = shelf
		})
	}
	wg.Wait()
	for _, shelf := range got {
		if shelf == nil || shelf != got[0] {
			t.Fatal("two shelves of one category")
		}
	}
	if n := s.loads.Load(); n != 2 {
		t.Errorf("loaded %d times, want once beside the fault", n)
	}
}

// Whoever waits for a shelf gets it, also when whoever asked first has gone meanwhile.
func TestLoadOutlivesItsFirstCaller(t *testing.T) {
	first, leave := context.WithCancel(t.Context())
	s := lampsAndDesks()
	s.loading = func(ctx context.Context) error {
		leave()
		return ctx.Err()
	}
	if shelf, err := search.NewEngine(s, nil, nil).Shelf(first, "Garden"); err != nil || shelf == nil {
		t.Errorf("a load died with its first caller: %v", err)
	}
}

func TestShelves(t *testing.T) {
	ctx := context.Background()
	s := lampsAndDesks()
	e := search.NewEngine(s, nil, nil)
	s.fail.Store(true)
	if _, err := e.Shelves(ctx); !errors.Is(err, errNoDisk) {
		t.Fatalf("the fault became %v", err)
	}
	shelves, err := e.Shelves(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range s.categories {
		if own, err := e.Shelf(ctx, c.Path); err != nil || shelves[i] != own || own.Name != c.Path {
			t.Errorf("place %d: %v, want the shelf of %q (%v)", i, shelves[i], c.Path, err)
		}
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := e.Shelves(cancelled); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
}

// The first category does not fill the list alone.
func TestEveryCategoryGivesItsShare(t *testing.T) {
	s := &stock{}
	for i := range 200 {
		c := catalog.Category{Path: fmt.Sprint("c", i), Size: 12, Aspects: []catalog.Aspect{colour}}
		for range c.Size {
			ref := catalog.Ref(len(s.products) + 1)
			s.products = append(s.products, catalog.Product{Ref: ref, ID: fmt.Sprint(ref), Category: c.Path,
				Attributes: []catalog.Attribute{{Key: "colour", Values: texts([]string{"red", "oak"}[ref%2])}}})
		}
		s.categories = append(s.categories, c)
	}
	for _, tc := range []struct {
		need  *search.Need
		share int
	}{{fold(), 10}, {fold(wish("colour", "oak")), 6}} {
		scope, err := search.NewEngine(s, nil, nil).Scope(context.Background(), tc.need)
		if err != nil {
			t.Fatal(err)
		}
		from := map[catalog.Ref]int{}
		for _, r := range scope.Shelf.Refs {
			from[(r-1)/12]++
		}
		for i, n := range from {
			if n != tc.share {
				t.Fatalf("category %d gives %d products, want %d", i, n, tc.share)
			}
		}
		if len(from) != len(s.categories) {
			t.Errorf("%d categories give any", len(from))
		}
	}
}

// However many mixtures of categories shoppers look at, few are kept.
func TestGatheredShelvesAreForgotten(t *testing.T) {
	ctx := context.Background()
	s := &stock{}
	for i := range 12 {
		path := fmt.Sprint("c", i)
		s.categories = append(s.categories, catalog.Category{Path: path, Size: 1})
		s.products = append(s.products, catalog.Product{Ref: catalog.Ref(i + 1), ID: path, Category: path})
	}
	e := search.NewEngine(s, nil, nil)
	look := func(i, j int) *catalog.Shelf {
		scope := scoped(t, e, fold(in(fmt.Sprint("c", i), fmt.Sprint("c", j))))
		if want := []catalog.Ref{catalog.Ref(j + 1), catalog.Ref(i + 1)}; !slices.Equal(scope.Shelf.Refs, want) {
			t.Fatalf("%v, want %v", scope.Shelf.Refs, want)
		}
		return scope.Shelf
	}
	if _, err := e.Shelves(ctx); err != nil {
		t.Fatal(err)
	}
	first, mixtures := look(1, 0), 0
	for i := range 12 {
		for j := range i {
			look(i, j)
			if mixtures++; mixtures == 32 && look(1, 0) != first {
				t.Error("the first of 32 mixtures is not kept")
			}
			if mixtures == 33 && look(1, 0) == first {
				t.Error("33 mixtures are all kept")
			}
		}
	}
	if n := s.loads.Load(); n != 12 {
		t.Errorf("categories' own shelves were loaded %d times", n)
	}
}

// What words lead to, are the names of, and what no product says.
func TestWordsOfTheWholeShop(t *testing.T) {
	s := lampsAndDesks()
	e, wordless := search.NewEngine(s, words{stock: s}, words{stock: s}), search.NewEngine(s, nil, words{stock: s})
	every := func(*catalog.Product) bool { return true }
	red := func(p *catalog.Product) bool { return strings.HasPrefix(p.Title, "red") }
	for _, tc := range []struct {
		name   string
		engine *search.Engine
		words  string
		first  int
		is     func(*catalog.Product) bool
		named  map[string]int
		leads  map[string]int
		unsaid string
	}{
		{"of two categories", e, "lamp", 10, every, map[string]int{"Home > Lamps": 4, "Home > Desks": 1}, map[string]int{"Home > Lamps": 4, "Home > Desks": 1}, ""},
		{"some of them", e, "lamp", 10, red, map[string]int{"Home > Lamps": 1}, map[string]int{"Home > Lamps": 4, "Home > Desks": 1}, ""},
		{"the first two", e, "lamp", 2, every, map[string]int{"Home > Lamps": 2}, map[string]int{"Home > Lamps": 4, "Home > Desks": 1}, ""},
		{"a word that none has", e, "plaid rose", 10, every, map[string]int{"Garden": 1}, map[string]int{"Garden": 1}, "plaid"},
		{"words that none has", e, "plaid tartan", 10, every, nil, nil, "plaid tartan"},
		{"no words", e, " ", 10, every, nil, nil, ""},
		{"nothing looks words up", wordless, "lamp plaid", 10, every, nil, nil, ""},
		{"words can not be looked up", search.NewEngine(s, words{stock: s, err: errors.New("no disk")}, nil), "lamp plaid", 10, every, nil, nil, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			named, err := tc.engine.Named(t.Context(), tc.words, tc.first, tc.is)
			if err != nil || !maps.Equal(named, tc.named) {
				t.Errorf("named %v (%v), want %v", named, err, tc.named)
			}
			leads, err := tc.engine.Leads(t.Context(), tc.words)
			led := map[string]int{}
			for _, l := range leads {
				led[l.Category]++
			}
			if err != nil || !maps.Equal(led, tc.leads) {
				t.Errorf("leads to %v (%v), want %v", led, err, tc.leads)
			}
			unsaid, err := tc.engine.Unsaid(t.Context(), strings.Fields(tc.words), nil)
			if err != nil || strings.Join(unsaid, " ") != tc.unsaid {
				t.Errorf("nobody says %q (%v), want %q", unsaid, err, tc.unsaid)
			}
		})
	}
}

// What words lead to weighs what a list gives it, by meaning too where there is any.
func TestLeadsWeighAsAList(t *testing.T) {
	s := lampsAndDesks()
	for name, meaning := range map[string]search.Semantic{"by words alone": nil, "by meaning too": words{stock: s}} {
		e := search.NewEngine(s, words{stock: s}, meaning)
		n := fold(say("red lamp"))
		scope := scoped(t, e, n)
		r := ranked(t, e, n, scope, nil, search.Page{})
		leads, err := e.Leads(t.Context(), "red lamp")
		if err != nil {
			t.Fatal(err)
		}
		var scores []float64
		for _, l := range leads {
			scores = append(scores, l.Score)
		}
		if !slices.Equal(scores, r.Scores) {
			t.Errorf("%s: leads score %v, the list %v", name, scores, r.Scores)
		}
	}
}

func TestSortHits(t *testing.T) {
	hits := []search.Hit{{Ref: 3, Score: 0.5}, {Ref: 1, Score: 0.5}, {Ref: 4, Score: 0.9}, {Ref: 2, Score: -1}}
	search.SortHits(hits)
	if want := []search.Hit{{Ref: 4, Score: 0.9}, {Ref: 1, Score: 0.5}, {Ref: 3, Score: 0.5}, {Ref: 2, Score: -1}}; !slices.Equal(hits, want) {
		t.Errorf("%v, want %v", hits, want)
	}
}
