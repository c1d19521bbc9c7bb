package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"shopclerk/agent/journal"
	"shopclerk/agent/shop"
)

// retention is how long what shoppers leave is stored.
type retention struct {
	days       int // a conversation after its last turn; 0: for ever
	textDays   int // what was typed; 0: as long as its conversation
	basketDays int // a basket that nobody touched; 0: for ever
}

// sweepEvery is how often what is too old is looked for: a day, because the limits are days.
const sweepEvery = 24 * time.Hour

// sweep deletes and redacts what is too old. Orders stay until their owner erases them.
func (r retention) sweep(ctx context.Context, kept keptFiles, now time.Time) error {
	var errs []error
	var told []any
	for _, limit := range []struct {
		days  int
		what  string
		older func(context.Context, time.Time) (int, error)
	}{
		{r.days, "conversations deleted", kept.journal.Prune},
		{r.textDays, "events redacted", kept.journal.Redact},
		{r.basketDays, "basket lines forgotten", kept.sales.Forget},
	} {
		if limit.days <= 0 {
			continue
		}
		n, err := limit.older(ctx, now.AddDate(0, 0, -limit.days))
		if err != nil {
			errs = append(errs, fmt.Errorf("%s after %d days: %w", limit.what, limit.days, err))
		}
		if n > 0 {
			told = append(told, limit.what, n)
		}
	}
	if len(told) > 0 {
		slog.Info("what is too old is gone", told...)
	}
	return errors.Join(errs...)
}

// run sweeps once, and again at every tick, until ctx is done. An error is logged and the next
// sweep tries again.
func (r retention) run(ctx context.Context, kept keptFiles, ticks <-chan time.Time) {
	for now := time.Now(); ; {
		if err := r.sweep(ctx, kept, now); err != nil && ctx.Err() == nil {
			slog.Error("deleting what is too old", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case now = <-ticks:
		}
	}
}

// record is all that is stored of a session.
type record struct {
	*journal.Export
	Basket []shop.Item  `json:"basket"`
	Orders []shop.Order `json:"orders"`
}

// export returns all that is stored of a session, what was done a moment ago included. A
// session that is unknown, or none, has nothing.
func (s *server) export(ctx context.Context, session string) (*record, error) {
	if err := s.recorder.Flush(ctx); err != nil {
		return nil, fmt.Errorf("exporting a session: %w", err)
	}
	talks, err := s.journal.Export(ctx, session)
	if err != nil {
		return nil, err
	}
	lines, err := s.sales.Basket(ctx, session)
	if err != nil {
		return nil, err
	}
	bought, err := s.sales.Orders(ctx, session)
	return &record{talks, append([]shop.Item{}, lines...), append([]shop.Order{}, bought...)}, err
}

// erase deletes all that is stored of a session, as [server.export] tells it. What was sold
// stays, of nobody: see [shop.Store.Erase].
func (s *server) erase(ctx context.Context, session string) error {
	if err := s.recorder.Flush(ctx); err != nil { // it would come after what is deleted
		return fmt.Errorf("deleting a session: %w", err)
	}
	if err := s.journal.DeleteSession(ctx, session); err != nil {
		return err
	}
	return s.sales.Erase(ctx, session)
}
