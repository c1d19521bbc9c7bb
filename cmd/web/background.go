package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"shopclerk/agent/journal"
)

// work starts what goes on behind the pages: writing down what shoppers do with
// products, and deleting what is too old. It goes on until stop is called, which
// waits until what the last pages noted is written.
func (s *server) work(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx)) // pages go on a little after a signal
	ticker := time.NewTicker(sweepEvery)
	var running sync.WaitGroup
	running.Go(func() { s.recorder.run(ctx) })
	running.Go(func() { retention{s.config.KeepDays, s.config.KeepTextDays}.keep(ctx, s.journal, ticker.C) })
	return func() {
		cancel()
		running.Wait()
		ticker.Stop()
	}
}

// retention is how long the journal keeps what shoppers left in it.
type retention struct {
	days     int // a conversation after its last turn; 0: for ever
	textDays int // what was typed; 0: as long as its conversation
}

// sweepEvery is how often what is too old is looked for: a day, because the limits
// are days.
const sweepEvery = 24 * time.Hour

// sweep deletes and redacts what is too old. What the clerk learned from a
// conversation that it deletes stays tallied until the next start.
func (r retention) sweep(ctx context.Context, book *journal.Journal, now time.Time) error {
	var errs []error
	pruned, redacted := 0, 0
	if r.days > 0 {
		var err error
		if pruned, err = book.Prune(ctx, now.AddDate(0, 0, -r.days)); err != nil {
			errs = append(errs, fmt.Errorf("deleting what is older than %d days: %w", r.days, err))
		}
	}
	if r.textDays > 0 {
		var err error
		if redacted, err = book.Redact(ctx, now.AddDate(0, 0, -r.textDays)); err != nil {
			errs = append(errs, fmt.Errorf("redacting what is older than %d days: %w", r.textDays, err))
		}
	}
	if pruned > 0 || redacted > 0 {
		slog.Info("what is too old is gone", "conversations deleted", pruned, "events redacted", redacted)
	}
	return errors.Join(errs...)
}

// keep sweeps once, and again at every tick, until ctx is done. An error is logged
// and the next sweep tries again.
func (r retention) keep(ctx context.Context, book *journal.Journal, ticks <-chan time.Time) {
	for now := time.Now(); ; {
		if err := r.sweep(ctx, book, now); err != nil && ctx.Err() == nil {
			slog.Error("keeping no more than promised", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case now = <-ticks:
		}
	}
}
