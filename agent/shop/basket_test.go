package shop_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/agent/shop"
	"shopclerk/catalog"
)

func lamp(quantity int) shop.Item {
	return shop.Item{Product: "lamp", Title: "Lamp", Quantity: quantity, Price: catalog.Price{Minor: 4500, Currency: "EUR"}}
}

// held is a basket by product.
func held(t testing.TB, s *shop.Store, session string) map[string]int {
	t.Helper()
	lines, err := s.Basket(context.Background(), session)
	if err != nil {
		t.Fatal(err)
	}
	out, pieces := map[string]int{}, 0
	for _, l := range lines {
		out[l.Product] = l.Quantity
		pieces += l.Quantity
	}
	if n, _, err := s.Holds(context.Background(), session); err != nil || n != pieces {
		t.Errorf("Pieces = %d, %v; the lines have %d", n, err, pieces)
	}
	return out
}

func TestBasket(t *testing.T) {
	type step = func(*shop.Store) error
	ctx := context.Background()
	put := func(l shop.Item) step { return func(s *shop.Store) error { return s.Put(ctx, "ann", l) } }
	set := func(product string, n int) step {
		return func(s *shop.Store) error { return s.SetQuantity(ctx, "ann", product, n) }
	}
	full := make([]step, 0, shop.MostLines+1)
	for i := range shop.MostLines {
		full = append(full, put(shop.Item{Product: fmt.Sprint("p", i), Quantity: 1}))
	}
	for _, tc := range []struct {
		name  string
		steps []step
		want  map[string]int // nil: not looked at
		err   string         // of the last step
	}{
		{"two products", []step{put(lamp(2)), put(shop.Item{Product: "desk", Quantity: 1})}, map[string]int{"lamp": 2, "desk": 1}, ""},
		{"none", []step{put(lamp(0))}, map[string]int{}, "orders.why-pieces"},
		{"too many", []step{put(lamp(shop.MostPieces + 1))}, map[string]int{}, "orders.why-pieces"},
		{"changed to less than none", []step{put(lamp(1)), set("lamp", -1)}, map[string]int{"lamp": 1}, "orders.why-pieces"},
		{"changed to too many", []step{put(lamp(1)), set("lamp", 1e9)}, map[string]int{"lamp": 1}, "orders.why-pieces"},
		{"full", append(slices.Clone(full), put(lamp(1))), nil, "orders.why-full"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := fresh(t)
			if err := s.Put(ctx, "bob", lamp(7)); err != nil {
				t.Fatal(err)
			}
			var err error
			for _, step := range tc.steps {
				err = step(s)
			}
			r := &shop.Refusal{}
			if errors.As(err, &r); r.Why != tc.err || err != nil && tc.err == "" {
				t.Errorf("the last step: %v, want %q", err, tc.err)
			}
			if got := held(t, s, "ann"); tc.want != nil && !maps.Equal(got, tc.want) {
				t.Errorf("the basket holds %v, want %v", got, tc.want)
			}
			if got := held(t, s, "bob"); !maps.Equal(got, map[string]int{"lamp": 7}) {
				t.Errorf("another's holds %v", got)
			}
		})
	}
}

// Whatever is done to a basket, it is what a map would be.
func TestBasketIsAMap(t *testing.T) {
	s, shopper := fresh(t), 0
	rapid.Check(t, func(r *rapid.T) {
		shopper++
		who, want := fmt.Sprint("shopper ", shopper), map[string]int{}
		for range rapid.IntRange(0, 12).Draw(r, "steps") {
			product, n := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(r, "product"), rapid.IntRange(0, 3).Draw(r, "quantity")
			if rapid.Bool().Draw(r, "put") {
				if err := s.Put(t.Context(), who, shop.Item{Product: product, Quantity: n}); (err == nil) != (n > 0) {
					r.Fatal(err)
				}
				if n > 0 {
					want[product] = max(want[product], n)
				}
				continue
			}
			if err := s.SetQuantity(t.Context(), who, product, n); err != nil {
				r.Fatal(err)
			}
			if want[product] > 0 {
				want[product] = n
			}
			if n == 0 {
				delete(want, product)
			}
		}
		if got := held(t, s, who); !maps.Equal(got, want) {
			r.Fatalf("the basket holds %v, want %v", got, want)
		}
	})
}
