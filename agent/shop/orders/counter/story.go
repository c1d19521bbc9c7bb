package counter

import (
	"encoding/json"
	"strings"
	"time"

	"shopclerk/agent/shop/orders"
	"shopclerk/agent/tools"
	"shopclerk/words"
)

// What the keepers of a shop do with an order, as the trail names it.
const (
	ShipOrder    = "ship_order"
	DeliverOrder = "deliver_order"
)

// Declared are all tools there are, for who wants their names and titles: of a shopper
// who has nothing.
func Declared(w *words.Language) []tools.Tool {
	c := New(Snapshot{}, w, Shop{})
	return append(c.basketTools(nil), c.orderTools()...)
}

// Possible are the tools that can be used with an order as it stands, in the order of
// their declaration.
func (c *Counter) Possible(order string) []string {
	a := tools.Arguments{paramOrder: order}
	o, known := c.order(a)
	if !known {
		return nil
	}
	act := c.actions()
	out := []string{OrderStatus}
	for _, name := range []string{CancelOrder, ReturnItems} {
		if c.can(name, act[name], o) {
			out = append(out, name)
		}
	}
	return out
}

// can reports whether there is something that an action is possible with in an order.
func (c *Counter) can(name string, act action, o orders.Order) bool {
	a := tools.Arguments{paramOrder: o.ID}
	if name == ReturnItems {
		return len(c.possible(act, a)(orders.TheItems)) > 0
	}
	return c.try(act, o, a)
}

// Article is what an article is called, with what tells it from other variants.
func Article(w *words.Language, a orders.Article) string { return speaker{w}.article(a) }

// Day is a day as it is said of an order.
func Day(w *words.Language, t time.Time) string { return speaker{w}.day(t) }

// Story tells what was done to an order or a person, in a few words.
func Story(w *words.Language, e orders.Event) string {
	var call tools.Call
	var o orders.Order
	if json.Unmarshal(e.Call, &call) != nil || string(e.After) == "{}" {
		return w.T("orders.story-erased")
	}
	if json.Unmarshal(e.After, &o) != nil {
		return w.T("orders.story-changed")
	}
	s, a := speaker{w}, call.Arguments
	switch call.Tool {
	case PlaceOrder:
		return w.T("orders.story-placed", "Items", s.lines(o.Lines, true))
	case CancelOrder:
		return w.T("orders.story-cancelled")
	case ShipOrder:
		if len(o.Tracking) > 0 {
			return w.T("orders.story-parcel", "Number", strings.Join(o.Tracking, ", "))
		}
		return w.T("orders.story-shipped")
	case DeliverOrder:
		return w.T("orders.story-delivered")
	case ReturnItems:
		return w.T("orders.story-returning", "Items", s.lines(chosen(o, a.List(paramItems)), false))
	}
	return w.T("orders.story-changed")
}
