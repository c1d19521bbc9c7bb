package shop_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"shopclerk/agent/shop"
	"shopclerk/agent/store"
	"shopclerk/agent/store/storetest"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/words"
)

// noon is when the tests' clock begins.
var noon = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

// open opens a store at a place, with a clock of its own.
func open(t testing.TB, place string) (*shop.Store, *store.DB) {
	t.Helper()
	db := storetest.Open(t, place)
	s := shop.New(db)
	now := noon
	var mu sync.Mutex
	s.Now = func() time.Time { mu.Lock(); defer mu.Unlock(); now = now.Add(time.Minute); return now }
	return s, db
}

func fresh(t testing.TB) *shop.Store {
	t.Helper()
	s, _ := open(t, storetest.Place(t))
	return s
}

// addOrders stores orders that somebody placed earlier.
func addOrders(t testing.TB, db *store.DB, all ...shop.Order) {
	t.Helper()
	for _, o := range all {
		text, err := json.Marshal(o)
		if err == nil {
			_, err = db.Exec(context.Background(), `INSERT INTO purchase (n, id, person, placed, status, document)
				VALUES ((SELECT count(*) + 1 FROM purchase), $1, $2, $3, $4, $5)`, o.ID, o.Person, o.Placed.UnixMicro(), o.Status, string(text))
		}
		for i, l := range o.Lines {
			if err == nil {
				_, err = db.Exec(context.Background(), `INSERT INTO purchase_line (purchase, place, article, product, title, quantity, price, currency)
					VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, o.ID, i, l.Article.ID, l.Product, l.Title, l.Quantity, l.Price.Minor, l.Price.Currency)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// desk is a store at which one person has things done, as a program would have them:
// declare, decide, run.
type desk struct {
	t     testing.TB
	store *shop.Store
	db    *store.DB
	shop  shop.Shop
	who   string
	words *words.Language
	sold  []catalog.Product // the catalogue
	shown []catalog.Product
	rule  tools.Rule
}

// newDesk is the desk of a person in the small shop, with a catalogue of what is sold there,
// a product each.
func newDesk(t testing.TB, person string) *desk {
	t.Helper()
	rule, err := tools.NewRule("joint", nil)
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{t: t, words: words.English, rule: rule, who: person}
	d.store, d.db = open(t, storetest.Place(t))
	addOrders(t, d.db, smallShop()...)
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
	d.shop = shop.Shop{Store: d.store, Products: func(_ context.Context, ids []string) ([]catalog.Product, error) {
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

// setStatus changes how far an order is, as the shop does.
func (d *desk) setStatus(order string, to shop.Status) {
	d.t.Helper()
	if n, err := d.db.Exec(context.Background(), `UPDATE purchase SET status = $1 WHERE id = $2`, to, order); err != nil || n != 1 {
		d.t.Fatalf("%d orders %s, %v", n, order, err)
	}
}

// tools are the tools as things stand.
func (d *desk) tools() *shop.Tools {
	d.t.Helper()
	t, err := d.shop.For(context.Background(), d.who, d.words)
	if err != nil {
		d.t.Fatal(err)
	}
	return t
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
	at := d.tools()
	kit, err := tools.New(at.Declare(d.shown)...)
	if err != nil {
		d.t.Fatal(err)
	}
	decision, err := kit.Decide(task, d.rule)
	if err != nil {
		d.t.Fatal(err)
	}
	if decision.Do == tools.Confirm {
		decision.Preview = kit.Preview(*decision.Call, d.words)
	}
	return decision
}

// carry has one complete call done, confirming it where that is asked for. It returns
// the last decision, and the result when it was carried out.
func (d *desk) carry(id string, call tools.Call) (tools.Decision, *shop.Outcome) {
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
	done, task, err := run(d.t.Context(), d.tools(), task, decision)
	if err != nil {
		d.t.Fatal(err)
	}
	if done == nil {
		return d.decide(task), nil
	}
	return decision, done
}

// run carries out what was decided. A failure is an observation of the task that it returns.
func run(ctx context.Context, at *shop.Tools, task tools.Task, d tools.Decision) (*shop.Outcome, tools.Task, error) {
	done, err := at.Execute(ctx, *d.Call, d.Key)
	if f := (*tools.Failure)(nil); errors.As(err, &f) {
		return nil, task.Fail(*f), nil
	}
	return &done, task, err
}

// state is all that calls can change.
func (d *desk) state() string {
	d.t.Helper()
	all, err := d.store.Orders(context.Background(), d.who)
	if err != nil {
		d.t.Fatal(err)
	}
	return fmt.Sprintf("%v %+v", d.held(), all)
}

// held tells what is in the basket: pieces by product.
func (d *desk) held() map[string]int { return held(d.t, d.store, d.who) }
