package counter

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"shopclerk/agent/shop/orders"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
)

// Done is the result of a call.
type Done struct {
	Text  string        `json:"text"` // what was done, in a sentence
	Order *orders.Order `json:"order,omitempty"`
	// Total is what Order comes to; nil where a price of it is not known.
	Total *catalog.Price `json:"total,omitempty"`
	// Product and Quantity are what was put in the basket, or how many of it are there
	// now.
	Product  string `json:"product,omitempty"`
	Quantity int    `json:"quantity,omitempty"`
}

// Execute implements [tools.Executor]. The rules are applied
// to the state as it is when the call is carried out, whatever the snapshot was: what
// they refuse then is a [*tools.Failure] and has changed nothing. A repeated key does
// nothing and returns what came of the first.
func (c *Counter) Execute(ctx context.Context, call tools.Call, key string) (Done, error) {
	text, err := json.Marshal(call) // sorts the arguments
	if err != nil {
		return Done{}, err
	}
	act := orders.Act{Key: key, Person: c.now.Person.ID, Call: text}
	done, err := c.carry(ctx, act, call)
	if r := (*orders.Refusal)(nil); errors.As(err, &r) {
		// What is possible instead is not said here: nobody is to cancel another order
		// because it is the only one left. It is asked for.
		f := &tools.Failure{Call: call, Reason: c.say().reason(r)}
		if _, said := call.Arguments[string(r.About)]; said {
			f.Parameter = string(r.About)
		}
		return Done{}, f
	}
	if errors.Is(err, orders.ErrNone) { // no order of the person's, at any rate
		return Done{}, &tools.Failure{Call: call, Parameter: paramOrder, Reason: c.words.T("orders.why-gone")}
	}
	if err != nil {
		return Done{}, err
	}
	if done.Order != nil {
		if total := orders.Total(done.Order.Lines); total.Known() {
			done.Total = &total
		}
	}
	return done, nil
}

func (c *Counter) carry(ctx context.Context, act orders.Act, call tools.Call) (Done, error) {
	a, w := call.Arguments, c.say()
	before, known := c.order(a)
	switch call.Tool {
	case OrderStatus:
		if !known {
			return Done{}, &tools.Failure{Call: call, Parameter: paramOrder, Reason: w.T("orders.why-gone"), Possible: c.orderDomain().Values}
		}
		return Done{Text: w.state(before), Order: &before}, nil
	case ShowBasket:
		return Done{Text: c.told()}, nil
	case AddToBasket, RemoveFromBasket, ChangeBasket:
		return c.fill(ctx, act, call)
	case PlaceOrder:
		return c.place(ctx, act, call)
	}
	change := c.actions()[call.Tool]
	if change == nil {
		return Done{}, fmt.Errorf("there is no tool %q here: use one that Tools declares", call.Tool)
	}
	_, o, err := c.shop.Orders.Change(ctx, act, a.Text(paramOrder), func(o orders.Order) (orders.Order, error) { return change(o, a) })
	if err != nil {
		return Done{}, err
	}
	return Done{Text: c.done(call, o), Order: &o}, nil
}

// ordered says what order was placed.
func (c *Counter) ordered(o orders.Order) Done {
	w := c.say()
	return Done{Text: w.T("orders.done-place", "ID", o.ID, "Items", w.lines(o.Lines, true)), Order: &o}
}

// done says what was done to an order.
func (c *Counter) done(call tools.Call, after orders.Order) string {
	w := c.say()
	if call.Tool == CancelOrder {
		return w.T("orders.done-cancel", "ID", after.ID)
	}
	return w.T("orders.done-return", "ID", after.ID, "Items", w.lines(chosen(after, call.Arguments.List(paramItems)), false))
}
