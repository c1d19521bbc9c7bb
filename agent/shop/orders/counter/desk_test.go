package counter_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/orders/counter"
	"shopclerk/agent/shop/sales"
	"shopclerk/agent/store/storetest"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/words"
)

// desk is a store at which one person has things done, as a program would have them:
// declare, decide, run.
type desk struct {
	t      testing.TB
	store  *sales.Store
	shop   counter.Shop
	who    counter.Shopper
	words  *words.Language
	sold   []catalog.Product // the catalogue
	shown  []catalog.Product
	recent []tools.Value // what was spoken of last
	rule   tools.Rule
}

func open(t testing.TB, w orders.World) *sales.Store {
	t.Helper()
	s := sales.New(storetest.New(t))
	now := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	s.Now = func() time.Time { now = now.Add(time.Minute); return now }
	if err := s.Import(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	return s
}

// newDesk is the desk of a store without baskets, and a catalogue of what is sold in
// the small shop, a product each.
func newDesk(t testing.TB, s *sales.Store, person string) *desk {
	t.Helper()
	rule, err := tools.NewRule("joint", nil)
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{t: t, store: s, words: words.English, rule: rule, who: counter.Shopper{Person: person, Session: "of " + person, Today: "2026-03-10"}}
	for _, v := range articles {
		p := catalog.Product{ID: v.ID, Title: v.Title, Price: v.Price, Stock: -1}
		var values []string
		for _, o := range v.Options {
			values = append(values, o.Value)
			p.Attributes = append(p.Attributes, catalog.Attribute{Key: o.Name, Values: []catalog.Value{{Text: o.Value}}})
		}
		p.Title += " (" + strings.Join(values, ", ") + ")"
		d.sold = append(d.sold, p)
	}
	d.shop = counter.Shop{Orders: s, Products: func(_ context.Context, ids []string) ([]catalog.Product, error) {
		var out []catalog.Product
		for _, p := range d.sold {
			if slices.Contains(ids, p.ID) {
				out = append(out, p)
			}
		}
		return out, nil
	}}
	return d
}

// counter is the counter as things stand.
func (d *desk) counter() *counter.Counter {
	d.t.Helper()
	c, err := d.shop.At(context.Background(), d.who, d.words)
	if err != nil {
		d.t.Fatal(err)
	}
	return c
}

// product returns one of the catalogue.
func (d *desk) product(id string) *catalog.Product {
	d.t.Helper()
	for i := range d.sold {
		if d.sold[i].ID == id {
			return &d.sold[i]
		}
	}
	d.t.Fatalf("the catalogue has no %q", id)
	return nil
}

// decide decides about a task as things stand.
func (d *desk) decide(task tools.Task) tools.Decision {
	d.t.Helper()
	at := d.counter()
	kit, err := tools.New(at.Tools(d.shown)...)
	if err != nil {
		d.t.Fatal(err)
	}
	scene := at.Scene(d.shown)
	scene.Recent = append(d.recent, scene.Recent...)
	decision, err := kit.Decide(task, scene, d.rule)
	if err != nil {
		d.t.Fatal(err)
	}
	return decision
}

// carry has one complete call done, confirming it where that is asked for. It returns
// the last decision, and the result when it was carried out.
func (d *desk) carry(id string, call tools.Call) (tools.Decision, *counter.Done) {
	d.t.Helper()
	task := tools.Task{ID: id, Candidates: []tools.Proposal{{Call: call}}}
	decision := d.decide(task)
	if decision.Do == tools.Confirm {
		task = task.Confirm(*decision.Call)
		decision = d.decide(task)
	}
	if decision.Do != tools.Execute {
		return decision, nil
	}
	done, task, err := tools.Run(d.t.Context(), d.counter(), task, decision)
	if err != nil {
		d.t.Fatal(err)
	}
	if done == nil {
		return d.decide(task), nil
	}
	return decision, done
}

// state is the person's entry and orders as they stand.
func (d *desk) state() string {
	d.t.Helper()
	p, err := d.store.Person(d.t.Context(), d.who.Person)
	all, err2 := d.store.Orders(d.t.Context(), d.who.Person)
	if err := errors.Join(err, err2); err != nil {
		d.t.Fatal(err)
	}
	return fmt.Sprintf("%+v %+v", p, all)
}
