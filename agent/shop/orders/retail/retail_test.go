package retail_test

import (
	"maps"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	gocmp "github.com/google/go-cmp/cmp"

	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/orders/retail"
	"shopclerk/catalog"
)

var small = map[string]string{
	"users.json": `{"ann_1": {"name": {"first_name": "Ann", "last_name": "Lee"}, "email": "a@example.com",
		"address": {"address1": "1 Mill Lane", "address2": "Flat 2", "city": "York", "state": "NY", "zip": "1", "country": "USA"},
		"payment_methods": {"paypal_1": {"source": "paypal", "id": "paypal_1"}, "gift_card_2": {"source": "gift_card", "balance": 5},
			"credit_card_3": {"source": "credit_card", "brand": "visa", "last_four": "4242"}}}}`,
	"orders.json": `{"#W1": {"order_id": "#W1", "user_id": "ann_1", "status": "processed",
		"address": {"address1": "2 Mill Lane", "city": "York", "state": "NY", "zip": "1", "country": "USA"},
		"items": [{"name": "Lamp", "product_id": "9", "item_id": "91", "price": 47.84, "options": {"size": "S", "color": "red"}}],
		"fulfillments": [{"tracking_id": ["357"], "item_ids": ["91"]}],
		"payment_history": [{"transaction_type": "payment", "amount": 47.84, "payment_method_id": "paypal_1"}]}}`,
	"products.json": `{"9": {"name": "Lamp", "product_id": "9", "variants": {"92": {"item_id": "92", "options": {"color": "blue"}, "available": false, "price": 0.29}}}}`,
}

func folder(texts map[string]string) fstest.MapFS {
	out := fstest.MapFS{}
	for name, text := range texts {
		out[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return out
}

func TestRead(t *testing.T) {
	got, err := retail.Read(folder(small))
	if err != nil {
		t.Fatal(err)
	}
	home := orders.Address{Street: "1 Mill Lane", Extra: "Flat 2", City: "York", Region: "NY", Zip: "1", Country: "USA"}
	to := home
	to.Street, to.Extra = "2 Mill Lane", ""
	dollars := func(minor int64) catalog.Price { return catalog.Price{Minor: minor, Currency: "USD"} }
	want := orders.World{
		People: []orders.Person{{ID: "ann_1", Name: "Ann Lee", Email: "a@example.com", Address: home, Payments: []orders.Payment{
			{ID: "credit_card_3", Label: "Visa 4242"}, {ID: "gift_card_2", Label: "Gift card"}, {ID: "paypal_1", Label: "PayPal"}}}},
		Orders: []orders.Order{{ID: "#W1", Person: "ann_1", Status: orders.Shipped, Address: to, Payment: "paypal_1", Tracking: []string{"357"},
			Lines: []orders.Line{{ID: "#W1/1", Quantity: 1, Article: orders.Article{ID: "91", Product: "9", Title: "Lamp", Price: dollars(4784),
				Options: []orders.Option{{Name: "color", Value: "red"}, {Name: "size", Value: "S"}}}}}}},
		Variants: []orders.Variant{{Article: orders.Article{ID: "92", Product: "9", Title: "Lamp", Price: dollars(29),
			Options: []orders.Option{{Name: "color", Value: "blue"}}}}},
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What can not be read is an error that says where.
func TestReadErrors(t *testing.T) {
	for _, tc := range []struct{ name, file, from, to, want string }{
		{"no folder", "users.json", "", "", "users.json"},
		{"broken", "orders.json", `"#W1": {`, `"#W1": [`, "orders.json"},
		{"nobody's", "orders.json", "ann_1", "bob_2", "bob_2"},
		{"a price below nothing", "orders.json", "47.84, \"options\"", "-1, \"options\"", "-1"},
		{"a price beyond belief", "products.json", "0.29", "1e300", "92"},
		{"unknown status", "orders.json", "processed", "lost", `"lost"`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			texts := maps.Clone(small)
			texts[tc.file] = strings.Replace(texts[tc.file], tc.from, tc.to, 1)
			if tc.from == "" {
				delete(texts, tc.file)
			}
			if _, err := retail.Read(folder(texts)); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error %v, want one that names %s", err, tc.want)
			}
		})
	}
}

// FuzzRead reads whatever stands in the files: an error, or a world whose orders are
// somebody's and whose prices add up.
func FuzzRead(f *testing.F) {
	f.Add(small["users.json"], small["orders.json"], small["products.json"])
	f.Add("{}", "null", `{"": {"variants": {"": {}}}}`)
	f.Fuzz(func(t *testing.T, users, bought, products string) {
		w, err := retail.Read(folder(map[string]string{"users.json": users, "orders.json": bought, "products.json": products}))
		if err != nil {
			return
		}
		for _, o := range w.Orders {
			if of := w.Of(o.Person); len(of.People) == 0 || len(of.Orders) == 0 {
				t.Errorf("order %q is nobody's", o.ID)
			}
			if sum := orders.Total(o.Lines); len(o.Lines) > 0 && (!sum.Known() || sum.Minor < 0) {
				t.Errorf("order %q costs %v", o.ID, sum)
			}
		}
	})
}

// The whole world is read: the counts are its own.
func TestWorld(t *testing.T) {
	const world = "../../../../../shared/data/tools/tau-retail"
	if _, err := os.Stat(world); err != nil {
		t.Skipf("shared data is absent: %v", err)
	}
	w, err := retail.Read(os.DirFS(world))
	if err != nil || len(w.People) != 500 || len(w.Orders) != 1000 || len(w.Variants) != 591 {
		t.Errorf("%d people, %d orders, %d variants, %v", len(w.People), len(w.Orders), len(w.Variants), err)
	}
}
