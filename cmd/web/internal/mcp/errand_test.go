package mcp_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"shopclerk/agent"
	"shopclerk/agent/shop/orders"
	"shopclerk/cmd/web/internal/mcp"
)

// books is the till of the running test, which the server of all of them goes to: making
// a server takes longer than most tests.
var (
	books       atomic.Pointer[till]
	openedStore = sync.OnceValues(func() (*mcp.Server, error) {
		c := opened.config("a")
		c.Counter = func(ctx context.Context, person string) (agent.Counter, error) {
			return books.Load().counter(ctx, person)
		}
		return mcp.New(c)
	})
)

// served is a server with a till of the test's own, and its one person.
func served(t testing.TB) (*mcp.Server, *till, string) {
	t.Helper()
	person := theShop(t).config("a").Sealer.Alias("person", "at this machine")
	server, err := openedStore()
	if err != nil {
		t.Fatal(err)
	}
	own := openTill(t, t.TempDir())
	books.Store(own)
	return server, own, person
}

// errand calls a tool of the counter.
func errand(t testing.TB, session *sdk.ClientSession, tool string, arguments map[string]any) *mcp.ErrandOutput {
	t.Helper()
	out, text := call[mcp.ErrandOutput](t, session, tool, arguments)
	if out.Text == "" || !strings.Contains(text, out.Text) {
		t.Errorf("%s says %q, and in text %q", tool, out.Text, text)
	}
	if (out.Clarification != nil) != (out.Status == "input_required") {
		t.Errorf("%s is %s with %+v", tool, out.Status, out.Clarification)
	}
	return &out
}

// again are the arguments of a call that answers what the call before was asked.
func again(t testing.TB, arguments map[string]any, before *mcp.ErrandOutput, settling map[string]any) map[string]any {
	t.Helper()
	if before.Clarification == nil {
		t.Fatalf("nothing is asked: %+v", before)
	}
	out := maps.Clone(arguments)
	if out == nil {
		out = map[string]any{}
	}
	out["clarification"] = map[string]any{"request_state": before.Clarification.RequestState}
	maps.Copy(out["clarification"].(map[string]any), settling)
	return out
}

// lampID is the id of a lamp, and another's.
func lampIDs(t testing.TB, session *sdk.ClientSession) (one, other string) {
	t.Helper()
	found, _ := call[mcp.SearchOutput](t, session, "search_catalog", search("table lamp"))
	return found.Products[0].ID, found.Products[1].ID
}

// known is what a shopper answers, by the question's id.
var known = map[string]string{"name": "Ann Lee", "street": "Main Street 5", "zip": "12345", "city": "Springfield"}

// fill fills a form in as the shopper would: with what is known, the first choice, or yes.
func fill(t *testing.T, p *sdk.ElicitParams) *sdk.ElicitResult {
	t.Helper()
	var s jsonschema.Schema
	remake(t, p.RequestedSchema, &s)
	content := map[string]any{}
	for id, f := range s.Properties {
		switch {
		case f.Title == "":
			t.Errorf("the field %s has no title", id)
		case f.Type == "boolean":
			content[id] = true
		case f.Type == "array":
			content[id] = []any{titled(t, f.Items.AnyOf)}
		case len(f.OneOf) > 0:
			content[id] = titled(t, f.OneOf)
		case len(f.Enum) > 0:
			content[id] = f.Enum[0]
		case known[id] != "":
			content[id] = known[id]
		}
	}
	return &sdk.ElicitResult{Action: "accept", Content: content}
}

// settled calls a tool until it asks no more, as a client without forms does.
func settled(t *testing.T, session *sdk.ClientSession, tool string, arguments map[string]any) (*mcp.ErrandOutput, map[string]any) {
	t.Helper()
	sent := arguments
	for range 10 {
		out := errand(t, session, tool, sent)
		if out.Clarification == nil {
			return out, sent
		}
		if out.Clarification.Preview != "" {
			sent = again(t, arguments, out, map[string]any{"confirm": true})
			continue
		}
		given := map[string]any{}
		for _, q := range out.Clarification.Questions {
			switch {
			case known[q.ID] != "":
				given[q.ID] = []string{known[q.ID]}
			case len(q.Options) > 0:
				given[q.ID] = []string{q.Options[0].Value}
			}
		}
		sent = again(t, arguments, out, map[string]any{"answers": given})
	}
	t.Fatalf("%s asks without end", tool)
	return nil, nil
}

// An order is placed once its name and address are known and it was confirmed: by forms
// of every version, and by calls of a client that shows none.
func TestOrdering(t *testing.T) {
	for _, version := range []string{stateless, several, single} {
		for _, forms := range []bool{true, false} {
			if version == single && !forms {
				continue // as several
			}
			t.Run(fmt.Sprintf("%s forms %v", version, forms), func(t *testing.T) {
				server, till, person := served(t)
				c := &client{version: version}
				if forms {
					c.answer = func(p *sdk.ElicitParams) *sdk.ElicitResult { return fill(t, p) }
				}
				session := c.inMemory(t, server)
				lamp, _ := lampIDs(t, session)
				c.asked = nil
				if out := errand(t, session, "add_to_basket", map[string]any{"product": lamp, "quantity": 2}); out.Status != "done" {
					t.Fatalf("putting it into the basket: %+v", out)
				}
				out, sent := settled(t, session, "place_order", nil)
				if out.Status != "done" || out.Order == nil || out.Order.Status != "placed" {
					t.Fatalf("ordering: %+v", out)
				}
				placed := till.placed(t, person)
				if len(placed) != 1 || placed[0].ID != out.Order.ID || placed[0].Lines[0].Product != lamp || placed[0].Lines[0].Quantity != 2 {
					t.Fatalf("the orders are %+v", placed)
				}
				if a := placed[0].Address; a.Street != known["street"] || a.Zip != known["zip"] || a.City != known["city"] || placed[0].Name != known["name"] {
					t.Errorf("it goes to %s, %s", placed[0].Name, a)
				}
				if len(c.asked) != 2 && forms {
					t.Errorf("%d forms were shown", len(c.asked))
				}
				if forms && !strings.Contains(c.asked[1].Message, known["street"]) {
					t.Errorf("what is confirmed is %q", c.asked[1].Message)
				}
				if !forms { // what is sent again is done once
					if repeated := errand(t, session, "place_order", sent); repeated.Order == nil || repeated.Order.ID != out.Order.ID {
						t.Errorf("sent again: %+v", repeated)
					}
					if n := len(till.placed(t, person)); n != 1 {
						t.Errorf("there are %d orders", n)
					}
				}
				shown, _ := call[mcp.OrderOutput](t, session, "get_order", map[string]any{"id": out.Order.ID})
				if shown.Order.LineItems[0].Item.ID != lamp || shown.Order.Totals[0].Amount != 2*(*shown.Order.LineItems[0].Item.Price) || shown.Order.Fulfillment.Expectations[0].Destination.Postcode != known["zip"] {
					t.Errorf("it is shown as %+v", shown.Order)
				}
			})
		}
	}
}

// Whoever declines or cancels, at the questions or at the confirmation, has nothing done.
func TestSayingNo(t *testing.T) {
	server, till, person := served(t)
	plain := (&client{version: stateless}).inMemory(t, server)
	lamp, _ := lampIDs(t, plain)
	errand(t, plain, "add_to_basket", map[string]any{"product": lamp})
	for _, version := range []string{stateless, several} {
		for _, round := range []int{1, 2} {
			for action, want := range map[string]string{"decline": "refused", "cancel": "cancelled"} {
				c := &client{version: version}
				c.answer = func(p *sdk.ElicitParams) *sdk.ElicitResult {
					if len(c.asked) == round {
						return &sdk.ElicitResult{Action: action}
					}
					return fill(t, p)
				}
				session := c.inMemory(t, server)
				if out := errand(t, session, "place_order", nil); out.Status != want || out.Order != nil {
					t.Errorf("%s, %s in round %d: %+v", version, action, round, out)
				}
			}
		}
	}
	arguments := map[string]any{"name": "Ann", "street": "Main Street 5", "zip": "12345", "city": "Springfield"}
	out := errand(t, plain, "place_order", again(t, arguments, errand(t, plain, "place_order", arguments), map[string]any{"confirm": false}))
	if out.Status != "refused" {
		t.Errorf("confirm false: %+v", out)
	}
	if placed := till.placed(t, person); len(placed) > 0 {
		t.Errorf("there are orders: %+v", placed)
	}
}

// delivered places an order of two products for a person and delivers it.
func delivered(t testing.TB, till *till, person string, products ...string) orders.Order {
	t.Helper()
	var lines []orders.Line
	for _, p := range products {
		lines = append(lines, orders.Line{Article: orders.Article{ID: p, Product: p, Title: "Lamp " + p}, Quantity: 1})
	}
	to := orders.Address{Street: "Main Street 5", Zip: "12345", City: "Springfield"}
	o, err := orders.New(person, lines, to, "invoice")
	if err != nil {
		t.Fatal(err)
	}
	o.Placed, o.Name = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC), "Ann Lee"
	o.Status = orders.Delivered
	id := "W" + strings.Join(products, "")
	p := orders.Person{ID: person, Name: "Ann Lee", Address: to, Payments: []orders.Payment{{ID: "visa", Label: "Visa 9212"}, {ID: "gift", Label: "Gift card"}}}
	if err := till.orders.Import(context.Background(), orders.World{People: []orders.Person{p}, Orders: []orders.Order{o.Number(id)}}); err != nil {
		t.Fatal(err)
	}
	return o.Number(id)
}

// What has options is asked by choices: of one, or of several. Words do too.
func TestChoices(t *testing.T) {
	for _, version := range []string{stateless, several, single} {
		server, till, person := served(t)
		o := delivered(t, till, person, "A1", "B2", "C3")
		c := &client{version: version}
		c.answer = func(p *sdk.ElicitParams) *sdk.ElicitResult {
			r := fill(t, p)
			if _, ok := r.Content["items"].([]any); ok {
				r.Content["items"] = []any{o.Lines[0].ID, o.Lines[2].ID}
			}
			return r
		}
		out := errand(t, c.inMemory(t, server), "return_items", nil)
		want := []orders.LineState{orders.GoesBack, orders.Kept, orders.GoesBack}
		if version == single { // knows no form of several choices: one it is
			want = []orders.LineState{orders.GoesBack, orders.Kept, orders.Kept}
		}
		var got []orders.LineState
		for _, l := range till.placed(t, person)[0].Lines {
			got = append(got, l.State)
		}
		if out.Status != "done" || !slices.Equal(got, want) {
			t.Errorf("%s: %s leaves %q", version, out.Text, got)
		}
		if a := out.Order; a == nil || len(a.Adjustments) != 1 || a.Adjustments[0].Type != "return" || a.LineItems[1].Status != "fulfilled" {
			t.Errorf("%s: it is shown as %+v", version, a)
		}
	}
	server, till, person := served(t)
	delivered(t, till, person, "A1", "B2")
	session := (&client{version: stateless}).inMemory(t, server)
	asked := errand(t, session, "return_items", map[string]any{"payment": "Gift card", "items": []string{"lamp"}})
	i := -1
	if asked.Clarification != nil {
		i = slices.IndexFunc(asked.Clarification.Questions, func(q mcp.Question) bool { return q.ID == "items" })
	}
	if i < 0 || !asked.Clarification.Questions[i].Multiple || len(asked.Clarification.Questions[i].Options) != 2 {
		t.Fatalf("asked about items that are none: %+v", asked)
	}
	given := map[string]any{"items": []string{"Lamp A1"}} // by its title
	if out := errand(t, session, "return_items", again(t, map[string]any{"payment": "Gift card", "items": []string{"lamp"}}, asked, map[string]any{"answers": given})); out.Clarification == nil || !strings.Contains(out.Clarification.Preview, "Lamp A1") {
		t.Errorf("answered by title: %+v", out)
	}
}

// A state serves the caller, the tool and the arguments that it was given for, for an
// hour; a confirmation, the call that was shown.
func TestErrandStates(t *testing.T) {
	at := &clock{time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)}
	config := theShop(t).config("a")
	till := openTill(t, t.TempDir())
	config.Counter, config.Now = till.counter, at.now
	session := (&client{version: stateless}).inMemory(t, newServer(t, config))
	foreign := theShop(t).config("b")
	foreign.Counter, foreign.Now = till.counter, at.now
	theirs := (&client{version: stateless}).inMemory(t, newServer(t, foreign))
	one, other := lampIDs(t, session)
	arguments := map[string]any{"name": "Ann Lee", "street": "Main Street 5", "zip": "12345", "city": "Springfield"}
	yes := map[string]any{"confirm": true}
	errand(t, session, "add_to_basket", map[string]any{"product": one})
	errand(t, theirs, "add_to_basket", map[string]any{"product": one})
	shown := errand(t, session, "place_order", arguments)
	good := again(t, arguments, shown, yes)
	changed := []byte(shown.Clarification.RequestState)
	changed[len(changed)/2] ^= 1
	with := func(field string, value any) map[string]any {
		out := maps.Clone(good)
		out[field] = value
		return out
	}
	for name, tc := range map[string]struct {
		tool      string
		arguments map[string]any
		want      string
	}{
		"tampered":          {"place_order", with("clarification", map[string]any{"request_state": string(changed), "confirm": true}), "not one that you were given"},
		"of another person": {"place_order", again(t, arguments, errand(t, theirs, "place_order", arguments), yes), "not one that you were given"},
		"other arguments":   {"place_order", with("city", "Shelbyville"), "not one that you were given"},
		"another tool":      {"cancel_order", again(t, nil, shown, yes), "not one that you were given"},
		"no state":          {"place_order", with("clarification", map[string]any{"request_state": "", "confirm": true}), "lack the state"},
		"no answer":         {"place_order", again(t, arguments, shown, nil), "waits for its confirmation"},
		"answers":           {"place_order", again(t, arguments, shown, map[string]any{"answers": map[string]any{"confirm": []string{"true"}}}), "waits for its confirmation"},
		"both":              {"place_order", again(t, arguments, shown, map[string]any{"answers": map[string]any{"name": []string{"Bob"}}, "confirm": true}), "two rounds"},
	} {
		if got := refused(t, session, tc.tool, tc.arguments); !strings.Contains(got, tc.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
	errand(t, session, "add_to_basket", map[string]any{"product": other})
	if out := errand(t, session, "place_order", good); out.Status == "done" {
		t.Errorf("what is ordered is not what was shown: %+v", out)
	}
	fresh := again(t, arguments, errand(t, session, "place_order", arguments), yes)
	at.Time = at.Add(time.Hour)
	if got := refused(t, session, "place_order", fresh); !strings.Contains(got, "expired") {
		t.Errorf("expired: %q", got)
	}
	if placed := till.placed(t, config.Sealer.Alias("person", "at this machine")); len(placed) > 0 {
		t.Errorf("there are orders: %+v", placed)
	}
}

// A call with the client's idempotency key is one errand, however often it is sent.
func TestIdempotencyKey(t *testing.T) {
	server, till, person := served(t)
	session := (&client{version: stateless}).inMemory(t, server)
	lamp, _ := lampIDs(t, session)
	keyed := func(key any) map[string]any {
		return map[string]any{"product": lamp, "meta": map[string]any{"idempotency-key": key}}
	}
	for _, key := range []string{"one", "one", "two"} {
		errand(t, session, "add_to_basket", keyed(key))
	}
	lines, err := till.baskets.Lines(t.Context(), person)
	if err != nil || len(lines) != 1 || lines[0].Quantity != 2 {
		t.Errorf("the basket holds %+v, %v", lines, err)
	}
	for _, key := range []any{"", 3, strings.Repeat("k", 301)} {
		if got := refused(t, session, "add_to_basket", keyed(key)); !strings.Contains(got, "meta.idempotency-key") {
			t.Errorf("the key %v: %q", key, got)
		}
	}
}

// Nobody reaches another's orders, and what is wrong with a call is told with its place.
func TestOthersOrders(t *testing.T) {
	server, till, _ := served(t)
	o := delivered(t, till, "somebody-else", "A1")
	session := (&client{version: stateless}).inMemory(t, server)
	if got := refused(t, session, "get_order", map[string]any{"id": o.ID}); !strings.Contains(got, "no order") {
		t.Errorf("somebody else's order: %q", got)
	}
	for _, tool := range []string{"order_status", "cancel_order", "return_items", "reorder"} {
		out := errand(t, session, tool, map[string]any{"order": o.ID})
		if out.Status == "done" || out.Order != nil || strings.Contains(out.Text, "Lamp") {
			t.Errorf("%s of somebody else's order: %+v", tool, out)
		}
	}
	over := strings.Repeat("a", 1<<20)
	for name, tc := range map[string]struct {
		tool      string
		arguments map[string]any
		want      string
	}{
		"a megabyte":           {"place_order", map[string]any{"name": over}, "maxLength"},
		"a megabyte of state":  {"place_order", map[string]any{"clarification": map[string]any{"request_state": over}}, "maxLength"},
		"a megabyte as a key":  {"place_order", map[string]any{"meta": map[string]any{"idempotency-key": over}}, "meta.idempotency-key"},
		"an unknown argument":  {"cancel_order", map[string]any{"ordre": "S1"}, "ordre"},
		"another kind":         {"add_to_basket", map[string]any{"product": "x", "quantity": "two"}, "quantity"},
		"a long text":          {"cancel_order", map[string]any{"reason": strings.Repeat("a", 301)}, "maxLength"},
		"an answer to nothing": {"cancel_order", map[string]any{"clarification": map[string]any{"request_state": "x"}}, "clarification.request_state"},
	} {
		if got := refused(t, session, tc.tool, tc.arguments); !strings.Contains(got, tc.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// The texts follow the language of the request.
func TestErrandsInGerman(t *testing.T) {
	server, _, _ := served(t)
	session := (&client{version: stateless}).inMemory(t, server)
	english := errand(t, session, "place_order", nil)
	german := errand(t, session, "place_order", map[string]any{"context": map[string]any{"language": "de"}})
	if english.Status != "declined" || german.Status != "declined" || english.Text == german.Text {
		t.Errorf("%q and %q", english.Text, german.Text)
	}
}
