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

	"shopclerk/agent/orders"
	"shopclerk/agent/tools"
	"shopclerk/words"
)

// Names of the tools.
const (
	PlaceOrder     = "place_order"
	OrderStatus    = "order_status"
	CancelOrder    = "cancel_order"
	ReturnItems    = "return_items"
	ExchangeItem   = "exchange_item"
	ChangeAddress  = "change_address"
	ChangeQuantity = "change_quantity"
	Reorder        = "reorder"
)

// OwnAddress stands for no order, where an address is changed: for the person's own.
const OwnAddress = "own"

// Names of parameters beside the [orders.Part]s.
const (
	paramOrder    = string(orders.TheOrder)
	paramItems    = string(orders.TheItems)
	paramItem     = string(orders.TheItem)
	paramVariant  = string(orders.TheVariant)
	paramQuantity = string(orders.TheQuantity)
	paramBasket   = string(orders.TheBasket)
	paramStreet   = string(orders.TheAddress)
	paramPayment  = "payment"
	paramReason   = "reason"
	paramExtra    = "extra"
	paramZip      = "zip"
	paramCity     = "city"
	paramRegion   = "region"
	paramCountry  = "country"
	paramTo       = "to"
)

// Snapshot is what a shopper has at a moment.
type Snapshot struct {
	Person orders.Person
	Orders []orders.Order // the newest first
	Shelf  orders.Shelf   // variants of the products in Orders
	Basket []orders.Line
}

// Store keeps what is done: see package sqlite, whose store it is.
type Store interface {
	Place(ctx context.Context, act orders.Act, compose func() (orders.Order, error)) (orders.Order, error)
	Change(ctx context.Context, act orders.Act, id string, by func(orders.Order) (orders.Order, error)) (before, after orders.Order, err error)
	Move(ctx context.Context, act orders.Act, by func(orders.Person) (orders.Person, error)) (orders.Person, error)
}

// Counter serves one shopper, as things stand in its snapshot: make it anew when they
// have changed. It is immutable.
type Counter struct {
	now   Snapshot
	words *words.Language
	store Store
}

// New returns the counter of a snapshot, which says what it says in a language. The
// store is for Execute alone.
func New(now Snapshot, w *words.Language, store Store) *Counter {
	if len(now.Person.Payments) == 0 {
		now.Person.Payments = []orders.Payment{{ID: "invoice", Label: w.T("orders.invoice")}}
	}
	return &Counter{now: now, words: w, store: store}
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
		ExchangeItem: func(o orders.Order, a tools.Arguments) (orders.Order, error) {
			return o.Exchange(a.Text(paramItem), a.Text(paramVariant), a.Text(paramPayment), c.now.Shelf)
		},
		ChangeAddress: func(o orders.Order, a tools.Arguments) (orders.Order, error) {
			return o.Send(address(a, o.Address.Country))
		},
		ChangeQuantity: func(o orders.Order, a tools.Arguments) (orders.Order, error) {
			n, ok := a.Number(paramQuantity)
			if !ok {
				n = 1 // possible for every line: the check asks about the rest
			}
			return o.Count(a.Text(paramItem), int(n))
		},
		Reorder: func(o orders.Order, _ tools.Arguments) (orders.Order, error) { return o.Again(c.now.Shelf) },
	}
}

// placed is the order of what is in the basket.
func (c *Counter) placed(a tools.Arguments) (orders.Order, error) {
	to := c.now.Person.Address
	if !to.Complete() {
		to = address(a, to.Country)
	}
	return orders.New(c.now.Person.ID, c.now.Basket, to, a.Text(paramPayment))
}

// address is the address of a call's arguments; a country that was not said is the
// one there was before.
func address(a tools.Arguments, country string) orders.Address {
	to := orders.Address{Street: a.Text(paramStreet), Extra: a.Text(paramExtra), City: a.Text(paramCity),
		Region: a.Text(paramRegion), Zip: a.Text(paramZip), Country: a.Text(paramCountry)}
	if to.Country == "" {
		to.Country = country
	}
	return to
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
