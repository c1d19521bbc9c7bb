package counter

import (
	"context"
	"slices"

	"shopclerk/agent/orders"
)

// Records are what a snapshot is made of: see package sqlite, whose store keeps them.
type Records interface {
	Person(ctx context.Context, id string) (orders.Person, error)
	Orders(ctx context.Context, person string) ([]orders.Order, error)
	Shelf(ctx context.Context, products ...string) (orders.Shelf, error)
}

// Look takes a person's snapshot. The basket is kept elsewhere and is the caller's to
// put in.
func Look(ctx context.Context, from Records, person string) (Snapshot, error) {
	var now Snapshot
	var err error
	if now.Person, err = from.Person(ctx, person); err != nil {
		return Snapshot{}, err
	}
	if now.Orders, err = from.Orders(ctx, person); err != nil {
		return Snapshot{}, err
	}
	var products []string
	for _, o := range now.Orders {
		for _, l := range o.Lines {
			if !slices.Contains(products, l.Product) {
				products = append(products, l.Product)
			}
		}
	}
	if now.Shelf, err = from.Shelf(ctx, products...); err != nil {
		return Snapshot{}, err
	}
	return now, nil
}
