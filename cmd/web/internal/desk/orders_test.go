package desk

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/orders/counter"
	ordersdb "shopclerk/agent/shop/orders/sqlite"
	"shopclerk/catalog"
	"shopclerk/views"
	"shopclerk/words"
)

// lampOrders is a desk with two orders: W1, placed here, and W2, which came from
// elsewhere and was delivered.
func lampOrders(t *testing.T) (d *Desk, placed string) {
	t.Helper()
	store, err := ordersdb.Open(t.Context(), filepath.Join(t.TempDir(), "orders.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	store.Now = func() time.Time { return began }
	ann := orders.Person{ID: "ann", Name: "Ann Lee", Payments: []orders.Payment{{ID: "visa", Label: "Visa 9212"}}}
	home := orders.Address{Street: secret, City: "York", Zip: "YO1 7AA"}
	lines := func(id string, quantity int) []orders.Line {
		return []orders.Line{{Quantity: quantity, Article: orders.Article{ID: id, Product: id, Title: "Lamp " + id, Price: catalog.Price{Minor: 1050, Currency: "EUR"}}}}
	}
	came := orders.Order{ID: "#W2/x", Person: "ann", Placed: began.Add(-dayLength), Status: orders.Delivered, Address: home, Payment: "visa", Lines: lines("l2", 1)}
	came.Lines[0].ID = "#W2/x/1"
	if err := store.Import(t.Context(), orders.World{People: []orders.Person{ann}, Orders: []orders.Order{came}}); err != nil {
		t.Fatal(err)
	}
	call, err := json.Marshal(map[string]any{"tool": counter.PlaceOrder, "arguments": map[string]any{}})
	if err != nil {
		t.Fatal(err)
	}
	o, err := store.Place(t.Context(), orders.Act{Key: "k", Person: "ann", Call: call}, func(p orders.Person) (orders.Placement, error) {
		next, err := orders.New("ann", lines("l1", 3), home, "visa")
		return orders.Placement{Order: next, Person: p}, err
	})
	if err != nil {
		t.Fatal(err)
	}
	return &Desk{Config: Config{Orders: store}, room: &room{}}, o.ID
}

// about asks for an order's page, or sends one of its forms.
func about(t *testing.T, order, query string, form url.Values) *Request {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), "POST", "/desk/orders/x?"+query, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.SetPathValue("id", order)
	return &Request{Request: r, Words: words.English, Now: began, Period: daysBack(usualDays, began), Who: merchandiser, query: r.URL.Query()}
}

func drawn(t *testing.T, p *Page, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	page, err := views.Render(t.Context(), p.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

func TestOrdersPage(t *testing.T) {
	d, id := lampOrders(t)
	for query, want := range map[string][]string{
		"":                 {id + ",2026-05-04T09:00:00Z,Placed,3 × Lamp l1,3,31.5,EUR", "#W2/x,2026-05-03T09:00:00Z,Delivered,1 × Lamp l2,1,10.5,EUR"},
		"status=placed":    {id + ",2026-05-04T09:00:00Z,Placed,3 × Lamp l1,3,31.5,EUR"},
		"status=cancelled": nil,
	} {
		r := about(t, "", query, nil)
		p, err := d.orders(r)
		page := drawn(t, p, err)
		if strings.Contains(page, secret) {
			t.Errorf("%s: the list tells where somebody lives", query)
		}
		if diff := cmp.Diff(want, tables(t, r, p)["orders"], cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", query, diff)
		}
		if !strings.Contains(page, "All: 2") || !strings.Contains(page, "Delivered: 1") {
			t.Errorf("%s: no counts by status in %s", query, page)
		}
	}
	if _, err := d.orders(about(t, "", "status=lost", nil)); !errors.Is(err, views.ErrBad) {
		t.Errorf("a status that there is not: %v", err)
	}
	if _, err := d.order(about(t, "W9", "", nil)); !errors.Is(err, ErrNotFound) {
		t.Errorf("an order that there is not: %v", err)
	}
}

// An order's number may hold whatever an address gives a meaning to.
func TestAddressOfOrder(t *testing.T) {
	r := httptest.NewRequest("GET", orderPath("#W2/x"), nil)
	request := &Request{Request: r, query: r.URL.Query()}
	if got, want := request.With(fieldFormat, formatCSV), "/desk/orders/%23W2%2Fx?format=csv"; got != want {
		t.Errorf("the file is at %s, want %s", got, want)
	}
}

// An order goes through its two steps once each, and its trail says who did what.
func TestOrderSteps(t *testing.T) {
	d, id := lampOrders(t)
	steps := []struct {
		step     func(*Desk, *Request) (string, error)
		tracking string
		done     string
	}{
		{(*Desk).deliver, "", "refused"}, // not shipped yet
		{(*Desk).ship, " A1\r\nB2 \n\nA1, C3", "shipped"},
		{(*Desk).ship, " A1\r\nB2 \n\nA1, C3", "shipped"}, // the form sent twice
		{(*Desk).ship, "D4", "refused"},
		{(*Desk).deliver, "", "delivered"},
		{(*Desk).deliver, "", "delivered"},
	}
	for i, s := range steps {
		to, err := s.step(d, about(t, id, "", url.Values{fieldTracking: {s.tracking}}))
		if want := "/desk/orders/" + id + "?done=" + s.done; err != nil || to != want {
			t.Errorf("step %d leads to %s, %v; want %s", i, to, err, want)
		}
	}
	r := about(t, id, "done=refused", nil)
	p, err := d.order(r)
	page := drawn(t, p, err)
	for _, part := range []string{secret, "Visa 9212", "A1, B2, C3", "Nothing was done: by now the status of the order is “Delivered”."} {
		if !strings.Contains(page, part) {
			t.Errorf("the page does not tell %q", part)
		}
	}
	if strings.Contains(page, "<textarea") || strings.Contains(page, "<form") {
		t.Error("a delivered order has steps to take")
	}
	trail := tables(t, r, p)["trail"]
	if len(trail) != 3 || !strings.Contains(trail[0], ",The shopper,") || !strings.Contains(trail[1], ",desk,") || !strings.Contains(trail[2], ",desk,") {
		t.Errorf("the trail: %q", trail)
	}
	p, err = d.order(about(t, "#W2/x", "", nil))
	if got := drawn(t, p, err); !strings.Contains(got, "brought along from another shop") {
		t.Errorf("an imported order: %s", got)
	}
	many := ""
	for i := range mostParcels + 1 {
		many += fmt.Sprintln("parcel", i)
	}
	for _, tracking := range []string{strings.Repeat("x", longestTracking+1), many, "a\x07b"} {
		if _, err := d.ship(about(t, id, "", url.Values{fieldTracking: {tracking}})); !errors.Is(err, views.ErrBad) {
			t.Errorf("%.20q is taken for parcel numbers: %v", tracking, err)
		}
	}
}
