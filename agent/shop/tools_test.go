package shop_test

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

	"shopclerk/agent/shop"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/words"
)

func put(product string, n int) tools.Call {
	return tools.Call{Tool: shop.AddToBasket, Arguments: tools.Arguments{"product": product, "quantity": float64(n)}}
}

// placeAll is the call that orders what is in the basket now.
func (d *desk) placeAll() tools.Call {
	call := tools.Call{Tool: shop.PlaceOrder, Arguments: tools.Arguments{"email": "eve@example.com", "name": "Eve Hill", "street": "5 High Street", "zip": "LS1 4AP", "city": "Leeds", "country": "GB"}}
	for _, t := range d.tools().Declare(nil) {
		if t.Name == shop.PlaceOrder {
			call.Arguments["basket"] = t.Parameter("basket").Domain.Values[0].Of
		}
	}
	return call
}

func (d *desk) execute(call tools.Call, key string) (shop.Outcome, error) {
	return d.tools().Execute(context.Background(), call, key)
}

// The counter keeps what tools.Failure and keys promise, of baskets and of orders.
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
			conform(t, func(t *testing.T) conformant {
				d := newDesk(t, "guest")
				good, bad := subject(d)
				return conformant{Executor: d.tools(), Good: good, Bad: bad, State: d.state}
			})
		})
	}
}

// A basket is what its calls say, each key counted once, and what is refused leaves it.
func TestBasketModel(t *testing.T) {
	d := newDesk(t, "guest")
	run := 0
	rapid.Check(t, func(rt *rapid.T) {
		run++
		d.who = fmt.Sprint("session ", run)
		want, used := map[string]int{}, map[string]bool{}
		for range rapid.IntRange(1, 9).Draw(rt, "calls") {
			product := rapid.SampledFrom([]string{"lamp-b", "mug-r", "mug-b"}).Draw(rt, "product")
			n := rapid.SampledFrom([]int{1, 2, 60}).Draw(rt, "quantity")
			call := tools.Call{Tool: rapid.SampledFrom([]string{shop.AddToBasket, shop.AddToBasket, shop.ChangeBasket, shop.RemoveFromBasket, "all"}).Draw(rt, "tool"),
				Arguments: tools.Arguments{"product": product, "quantity": float64(n)}}
			if call.Tool == "all" {
				call = tools.Call{Tool: shop.RemoveFromBasket, Arguments: tools.Arguments{"product": "all"}}
			}
			key := call.Key(fmt.Sprint(run, "/", rapid.IntRange(1, 2).Draw(rt, "task")))
			_, err := d.execute(call, key)
			have, in := want[product]
			possible := true
			switch {
			case call.Arguments["product"] == "all":
				if !used[key] {
					clear(want)
				}
			case call.Tool == shop.AddToBasket:
				if possible = have+n <= shop.MostPieces; possible && !used[key] {
					want[product] = have + n
				}
			case call.Tool == shop.ChangeBasket:
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
	d := newDesk(t, "guest")
	if _, err := d.execute(put("lamp-b", 2), "put"); err != nil {
		t.Fatal(err)
	}
	call, at := d.placeAll(), d.tools()
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
	d := newDesk(t, "ann")
	for id, want := range map[string][]string{
		"W1001": {shop.OrderStatus, shop.ReturnItems}, // delivered
		"W1002": {shop.OrderStatus},                   // shipped
		"W1003": {shop.OrderStatus, shop.CancelOrder},
	} {
		o := d.order(id)
		if got := o.Possible(); !slices.Equal(got, want) {
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
	add := newDesk(t, "guest").tools().Declare(shown)[0]
	for _, v := range add.Parameters[0].Domain.Values {
		labels = append(labels, v.Text())
	}
	want := []string{"Cable, €5.00 (A)", "Cable, €5.00 (C, wireless yes, 2)", "Cable, €5.00 (C, wireless yes, 3)", "Cable, €5.00 (C, wireless no)", "Cable, €9.00"}
	if diff := gocmp.Diff(want, labels); diff != "" {
		t.Errorf("(-want +labels):\n%s", diff)
	}
	if names, want := add.Parameters[0].Domain.Values[1].Names, []string{"Cable", "red", "C", "wireless"}; !slices.Equal(names, want) {
		t.Errorf("the names are %q, want %q", names, want)
	}
}

// Every tool can be declared for nobody, in both languages, with a title of its own.
func TestDeclared(t *testing.T) {
	for _, w := range []*words.Language{words.English, words.Lookup("de")} {
		var titles []string
		all := shop.Declared(w)
		for _, tool := range all {
			if tool.Title == "" || slices.Contains(titles, tool.Title) {
				t.Errorf("%s: %s is called %q", w.Code(), tool.Name, tool.Title)
			}
			titles = append(titles, tool.Title)
		}
		if _, err := tools.New(all...); err != nil || len(all) != 8 {
			t.Errorf("%s: %d tools, %v", w.Code(), len(all), err)
		}
	}
}

// What has become impossible since it was decided is refused by the store's own rule,
// names the parameter, and has changed nothing; the next decision says what is left.
func TestOvertaken(t *testing.T) {
	d := newDesk(t, "ann")
	task := tools.Task{ID: "1", Candidates: []tools.Proposal{{Call: tools.Call{Tool: shop.CancelOrder, Arguments: tools.Arguments{"order": "W1003"}}}}}
	decision := d.decide(task)
	task = task.Confirm(*decision.Call)
	decision = d.decide(task)
	stale := d.tools()
	d.setStatus("W1003", shop.Shipped)
	result, after, err := run(t.Context(), stale, task, decision)
	if result != nil || err != nil {
		t.Fatalf("carried out: %v, %v", result, err)
	}
	f := after.Log[len(after.Log)-1].Failure
	if f == nil || f.Parameter != "order" || f.Reason != words.English.T("orders.why-shipped") {
		t.Errorf("the failure is %+v", f)
	}
	if o := d.order("W1003"); o.Status != shop.Shipped {
		t.Errorf("the order is %s", o.Status)
	}
	next := d.decide(after)
	if next.Do != tools.Ask || len(next.Questions) != 1 || next.Questions[0].Aspect != "order" {
		t.Fatalf("next is to %s: %s", next.Do, next.Say(words.English))
	}
	if slices.ContainsFunc(next.Questions[0].Options, func(o tools.Option) bool { return o.Value.Of == "W1003" }) {
		t.Error("what failed is offered again")
	}
}

func (d *desk) order(id string) shop.Order {
	d.t.Helper()
	o, err := d.store.Order(d.t.Context(), d.who, id)
	if err != nil {
		d.t.Fatal(err)
	}
	return o
}

// Another's order is no value of the domain, and the store refuses it to who comes
// past the decision.
func TestAnothersOrder(t *testing.T) {
	d := newDesk(t, "guest")
	call := tools.Call{Tool: shop.CancelOrder, Arguments: tools.Arguments{"order": "W1003"}}
	if decision, done := d.carry("1", call); done != nil {
		t.Errorf("decided to %s", decision.Do)
	}
	_, err := d.tools().Execute(t.Context(), call, "key")
	if f := (*tools.Failure)(nil); !errors.As(err, &f) || f.Reason != words.English.T("orders.why-none") {
		t.Errorf("executed: %v", err)
	}
	if _, err := d.tools().Execute(t.Context(), tools.Call{Tool: "steal"}, "key"); err == nil {
		t.Error("there is no such tool")
	}
}

// What is decided to be possible is carried out, and what is not changes nothing: the
// check before and the rule behind are one, whatever is proposed.
func TestDecidedIsCarriedOut(t *testing.T) {
	run, d := 0, newDesk(t, "")
	rapid.Check(t, func(rt *rapid.T) {
		run++ // a person and orders of their own each time
		d.who = fmt.Sprint("person ", run)
		var ids []any
		for i, o := range smallShop() {
			o.ID, o.Person = fmt.Sprint("R", run, "-", i), d.who
			for k := range o.Lines {
				o.Lines[k].ID = fmt.Sprintf("%s/%d", o.ID, k+1)
			}
			addOrders(t, d.db, o)
			ids = append(ids, o.ID)
		}
		for step := range rapid.IntRange(1, 3).Draw(rt, "steps") {
			order := rapid.SampledFrom(ids).Draw(rt, "order").(string)
			item := any(fmt.Sprintf("%s/%d", order, rapid.IntRange(1, 3).Draw(rt, "item")))
			of := tools.Arguments{"order": order}
			tool := rapid.SampledFrom([]string{shop.CancelOrder, shop.ReturnItems}).Draw(rt, "tool")
			if tool == shop.ReturnItems {
				of["items"] = []any{item}
			}
			before := d.state()
			decision, done := d.carry(fmt.Sprint(run, "/", step), tools.Call{Tool: tool, Arguments: of})
			if diff := gocmp.Diff(before, d.state()); done == nil && diff != "" {
				rt.Fatalf("%s %v was not carried out (%s) and changed:\n%s", tool, of, decision.Do, diff)
			} else if done != nil && diff == "" {
				rt.Fatalf("%s %v was carried out (%s) and changed nothing", tool, of, done.Text)
			}
			if decision.Do == tools.Execute && done == nil {
				rt.Fatalf("%s %v was decided and not carried out", tool, of)
			}
			if done == nil && decision.Say(words.English) == "" {
				rt.Fatalf("%s %v: refused without a word", tool, of)
			}
		}
	})
}
