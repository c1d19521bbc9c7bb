package sqlite_test

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"shopclerk/agent/durable"
	"shopclerk/agent/durable/durabletest"
	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/orders/sqlite"
)

// by is an act of a person's with a call that holds something personal.
func by(person, key string) orders.Act {
	return orders.Act{Key: key, Person: person, Call: []byte(`{"tool":"` + key + `","arguments":{"reason":"the call of ` + person + `"}}`)}
}

func send(street string) func(orders.Order) (orders.Order, error) {
	return func(o orders.Order) (orders.Order, error) {
		o.Address.Street = street
		return o, nil
	}
}

// history is Ann with a cancelled order, one that is under way, and one that came by a
// change of address; Bob beside her has an order too. It returns the ids.
func history(t *testing.T, s *sqlite.Store) []string {
	t.Helper()
	ctx := t.Context()
	bob := ann()
	bob.ID, bob.Name, bob.Email, bob.Address, bob.Payments = "bob", "Bob Hill", "bob@example.com", orders.Address{Street: "2 Hill Road", City: "Bath", Zip: "BA1"}, nil
	if err := s.Import(ctx, orders.World{People: []orders.Person{ann(), bob}}); err != nil {
		t.Fatal(err)
	}
	var ids []string
	place := func(person, key string) string {
		o, err := s.Place(ctx, by(person, key), func(p orders.Person) (orders.Placement, error) {
			made, err := lamps(1)(p)
			made.Order.Address, made.Order.Name = p.Address, p.Name
			return made, err
		})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, o.ID)
		return o.ID
	}
	change := func(person, key, id string, f func(orders.Order) (orders.Order, error)) {
		if _, _, err := s.Change(ctx, by(person, key), id, f); err != nil {
			t.Fatal(err)
		}
	}
	change("ann", "cancel", place("ann", "one"), func(o orders.Order) (orders.Order, error) { return o.Cancel("my own reason") })
	change("ann", "send", place("ann", "two"), send("3 Secret Court"))
	place("bob", "three")
	if _, err := s.Move(ctx, by("ann", "move"), func(p orders.Person) (orders.Person, error) { p.Address.City = "Leeds"; return p, nil }); err != nil {
		t.Fatal(err)
	}
	return ids
}

// holds reports which of some texts are anywhere in the files of a closed store, or in the
// rows of its schema.
func holds(t *testing.T, path string, texts ...string) []string {
	t.Helper()
	var all []byte
	if durable.Postgres(path) {
		all = durabletest.Rows(t, path, "orders")
	}
	for _, suffix := range []string{"", "-wal"} {
		b, err := os.ReadFile(path + suffix)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		all = append(all, b...)
	}
	return slices.DeleteFunc(texts, func(text string) bool { return !bytes.Contains(all, []byte(text)) })
}

// Of a person who is erased nothing personal is left in the file, but for the address
// of an order under way, and that goes when the order is over. Others keep all.
func TestErase(t *testing.T) {
	ctx, path := t.Context(), file(t)
	personal := []string{"Ann Lee", "Ann@example.com", "1 Mill Lane", "YO1 7AA", "Leeds", "Visa 4242", "my own reason", "call of ann", "3 Secret Court"}
	s := open(t, path)
	ids := history(t, s)
	bob, err := s.Export(ctx, "bob")
	if err != nil {
		t.Fatal(err)
	}
	kept, err := s.Erase(ctx, "ann")
	if err != nil || len(kept) != 1 || kept[0].ID != ids[1] || kept[0].Address.Street != "3 Secret Court" {
		t.Fatalf("kept %+v, %v", kept, err)
	}
	if again, err := s.Erase(ctx, "ann"); err != nil || again != nil {
		t.Errorf("erased twice: %+v, %v", again, err)
	}
	if after, err := s.Export(ctx, "ann"); err != nil || len(after.Orders)+len(after.Trail) > 0 || !gocmp.Equal(after.Person, orders.Person{ID: "ann"}) {
		t.Errorf("after: %+v, %v", after, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if left := holds(t, path, slices.Clone(personal)...); !slices.Equal(left, []string{"Ann Lee", "YO1 7AA", "3 Secret Court"}) {
		t.Errorf("while the order is under way the file holds %q", left)
	}

	s = open(t, path)
	keeper := orders.Act{Key: "ship", Person: sqlite.Keeper, Call: []byte(`{"tool":"ship"}`)}
	if o, err := s.Serve(ctx, keeper, ids[1], func(o orders.Order) (orders.Order, error) { return o.Ship("JD01") }); err != nil || o.Address.Street != "3 Secret Court" {
		t.Fatalf("shipped %+v, %v", o, err)
	}
	keeper.Key = "deliver"
	if o, err := s.Serve(ctx, keeper, ids[1], orders.Order.Deliver); err != nil || o.Status != orders.Delivered || o.Address.Street != "" {
		t.Fatalf("delivered %+v, %v", o, err)
	}
	trail, err := s.TrailOf(ctx, ids[1])
	if err != nil || len(trail) != 4 {
		t.Fatalf("the trail is %+v, %v", trail, err)
	}
	for _, e := range trail[:3] {
		if strings.Contains(string(e.Call), "arguments") || e.Before != nil || string(e.After) != "{}" {
			t.Errorf("the trail still tells %s %s %s", e.Call, e.Before, e.After)
		}
	}
	if now, err := s.Export(ctx, "bob"); err != nil || !gocmp.Equal(bob, now) {
		t.Errorf("bob, %v (-before +now):\n%s", err, gocmp.Diff(bob, now))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if left := holds(t, path, personal...); len(left) > 0 {
		t.Errorf("in the end the file holds %q", left)
	}
}

// What a guest did is the account's from then on, and what the account lacks it gets;
// doing it again does nothing.
func TestAdopt(t *testing.T) {
	ctx := t.Context()
	s := open(t, file(t))
	ids := history(t, s)
	before, err := s.Export(ctx, "ann")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := errors.Join(s.Adopt(ctx, "ann", "account"), s.Adopt(ctx, "nobody", "account"), s.Adopt(ctx, "account", "account")); err != nil {
			t.Fatal(err)
		}
	}
	after, err := s.Export(ctx, "account")
	if err != nil || len(after.Trail) != len(before.Trail)+1 {
		t.Fatalf("%d events of %d, %v", len(after.Trail), len(before.Trail), err)
	}
	want := before.Person
	want.ID = "account"
	if !gocmp.Equal(want, after.Person) || len(after.Orders) != 2 || after.Orders[0].Person != "account" {
		t.Errorf("adopted %+v", after)
	}
	for i, e := range before.Trail {
		e.Person = "account"
		if e.About == "person" {
			e.ID = "account"
		}
		if diff := gocmp.Diff(e, after.Trail[i]); diff != "" {
			t.Errorf("the trail (-before +after):\n%s", diff)
		}
	}
	if left, err := s.Export(ctx, "ann"); err != nil || len(left.Orders)+len(left.Trail) > 0 {
		t.Errorf("the guest still has %+v, %v", left, err)
	}
	// a submission of the guest's that comes again is the account's
	act := by("ann", "send")
	act.Person = "account"
	if _, o, err := s.Change(ctx, act, ids[1], send("elsewhere")); err != nil || o.Address.Street != "3 Secret Court" {
		t.Errorf("again: %+v, %v", o, err)
	}
	// what the account has of its own stays
	if err := s.Adopt(ctx, "bob", "account"); err != nil {
		t.Fatal(err)
	}
	if p, err := s.Person(ctx, "account"); err != nil || !gocmp.Equal(want, p) {
		t.Errorf("the account is %+v, %v", p, err)
	}
	if all, err := s.Orders(ctx, "account"); err != nil || len(all) != 3 {
		t.Errorf("%d orders, %v", len(all), err)
	}
}

// People without orders are forgotten when nothing has happened for long.
func TestForget(t *testing.T) {
	ctx := t.Context()
	s := open(t, file(t))
	history(t, s)
	old := ann()
	old.ID = "old"
	if err := s.Import(ctx, only(old)); err != nil {
		t.Fatal(err)
	}
	then := s.Now()
	if err := s.Import(ctx, only(orders.Person{ID: "new"})); err != nil {
		t.Fatal(err)
	}
	if n, err := s.Forget(ctx, then); n != 1 || err != nil {
		t.Errorf("forgot %d, %v", n, err)
	}
	for id, want := range map[string]error{"old": sqlite.ErrNone, "new": nil, "ann": nil, "bob": nil} {
		if _, err := s.Person(ctx, id); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", id, err, want)
		}
	}
}

// The shop sees everybody's orders, a page at a time.
func TestPage(t *testing.T) {
	ctx := t.Context()
	s := open(t, file(t))
	ids := history(t, s)
	counts, err := s.Counts(ctx)
	if want := map[orders.Status]int{orders.Placed: 2, orders.Cancelled: 1}; err != nil || !gocmp.Equal(want, counts) {
		t.Errorf("counts %v, %v", counts, err)
	}
	for _, tc := range []struct {
		status        orders.Status
		offset, limit int
		want          []string
		total         int
	}{
		{"", 0, 10, []string{ids[2], ids[1], ids[0]}, 3},
		{"", 1, 1, []string{ids[1]}, 3},
		{orders.Placed, 0, 10, []string{ids[2], ids[1]}, 2},
		{orders.Placed, 2, 10, nil, 2},
		{orders.Shipped, 0, 10, nil, 0},
	} {
		page, total, err := s.Page(ctx, tc.status, tc.offset, tc.limit)
		var got []string
		for _, o := range page {
			got = append(got, o.ID)
		}
		if err != nil || !slices.Equal(got, tc.want) || total != tc.total {
			t.Errorf("%q from %d, %d: %v of %d, %v; want %v of %d", tc.status, tc.offset, tc.limit, got, total, err, tc.want, tc.total)
		}
	}
	if o, err := s.Order(ctx, "ann", ids[0]); err != nil || o.ID != ids[0] {
		t.Errorf("%+v, %v", o, err)
	}
	if _, err := s.Order(ctx, "bob", ids[0]); !errors.Is(err, sqlite.ErrNone) {
		t.Errorf("another's order: %v", err)
	}
	if o, err := s.Find(ctx, ids[2]); err != nil || o.Person != "bob" {
		t.Errorf("%+v, %v", o, err)
	}
	// those under way come before newer ones that are over
	for person, want := range map[string]bool{"ann": true, "nobody": false} {
		if has, err := s.Any(ctx, person); err != nil || has != want {
			t.Errorf("%s has orders: %v (%v), want %v", person, has, err, want)
		}
	}
	if few, err := s.Latest(ctx, "ann", 1); err != nil || len(few) != 1 || few[0].ID != ids[1] {
		t.Errorf("%+v, %v", few, err)
	}
}
