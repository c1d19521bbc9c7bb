package shop_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"shopclerk/agent/shop"
	"shopclerk/agent/store"
	"shopclerk/agent/store/storetest"
	"shopclerk/agent/tools"
	"shopclerk/words"
)

// On PostgreSQL the tables mean what they mean on SQLite.
func TestOnPostgres(t *testing.T) {
	storetest.OnPostgres(t, map[string]func(*testing.T){
		"Once": TestOnce, "Together": TestTogether, "Refused": TestRefused, "Claim": TestClaim, "Erase": TestErase, "Forget": TestForget,
		"Basket": TestBasket, "BasketIsAMap": TestBasketIsAMap, "BasketModel": TestBasketModel, "OneBasketOneOrder": TestOneBasketOneOrder,
		"Conform": TestConform, "StockIsReserved": TestStockIsReserved, "TakenIsKept": TestTakenIsKeptForASecond,
	})
}

// buys places an order of lamps for a person.
func (d *desk) buys(person, key string) shop.Order {
	d.t.Helper()
	d.who = person
	if err := d.store.Put(context.Background(), person, shop.Item{Product: "lamp-b", Quantity: 2}); err != nil {
		d.t.Fatal(err)
	}
	done, err := d.execute(d.placeAll(), key)
	if err != nil {
		d.t.Fatal(err)
	}
	return *done.Order
}

func cancelling(order string) tools.Call {
	return tools.Call{Tool: shop.CancelOrder, Arguments: tools.Arguments{"order": order}}
}

// What is stored is what is read, and what came of a key is what comes of it again.
func TestOnce(t *testing.T) {
	ctx, d := t.Context(), newDesk(t, "eve")
	if err := d.store.Put(ctx, "eve", shop.Item{Product: "lamp-b", Title: "Lamp", Quantity: 2}); err != nil {
		t.Fatal(err)
	}
	call := d.placeAll()
	placed, err := d.execute(call, "1")
	if o := placed.Order; err != nil || o.ID != "S1005" || o.Lines[0].ID != "S1005/1" || o.Person != "eve" || o.Placed.Before(noon) || o.Email != "eve@example.com" {
		t.Fatalf("placed %+v, %v", placed, err)
	}
	repeated, err := d.execute(call, "1")
	if diff := gocmp.Diff(placed, repeated); diff != "" || err != nil {
		t.Errorf("repeated: %v (-first +second):\n%s", err, diff)
	}
	if len(d.held()) > 0 {
		t.Errorf("the basket holds %v", d.held())
	}
	cancelled, err := d.execute(cancelling("S1005"), "2")
	again, err2 := d.execute(cancelling("S1005"), "2")
	if diff := gocmp.Diff(cancelled, again); diff != "" || errors.Join(err, err2) != nil || again.Order.Status != shop.Cancelled {
		t.Errorf("repeated: %v (-first +second):\n%s", errors.Join(err, err2), diff)
	}
	all, err := d.store.Orders(ctx, "eve")
	if diff := gocmp.Diff([]shop.Order{*cancelled.Order}, all); diff != "" || err != nil {
		t.Errorf("stored: %v (-want +got):\n%s", err, diff)
	}
}

// What fails has changed nothing, and its key is free.
func TestRefused(t *testing.T) {
	ctx, d := t.Context(), newDesk(t, "ann")
	before := d.state()
	if _, err := d.execute(cancelling("W1002"), "1"); err == nil {
		t.Error("what was shipped is cancelled")
	}
	if _, err := d.store.Order(ctx, "ann", "a\x00\xff"); !errors.Is(err, shop.ErrNone) {
		t.Errorf("no text at all: %v", err)
	}
	if diff := gocmp.Diff(before, d.state()); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
	if _, err := d.execute(cancelling("W1003"), "1"); err != nil {
		t.Errorf("a key that failed: %v", err)
	}
	if _, err := d.execute(cancelling("W1004"), "1"); !errors.Is(err, shop.ErrKey) {
		t.Errorf("another call with the key: %v", err)
	}
	d.who = "bob"
	if _, err := d.execute(cancelling("W1003"), "1"); !errors.Is(err, shop.ErrKey) {
		t.Errorf("another person with the key: %v", err)
	}
}

// Of many who submit one key at the same time one is carried out, and others are numbered
// without gaps.
func TestTogether(t *testing.T) {
	ctx, place := t.Context(), storetest.Place(t)
	sells := newDesk(t, "").shop
	var shops [2]shop.Shop // two processes' worth of connections
	for i := range shops {
		shops[i] = sells
		shops[i].Store, _ = open(t, place)
	}
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			for _, who := range []string{"ann", fmt.Sprint("bob ", i)} {
				at, err := shops[i%2].For(ctx, who, words.English)
				if err == nil {
					_, err = at.Execute(ctx, put("lamp-b", 2), who+" puts")
				}
				call := tools.Call{Tool: shop.PlaceOrder, Arguments: tools.Arguments{"basket": "2 lamp-b 39.00 EUR", "name": "A", "email": "a@b.c", "street": "1 A", "zip": "1", "city": "B", "country": "GB"}}
				if err == nil {
					_, err = at.Execute(ctx, call, who+" orders")
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	if all, err := shops[0].Store.Orders(ctx, "ann"); err != nil || len(all) != 1 {
		t.Errorf("%d orders, %v", len(all), err)
	}
	var ids []string
	for i := range 8 {
		all, err := shops[1].Store.Orders(ctx, fmt.Sprint("bob ", i))
		if err != nil || len(all) != 1 {
			t.Fatalf("%d orders, %v", len(all), err)
		}
		ids = append(ids, all[0].ID)
	}
	if slices.Sort(ids); ids[0] < "S1001" || ids[7] > "S1009" || len(slices.Compact(ids)) != 8 {
		t.Errorf("the orders are %v", ids)
	}
}

// Who knows an order's number and e-mail address finds it again, with another session.
func TestClaim(t *testing.T) {
	ctx, s := t.Context(), newDesk(t, "ann").store
	for _, tc := range [][2]string{{"W1003", "bob@example.com"}, {"W1003", ""}, {"S9", "ann@example.com"}, {"\x00", "ann@example.com"}} {
		if _, err := s.Claim(ctx, "new", tc[0], tc[1]); !errors.Is(err, shop.ErrNone) {
			t.Errorf("claimed %q with %q: %v", tc[0], tc[1], err)
		}
	}
	for range 2 {
		if o, err := s.Claim(ctx, "new", "W1003", " ann@EXAMPLE.com "); err != nil || o.Person != "new" {
			t.Fatalf("claimed %+v, %v", o, err)
		}
	}
	if o, err := s.Order(ctx, "new", "W1003"); err != nil || len(o.Lines) != 1 {
		t.Errorf("the new session's order is %+v, %v", o, err)
	}
	if _, err := s.Order(ctx, "ann", "W1003"); !errors.Is(err, shop.ErrNone) {
		t.Errorf("the first session's: %v", err)
	}
}

// holds reports which of some texts are anywhere in the files or rows of a store.
func holds(t *testing.T, place string, texts ...string) []string {
	t.Helper()
	var all []byte
	if store.IsPostgres(place) {
		db := storetest.Raw(t, place)
		for _, table := range []string{"purchase", "purchase_line", "trail", "basket"} {
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
	ctx, place := t.Context(), storetest.Place(t)
	d := newDesk(t, "")
	d.store, d.db = open(t, place)
	d.shop.Store = d.store
	over, way := d.buys("eve", "1"), d.buys("eve", "2")
	if _, err := d.execute(cancelling(over.ID), "3"); err != nil {
		t.Fatal(err)
	}
	if err := d.store.Put(ctx, "eve", shop.Item{Product: "secret-lamp", Quantity: 1}); err != nil {
		t.Fatal(err)
	}
	d.buys("bob", "4")
	bob := d.state()
	for range 2 {
		if err := d.store.Erase(ctx, "eve"); err != nil {
			t.Fatal(err)
		}
	}
	d.who = "eve"
	if after := d.state(); after != "map[] []" {
		t.Errorf("after: %s", after)
	}
	if o, err := d.store.Order(ctx, "erased", way.ID); err != nil || o.Address.Street == "" {
		t.Errorf("the order under way is %+v, %v", o, err)
	}
	if o, err := d.store.Order(ctx, "erased", over.ID); err != nil || o.Address.Street+o.Name+o.Email != "" || len(o.Lines) != 1 {
		t.Errorf("the order that is over is %+v, %v", o, err)
	}
	if left := holds(t, place, "secret-lamp"); len(left) > 0 {
		t.Errorf("the store holds %q", left)
	}
	d.setStatus(way.ID, shop.Delivered)
	if _, err := d.store.Forget(ctx, noon.AddDate(-1, 0, 0)); err != nil {
		t.Fatal(err)
	}
	if o, err := d.store.Order(ctx, "erased", way.ID); err != nil || o.Address.Street+o.Name+o.Email != "" {
		t.Errorf("the order that was under way is %+v, %v", o, err)
	}
	d.who = "bob"
	if diff := gocmp.Diff(bob, d.state()); diff != "" {
		t.Errorf("bob (-before +now):\n%s", diff)
	}
	if err := d.store.Erase(ctx, "bob"); err != nil {
		t.Fatal(err)
	}
	all, err := d.store.Orders(ctx, "erased")
	for _, o := range all {
		d.setStatus(o.ID, shop.Cancelled)
	}
	if _, err2 := d.store.Forget(ctx, noon); errors.Join(err, err2) != nil {
		t.Fatal(err, err2)
	}
	if left := holds(t, place, "Eve Hill", "eve@example.com", "5 High Street", "LS1 4AP"); len(left) > 0 {
		t.Errorf("in the end the store holds %q", left)
	}
}

// Baskets that nobody has touched go.
func TestForget(t *testing.T) {
	ctx, s := t.Context(), fresh(t)
	now := noon
	s.Now = func() time.Time { return now }
	lamp := shop.Item{Product: "lamp", Quantity: 1}
	if err := errors.Join(s.Put(ctx, "ann", lamp), s.Put(ctx, "bob", lamp)); err != nil {
		t.Fatal(err)
	}
	now = noon.AddDate(0, 0, 10)
	if err := s.Put(ctx, "bob", lamp); err != nil { // changes nothing, and is a touch
		t.Fatal(err)
	}
	if n, err := s.Forget(ctx, noon.AddDate(0, 0, 5)); n != 1 || err != nil || len(held(t, s, "ann")) > 0 || len(held(t, s, "bob")) != 1 {
		t.Errorf("forgotten %d lines, %v; left are %v and %v", n, err, held(t, s, "ann"), held(t, s, "bob"))
	}
}
