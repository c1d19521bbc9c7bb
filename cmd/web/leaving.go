package main

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"shopclerk/agent"
	"shopclerk/agent/desk/insight"
	"shopclerk/agent/shop/orders/counter"
)

const (
	// leavingAfter is how long after the start it is learned where shoppers leave: by then
	// those who waited are served.
	leavingAfter = time.Minute
	leavingEvery = 24 * time.Hour
	// leavingDays is how far back.
	leavingDays = 90
)

// leaving teaches a tally, once a day, at which questions shoppers leave: all but a few
// conversations are as they were the day before.
type leaving struct {
	source insight.Source
	tally  *agent.Tally
}

// run learns until ctx is done. An error is logged, and what was learned before stays.
func (l leaving) run(ctx context.Context, now func() time.Time) {
	for wait := leavingAfter; ; wait = leavingEvery {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		if err := l.learn(ctx, now()); err != nil && ctx.Err() == nil {
			slog.Error("learning at which questions shoppers leave", "error", err)
		}
	}
}

// learn reads the journal, whose facts are not kept: this is the only use of them in a shop
// without a desk.
func (l leaving) learn(ctx context.Context, now time.Time) error {
	book := insight.NewBook(l.source, counter.Personal)
	if err := book.Refresh(ctx); err != nil {
		return fmt.Errorf("reading conversations: %w", err)
	}
	var left []agent.Left
	for _, q := range insight.Questions(book.Facts(insight.Period{From: now.AddDate(0, 0, -leavingDays), To: now})) {
		left = append(left, agent.Left{Category: q.Category, Aspect: q.Aspect, Excess: q.Excess, Shown: q.Shown})
	}
	l.tally.Learn(left)
	return nil
}
