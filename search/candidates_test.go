package search_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/catalog"
	"shopclerk/search"
)

// everywhere is a candidate set that looks at every product: an honest, slow one.
type everywhere struct{ words }

func (w everywhere) Find(ctx context.Context, q search.Query, k int) ([]search.Hit, error) {
	var found []search.Hit
	if q.Text != "" {
		found, _ = w.Retrieve(ctx, q.Text, nil, len(w.products))
	}
	for _, p := range w.products {
		if q.Text == "" {
			found = append(found, search.Hit{Ref: p.Ref})
		}
	}
	found = slices.DeleteFunc(found, func(h search.Hit) bool {
		p := &w.products[h.Ref-1]
		return len(q.Categories) > 0 && !slices.Contains(q.Categories, p.Category) ||
			slices.ContainsFunc(q.Demands, func(d catalog.Demand) bool { return d.Condition.Holds(p.Of(d.Condition.Key)) == d.Not })
	})
	return found[:min(k, len(found))], nil
}

func (w everywhere) Sample(_ context.Context, path string, n int) (refs []catalog.Ref, err error) {
	for _, p := range w.products {
		if p.Category == path {
			refs = append(refs, p.Ref)
		}
	}
	slices.SortFunc(refs, func(a, b catalog.Ref) int { return cmp.Compare(a*37%101, b*37%101) })
	return refs[:min(n, len(refs))], nil
}

func (w everywhere) Having(_ context.Context, word string, refs []catalog.Ref) ([]bool, error) {
	out := make([]bool, len(refs))
	for i, ref := range refs {
		out[i] = slices.Contains(strings.Fields(w.products[ref-1].Title), word)
	}
	return out, nil
}

// partly is the candidate set of a whole shop, of which another store holds but some products.
type partly struct {
	search.CandidateSet
	store  *stock
	down   bool         // can not be asked
	unread bool         // can not tell who has a word
	finds  atomic.Int32 // how often it was asked for candidates
}

func (p *partly) Find(ctx context.Context, q search.Query, k int) ([]search.Hit, error) {
	p.finds.Add(1)
	if p.down {
		return nil, errNoDisk
	}
	return p.CandidateSet.Find(ctx, q, k)
}

func (p *partly) Sample(ctx context.Context, path string, n int) ([]catalog.Ref, error) {
	all, err := p.CandidateSet.Sample(ctx, path, len(p.store.products))
	all = slices.DeleteFunc(all, func(r catalog.Ref) bool { return !p.store.holds(r) })
	return all[:min(n, len(all))], err
}

func (p *partly) Having(ctx context.Context, word string, refs []catalog.Ref) ([]bool, error) {
	if p.unread {
		return nil, errNoDisk
	}
	return p.CandidateSet.Having(ctx, word, refs)
}

// half is a shop of 64 lamps and 32 desks, of which the store holds every second. The lamps
// 1, 17, 33 and 49, which it does not hold, are of brass. Every fourth product is red, and
// each costs as many euros as its ref says.
func half() (*stock, *partly) {
	whole := &stock{categories: []catalog.Category{
		{Path: "Lamps", Size: 64, Aspects: []catalog.Aspect{colour, price}}, {Path: "Desks", Size: 32, Aspects: []catalog.Aspect{colour, price}},
	}}
	for ref := catalog.Ref(1); ref <= 96; ref++ {
		p := catalog.Product{Ref: ref, ID: fmt.Sprint("p", ref), Category: "Lamps", Title: "lamp"}
		switch {
		case ref > 64:
			p.Category, p.Title = "Desks", "desk"
		case ref%16 == 1:
			p.Title = "brass lamp"
		}
		if ref%4 == 0 {
			p.Attributes = append(p.Attributes, catalog.Attribute{Key: "colour", Values: texts("red")})
		}
		p.Attributes = append(p.Attributes, catalog.Attribute{Key: catalog.KeyPrice, Values: number(float64(ref))})
		whole.products = append(whole.products, p)
	}
	store := &stock{categories: whole.categories, products: whole.products, holds: func(r catalog.Ref) bool { return r%2 == 0 }}
	return store, &partly{CandidateSet: everywhere{words{stock: whole}}, store: store}
}

// over returns an engine that lives on at most 32 candidates.
func over(e *search.Engine, pool *partly) *search.Engine {
	e.Candidates, e.MaxCandidates = pool, 32
	return e
}

func above(p float64) search.Change {
	return search.Change{Op: search.AddWish, Text: fmt.Sprint("over ", p), Condition: &catalog.Condition{Key: catalog.KeyPrice, Range: catalog.AtLeast(p)}}
}

// A pool of 32 samples 16 products, finds 4 by what is wanted and 2 by words, and stands
// for all that are in scope.
func TestCandidates(t *testing.T) {
	store, pool := half()
	e := over(search.NewEngine(store, words{stock: store}, words{stock: store}), pool)
	like := search.Change{Op: search.Like, Refs: []string{"p1"}}
	red := search.Change{Op: search.AddLimit, Condition: &catalog.Condition{Key: "colour", Values: []string{"red"}}}
	for _, tc := range []struct {
		name    string
		need    *search.Need
		ids     []string
		path    string
		found   []catalog.Ref // by words or by what is wanted, or by their ids
		sampled int           // products beside those, at most
		stand   int           // for how many products all rows stand
	}{
		{"a category is sampled", fold(in("Lamps")), nil, "candidates", nil, 16, 64},
		{"two are at the same rate, rounded up", fold(in("Lamps", "Desks")), nil, "candidates", nil, 11 + 6, 96},
		{"and the whole shop", fold(), nil, "candidates", nil, 11 + 6, 96},
		{"what words find in a category is beside its sample", fold(in("Lamps"), say("brass")), nil, "lexical vector candidates", []catalog.Ref{1, 17}, 16, 64},
		{"and in the whole shop", fold(say("brass")), nil, "lexical vector candidates", []catalog.Ref{1, 17}, 11 + 6, 96},
		{"where words find nothing the shop is", fold(say("unicorn")), nil, "lexical vector candidates", nil, 11 + 6, 96},
		{"what is wanted", fold(in("Lamps"), wish("colour", "red")), nil, "attributes candidates", []catalog.Ref{4, 8, 12, 16}, 16, 64},
		{"what has both", fold(wish("colour", "red"), above(93)), nil, "attributes candidates", []catalog.Ref{96}, 11 + 6, 96},
		{"words within limits", fold(red, say("desk")), nil, "lexical vector attributes candidates", []catalog.Ref{4, 8, 12, 16, 68, 72}, 11 + 6, 96},
		{"nobody has anything of it", fold(above(97)), nil, "attributes candidates", nil, 11 + 6, 96},
		{"what is asked for by its id", fold(in("Desks")), []string{"p1"}, "candidates", []catalog.Ref{1}, 16, 33},
		{"what it shall be like", fold(in("Desks"), like), nil, "candidates", []catalog.Ref{1}, 16, 33},
	} {
		t.Run(tc.name, func(t *testing.T) {
			scope := scoped(t, e, tc.need, tc.ids...)
			if got := strings.Join(scope.Path, " "); got != tc.path {
				t.Errorf("by %q, want %q", got, tc.path)
			}
			stand, sampled := 0, 0
			for row, ref := range scope.Shelf.Refs {
				stand += scope.SampleWeights.Of(row)
				if !slices.Contains(tc.found, ref) {
					sampled++
				}
			}
			if sampled > tc.sampled || sampled < tc.sampled-len(tc.found) || stand != tc.stand {
				t.Errorf("%d sampled of %v, which stand for %d; want %d, for %d", sampled, scope.Shelf.Refs, stand, tc.sampled, tc.stand)
			}
			for _, ref := range tc.found {
				row, ok := scope.Shelf.Row(ref)
				if !ok || scope.SampleWeights.Of(row) != 1 {
					t.Errorf("%d is not in %v for itself", ref, scope.Shelf.Refs)
				} else if cell := scope.Shelf.Column(catalog.KeyPrice).Cell(row); len(cell) != 1 || cell[0].Number != float64(ref) {
					t.Errorf("%d costs %v", ref, cell)
				}
			}
		})
	}
}

// Of a pool it is known who has a word, whether the store holds them or not, and what was
// found lately is not asked for again.
func TestCandidatesAreListed(t *testing.T) {
	store, pool := half()
	e := over(search.NewEngine(store, words{stock: store}, words{stock: store}), pool)
	n := fold(in("Lamps"), say("brass"), search.Change{Op: search.AddLimit, Condition: &catalog.Condition{Key: catalog.KeyPrice, Range: catalog.AtMost(40)}})
	for range 2 {
		scope := scoped(t, e, n)
		r := ranked(t, e, n, scope, nil, search.Page{Limit: 2})
		if r.Saying != 2 || len(r.Items) != 2 || r.Items[0].Ref != 1 || r.Items[1].Ref != 17 {
			t.Errorf("%d say brass, first %+v; want the lamps 1 and 17", r.Saying, r.Items)
		}
		if want := int32(3); pool.finds.Load() != want { // by words, by meaning, by the price
			t.Errorf("asked %d times, want %d", pool.finds.Load(), want)
		}
	}
}

// A pool that can not be asked leaves what the store holds.
func TestCandidatesDegrade(t *testing.T) {
	for _, tc := range []struct {
		name string
		pool *partly
		path string
	}{
		{"it is away", &partly{down: true}, "candidates failed lexical vector category"},
		{"it can not tell who has a word", &partly{unread: true}, "candidates failed lexical vector category"},
	} {
		store, whole := half()
		tc.pool.CandidateSet, tc.pool.store = whole.CandidateSet, store
		scope, err := over(search.NewEngine(store, words{stock: store}, words{stock: store}), tc.pool).Scope(t.Context(), fold(in("Lamps"), say("lamp brass")))
		if err != nil {
			t.Fatalf("%s: %v", tc.name, err)
		}
		if got := strings.Join(scope.Path, " "); got != tc.path || scope.Shelf.Rows() != 32 {
			t.Errorf("%s: %d rows by %q, want 32 by %q", tc.name, scope.Shelf.Rows(), got, tc.path)
		}
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	store, pool := half()
	pool.down = true
	if _, err := over(search.NewEngine(store, words{stock: store}, words{stock: store}), pool).Scope(gone, fold(in("Lamps"), say("lamp"))); err == nil {
		t.Error("whoever has gone is looked for further")
	}
}

// One product stands on its category's shelf, wherever it is.
func TestShelfOf(t *testing.T) {
	store, pool := half()
	alone := search.NewEngine(store, nil, nil)
	e := over(search.NewEngine(store, nil, nil), pool)
	for _, tc := range []struct {
		name     string
		engine   *search.Engine
		category string
		ref      catalog.Ref
		rows     int
		on       bool
	}{
		{"the store holds it", e, "Lamps", 2, 32, true},
		{"it is far away", e, "Lamps", 3, 33, true},
		{"it is of another category", e, "Lamps", 65, 32, false},
		{"there is no candidates", alone, "Lamps", 3, 32, false},
	} {
		shelf, err := tc.engine.ShelfOf(t.Context(), tc.category, tc.ref)
		if err != nil {
			t.Fatal(err)
		}
		row, on := shelf.Row(tc.ref)
		if shelf.Rows() != tc.rows || on != tc.on {
			t.Errorf("%s: on a shelf of %d: %t", tc.name, shelf.Rows(), on)
		}
		if on && shelf.Column(catalog.KeyPrice).Cell(row)[0].Number != float64(tc.ref) {
			t.Errorf("%s: costs %v", tc.name, shelf.Column(catalog.KeyPrice).Cell(row))
		}
	}
	store.fail.Store(true)
	if _, err := over(search.NewEngine(store, nil, nil), pool).ShelfOf(t.Context(), "Lamps", 2); err == nil {
		t.Error("a shelf that can not be loaded is no error")
	}
}

// TestCache loads what is not kept any more, and keeps no more than the limit.
func TestCache(t *testing.T) {
	loaded := map[string]int{}
	c := search.NewCache[string](10, func(v string) int { return len(v) })
	get := func(key string) {
		t.Helper()
		v, err := c.Get(key, func() (string, error) { loaded[key]++; return key, nil })
		if v != key || err != nil {
			t.Fatalf("%q: %q, %v", key, v, err)
		}
	}
	for _, key := range []string{"aaa", "bbb", "aaa", "ccc", "aaa", "bbb", "longer than all of it", "aaa"} {
		get(key)
	}
	if want := map[string]int{"aaa": 1, "bbb": 2, "ccc": 1, "longer than all of it": 1}; !maps.Equal(loaded, want) {
		t.Errorf("loaded %v, want %v", loaded, want)
	}
	fault := errors.New("a fault")
	if _, err := c.Get("d", func() (string, error) { return "", fault }); !errors.Is(err, fault) {
		t.Errorf("%v, want the fault", err)
	}
	get("d")
	for range 2 {
		get("as large!")
	}
	if loaded["d"] != 1 || loaded["as large!"] != 1 {
		t.Errorf("loaded %v: errors are not kept, and a value of the limit's size is", loaded)
	}
}

func TestParallel(t *testing.T) {
	var calls atomic.Int32
	bad := errors.New("bad")
	err := search.Parallel(5, func(i int) error {
		calls.Add(1)
		if i == 3 {
			return bad
		}
		return nil
	})
	if !errors.Is(err, bad) || calls.Load() != 5 {
		t.Errorf("%d calls, %v", calls.Load(), err)
	}
}

// A panic of one call reaches the caller, with its own stack.
func TestParallelPanics(t *testing.T) {
	defer func() {
		if p, _ := recover().(string); !strings.HasPrefix(p, "boom") || !strings.Contains(p, "TestParallelPanics") {
			t.Errorf("recovered %q", p)
		}
	}()
	_ = search.Parallel(3, func(i int) error {
		if i == 1 {
			panic("boom")
		}
		return nil
	})
	t.Error("no panic")
}

// TestFirst compares the first few of any list with those of the sorted list.
func TestFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOf(rapid.IntRange(0, 50)).Draw(t, "list")
		k := rapid.IntRange(-1, 60).Draw(t, "k")
		want := slices.Sorted(slices.Values(list))
		want = want[:min(max(k, 0), len(want))]
		if got := search.First(list, k, cmp.Compare[int]); !slices.Equal(got, want) {
			t.Fatalf("first %d of %v: got %v, want %v", k, list, got, want)
		}
		top := search.NewTop(k, cmp.Compare[int])
		for _, v := range list {
			top.Add(v)
		}
		last, ok := top.Last()
		if full := k > 0 && len(list) >= k; ok != full || ok && last != want[k-1] {
			t.Fatalf("last of the first %d of %v: got %v, %v", k, list, last, ok)
		}
	})
}
