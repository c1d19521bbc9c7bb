package tools

import (
	"fmt"
	"strings"
	"testing"
)

// counter is a small shop: its orders are all the state that tools depend on.
type counter struct{ orders []order }

type order struct {
	id, label, status string
	price, date       float64
	items             []string
}

func newCounter() *counter {
	return &counter{orders: []order{
		{"W1001", "Desk lamp, black", "open", 39, 20100, []string{"lamp"}},
		{"W1002", "Floor lamp, brass", "open", 129, 20110, []string{"lamp", "bulb"}},
		{"W1003", "Office chair", "shipped", 240, 20050, []string{"chair", "armrest"}},
	}}
}

func (c *counter) values(keep func(order) bool) []Value {
	var out []Value
	for _, o := range c.orders {
		if keep(o) {
			out = append(out, Value{Of: o.id, Label: o.label, Traits: map[string]float64{"price": o.price, "date": o.date}})
		}
	}
	return out
}

func (c *counter) find(id string) *order {
	for i := range c.orders {
		if c.orders[i].id == id {
			return &c.orders[i]
		}
	}
	return nil
}

func (c *counter) tools() []Tool {
	all := func(order) bool { return true }
	open := func(o order) bool { return o.status == "open" }
	orders := Domain{Present: func(Arguments) Domain { return Choice(c.values(all)...) }}
	return []Tool{
		{
			Name: "cancel_order", Title: "cancel an order", Purpose: "Cancels an order that was not shipped yet.",
			Effect: Irreversible,
			Parameters: []Parameter{
				{Name: "order_id", Label: "order", Purpose: "the order to cancel", Domain: orders, Required: true, Importance: 0.9},
				{Name: "reason", Purpose: "why", Domain: oneOf("no longer needed", "ordered by mistake"), Default: "no longer needed"},
			},
			Check: func(a Arguments) []Objection {
				if o := c.find(a.Text("order_id")); o != nil && o.status != "open" {
					return []Objection{{Parameter: "order_id", Reason: "it was " + o.status, Possible: c.values(open)}}
				}
				return nil
			},
			Preview: func(a Arguments) string { return fmt.Sprintf("The order %s is cancelled.", a.Text("order_id")) },
		},
		{
			Name: "order_status", Title: "tell where an order is", Purpose: "Tells where an order is.",
			Parameters: []Parameter{{Name: "order_id", Label: "order", Domain: orders, Required: true}},
		},
		{
			Name: "return_items", Title: "return items", Purpose: "Sends items of a delivered order back.",
			Effect: Changes,
			Parameters: []Parameter{
				{Name: "order_id", Label: "order", Domain: orders, Required: true},
				{Name: "items", Required: true, Domain: Domain{Present: func(a Arguments) Domain {
					var items []string
					for _, o := range c.orders {
						if id := a.Text("order_id"); id == "" || id == o.id {
							items = append(items, o.items...)
						}
					}
					return Several(oneOf(unique(items)...))
				}}},
			},
		},
		{
			Name: "change_quantity", Title: "change how many are in the basket", Purpose: "Sets the number of pieces of a product in the basket.",
			Effect: Changes,
			Parameters: []Parameter{
				{Name: "product", Required: true, Domain: oneOf("kettle", "toaster", "pan")},
				{Name: "quantity", Required: true, Domain: Whole(0, 99)},
			},
		},
		{
			Name: "leave_message", Title: "leave a message", Purpose: "Leaves a message for the shop's people.", Effect: Irreversible,
			Parameters: []Parameter{
				{Name: "message", Required: true, Domain: Words()},
				{Name: "call_back", Label: "day to call back", Domain: Domain{Kind: Date}},
			},
		},
	}
}

func unique(all []string) []string {
	var out []string
	for _, s := range all {
		if !strings.Contains("\x00"+strings.Join(out, "\x00")+"\x00", "\x00"+s+"\x00") {
			out = append(out, s)
		}
	}
	return out
}

func (c *counter) kit(t testing.TB) *Kit {
	t.Helper()
	return newKit(t, c.tools()...)
}

// calls is a task of candidate calls, of which each begins with its tool: "cancel_order order_id=W1001".
func calls(candidates ...string) Task {
	task := Task{ID: "1"}
	for _, c := range candidates {
		tool, rest, _ := strings.Cut(c, " ")
		p := Proposal{Call: Call{Tool: tool, Arguments: Arguments{}}}
		for pair := range strings.SplitSeq(rest, ", ") {
			if name, value, given := strings.Cut(pair, "="); given {
				p.Arguments[name] = value
			}
		}
		task.Candidates = append(task.Candidates, p)
	}
	return task
}

func rule(t testing.TB, name string) Rule {
	t.Helper()
	r, err := NewRule(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
