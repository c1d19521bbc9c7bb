package shop_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"testing"

	"shopclerk/agent/shop"
	"shopclerk/agent/store"
	"shopclerk/agent/store/storetest"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/words"
)

func TestMain(m *testing.M) { storetest.Main(m, shopForever) }

// files are a store, in which an order and a basket are.
type files struct {
	db    *store.DB
	sales *shop.Store
}

func openFiles(ctx context.Context, place string) (files, error) {
	db, err := store.Open(ctx, place)
	if err != nil {
		return files{}, err
	}
	return files{db, shop.New(db)}, nil
}

func (f files) close() error { return f.db.Close() }

func (f files) shop() shop.Shop {
	return shop.Shop{Store: f.sales, Products: func(_ context.Context, ids []string) ([]catalog.Product, error) {
		var out []catalog.Product
		for _, id := range ids {
			out = append(out, catalog.Product{ID: id, Title: id, Price: euro(100), Stock: -1})
		}
		return out, nil
	}}
}

// shoppers is how many shop at the same time.
const shoppers = 3

// shopForever lets shoppers fill their baskets and order them, again and again, and
// tells what was acknowledged as the shopper and the number of the steps.
func shopForever(ctx context.Context, path string, tell func(string) error) error {
	f, err := openFiles(ctx, path)
	if err != nil {
		return err
	}
	failed := make(chan error)
	for range shoppers {
		go func() {
			person := rand.Text()
			var err error
			for n := 0; err == nil; n++ {
				if err = step(ctx, f.shop(), person, n); err == nil {
					err = tell(fmt.Sprint(person, " ", n+1))
				}
			}
			failed <- err
		}()
	}
	return <-failed
}

// step is what a shopper does after n steps: two products are put in the basket, and
// then they are ordered.
func step(ctx context.Context, sells shop.Shop, person string, n int) error {
	at, err := sells.For(ctx, person, words.English)
	if err != nil {
		return err
	}
	call := put("lamp", 1)
	switch n % 3 {
	case 1:
		call = put("mug", 2)
	case 2:
		call = tools.Call{Tool: shop.PlaceOrder, Arguments: tools.Arguments{"basket": "1 lamp 1.00 EUR, 2 mug 1.00 EUR", "email": "eve@example.com",
			"name": "Eve Hill", "street": "5 High Street", "zip": "LS1", "city": "Leeds", "country": "GB"}}
	}
	_, err = at.Execute(ctx, call, fmt.Sprint(person, " ", n))
	return err
}

// basketAfter is a basket after n steps.
func basketAfter(n int) map[string]int {
	return []map[string]int{{}, {"lamp": 1}, {"lamp": 1, "mug": 2}}[n%3]
}

// Acknowledged means stored: whenever the process is killed, every
// shopper's orders and basket are as acknowledged, or one step further. No order is lost, none is made twice, and no basket outlives it.
func TestKilled(t *testing.T) {
	path := storetest.Place(t)
	acknowledged := map[string]int{} // shopper → steps
	storetest.Kill(t, path, func(line string) {
		var person string
		var n int
		if _, err := fmt.Sscan(line, &person, &n); err != nil {
			t.Fatalf("the program told %q: %v", line, err)
		}
		acknowledged[person] = n
	}, func(kill int) {
		f, err := openFiles(t.Context(), path)
		if err != nil {
			t.Fatalf("kill %d: %v", kill, err)
		}
		for person, n := range acknowledged {
			f.check(t, kill, person, n)
		}
		if err := f.close(); err != nil {
			t.Fatal(err)
		}
	})
}

func (f files) check(t *testing.T, kill int, person string, n int) {
	t.Helper()
	all, err := f.sales.Orders(t.Context(), person)
	lines, err2 := f.sales.Basket(t.Context(), person)
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	held := map[string]int{}
	for _, l := range lines {
		held[l.Product] = l.Quantity
	}
	for _, done := range []int{n, n + 1} {
		if len(all) == done/3 && maps.Equal(held, basketAfter(done)) {
			return
		}
	}
	t.Fatalf("kill %d: %s has %d orders and %v in the basket, acknowledged were %d steps", kill, person, len(all), held, n)
}
