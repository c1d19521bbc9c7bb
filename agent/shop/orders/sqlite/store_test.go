package sqlite_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"shopclerk/agent/durable"
	"shopclerk/agent/durable/durabletest"
	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/orders/sqlite"
	"shopclerk/catalog"
)

// noon is when the tests' clock begins.
var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func file(t testing.TB) string { return durabletest.Place(t, "orders.db") }

// What the store means it means on PostgreSQL as well.
func TestOnPostgres(t *testing.T) {
	durabletest.OnPostgres(t, map[string]func(*testing.T){
		"Adopt": TestAdopt, "Erase": TestErase, "File": TestFile, "Forget": TestForget, "Killed": TestKilled, "LookUp": TestLookUp, "Once": TestOnce,
		"Page": TestPage, "Refused": TestRefused, "Together": TestTogether,
	})
}

func open(t testing.TB, path string) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	now := noon
	var mu sync.Mutex
	s.Now = func() time.Time { mu.Lock(); defer mu.Unlock(); now = now.Add(time.Second); return now }
	return s
}

func ann() orders.Person {
	return orders.Person{ID: "ann", Name: "Ann Lee", Email: "Ann@example.com", Payments: []orders.Payment{{ID: "visa", Label: "Visa 4242"}},
		Address: orders.Address{Street: "1 Mill Lane", Extra: "left", City: "York", Region: "Yorkshire", Zip: "YO1 7AA", Country: "UK"}}
}

// only is a world of one person.
func only(p orders.Person) orders.World { return orders.World{People: []orders.Person{p}} }

// lamps composes an order of lamps, and a rose that has no price.
func lamps(quantity int) func(orders.Person) (orders.Placement, error) {
	return func(p orders.Person) (orders.Placement, error) {
		o, err := orders.New("ann", []orders.Line{
			{Article: orders.Article{ID: "lamp-b", Product: "lamp", Title: "Lamp", Options: []orders.Option{{Name: "colour", Value: "black"}}, Price: catalog.Price{Minor: 3900, Currency: "EUR"}}, Quantity: quantity},
			{Article: orders.Article{ID: "rose", Product: "rose", Title: "Rose"}, Quantity: 1},
		}, ann().Address, "visa")
		return orders.Placement{Order: o, Person: p}, err
	}
}

func act(key string) orders.Act {
	return orders.Act{Key: key, Person: "ann", Call: json.RawMessage(fmt.Sprintf(`{"tool":%q}`, key))}
}

func cancel(o orders.Order) (orders.Order, error) { return o.Cancel("mistake") }

// What is stored is what is read, and what came of a key is what comes of it again.
func TestOnce(t *testing.T) {
	ctx := t.Context()
	s := open(t, file(t))
	if err := s.Import(ctx, only(ann())); err != nil {
		t.Fatal(err)
	}
	placed, err := s.Place(ctx, act("1"), lamps(2))
	if err != nil || placed.ID != "S1001" || placed.Lines[1].ID != "S1001/2" || !placed.Placed.Equal(noon.Add(2*time.Second)) {
		t.Fatalf("placed %+v, %v", placed, err)
	}
	repeated, err := s.Place(ctx, act("1"), func(orders.Person) (orders.Placement, error) {
		t.Error("a used key composed an order")
		return orders.Placement{}, nil
	})
	if diff := gocmp.Diff(placed, repeated); diff != "" || err != nil {
		t.Errorf("repeated: %v (-first +second):\n%s", err, diff)
	}
	before, after, err := s.Change(ctx, act("2"), placed.ID, cancel)
	if err != nil || before.Status != orders.Placed || after.Status != orders.Cancelled {
		t.Fatalf("cancelled: %+v, %v", after, err)
	}
	before2, after2, err := s.Change(ctx, act("2"), placed.ID, func(orders.Order) (orders.Order, error) {
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
	moved, err := s.Move(ctx, act("3"), func(p orders.Person) (orders.Person, error) { p.Address.City = "Leeds"; return p, nil })
	if got, err2 := s.Person(ctx, "ann"); err != nil || err2 != nil || got.Address.City != "Leeds" || got.Name != "Ann Lee" || gocmp.Diff(moved, got) != "" {
		t.Errorf("moved: %+v, %v, %v", got, err, err2)
	}
	trail, err := s.Trail(ctx, "ann", "")
	if err != nil || len(trail) != 3 || trail[0].Before != nil || trail[1].Before == nil || trail[2].About != "person" ||
		string(trail[1].Call) != `{"tool":"2"}` || !trail[1].At.Equal(noon.Add(3*time.Second)) {
		t.Errorf("the trail is %+v, %v", trail, err)
	}
	if of, err := s.Trail(ctx, "ann", placed.ID); err != nil || len(of) != 2 {
		t.Errorf("the order's trail is %+v, %v", of, err)
	}
}

// What fails has changed nothing, and its key is free.
func TestRefused(t *testing.T) {
	ctx := t.Context()
	s := open(t, file(t))
	if err := errors.Join(s.Import(ctx, only(ann())), s.Import(ctx, only(orders.Person{ID: "bob"}))); err != nil {
		t.Fatal(err)
	}
	placed, err := s.Place(ctx, act("1"), lamps(2))
	if err != nil {
		t.Fatal(err)
	}
	no := errors.New("no")
	bob := act("6")
	bob.Person = "bob"
	other := act("1")
	other.Call = json.RawMessage(`{}`)
	for _, tc := range []struct {
		name string
		do   func() error
		want error
	}{
		{"composing", func() error {
			_, err := s.Place(ctx, act("2"), func(orders.Person) (orders.Placement, error) { return orders.Placement{}, no })
			return err
		}, no},
		{"changing", func() error {
			_, _, err := s.Change(ctx, act("3"), placed.ID, func(o orders.Order) (orders.Order, error) { return o, no })
			return err
		}, no},
		{"moving", func() error {
			_, err := s.Move(ctx, act("4"), func(p orders.Person) (orders.Person, error) { return p, no })
			return err
		}, no},
		{"no such order", func() error { _, _, err := s.Change(ctx, act("5"), "S9", cancel); return err }, sqlite.ErrNone},
		{"another's order", func() error { _, _, err := s.Change(ctx, bob, placed.ID, cancel); return err }, sqlite.ErrNone},
		{"another call's key", func() error { _, err := s.Place(ctx, other, lamps(1)); return err }, sqlite.ErrKey},
		{"nobody", func() error { _, err := s.Person(ctx, "eve"); return err }, sqlite.ErrNone},
		{"no mail address", func() error { _, err := s.ByEmail(ctx, ""); return err }, sqlite.ErrNone},
		{"no name", func() error { _, err := s.ByName(ctx, "", ""); return err }, sqlite.ErrNone},
		{"there already", func() error {
			if s.Import(ctx, orders.World{People: []orders.Person{{ID: "eve"}, ann()}}) != nil {
				_, err := s.Person(ctx, "eve") // all or nothing
				return err
			}
			return nil
		}, sqlite.ErrNone},
		{"an id of the shop's own form", func() error {
			if s.Import(ctx, orders.World{People: []orders.Person{{ID: "eve"}}, Orders: []orders.Order{{ID: "S1002", Person: "eve", Status: orders.Placed}}}) != nil {
				_, err := s.Person(ctx, "eve")
				return err
			}
			return nil
		}, sqlite.ErrNone},
	} {
		if err := tc.do(); !errors.Is(err, tc.want) {
			t.Errorf("%s: %v, want %v", tc.name, err, tc.want)
		}
	}
	all, err := s.Orders(ctx, "ann")
	if diff := gocmp.Diff([]orders.Order{placed}, all); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if trail, err := s.Trail(ctx, "ann", ""); err != nil || len(trail) != 1 {
		t.Errorf("the trail is %+v, %v", trail, err)
	}
	if _, _, err := s.Change(ctx, act("3"), placed.ID, cancel); err != nil {
		t.Errorf("a key that failed: %v", err)
	}
}

func TestLookUp(t *testing.T) {
	ctx := t.Context()
	s := open(t, file(t))
	twin := ann()
	twin.ID, twin.Email = "ann2", "ann2@example.com"
	if err := s.Import(ctx, orders.World{People: []orders.Person{ann(), twin}}); err != nil {
		t.Fatal(err)
	}
	if id, err := s.ByEmail(ctx, " ann@EXAMPLE.com "); id != "ann" || err != nil {
		t.Errorf("by mail address: %q, %v", id, err)
	}
	if id, err := s.ByName(ctx, "Ann Lee", "YO1 7AA"); id != "" || !errors.Is(err, sqlite.ErrNone) {
		t.Errorf("one of two of a name: %q, %v", id, err)
	}
	if _, err := s.Move(ctx, orders.Act{Key: "k", Person: "ann2", Call: []byte(`{}`)}, func(p orders.Person) (orders.Person, error) {
		p.Address.Zip = "LS1"
		return p, nil
	}); err != nil {
		t.Fatal(err)
	}
	if id, err := s.ByName(ctx, "ann  lee", "YO1 7AA"); id != "ann" || err != nil {
		t.Errorf("by name and zip code: %q, %v", id, err)
	}
}

// Of many who submit one key at the same time one is carried out.
func TestTogether(t *testing.T) {
	ctx := t.Context()
	s := open(t, file(t))
	if err := s.Import(ctx, only(ann())); err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if o, err := s.Place(ctx, act("1"), lamps(2)); err != nil || o.ID != "S1001" {
				t.Errorf("%s, %v", o.ID, err)
			}
		})
	}
	wait.Wait()
	if all, err := s.Orders(ctx, "ann"); err != nil || len(all) != 1 {
		t.Errorf("%d orders, %v", len(all), err)
	}
}

// The schema keeps the trail from being rewritten, and a newer one is left alone.
func TestFile(t *testing.T) {
	ctx, path := t.Context(), file(t)
	s := open(t, path)
	if err := s.Import(ctx, only(ann())); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Place(ctx, act("1"), lamps(2)); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); !durable.Postgres(path) && (err != nil || info.Mode().Perm() != 0o600) {
		t.Errorf("the file's mode is %v, %v", info.Mode(), err)
	}
	db := durabletest.Raw(t, path, "orders")
	for _, statement := range []string{`DELETE FROM trail`, `UPDATE trail SET person = 'bob'`, `UPDATE trail SET key = key`} {
		if _, err := db.ExecContext(ctx, statement); err == nil {
			t.Errorf("%s: was possible", statement)
		}
	}
	if _, err := db.ExecContext(ctx, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, '1')`); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.Open(ctx, path); !errors.Is(err, durable.ErrUnusable) {
		t.Errorf("opening a newer schema: %v", err)
	}
}
