// Package counter is where orders are taken and changed: it declares what can be done
// with a shopper's basket and orders as tools ([Counter.Tools]), for package tools to
// decide when to ask and when to act, and carries calls out ([Counter.Execute]).
//
// One function an action serves for both: the check that says beforehand why a call is
// impossible runs the very rule of package orders that the store runs when it is done.
// What a person confirms is in the call: a basket that has changed since makes another
// call, which has to be confirmed anew.
package counter

import (
	"context"

	"shopclerk/agent/shop/orders"
	"shopclerk/agent/tools"
	"shopclerk/words"
)

// Names of the tools.
const (
	AddToBasket      = "add_to_basket"
	RemoveFromBasket = "remove_from_basket"
	ChangeBasket     = "change_basket_quantity"
	ShowBasket       = "show_basket"

	PlaceOrder  = "place_order"
	OrderStatus = "order_status"
	CancelOrder = "cancel_order"
	ReturnItems = "return_items"
)

// Everything is the product of RemoveFromBasket that stands for all there is in it.
const Everything = "all"

// Names of parameters beside the [orders.Part]s.
const (
	paramOrder    = string(orders.TheOrder)
	paramItems    = string(orders.TheItems)
	paramVariant  = string(orders.TheVariant)
	paramQuantity = string(orders.TheQuantity)
	paramBasket   = string(orders.TheBasket)
	paramStreet   = string(orders.TheAddress)
	paramName     = string(orders.TheName)
	paramProduct  = string(orders.TheProduct)
	paramEmail    = "email"
	paramPayment  = "payment"
	paramReason   = "reason"
	paramExtra    = "extra"
	paramZip      = "zip"
	paramCity     = "city"
	paramRegion   = "region"
	paramCountry  = "country"
)

// Payment is the parameter of how something is paid for.
const Payment = paramPayment

// AddressLines are the parameters of an address that can not be left out.
var AddressLines = []string{paramStreet, paramZip, paramCity}

// Counter serves one shopper, as things stand in its snapshot: make it anew when they
// have changed. It is immutable.
type Counter struct {
	now   Snapshot
	words *words.Language
	shop  Shop // for Execute alone
}

// New returns the counter of a snapshot, which says what it says in a language.
func New(now Snapshot, w *words.Language, shop Shop) *Counter {
	if len(now.Person.Payments) == 0 {
		now.Person.Payments = []orders.Payment{{ID: "invoice", Label: w.T("orders.invoice")}}
	}
	return &Counter{now: now, words: w, shop: shop}
}

// At is the counter of a shopper as things stand.
func (s Shop) At(ctx context.Context, who Shopper, w *words.Language) (*Counter, error) {
	now, err := s.Look(ctx, who)
	if err != nil {
		return nil, err
	}
	return New(now, w, s), nil
}

// action is what a tool does to an order, given the arguments that are known.
type action func(orders.Order, tools.Arguments) (orders.Order, error)

// actions returns the actions on orders, by tool.
func (c *Counter) actions() map[string]action {
	return map[string]action{
		CancelOrder: func(o orders.Order, a tools.Arguments) (orders.Order, error) { return o.Cancel(a.Text(paramReason)) },
		ReturnItems: func(o orders.Order, a tools.Arguments) (orders.Order, error) {
			return o.Return(a.List(paramItems), a.Text(paramPayment))
		},
	}
}

// order returns the order that a call is about.
func (c *Counter) order(a tools.Arguments) (orders.Order, bool) {
	for _, o := range c.now.Orders {
		if o.ID == a.Text(paramOrder) {
			return o, true
		}
	}
	return orders.Order{}, false
}
