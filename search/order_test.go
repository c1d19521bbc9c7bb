package search_test

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/catalog"
	"shopclerk/search"
)

// Sorting lists the products that are left, once each, in an order that does not
// depend on how many are listed: a longer list begins with the shorter one.
func TestOrdersAreTotalAndStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := aStock(t, 40)
		e := search.NewEngine(s, words{stock: s}, nil)
		need := search.Fold(someChanges(t))
		scope := scoped(t, e, &need)
		order := rapid.SampledFrom([]search.Order{search.ByRelevance, search.ByPrice, search.ByPriceDown, search.ByRating, "nonsense"}).Draw(t, "order")
		list := func(o search.Order, limit int) *search.Ranking {
			r := ranked(t, e, &need, scope, nil, search.Page{Order: o, Limit: limit})
			return r
		}
		all := list(order, scope.Shelf.Rows())
		if len(all.Items) != all.Open {
			t.Fatalf("%d of %d are listed", len(all.Items), all.Open)
		}
		limit := rapid.IntRange(0, 50).Draw(t, "limit")
		if short := rows(list(order, limit)); !slices.Equal(short, rows(all)[:min(limit, all.Open)]) {
			t.Fatalf("a list of %d is %v, the long one %v", limit, short, rows(all))
		}
		if step := rapid.IntRange(1, 7).Draw(t, "page"); !slices.Equal(paged(t, e, &need, scope, order, step), rows(all)) {
			t.Fatalf("pages of %d are %v, the list %v", step, paged(t, e, &need, scope, order, step), rows(all))
		}
		place := map[int]int{}
		for i, row := range rows(list(search.ByRelevance, scope.Shelf.Rows())) {
			place[row] = i
		}
		cost := func(row int) float64 {
			if v := s.products[scope.Shelf.Refs[row]-1].Of(catalog.KeyPrice); len(v) > 0 {
				if order == search.ByPriceDown {
					return -v[0].Number
				}
				return v[0].Number
			}
			return 1e9
		}
		short := func(row int) int { // of a full match that can be bought
			switch {
			case !all.Fits[row] || len(all.Relaxed) > 0:
				return 2
			case !(need.OnlyWords() && scope.Said != nil) && soldOut(&s.products[scope.Shelf.Refs[row]-1]):
				return 1
			}
			return 0
		}
		if !slices.IsSortedFunc(rows(all), func(a, b int) int { return cmp.Compare(short(a), short(b)) }) {
			t.Fatalf("by %q what is sold out stands before what is not, or a near match before a full one: %v", order, rows(all))
		}
		want := slices.SortedFunc(slices.Values(rows(all)), func(a, b int) int {
			if order == search.ByPrice || order == search.ByPriceDown {
				return cmp.Or(cmp.Compare(short(a), short(b)), cmp.Compare(cost(a), cost(b)), cmp.Compare(place[a], place[b]))
			}
			return cmp.Compare(place[a], place[b])
		})
		if got := rows(all); !slices.Equal(got, want) {
			t.Fatalf("by %q: %v, want %v", order, got, want)
		}
	})
}

// paged lists all rows page by page, each after the last product of the one before.
func paged(t *rapid.T, e *search.Engine, need *search.Need, scope *search.Scope, order search.Order, step int) []int {
	var out []int
	page := search.Page{Order: order, Limit: step}
	for {
		r := ranked(t, e, need, scope, nil, page)
		if len(r.Items) == 0 {
			return out
		}
		out = append(out, rows(r)...)
		page.After = r.Items[len(r.Items)-1].Ref
	}
}

func TestPageAfterWhatIsNotListed(t *testing.T) {
	s := lampsAndDesks()
	e := search.NewEngine(s, nil, nil)
	need := search.Fold([]search.Change{
		{ID: 1, Op: search.SetScope, Categories: []string{"Home > Lamps"}},
		{ID: 2, Op: search.AddLimit, Condition: &catalog.Condition{Key: "colour", Values: []string{"red"}}, Not: true},
	})
	scope := scoped(t, e, &need)
	for name, after := range map[string]catalog.Ref{"ruled out": 1, "of another category": 5, "unknown": 99} {
		if _, err := e.Rank(context.Background(), &need, scope, nil, search.Page{Limit: 10, After: after}); !errors.Is(err, search.ErrNoPlace) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func rows(r *search.Ranking) []int {
	var out []int
	for _, it := range r.Items {
		out = append(out, it.Row)
	}
	return out
}

func TestOrders(t *testing.T) {
	column := func(key string, kind catalog.Kind) *catalog.Column {
		return catalog.NewColumn(catalog.Aspect{Key: key, Kind: kind}, nil)
	}
	for _, tc := range []struct {
		name    string
		columns []*catalog.Column
		want    []search.Order
	}{
		{"neither price nor rating", nil, []search.Order{search.ByRelevance}},
		{"prices", []*catalog.Column{column(catalog.KeyPrice, catalog.Numeric)}, []search.Order{search.ByRelevance, search.ByPrice, search.ByPriceDown}},
		{"ratings in words", []*catalog.Column{column(catalog.KeyRating, catalog.Single)}, []search.Order{search.ByRelevance}},
		{"ratings", []*catalog.Column{column(catalog.KeyRating, catalog.Numeric)}, []search.Order{search.ByRelevance, search.ByRating}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := search.Orders(&catalog.Shelf{Columns: tc.columns}); !slices.Equal(got, tc.want) {
				t.Errorf("Orders = %q, want %q", got, tc.want)
			}
		})
	}
}

// An order is written as the aspect and read as it was meant; ratings have one direction.
func TestOrderOf(t *testing.T) {
	for _, tc := range []struct {
		key  string
		down bool
		want search.Order
		read bool
	}{
		{"", false, search.ByRelevance, false},
		{"", true, search.ByRelevance, false},
		{catalog.KeyPrice, false, search.ByPrice, false},
		{catalog.KeyPrice, true, search.ByPriceDown, true},
		{catalog.KeyRating, false, search.ByRating, true},
		{"weight", true, "-weight", true},
	} {
		got := search.OrderOf(tc.key, tc.down)
		if key, down := got.Key(); got != tc.want || key != tc.key || down != tc.read {
			t.Errorf("%q, down: %t: %q, which is by %q, down: %t", tc.key, tc.down, got, key, down)
		}
	}
}
