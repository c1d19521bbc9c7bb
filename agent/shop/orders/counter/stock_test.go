package counter_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/orders/counter"
	"shopclerk/agent/shop/sales"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/words"
)

// stocked is a shop that has some pieces of one product.
func stocked(t *testing.T, pieces int, counted time.Time) counter.Shop {
	t.Helper()
	store := open(t, orders.World{})
	store.Now = time.Now
	return counter.Shop{Orders: store, Baskets: store, Counted: func(*catalog.Product, string) time.Time { return counted },
		Products: func(context.Context, []string) ([]catalog.Product, error) {
			return []catalog.Product{{ID: "lamp", Title: "Lamp", Price: euro(4900), Stock: pieces}}, nil
		}}
}

// buyer puts lamps in a basket of his own.
func buyer(t *testing.T, shop counter.Shop, name string, pieces int) *desk {
	t.Helper()
	d := &desk{t: t, shop: shop, words: words.English, who: counter.Shopper{Person: name, Session: name}}
	if _, err := d.execute(put("lamp", pieces), name+"/put"); err != nil {
		t.Fatal(err)
	}
	return d
}

// buy orders what is in the basket; nil when there are too few.
func (d *desk) buy(key string) *orders.Order {
	d.t.Helper()
	done, err := d.execute(d.placeAll(), key)
	if f := (*tools.Failure)(nil); errors.As(err, &f) {
		return nil
	}
	if err != nil {
		d.t.Fatal(err)
	}
	if done.Total == nil || done.Total.Minor != 4900*int64(done.Order.Lines[0].Quantity) || done.Total.Currency != "EUR" {
		d.t.Errorf("an order's total is %v", done.Total)
	}
	return done.Order
}

// left is how many lamps there are for new orders.
func left(t *testing.T, shop counter.Shop) int {
	t.Helper()
	p, err := shop.Products(t.Context(), nil)
	if err == nil {
		err = shop.Reserve(t.Context(), p)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p[0].Stock
}

// Of fifty who order the last piece at once, one gets it.
func TestTheLastOneIsSoldOnce(t *testing.T) {
	shop := stocked(t, 1, time.Now())
	const buyers = 50
	var calls [buyers]tools.Call
	var desks [buyers]*desk
	for i := range desks {
		desks[i] = buyer(t, shop, fmt.Sprint("buyer ", i), 1)
		calls[i] = desks[i].placeAll() // confirmed while it was there for all
	}
	var sold sync.Map
	var all sync.WaitGroup
	for i, d := range desks {
		all.Go(func() {
			_, err := d.execute(calls[i], fmt.Sprint("order ", i))
			if f := (*tools.Failure)(nil); err == nil {
				sold.Store(i, true)
			} else if !errors.As(err, &f) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	n := 0
	sold.Range(func(any, any) bool { n++; return true })
	if n != 1 || left(t, shop) != 0 {
		t.Errorf("the last one was sold %d times, %d left", n, left(t, shop))
	}
}

// What is cancelled can be ordered again; what left the shop can not until the stock is
// counted anew.
func TestStockIsReserved(t *testing.T) {
	counted := time.Now()
	shop := stocked(t, 3, counted)
	ann, bob := buyer(t, shop, "ann", 2), buyer(t, shop, "bob", 2)
	order := ann.buy("1")
	if order == nil || left(t, shop) != 1 {
		t.Fatalf("two of three ordered: %d left", left(t, shop))
	}
	if bob.buy("2") != nil {
		t.Fatal("two of one were sold")
	}
	again := buyer(t, shop, "eve", 1).buy("3")
	if again == nil || left(t, shop) != 0 {
		t.Fatal("the third can not be ordered")
	}
	if _, err := (&desk{t: t, shop: shop, words: words.English, who: counter.Shopper{Person: "eve", Session: "eve"}}).execute(tools.Call{Tool: counter.CancelOrder, Arguments: tools.Arguments{"order": again.ID}}, "cancel"); err != nil || left(t, shop) != 1 {
		t.Errorf("cancelled: %v, %d left", err, left(t, shop))
	}
	act := orders.Act{Key: "ship", Person: sales.Keeper, Call: []byte(`{}`)}
	if _, err := shop.Orders.(*sales.Store).Serve(t.Context(), act, order.ID, func(o orders.Order) (orders.Order, error) { return o.Ship() }); err != nil {
		t.Fatal(err)
	}
	if n := left(t, shop); n != 1 {
		t.Errorf("%d left after the parcel went, want 1", n)
	}
	shop.Counted = func(*catalog.Product, string) time.Time { return time.Now() }
	if n := left(t, shop); n != 3 {
		t.Errorf("%d left of 3 counted after the parcel went", n)
	}
}

// An order is in one currency, and says in which the other is.
func TestOneCurrency(t *testing.T) {
	in := func(currency string) orders.Line {
		return orders.Line{Quantity: 1, Article: orders.Article{ID: currency, Product: currency, Title: currency, Price: catalog.Price{Minor: 100, Currency: currency}}}
	}
	to := orders.Address{Street: "1 A", City: "B", Zip: "C"}
	_, err := orders.New("ann", []orders.Line{in("EUR"), in("USD"), in("EUR")}, to, "invoice")
	if r := (*orders.Refusal)(nil); !errors.As(err, &r) || r.Because != orders.Currencies || r.Title != "USD" {
		t.Errorf("several currencies: %v", err)
	}
	if _, err := orders.New("ann", []orders.Line{in("EUR"), in("EUR")}, to, "invoice"); err != nil {
		t.Error(err)
	}
}
