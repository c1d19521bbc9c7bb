package counter_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/orders/counter"
	"shopclerk/agent/tools"
	"shopclerk/words"
)

// What has become impossible since it was decided is refused by the store's own rule,
// names the parameter, and has changed nothing; the next decision says what is left.
func TestOvertaken(t *testing.T) {
	d := newDesk(t, open(t, smallShop()), "ann")
	task := tools.Task{ID: "1", Candidates: []tools.Proposal{{Call: tools.Call{Tool: counter.CancelOrder, Arguments: tools.Arguments{"order": "W1003"}}}}}
	decision := d.decide(task)
	task = task.Confirm(*decision.Call)
	decision = d.decide(task)
	stale := d.counter()
	if _, _, err := d.store.Change(t.Context(), orders.Act{Key: "ship", Person: "ann", Call: []byte(`{}`)}, "W1003", func(o orders.Order) (orders.Order, error) {
		o.Status = orders.Shipped
		return o, nil
	}); err != nil {
		t.Fatal(err)
	}
	result, after, err := tools.Run(t.Context(), stale, task, decision)
	if result != nil || err != nil {
		t.Fatalf("carried out: %v, %v", result, err)
	}
	f := after.Log[len(after.Log)-1].Failure
	if f == nil || f.Parameter != "order" || f.Reason != words.English.T("orders.why-shipped") {
		t.Errorf("the failure is %+v", f)
	}
	if o := d.order("W1003"); o.Status != orders.Shipped {
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

func (d *desk) order(id string) orders.Order {
	d.t.Helper()
	all, err := d.store.Orders(d.t.Context(), d.who.Person)
	if err != nil {
		d.t.Fatal(err)
	}
	for _, o := range all {
		if o.ID == id {
			return o
		}
	}
	d.t.Fatalf("%s has no order %s", d.who.Person, id)
	return orders.Order{}
}

// Another's order is no value of the domain, and the store refuses it to who comes
// past the decision.
func TestAnothersOrder(t *testing.T) {
	d := newDesk(t, open(t, smallShop()), "guest")
	call := tools.Call{Tool: counter.CancelOrder, Arguments: tools.Arguments{"order": "W1003"}}
	if decision, done := d.carry("1", call); done != nil {
		t.Errorf("decided to %s", decision.Do)
	}
	_, err := d.counter().Execute(t.Context(), call, "key")
	if f := (*tools.Failure)(nil); !errors.As(err, &f) || f.Parameter != "order" || f.Reason != words.English.T("orders.why-gone") {
		t.Errorf("executed: %v", err)
	}
	if _, err := d.counter().Execute(t.Context(), tools.Call{Tool: "steal"}, "key"); err == nil {
		t.Error("there is no such tool")
	}
}

// What is decided to be possible is carried out, and what is not changes nothing: the
// check before and the rule behind are one, whatever is proposed.
func TestDecidedIsCarriedOut(t *testing.T) {
	run := 0
	store := open(t, orders.World{})
	rapid.Check(t, func(rt *rapid.T) {
		run++ // a person and orders of their own each time
		w := smallShop()
		person := fmt.Sprint("person ", run)
		var ids []any
		for i := range w.Orders {
			id := fmt.Sprint("R", run, "-", i)
			w.Orders[i].Person = person
			w.Orders[i] = w.Orders[i].Number(id)
			ids = append(ids, id)
		}
		w.People[0].ID = person
		if err := store.Import(t.Context(), orders.World{People: w.People[:1], Orders: w.Orders}); err != nil {
			rt.Fatal(err)
		}
		d := newDesk(t, store, person)
		for step := range rapid.IntRange(1, 3).Draw(rt, "steps") {
			order := rapid.SampledFrom(ids).Draw(rt, "order").(string)
			item := any(orders.LineID(order, rapid.IntRange(0, 2).Draw(rt, "item")))
			of := tools.Arguments{"order": order}
			tool := rapid.SampledFrom([]string{counter.CancelOrder, counter.ReturnItems}).Draw(rt, "tool")
			if tool == counter.ReturnItems {
				of["items"], of["payment"] = []any{item}, "visa"
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

// BenchmarkDecide decides about an instruction of a regular with as many orders as a
// snapshot has, the tools declared anew as at every turn.
func BenchmarkDecide(b *testing.B) {
	w := smallShop()
	now := counter.Snapshot{Person: w.People[0]}
	for i := range 50 {
		now.Orders = append(now.Orders, w.Orders[i%len(w.Orders)].Number(fmt.Sprint("W", 2000+i)))
	}
	rule, err := tools.NewRule("joint", nil)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		kit, err := tools.New(counter.New(now, words.English, counter.Shop{}).Tools(nil)...)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := kit.Decide(tools.Task{ID: "1", Words: "cancel the lamp"}, tools.Scene{}, rule); err != nil {
			b.Fatal(err)
		}
	}
}
