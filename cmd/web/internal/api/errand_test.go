package api

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"shopclerk/agent"
	"shopclerk/agent/shop/basket"
	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/orders/counter"
	ordersdb "shopclerk/agent/shop/orders/sqlite"
	"shopclerk/catalog"
	"shopclerk/words"
)

// till opens the demonstration shop to a program, with baskets and orders of the test's
// own.
func till(t testing.TB, changes ...func(*Config)) (*program, *ordersdb.Store, *basket.Store) {
	t.Helper()
	dir := t.TempDir()
	store, err := ordersdb.Open(t.Context(), filepath.Join(dir, "orders.db"))
	if err != nil {
		t.Fatal(err)
	}
	baskets, err := basket.Open(t.Context(), filepath.Join(dir, "basket.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, err := range []error{store.Close(), baskets.Close()} {
			if err != nil {
				t.Error(err)
			}
		}
	})
	counters := counter.Shop{Orders: store, Baskets: baskets, Products: func(ctx context.Context, ids []string) ([]catalog.Product, error) {
		refs, err := openedShop.Catalogue.Refs(ctx, ids)
		if err != nil {
			return nil, err
		}
		return openedShop.Catalogue.Products(ctx, slices.Collect(maps.Values(refs)))
	}}
	open := func(c *Config) {
		c.Counter = func(ctx context.Context, person string) (agent.Counter, error) {
			return counters.At(ctx, counter.Shopper{Person: person, Session: person, Today: "2026-11-21"}, words.From(ctx))
		}
	}
	return ask(t, append([]func(*Config){open}, changes...)...), store, baskets
}

// one is the errand that a turn is about, in a status.
func (p *program) one(said map[string]any, status string) (Errand, string) {
	p.t.Helper()
	reply := p.turn(said)
	if len(reply.Errands) != 1 || reply.Errands[0].Status != status {
		p.t.Fatalf("%v comes to %q and %+v, not to one that %s", said, reply.Reply, reply.Errands, status)
	}
	return reply.Errands[0], reply.State
}

// knownOfShopper is what a shopper answers, by the question's id.
var knownOfShopper = map[string]string{"name": "Ann Lee", "street": "Main Street 5", "zip": "12345", "city": "Springfield"}

// replied answers the questions of errands until they are to be confirmed.
func (p *program) replied(e Errand, state string) (Errand, string) {
	p.t.Helper()
	for range 10 {
		if e.Status != statusAsks {
			return e, state
		}
		given := []any{}
		for _, q := range e.Questions {
			if text := knownOfShopper[q.ID]; text != "" {
				given = append(given, map[string]any{"question": q.ID, "text": text})
			} else if len(q.Options) > 0 {
				given = append(given, map[string]any{"question": q.ID, "options": []int{0}})
			} else {
				given = append(given, map[string]any{"question": q.ID})
			}
		}
		reply := p.turn(map[string]any{"state": state, "errand": map[string]any{"id": e.ID, "answers": given}})
		if len(reply.Errands) != 1 {
			p.t.Fatalf("%v is answered with %+v", given, reply.Errands)
		}
		e, state = reply.Errands[0], reply.State
	}
	p.t.Fatalf("it asks without end: %+v", e)
	return e, state
}

// confirms is a turn that says yes or no.
func confirms(e Errand, state string, yes bool) map[string]any {
	return map[string]any{"state": state, "errand": map[string]any{"id": e.ID, "confirm": yes}}
}

// A conversation puts things into the basket, orders them and cancels the order; what is
// sent again is done once, and what was said no to is not done.
func TestErrands(t *testing.T) {
	p, store, baskets := till(t)
	person := Person(p.api.Sealer, known.Holder())
	listed := p.turn(map[string]any{"message": "backpack"})
	if len(listed.Errands) != 0 || len(listed.Products) == 0 {
		t.Fatalf("a search comes to %+v", listed.Errands)
	}
	put := map[string]any{"state": listed.State, "message": "put the first one in my basket"}
	done, state := p.one(put, "done")
	if done.Deed == nil || done.Deed.Tool != counter.AddToBasket || done.Say != done.Deed.Text {
		t.Errorf("it is done: %+v", done)
	}
	p.one(put, "done")
	lines, err := baskets.Lines(t.Context(), person)
	if err != nil || len(lines) != 1 || lines[0].Product != listed.Products[0].ID || lines[0].Quantity != 1 {
		t.Fatalf("the basket holds %+v, %v", lines, err)
	}
	e, state := p.one(map[string]any{"state": state, "message": "place the order"}, statusAsks)
	e, state = p.replied(e, state)
	if e.Status != statusConfirms || !strings.Contains(e.Preview, knownOfShopper["street"]) || e.Call == nil || e.Call.Tool != counter.PlaceOrder {
		t.Fatalf("what is to be confirmed is %+v", e)
	}
	if refused, _ := p.one(confirms(e, state, false), "refused"); refused.Deed != nil {
		t.Errorf("no is no: %+v", refused)
	}
	yes := confirms(e, state, true)
	ordered, state := p.one(yes, "done")
	if repeated, _ := p.one(yes, "done"); repeated.Deed == nil || repeated.Deed.Order != ordered.Deed.Order {
		t.Errorf("sent again it is %+v", repeated.Deed)
	}
	all, err := store.Orders(t.Context(), person)
	if err != nil || len(all) != 1 || all[0].ID != ordered.Deed.Order || all[0].Status != orders.Placed {
		t.Fatalf("the orders are %+v, %v", all, err)
	}
	cancel, state := p.one(map[string]any{"state": state, "message": "cancel my order"}, statusConfirms)
	if got, _ := p.one(map[string]any{"state": state, "errand": map[string]any{"id": cancel.ID, "drop": true}}, "dropped"); got.Deed != nil {
		t.Errorf("dropped: %+v", got)
	}
	if cancelled, _ := p.one(confirms(cancel, state, true), "done"); cancelled.Deed.Order != ordered.Deed.Order {
		t.Errorf("cancelled is %+v", cancelled.Deed)
	}
	p.refused(post("/converse", encode(t, confirms(cancel, ordered.ID, true))), InvalidState)
}

// A turn without a state is named by its header.
func TestIdempotencyKey(t *testing.T) {
	p, _, baskets := till(t)
	state := p.turn(map[string]any{"message": "backpack"}).State
	for _, key := range []string{"a", "a", "b"} {
		r := post("/converse", encode(t, map[string]any{"state": state, "message": "put the first one in my basket"}))
		r.Header.Set(idempotencyKey, key)
		p.read(p.send(r), &ConverseReply{})
	}
	if lines, err := baskets.Lines(t.Context(), Person(p.api.Sealer, known.Holder())); err != nil || len(lines) != 1 || lines[0].Quantity != 2 {
		t.Errorf("the basket holds %+v, %v", lines, err)
	}
	r := post("/converse", `{"message": "backpack"}`)
	r.Header.Set(idempotencyKey, strings.Repeat("a", 201))
	if problem := p.refused(r, Invalid); problem.Errors[0].In != "header" || problem.Errors[0].At != idempotencyKey {
		t.Errorf("faults %+v", problem.Errors)
	}
}

// What does not fit the errand that waits is told with its place, and changes nothing;
// without a counter there are no errands.
func TestErrandsThatDoNotFit(t *testing.T) {
	p, store, _ := till(t)
	_, state := p.one(map[string]any{"state": p.turn(map[string]any{"message": "backpack"}).State, "message": "put the first one in my basket"}, "done")
	asks, asking := p.one(map[string]any{"state": state, "message": "place the order"}, statusAsks)
	waits, waiting := p.replied(asks, asking)
	answer := func(question string, more ...any) map[string]any {
		out := map[string]any{"question": question}
		for i := 0; i < len(more); i += 2 {
			out[fmt.Sprint(more[i])] = more[i+1]
		}
		return map[string]any{"id": asks.ID, "answers": []any{out}}
	}
	for _, tc := range []struct {
		name   string
		state  string
		errand map[string]any
		want   Kind
		at     string
	}{
		{"unknown errand", asking, map[string]any{"id": "x", "drop": true}, UnknownErrand, "/errand/id"},
		{"no errand at all", state, map[string]any{"id": asks.ID, "drop": true}, UnknownErrand, "/errand/id"},
		{"a confirmation of what asks", asking, map[string]any{"id": asks.ID, "confirm": true}, UnknownErrand, "/errand/confirm"},
		{"answers to a confirmation", waiting, map[string]any{"id": waits.ID, "answers": []any{map[string]any{"question": "zip", "text": "1"}}}, UnknownQuestion, "/errand/answers/0/question"},
		{"an unknown question", asking, answer("zipp", "text", "1"), UnknownQuestion, "/errand/answers/0/question"},
		{"an unknown option", asking, answer(asks.Questions[0].ID, "options", []int{7}), UnknownOption, "/errand/answers/0/options"},
		{"two things at once", asking, map[string]any{"id": asks.ID, "drop": true, "confirm": true}, Invalid, "/errand"},
		{"nothing", asking, map[string]any{"id": asks.ID}, Invalid, "/errand/answers"},
		{"another kind", asking, map[string]any{"id": asks.ID, "confirm": "yes"}, Invalid, "/errand/confirm"},
		{"a large text", asking, answer(asks.Questions[0].ID, "text", strings.Repeat("a", 1001)), Invalid, "/errand/answers/0/text"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			problem := p.refused(post("/converse", encode(t, map[string]any{"state": tc.state, "errand": tc.errand})), tc.want)
			if len(problem.Errors) == 0 || problem.Errors[0].At != tc.at {
				t.Errorf("faults %+v, not at %s", problem.Errors, tc.at)
			}
		})
	}
	plain := ask(t) // the same keys and secret
	plain.refused(post("/converse", encode(t, confirms(waits, waiting, true))), UnknownErrand)
	if reply := plain.turn(map[string]any{"message": "cancel my order"}); len(reply.Errands) != 0 {
		t.Errorf("without a counter: %+v", reply.Errands)
	}
	if all, err := store.Orders(t.Context(), Person(p.api.Sealer, known.Holder())); err != nil || len(all) > 0 {
		t.Errorf("there are orders: %+v, %v", all, err)
	}
}

// Another key is another person: it reaches neither the conversation nor the orders.
func TestErrandsOfAnotherKey(t *testing.T) {
	key, other, err := NewKey("other")
	if err != nil {
		t.Fatal(err)
	}
	p, _, _ := till(t, func(c *Config) { c.Keys = append(c.Keys, other) })
	done, state := p.one(map[string]any{"state": p.turn(map[string]any{"message": "backpack"}).State, "message": "put the first one in my basket"}, "done")
	if done.Deed == nil {
		t.Fatal(done)
	}
	theirs := *p
	theirs.key = key
	theirs.refused(post("/converse", encode(t, map[string]any{"state": state, "message": "place the order"})), InvalidState)
	reply := theirs.turn(map[string]any{"message": "place the order"})
	for _, e := range reply.Errands {
		if e.Status != "declined" {
			t.Errorf("somebody else's basket: %+v", e)
		}
	}
}

// Whatever is sent about errands, the answer keeps the contract and is no fault of the
// shop's; nothing is ordered that was not confirmed.
func FuzzErrand(f *testing.F) {
	p, store, _ := till(f)
	_, state := p.one(map[string]any{"state": p.turn(map[string]any{"message": "backpack"}).State, "message": "put the first one in my basket"}, "done")
	asks, state := p.one(map[string]any{"state": state, "message": "place the order"}, statusAsks)
	for _, text := range []string{
		`{"id": "ID", "drop": true}`, `{"id": "ID", "confirm": true}`, `{"id": "ID", "answers": [{"question": "name", "text": "\u0000"}, {"question": "zip", "none": true}]}`,
		`{"id": "ID", "answers": [{"question": "street", "options": [9007199254740993]}]}`, `{"id": 3}`, `[]`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		act := strings.ReplaceAll(text, `"ID"`, encode(t, asks.ID))
		q := *p
		q.t = t
		if w := q.send(post("/converse", `{"state": `+encode(t, state)+`, "errand": `+act+`}`)); w.Code >= 500 {
			t.Fatalf("%s is answered %d: %s", act, w.Code, w.Body)
		}
		if all, err := store.Orders(context.Background(), Person(p.api.Sealer, known.Holder())); err != nil || len(all) > 0 {
			t.Fatalf("%s leads to %+v, %v", act, all, err)
		}
	})
}
