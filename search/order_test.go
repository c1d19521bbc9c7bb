package search_test

import (
	"cmp"
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/catalog"
	"shopclerk/search"
)

// Sorting lists the products that are left, once each, in an order that does not
// depend on how many are listed: a longer list begins with the shorter one.
func TestOrdersAreTotalAndStable(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		s := aStock(t, 40)
		e := search.NewEngine(s, words{stock: s}, nil)
		need := search.Fold(someChanges(t))
		scope, err := e.Scope(ctx, &need)
		if err != nil {
			t.Fatal(err)
		}
		order := rapid.SampledFrom([]search.Order{search.ByRelevance, search.ByPrice, search.ByPriceDown, search.ByRating, "nonsense"}).Draw(t, "order")
		list := func(o search.Order, limit int) *search.Ranking {
			r, err := e.Rank(ctx, &need, scope, nil, search.Page{Order: o, Limit: limit})
			if err != nil {
				t.Fatal(err)
			}
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
		want := slices.SortedFunc(slices.Values(rows(all)), func(a, b int) int {
			if order == search.ByPrice || order == search.ByPriceDown {
				return cmp.Or(cmp.Compare(cost(a), cost(b)), cmp.Compare(place[a], place[b]))
			}
			return cmp.Compare(place[a], place[b])
		})
		if got := rows(all); !slices.Equal(got, want) {
			t.Fatalf("by %q: %v, want %v", order, got, want)
		}
	})
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
