package sales_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/sales"
	"shopclerk/agent/store"
	"shopclerk/agent/store/storetest"
	"shopclerk/catalog"
)

// noon is when the tests' clock begins.
var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// On PostgreSQL the tables mean what they mean on SQLite.
func TestOnPostgres(t *testing.T) {
	storetest.OnPostgres(t, map[string]func(*testing.T){
		"Once": TestOnce, "Refused": TestRefused, "Together": TestTogether, "TakesFromTheBasket": TestTakesFromTheBasket, "Claim": TestClaim,
		"Erase": TestErase, "Forget": TestForget, "Taken": TestTaken, "Basket": TestBasket, "BasketOnce": TestBasketOnce, "BasketIsAMap": TestBasketIsAMap,
		"Killed": TestKilled,
	})
}

func open(t testing.TB, place string) *sales.Store {
	t.Helper()
	s := sales.New(storetest.Open(t, place))
	now := noon
	var mu sync.Mutex
	s.Now = func() time.Time { mu.Lock(); defer mu.Unlock(); now = now.Add(time.Second); return now }
	return s
}

func fresh(t testing.TB) *sales.Store {
	t.Helper()
	return open(t, storetest.Place(t))
}

func ann() orders.Person {
	return orders.Person{ID: "ann", Name: "Ann Lee", Email: "Ann@example.com", Payments: []orders.Payment{{ID: "visa", Label: "Visa 4242"}},
		Address: orders.Address{Street: "1 Mill Lane", Extra: "left", City: "York", Region: "Yorkshire", Zip: "YO1 7AA", Country: "UK"}}
}

// lamps composes an order of lamps, and a rose that has no price, for Ann or somebody who is
// remembered as Ann is.
func lamps(quantity int) func(orders.Person) (orders.Placement, error) {
	return func(p orders.Person) (orders.Placement, error) {
		id := p.ID
		p = ann()
		p.ID = id
		o, err := orders.New(id, []orders.Line{
			{Article: orders.Article{ID: "lamp-b", Product: "lamp", Title: "Lamp", Options: []orders.Option{{Name: "colour", Value: "black"}}, Price: catalog.Price{Minor: 3900, Currency: "EUR"}}, Quantity: quantity},
			{Article: orders.Article{ID: "rose", Product: "rose", Title: "Rose"}, Quantity: 1},
		}, p.Address, "visa")
		o.Name = p.Name
		return orders.Placement{Order: o, Person: p}, err
	}
}

func by(person, key string) orders.Act {
	return orders.Act{Key: key, Person: person, Call: json.RawMessage(fmt.Sprintf(`{"tool":%q,"arguments":{"reason":"call of %s"}}`, key, person))}
}

func place(t testing.TB, s *sales.Store, person, key string, quantity int) orders.Order {
	t.Helper()
	o, err := s.Place(context.Background(), by(person, key), lamps(quantity))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func cancel(o orders.Order) (orders.Order, error) { return o.Cancel("my own reason") }

// What is stored is what is read, and what came of a key is what comes of it again.
func TestOnce(t *testing.T) {
	ctx, s := t.Context(), fresh(t)
	placed := place(t, s, "ann", "1", 2)
	if placed.ID != "S1001" || placed.Lines[1].ID != "S1001/2" || !placed.Placed.Equal(noon.Add(time.Second)) {
		t.Fatalf("placed %+v", placed)
	}
	repeated, err := s.Place(ctx, by("ann", "1"), func(orders.Person) (orders.Placement, error) {
		t.Error("a used key composed an order")
		return orders.Placement{}, nil
	})
	if diff := gocmp.Diff(placed, repeated); diff != "" || err != nil {
		t.Errorf("repeated: %v (-first +second):\n%s", err, diff)
	}
	before, after, err := s.Change(ctx, by("ann", "2"), placed.ID, cancel)
	if err != nil || before.Status != orders.Placed || after.Status != orders.Cancelled {
		t.Fatalf("cancelled: %+v, %v", after, err)
	}
	before2, after2, err := s.Change(ctx, by("ann", "2"), placed.ID, func(orders.Order) (orders.Order, error) {
		t.Error("a used key changed an order")
		return orders.Order{}, nil
	})
	if diff := gocmp.Diff([]orders.Order{before, after}, []orders.Order{before2, after2}); diff != "" || err != nil {
		t.Errorf("repeated: %v (-first +second):\n%s", err, diff)
	}
	all, err := s.Orders(ctx, "ann")
	if diff := gocmp.Diff([]orders.Order{after}, all); diff != "" || err != nil {
		t.Errorf("stored: %v (-want +got):\n%s", err, diff)
	}
	if p, err := s.Person(ctx, "ann"); err != nil || !gocmp.Equal(ann(), p) {
		t.Errorf("remembered is %+v, %v", p, err)
	}
	trail, err := s.Trail(ctx, "ann")
	if err != nil || len(trail) != 2 || trail[0].Before != nil || trail[1].Before == nil || string(trail[1].Call) != string(by("ann", "2").Call) {
		t.Errorf("the trail is %+v, %v", trail, err)
	}
}

// What fails has changed nothing, and its key is free.
func TestRefused(t *testing.T) {
	ctx, s := t.Context(), fresh(t)
	placed := place(t, s, "ann", "1", 2)
	no := errors.New("no")
	other := by("ann", "1")
	other.Call = json.RawMessage(`{}`)
	for name, tc := range map[string]struct {
		do   func() error
		want error
	}{
		"composing": {func() error {
			_, err := s.Place(ctx, by("ann", "2"), func(orders.Person) (orders.Placement, error) { return orders.Placement{}, no })
			return err
		}, no},
		"changing": {func() error {
			_, _, err := s.Change(ctx, by("ann", "3"), placed.ID, func(o orders.Order) (orders.Order, error) { return o, no })
			return err
		}, no},
		"no such order":      {func() error { _, _, err := s.Change(ctx, by("ann", "5"), "S9", cancel); return err }, sales.ErrNone},
		"no text at all":     {func() error { _, err := s.Order(ctx, "ann", "a\x00\xff"); return err }, sales.ErrNone},
		"another's order":    {func() error { _, _, err := s.Change(ctx, by("bob", "6"), placed.ID, cancel); return err }, sales.ErrNone},
		"another call's key": {func() error { _, err := s.Place(ctx, other, lamps(1)); return err }, sales.ErrKey},
		"nobody":             {func() error { _, err := s.Person(ctx, "eve"); return err }, sales.ErrNone},
	} {
		if err := tc.do(); !errors.Is(err, tc.want) {
			t.Errorf("%s: %v, want %v", name, err, tc.want)
		}
	}
	all, err := s.Orders(ctx, "ann")
	if diff := gocmp.Diff([]orders.Order{placed}, all); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if _, _, err := s.Change(ctx, by("ann", "3"), placed.ID, cancel); err != nil {
		t.Errorf("a key that failed: %v", err)
	}
}

// Of many who submit one key at the same time one is carried out, and others are numbered
// without gaps.
func TestTogether(t *testing.T) {
	ctx, at := t.Context(), storetest.Place(t)
	stores := []*sales.Store{open(t, at), open(t, at)} // two processes' worth of connections
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			if _, err := stores[i%2].Place(ctx, by("ann", "1"), lamps(2)); err != nil {
				t.Error(err)
			}
			if _, err := stores[i%2].Place(ctx, by("bob", fmt.Sprint("bob ", i)), lamps(1)); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if all, err := stores[0].Orders(ctx, "ann"); err != nil || len(all) != 1 {
		t.Errorf("%d orders, %v", len(all), err)
	}
	if last, err := stores[0].Find(ctx, "S1009"); err != nil {
		t.Errorf("the ninth order is %+v, %v", last, err)
	}
}

// An order takes its pieces out of the basket as it is stored; what was put in since stays.
func TestTakesFromTheBasket(t *testing.T) {
	ctx, s := t.Context(), fresh(t)
	for _, l := range []sales.Line{{Product: "lamp-b", Quantity: 3}, {Product: "rose", Quantity: 1}, {Product: "mug", Quantity: 1}} {
		if err := s.Put(ctx, "ann", l); err != nil {
			t.Fatal(err)
		}
	}
	compose := func(p orders.Person) (orders.Placement, error) {
		out, err := lamps(2)(p)
		out.Basket = "ann"
		return out, err
	}
	for range 2 { // the second time its key is used
		if _, err := s.Place(ctx, by("ann", "1"), compose); err != nil {
			t.Fatal(err)
		}
		if got := held(t, s, "ann"); !maps.Equal(got, map[string]int{"lamp-b": 1, "mug": 1}) {
			t.Errorf("the basket holds %v", got)
		}
	}
}

// Who knows an order's number and e-mail address finds it again, with another session.
func TestClaim(t *testing.T) {
	ctx, s := t.Context(), fresh(t)
	placed := place(t, s, "ann", "1", 2)
	for _, tc := range [][2]string{{placed.ID, "bob@example.com"}, {placed.ID, ""}, {"S9", "ann@example.com"}, {"\x00", "ann@example.com"}} {
		if _, err := s.Claim(ctx, "new", tc[0], tc[1]); !errors.Is(err, sales.ErrNone) {
			t.Errorf("claimed %q with %q: %v", tc[0], tc[1], err)
		}
	}
	for range 2 {
		if o, err := s.Claim(ctx, "new", placed.ID, " ann@EXAMPLE.com "); err != nil || o.Person != "new" {
			t.Fatalf("claimed %+v, %v", o, err)
		}
	}
	if o, err := s.Order(ctx, "new", placed.ID); err != nil || len(o.Lines) != 2 {
		t.Errorf("the new session's order is %+v, %v", o, err)
	}
	if _, err := s.Order(ctx, "ann", placed.ID); !errors.Is(err, sales.ErrNone) {
		t.Errorf("the first session's: %v", err)
	}
	if p, err := s.Person(ctx, "new"); err != nil || p.Name != "Ann Lee" {
		t.Errorf("the new session is of %+v, %v", p, err)
	}
}

// holds reports which of some texts are anywhere in the files or rows of a store.
func holds(t *testing.T, place string, texts ...string) []string {
	t.Helper()
	var all []byte
	if store.IsPostgres(place) {
		db := storetest.Raw(t, place)
		for _, table := range []string{"person", "purchase", "purchase_line", "trail", "basket", "basket_change"} {
			var rows []byte
			if err := db.QueryRow(`SELECT coalesce(string_agg(t::text, ' '), '') FROM ` + table + ` t`).Scan(&rows); err != nil {
				t.Fatal(err)
			}
			all = append(all, rows...)
		}
	} else {
		for _, suffix := range []string{"", "-wal"} {
			b, err := os.ReadFile(filepath.Join(place, store.File) + suffix)
			if err != nil && !errors.Is(err, os.ErrNotExist) {
				t.Fatal(err)
			}
			all = append(all, b...)
		}
	}
	return slices.DeleteFunc(texts, func(text string) bool { return !bytes.Contains(all, []byte(text)) })
}

// Of a person who is erased nothing personal is left in the store, but for the address of an
// order under way, and that goes when the order is over. Others keep all.
func TestErase(t *testing.T) {
	ctx, at := t.Context(), storetest.Place(t)
	s := open(t, at)
	over, way := place(t, s, "ann", "one", 1), place(t, s, "ann", "two", 1)
	place(t, s, "bob", "three", 1)
	if _, _, err := s.Change(ctx, by("ann", "cancel"), over.ID, cancel); err != nil {
		t.Fatal(err)
	}
	if err := s.Put(ctx, "ann", sales.Line{Product: "secret-lamp", Quantity: 1}); err != nil {
		t.Fatal(err)
	}
	bob, err := s.Export(ctx, "bob")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := s.Erase(ctx, "ann"); err != nil {
			t.Fatal(err)
		}
	}
	if after, err := s.Export(ctx, "ann"); err != nil || len(after.Orders)+len(after.Trail) > 0 || !gocmp.Equal(after.Person, orders.Person{ID: "ann"}) {
		t.Errorf("after: %+v, %v", after, err)
	}
	if o, err := s.Find(ctx, way.ID); err != nil || o.Address.Street == "" || o.Person != sales.Nobody {
		t.Errorf("the order under way is %+v, %v", o, err)
	}
	if o, err := s.Find(ctx, over.ID); err != nil || o.Address.Street+o.Name+o.Reason+o.Payment != "" || len(o.Lines) != 2 {
		t.Errorf("the order that is over is %+v, %v", o, err)
	}
	if left := holds(t, at, "my own reason", "call of ann", "secret-lamp"); len(left) > 0 {
		t.Errorf("the store holds %q", left)
	}
	keeper := orders.Act{Key: "ship", Person: sales.Keeper, Call: []byte(`{"tool":"ship"}`)}
	if o, err := s.Serve(ctx, keeper, way.ID, func(o orders.Order) (orders.Order, error) { return o.Ship("JD01") }); err != nil || o.Address.Street == "" {
		t.Fatalf("shipped %+v, %v", o, err)
	}
	keeper.Key = "deliver"
	if o, err := s.Serve(ctx, keeper, way.ID, orders.Order.Deliver); err != nil || o.Status != orders.Delivered || o.Address.Street != "" {
		t.Fatalf("delivered %+v, %v", o, err)
	}
	trail, err := s.TrailOf(ctx, way.ID)
	if err != nil || len(trail) != 3 {
		t.Fatalf("the trail is %+v, %v", trail, err)
	}
	for _, e := range trail[:2] {
		if strings.Contains(string(e.Call), "arguments") || e.Before != nil || string(e.After) != "{}" {
			t.Errorf("the trail still tells %s %s %s", e.Call, e.Before, e.After)
		}
	}
	if now, err := s.Export(ctx, "bob"); err != nil || !gocmp.Equal(bob, now) {
		t.Errorf("bob, %v (-before +now):\n%s", err, gocmp.Diff(bob, now))
	}
	if err := s.Erase(ctx, "bob"); err != nil {
		t.Fatal(err)
	}
	bobs := bob.Orders[0].ID
	keeper.Key = "cancel by the shop"
	if _, err := s.Serve(ctx, keeper, bobs, func(o orders.Order) (orders.Order, error) { return o.Cancel("") }); err != nil {
		t.Fatal(err)
	}
	if left := holds(t, at, "Ann Lee", "Ann@example.com", "1 Mill Lane", "YO1 7AA", "Visa 4242"); len(left) > 0 {
		t.Errorf("in the end the store holds %q", left)
	}
}

// Baskets that nobody has touched go.
func TestForget(t *testing.T) {
	ctx, s := t.Context(), fresh(t)
	now := noon
	s.Now = func() time.Time { return now }
	if err := errors.Join(s.Put(ctx, "ann", sales.Line{Product: "lamp", Quantity: 1}), s.Put(ctx, "bob", sales.Line{Product: "lamp", Quantity: 1})); err != nil {
		t.Fatal(err)
	}
	now = noon.AddDate(0, 0, 10)
	if err := s.Put(ctx, "bob", sales.Line{Product: "lamp", Quantity: 1}); err != nil { // changes nothing, and is a touch
		t.Fatal(err)
	}
	if n, err := s.Forget(ctx, noon.AddDate(0, 0, 5)); n != 1 || err != nil || len(held(t, s, "ann")) > 0 || len(held(t, s, "bob")) != 1 {
		t.Errorf("forgotten %d lines, %v; left are %v and %v", n, err, held(t, s, "ann"), held(t, s, "bob"))
	}
}

// What is ordered is taken from stock until it was counted after the parcel went.
func TestTaken(t *testing.T) {
	ctx, s := t.Context(), fresh(t)
	counted := noon.Add(-time.Hour)
	taken := func(want map[string]int) {
		t.Helper()
		got, err := s.Taken(ctx, []string{"lamp-b", "mug"}, func(string) time.Time { return counted })
		if err != nil || !maps.Equal(got, want) {
			t.Errorf("taken are %v, %v; want %v", got, err, want)
		}
	}
	taken(nil)
	first, second := place(t, s, "ann", "1", 2), place(t, s, "bob", "2", 3)
	taken(map[string]int{"lamp-b": 5})
	if _, _, err := s.Change(ctx, by("ann", "3"), first.ID, cancel); err != nil {
		t.Fatal(err)
	}
	taken(map[string]int{"lamp-b": 3})
	if _, err := s.Serve(ctx, by(sales.Keeper, "4"), second.ID, func(o orders.Order) (orders.Order, error) { return o.Ship() }); err != nil {
		t.Fatal(err)
	}
	taken(map[string]int{"lamp-b": 3})
	counted = noon.Add(time.Hour)
	taken(nil)
}
