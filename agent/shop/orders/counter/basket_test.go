package counter_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/orders/counter"
	"shopclerk/agent/shop/sales"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/words"
)

// fillable is the guest's desk with baskets.
func fillable(t testing.TB) *desk {
	t.Helper()
	d := newDesk(t, open(t, smallShop()), "guest")
	d.shop.Baskets = d.store
	return d
}

// held tells what is in the basket: pieces by product.
func (d *desk) held() map[string]int {
	d.t.Helper()
	lines, err := d.shop.Baskets.Lines(context.Background(), d.who.Session)
	if err != nil {
		d.t.Fatal(err)
	}
	out := map[string]int{}
	for _, l := range lines {
		out[l.Product] = l.Quantity
	}
	return out
}

// all tells everything that calls can change.
func (d *desk) all() string {
	d.t.Helper()
	record, err := d.store.Export(context.Background(), d.who.Person)
	if err != nil {
		d.t.Fatal(err)
	}
	out := fmt.Sprint(d.held(), record.Person, len(record.Trail))
	for _, o := range record.Orders {
		out += fmt.Sprint(o.ID, o.Status, len(o.Lines))
	}
	return out
}

func put(product string, n int) tools.Call {
	return tools.Call{Tool: counter.AddToBasket, Arguments: tools.Arguments{"product": product, "quantity": float64(n)}}
}

// placeAll is the call that orders what is in the basket now.
func (d *desk) placeAll() tools.Call {
	call := tools.Call{Tool: counter.PlaceOrder, Arguments: tools.Arguments{"payment": "invoice", "name": "Eve Hill", "street": "5 High Street", "zip": "LS1 4AP", "city": "Leeds"}}
	for _, t := range d.counter().Tools(nil) {
		if t.Name == counter.PlaceOrder {
			call.Arguments["basket"] = t.Parameter("basket").Domain.Values[0].Of
		}
	}
	return call
}

func (d *desk) execute(call tools.Call, key string) (counter.Done, error) {
	return d.counter().Execute(context.Background(), call, key)
}

// The counter is an executor as tools ask for one, of baskets and of orders.
func TestConform(t *testing.T) {
	for name, subject := range map[string]func(*desk) (good, bad tools.Call){
		"basket": func(*desk) (good, bad tools.Call) { return put("lamp-b", 2), put("piano", 1) },
		"order": func(d *desk) (good, bad tools.Call) {
			if _, err := d.execute(put("lamp-b", 2), "before"); err != nil {
				d.t.Fatal(err)
			}
			good, bad = d.placeAll(), d.placeAll()
			bad.Arguments["basket"] = "what is not in it"
			return good, bad
		},
	} {
		t.Run(name, func(t *testing.T) {
			conform(t, func(t *testing.T) subjectOf[counter.Done] {
				d := fillable(t)
				good, bad := subject(d)
				return subjectOf[counter.Done]{Executor: d.counter(), Good: good, Bad: bad, State: d.all}
			})
		})
	}
}

// A basket is what its calls say, each key counted once, and what is refused leaves it.
func TestBasketModel(t *testing.T) {
	d := fillable(t)
	run := 0
	rapid.Check(t, func(rt *rapid.T) {
		run++
		d.who.Session = fmt.Sprint("session ", run)
		want, used := map[string]int{}, map[string]bool{}
		for range rapid.IntRange(1, 9).Draw(rt, "calls") {
			product := rapid.SampledFrom([]string{"lamp-b", "mug-r", "mug-b"}).Draw(rt, "product")
			n := rapid.SampledFrom([]int{1, 2, 60}).Draw(rt, "quantity")
			call := tools.Call{Tool: rapid.SampledFrom([]string{counter.AddToBasket, counter.AddToBasket, counter.ChangeBasket, counter.RemoveFromBasket, "all"}).Draw(rt, "tool"),
				Arguments: tools.Arguments{"product": product, "quantity": float64(n)}}
			if call.Tool == "all" {
				call = tools.Call{Tool: counter.RemoveFromBasket, Arguments: tools.Arguments{"product": counter.Everything}}
			}
			key := call.Key(fmt.Sprint(run, "/", rapid.IntRange(1, 2).Draw(rt, "task")))
			_, err := d.execute(call, key)
			have, in := want[product]
			possible := true
			switch {
			case call.Arguments["product"] == counter.Everything:
				if !used[key] {
					clear(want)
				}
			case call.Tool == counter.AddToBasket:
				if possible = have+n <= sales.MostPieces; possible && !used[key] {
					want[product] = have + n
				}
			case call.Tool == counter.ChangeBasket:
				if possible = in; possible && !used[key] {
					want[product] = n
				}
			default:
				if possible = in; possible && !used[key] {
					delete(want, product)
				}
			}
			if f := (*tools.Failure)(nil); (err == nil) != (possible || used[key]) || err != nil && !errors.As(err, &f) {
				rt.Fatalf("%s %v: %v", call.Tool, call.Arguments, err)
			}
			used[key] = used[key] || err == nil
			if got := d.held(); !maps.Equal(got, want) {
				rt.Fatalf("after %s %v: %v, want %v", call.Tool, call.Arguments, got, want)
			}
		}
	})
}

// Of many who order one basket at the same time, each as a thing of its own, one has it.
func TestOneBasketOneOrder(t *testing.T) {
	d := fillable(t)
	if _, err := d.execute(put("lamp-b", 2), "put"); err != nil {
		t.Fatal(err)
	}
	call, at := d.placeAll(), d.counter()
	var wait sync.WaitGroup
	faults := make([]error, 8)
	for i := range faults {
		wait.Go(func() { _, faults[i] = at.Execute(context.Background(), call, fmt.Sprint("order ", i)) })
	}
	wait.Wait()
	placed := 0
	for _, err := range faults {
		if f := (*tools.Failure)(nil); err == nil {
			placed++
		} else if !errors.As(err, &f) {
			t.Error(err)
		}
	}
	all, err := d.store.Orders(t.Context(), "guest")
	if err != nil || placed != 1 || len(all) != 1 {
		t.Errorf("%d were told that they ordered, %d orders, %v", placed, len(all), err)
	}
	if len(d.held()) > 0 {
		t.Errorf("the basket still holds %v", d.held())
	}
}

// What is possible with an order by a button is possible by the tool, and nothing else.
func TestPossible(t *testing.T) {
	d := newDesk(t, open(t, smallShop()), "ann")
	for id, want := range map[string][]string{
		"W1001": {counter.OrderStatus, counter.ReturnItems}, // delivered
		"W1002": {counter.OrderStatus},                      // shipped
		"W1003": {counter.OrderStatus, counter.CancelOrder},
		"W9":    nil,
	} {
		if got := d.counter().Possible(id); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", id, got, want)
		}
	}
}

// Products of one title are told apart by what they differ in.
func TestAlike(t *testing.T) {
	of := func(id string, values ...string) catalog.Product {
		p := catalog.Product{ID: id, Title: "Cable", Price: euro(500)}
		for i, v := range values {
			p.Attributes = append(p.Attributes, catalog.Attribute{Key: []string{"colour", "plug", "wireless"}[i], Values: []catalog.Value{{Text: v}}})
		}
		return p
	}
	shown := []catalog.Product{of("1", "red", "A", "no"), of("2", "red", "C", "yes"), of("3", "red", "C", "yes"), of("5", "red", "C", "no"), {ID: "4", Title: "Cable", Price: euro(900)}}
	var labels []string
	scene := fillable(t).counter().Scene(shown)
	for _, v := range scene.Shown {
		labels = append(labels, v.Text())
	}
	want := []string{"Cable, €5.00 (A)", "Cable, €5.00 (C, wireless yes, 2)", "Cable, €5.00 (C, wireless yes, 3)", "Cable, €5.00 (C, wireless no)", "Cable, €9.00"}
	if diff := gocmp.Diff(want, labels); diff != "" {
		t.Errorf("(-want +labels):\n%s", diff)
	}
	if names, want := scene.Shown[1].Names, []string{"Cable", "red", "C", "wireless"}; !slices.Equal(names, want) {
		t.Errorf("the names are %q, want %q", names, want)
	}
}

// Every tool can be declared for nobody, in both languages, with a title of its own.
func TestDeclared(t *testing.T) {
	for _, w := range []*words.Language{words.English, words.Lookup("de")} {
		var titles []string
		all := counter.Declared(w)
		for _, tool := range all {
			if tool.Title == "" || slices.Contains(titles, tool.Title) || len(tool.Examples) < 2 {
				t.Errorf("%s: %s is called %q, with %d examples", w.Code(), tool.Name, tool.Title, len(tool.Examples))
			}
			titles = append(titles, tool.Title)
		}
		if _, err := tools.New(all...); err != nil || len(all) != 8 {
			t.Errorf("%s: %d tools, %v", w.Code(), len(all), err)
		}
	}
}

// The trail tells a story in both languages, from the first act to the last.
func TestStory(t *testing.T) {
	d := fillable(t)
	carry := func(call tools.Call) {
		t.Helper()
		if decision, done := d.carry(call.Tool, call); done == nil {
			t.Fatalf("%s: %s", call.Tool, decision.Say(words.English))
		}
	}
	if _, err := d.execute(put("mug-r", 2), "put"); err != nil {
		t.Fatal(err)
	}
	carry(d.placeAll())
	for _, step := range []struct {
		call string
		by   func(orders.Order) (orders.Order, error)
	}{
		{`{"tool":"ship_order"}`, func(o orders.Order) (orders.Order, error) { return o.Ship("JD1") }},
		{`{"tool":"deliver_order"}`, orders.Order.Deliver},
	} {
		if _, err := d.store.Serve(t.Context(), orders.Act{Key: step.call, Person: "desk", Call: []byte(step.call)}, "S1005", step.by); err != nil {
			t.Fatal(err)
		}
	}
	carry(tools.Call{Tool: counter.ReturnItems, Arguments: tools.Arguments{"order": "S1005", "items": []any{"S1005/1"}, "payment": "invoice"}})
	tell := func(w *words.Language) []string {
		trail, err := d.store.TrailOf(t.Context(), "S1005")
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, e := range trail {
			out = append(out, counter.Story(w, e))
		}
		return out
	}
	want := []string{"Ordered: 2 × Mug (red), €18.00", "Shipped, number of the parcel: JD1", "Delivered", "Return requested: 2 × Mug (red)"}
	if diff := gocmp.Diff(want, tell(words.English)); diff != "" {
		t.Errorf("(-want +told):\n%s", diff)
	}
	if german := tell(words.Lookup("de")); len(german) != len(want) || german[2] != "Geliefert" {
		t.Errorf("in German: %q", german)
	}
	if err := d.store.Erase(t.Context(), "guest"); err != nil {
		t.Fatal(err)
	}
	if after := tell(words.English); after[0] != words.English.T("orders.story-erased") {
		t.Errorf("erased, and yet: %q", after)
	}
}
