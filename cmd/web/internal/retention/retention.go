// Package retention keeps no more of what shoppers left than was promised: no longer than
// so many days, and no more than so many bytes.
package retention

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"shopclerk/agent/journal"
	"shopclerk/agent/shop/basket"
	ordersdb "shopclerk/agent/shop/orders/sqlite"
)

// Retention is how much of what shoppers left is kept, and how long.
type Retention struct {
	Days       int // a conversation after its last turn, a guest without orders; 0: for ever
	TextDays   int // what was typed; 0: as long as its conversation
	BasketDays int // a basket that nobody touched; 0: for ever
}

// Kept is what shoppers left.
type Kept struct {
	Journal *journal.Journal
	Baskets *basket.Store
	Orders  *ordersdb.Store
}

// Every is how often what is too old is looked for: a day, because the limits
// are days.
const Every = 24 * time.Hour

// Sweep deletes and redacts what is too old. What
// the clerk learned from a conversation that it deletes stays tallied until the next
// start. Baskets that nobody has touched go as well.
// Orders stay until their owner erases them; names
// and addresses of people without orders go as conversations do.
func (r Retention) Sweep(ctx context.Context, kept Kept, now time.Time) error {
	var errs []error
	older := func(days int, than func(context.Context, time.Time) (int, error), complain string) int {
		if days <= 0 {
			return 0
		}
		n, err := than(ctx, now.AddDate(0, 0, -days))
		if err != nil {
			errs = append(errs, fmt.Errorf(complain, days, err))
		}
		return n
	}
	pruned := older(r.Days, kept.Journal.Prune, "deleting what is older than %d days: %w")
	people := older(r.Days, kept.Orders.Forget, "forgetting people without orders for %d days: %w")
	redacted := older(r.TextDays, kept.Journal.Redact, "redacting what is older than %d days: %w")
	forgotten := older(r.BasketDays, kept.Baskets.Forget, "forgetting baskets of %d days ago: %w")
	if pruned > 0 || redacted > 0 || forgotten > 0 || people > 0 {
		slog.Info("what is too old is gone", "conversations deleted", pruned, "events redacted", redacted,
			"basket lines forgotten", forgotten, "people forgotten", people)
	}
	return errors.Join(append(errs, kept.Journal.Trim(ctx))...)
}

// Run sweeps once, and again at every tick, until ctx is done. An error is logged
// and the next sweep tries again.
func (r Retention) Run(ctx context.Context, kept Kept, ticks <-chan time.Time) {
	for now := time.Now(); ; {
		if err := r.Sweep(ctx, kept, now); err != nil && ctx.Err() == nil {
			slog.Error("keeping no more than promised", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case now = <-ticks:
		}
	}
}
