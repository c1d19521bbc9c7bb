package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/orders/counter"
	"shopclerk/agent/shop/orders/sqlite"
	"shopclerk/agent/tools"
)

// shipCommand gives an order to the carrier.
type shipCommand struct {
	data
	Order    string   `arg:"" help:"Number of the order."`
	Tracking []string `placeholder:"NUMBER" help:"Number of the parcel; may be given several times."`
}

// Run implements kong's command.
func (c *shipCommand) Run(ctx context.Context, s streams) error {
	args := tools.Arguments{"order": c.Order}
	if len(c.Tracking) > 0 {
		args["tracking"] = c.Tracking
	}
	return c.serve(ctx, s, tools.Call{Tool: counter.ShipOrder, Arguments: args}, func(o orders.Order) (orders.Order, error) { return o.Ship(c.Tracking...) })
}

// deliverCommand says that an order has arrived.
type deliverCommand struct {
	data
	Order string `arg:"" help:"Number of the order."`
}

// Run implements kong's command.
func (c *deliverCommand) Run(ctx context.Context, s streams) error {
	return c.serve(ctx, s, tools.Call{Tool: counter.DeliverOrder, Arguments: tools.Arguments{"order": c.Order}}, orders.Order.Deliver)
}

// serve does something to the order that a call names, for the shop.
func (d data) serve(ctx context.Context, s streams, call tools.Call, by func(orders.Order) (orders.Order, error)) (err error) {
	store, err := d.open(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	text, err := json.Marshal(call)
	if err != nil {
		return err
	}
	id := call.Arguments.Text("order")
	o, err := store.Serve(ctx, orders.Act{Key: rand.Text(), Person: sqlite.Keeper, Call: text}, id, by)
	switch r := (*orders.Refusal)(nil); {
	case errors.As(err, &r):
		return fmt.Errorf("order %s is %s and stays so: %s", id, r.Status, remedies[r.Because])
	case errors.Is(err, orders.ErrNone):
		return fmt.Errorf("there is no order %s in %s: orders list tells which there are", id, d.Data)
	case err != nil:
		return err
	}
	_, err = fmt.Fprintf(s.out, "order %s is %s\n", o.ID, o.Status)
	return err
}

// remedies say what can be done about what the rules refuse.
var remedies = map[orders.Because]string{
	orders.NotPlaced:  "only a placed order is shipped",
	orders.NotShipped: "only a shipped order is delivered; ship it first",
}

// listCommand tells of everybody's orders.
type listCommand struct {
	data
	Status string `placeholder:"STATUS" help:"Only orders in this status: placed, shipped, delivered, cancelled, return requested, exchange requested."`
	Trail  bool   `help:"Tell what was done to each, and by whom."`
	Most   int    `default:"100" help:"Orders at most, the newest."`
}

// Run implements kong's command.
func (c *listCommand) Run(ctx context.Context, s streams) (err error) {
	status := orders.Status(strings.ToLower(c.Status))
	if c.Status != "" && !slices.Contains(orders.Statuses(), status) {
		return fmt.Errorf("%w: there is no status %q: choose one of %v", errUsage, c.Status, orders.Statuses())
	}
	if c.Most < 1 {
		return fmt.Errorf("%w: --most %d: list at least 1 order", errUsage, c.Most)
	}
	store, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	all, total, err := store.Page(ctx, status, 0, c.Most)
	if err != nil {
		return err
	}
	t := newTable(s.out)
	for _, o := range all {
		t.order(o)
		if !c.Trail {
			continue
		}
		trail, err := store.TrailOf(ctx, o.ID)
		if err != nil {
			return err
		}
		for _, e := range trail {
			t.event(e, e.Person)
		}
	}
	if err := t.Flush(); err != nil || len(all) == total {
		return err
	}
	_, err = fmt.Fprintf(s.notes, "the newest %d of %d orders: --most lists more\n", len(all), total)
	return err
}
