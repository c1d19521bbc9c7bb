// Package belongings hands out and deletes all that the shop keeps of one shopper,
// wherever it lies.
package belongings

import (
	"context"
	"fmt"
	"math"
	"time"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	ordersdb "shopclerk/agent/shop/orders/sqlite"
	"shopclerk/cmd/web/internal/retention"
)

// Places are where it lies.
type Places struct {
	retention.Kept
	// Flush waits until what shoppers did a moment ago is in the journal: it is theirs too,
	// and would come after what deletes the rest.
	Flush func(context.Context) error
}

// Record is all that is kept of a shopper, as it is stored.
type Record struct {
	*journal.Export
	Basket []Line          `json:"basket"`
	Orders ordersdb.Record `json:"orders"`
}

// Line is a line of a basket as it is stored.
type Line struct {
	Product  string    `json:"product"`
	Title    string    `json:"title"`
	Quantity int       `json:"quantity"`
	Price    int64     `json:"price_minor"` // of one when it was put in, in minor units; 0 with no currency: unknown
	Currency string    `json:"currency,omitempty"`
	Added    time.Time `json:"added"`
}

// Export returns all that is kept under an id. An id that is unknown, or none, has nothing.
func (p Places) Export(ctx context.Context, id string) (*Record, error) {
	if err := p.Flush(ctx); err != nil {
		return nil, fmt.Errorf("exporting a session: %w", err)
	}
	all := &Record{Basket: []Line{}}
	var err error
	if all.Export, err = p.Journal.Export(ctx, id); err != nil {
		return nil, err
	}
	lines, err := p.Baskets.Lines(ctx, id)
	if err != nil {
		return nil, err
	}
	for _, l := range lines {
		all.Basket = append(all.Basket, Line{l.Product, l.Title, l.Quantity, l.Price.Minor, l.Price.Currency, l.Added})
	}
	if all.Orders, err = p.Orders.Export(ctx, id); err != nil {
		return nil, err
	}
	return all, nil
}

// Delete deletes all that is kept under an id, as [Places.Export] tells it, and what was
// tallied of it. What was
// sold stays, of nobody, and who is still waiting for it: see [ordersdb.Store.Erase].
func (p Places) Delete(ctx context.Context, id string, tally *agent.Tally) error {
	if err := p.Flush(ctx); err != nil {
		return fmt.Errorf("deleting a session: %w", err)
	}
	recent, err := p.Journal.Recent(ctx, id, math.MaxInt)
	if err != nil {
		return err
	}
	var tallied [][]memory.Exchange
	for _, r := range recent {
		conversation, err := p.Journal.Load(ctx, r.ID)
		if err != nil {
			continue // damaged: it was not tallied either
		}
		tallied = append(tallied, conversation.Exchanges)
	}
	if err := p.Journal.DeleteSession(ctx, id); err != nil {
		return err
	}
	if err := p.Baskets.Delete(ctx, id); err != nil {
		return err
	}
	for _, exchanges := range tallied {
		tally.Remove(exchanges, 0)
	}
	_, err = p.Orders.Erase(ctx, id)
	return err
}
