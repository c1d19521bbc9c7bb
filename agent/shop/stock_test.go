package shop_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"shopclerk/agent/shop"
	"shopclerk/agent/store"
	"shopclerk/agent/store/storetest"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/words"
)

// stocked is a shop that has some pieces of one product.
func stocked(t *testing.T, pieces int) (shop.Shop, *store.DB) {
	t.Helper()
	s, db := open(t, storetest.Place(t))
	return shop.Shop{Store: s, Products: func(context.Context, []string) ([]catalog.Product, error) {
		return []catalog.Product{{ID: "lamp", Title: "Lamp", Price: euro(4900), Stock: pieces}}, nil
	}}, db
}

// buyer puts lamps in a basket of his own.
func buyer(t *testing.T, sells shop.Shop, name string, pieces int) *desk {
	t.Helper()
	d := &desk{t: t, shop: sells, store: sells.Store, words: words.English, who: name}
	if _, err := d.execute(put("lamp", pieces), name+"/put"); err != nil {
		t.Fatal(err)
	}
	return d
}

// buy orders what is in the basket; nil when there are too few.
func (d *desk) buy(key string) *shop.Order {
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
func left(t *testing.T, sells shop.Shop) int {
	t.Helper()
	p, err := sells.Products(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	taken, err := sells.Store.Taken(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	catalog.Reserve(p, taken)
	return p[0].Stock
}

// What is cancelled can be ordered again; what has left the shop is in no count any more.
func TestStockIsReserved(t *testing.T) {
	sells, db := stocked(t, 3)
	ann, bob := buyer(t, sells, "ann", 2), buyer(t, sells, "bob", 2)
	order := ann.buy("1")
	if order == nil || left(t, sells) != 1 {
		t.Fatalf("two of three ordered: %d left", left(t, sells))
	}
	if bob.buy("2") != nil {
		t.Fatal("two of one were sold")
	}
	eve := buyer(t, sells, "eve", 1)
	again := eve.buy("3")
	if again == nil || left(t, sells) != 0 {
		t.Fatal("the third can not be ordered")
	}
	if _, err := eve.execute(tools.Call{Tool: shop.CancelOrder, Arguments: tools.Arguments{"order": again.ID}}, "cancel"); err != nil || left(t, sells) != 1 {
		t.Errorf("cancelled: %v, %d left", err, left(t, sells))
	}
	(&desk{t: t, db: db}).setStatus(order.ID, shop.Shipped)
	if n := left(t, sells); n != 3 {
		t.Errorf("%d left of 3 that the shop has counted since the parcel went", n)
	}
}

// Orders that another process placed are counted a second later; of its own a store knows at once.
func TestTakenIsKeptForASecond(t *testing.T) {
	at := time.Now()
	here, db := stocked(t, 3)
	there := shop.Shop{Store: shop.New(db), Products: here.Products}
	here.Store.Now, there.Store.Now = func() time.Time { return at }, func() time.Time { return at }
	if n := left(t, here); n != 3 {
		t.Fatalf("%d left of 3", n)
	}
	if buyer(t, there, "ann", 2).buy("1") == nil || left(t, there) != 1 || left(t, here) != 3 {
		t.Errorf("two of three ordered there: %d left there, %d here", left(t, there), left(t, here))
	}
	if buyer(t, here, "bob", 2).buy("2") != nil {
		t.Error("two of one were sold")
	}
	eve := buyer(t, there, "eve", 1).buy("3")
	if at = at.Add(time.Second); eve == nil || left(t, here) != 0 {
		t.Errorf("%d left here a second after the last was ordered", left(t, here))
	}
}
