package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"shopclerk/agent/journal"
	"shopclerk/agent/shop/account"
	"shopclerk/cmd/web/internal/desk"
	"shopclerk/cmd/web/internal/digest"
	"shopclerk/words"
)

// work starts what goes on behind the pages: writing down what shoppers do with
// products, deleting what is too old, following what another process's merchandisers
// set, what is imported and what the shop's file tells of it, and reading the journal for the desk. It
// goes on until stop is called, which waits until what the last pages noted is written.
func (s *server) work(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx)) // pages go on a little after a signal
	ticker, following, rereading := time.NewTicker(sweepEvery), time.NewTicker(desk.FollowEvery), time.NewTicker(desk.FollowEvery)
	importing, mending := time.NewTicker(followEvery), time.NewTicker(mendEvery)
	var running sync.WaitGroup
	if s.config.JournalMaxMB > 0 {
		written := notice(s.journal)
		running.Go(func() { ceiling(s.config.JournalMaxMB<<20).hold(ctx, s.journal, written) })
	}
	running.Go(func() { s.recorder.Run(ctx) })
	running.Go(func() { follow(ctx, following.C, "the clerk does not follow the controls", s.board.Refresh) })
	running.Go(func() { s.feed.run(ctx) })
	pulling, feeling := time.NewTicker(followEvery), time.NewTicker(pulseEvery)
	if s.fleet != nil {
		running.Go(func() { s.fleet.Run(ctx) })
		running.Go(func() { follow(ctx, pulling.C, "what other processes patch is not followed", s.feed.pull) })
		running.Go(func() {
			follow(ctx, feeling.C, "shoppers can only look around", func(ctx context.Context) error { return s.pulse.feel(ctx, s.journal.Write) })
		})
	}
	running.Go(func() { s.live.Follow(ctx, importing.C) })
	supplying := time.NewTicker(supplyEvery)
	if s.supply != nil {
		running.Go(func() { s.supply.run(ctx, supplying.C) })
	}
	running.Go(func() { s.mend(ctx, mending.C) })
	if s.tally != nil {
		running.Go(func() { leaving{s.journal, s.tally}.run(ctx, time.Now) })
	}
	if s.shop != nil {
		running.Go(func() { follow(ctx, rereading.C, "what the shop tells of itself stays as it was", s.shop.Refresh) })
	}
	if s.desk != nil {
		running.Go(func() { s.desk.Warm(ctx) })
		if s.config.Digest != "" {
			d := &digest.Digest{To: s.config.Digest, Told: filepath.Join(s.config.Data, toldFile), Shop: s.config.Name, Language: words.Lookup(s.config.Language), Book: s.desk.Insight}
			running.Go(func() { d.Run(ctx, time.Now) })
		}
	}
	running.Go(func() {
		retention{s.config.KeepDays, s.config.KeepTextDays}.keep(ctx, s.keptFiles, ticker.C)
	})
	return func() {
		cancel()
		running.Wait()
		ticker.Stop()
		following.Stop()
		rereading.Stop()
		importing.Stop()
		mending.Stop()
		pulling.Stop()
		feeling.Stop()
		supplying.Stop()
		s.handover.Close()
	}
}

// retention is how much of what shoppers left is kept, and how long.
type retention struct {
	days     int // a conversation after its last turn, a guest without orders; 0: for ever
	textDays int // what was typed; 0: as long as its conversation
}

// sweepEvery is how often what is too old is looked for: a day, because the limits
// are days.
const sweepEvery = 24 * time.Hour

// sweep deletes and redacts what is too old, and returns its room. What
// the clerk learned from a conversation that it deletes stays tallied until the next
// start. Baskets that nobody has touched for as long as a cookie lasts go as well, and
// sign-ins that are over. Orders and accounts stay until their owner erases them; names
// and addresses of people without orders go as conversations do.
func (r retention) sweep(ctx context.Context, kept keptFiles, now time.Time) error {
	var errs []error
	book := kept.journal
	pruned, redacted, people := 0, 0, 0
	if r.days > 0 {
		var err error
		if pruned, err = book.Prune(ctx, now.AddDate(0, 0, -r.days)); err != nil {
			errs = append(errs, fmt.Errorf("deleting what is older than %d days: %w", r.days, err))
		}
	}
	if r.days > 0 {
		var err error
		if people, err = kept.orders.Forget(ctx, now.AddDate(0, 0, -r.days)); err != nil {
			errs = append(errs, fmt.Errorf("forgetting people without orders for %d days: %w", r.days, err))
		}
	}
	if r.textDays > 0 {
		var err error
		if redacted, err = book.Redact(ctx, now.AddDate(0, 0, -r.textDays)); err != nil {
			errs = append(errs, fmt.Errorf("redacting what is older than %d days: %w", r.textDays, err))
		}
	}
	forgotten, err := kept.baskets.Forget(ctx, now.AddDate(0, 0, -sessionDays))
	over, accountErr := kept.accounts.Forget(ctx, now.AddDate(0, 0, -account.SignInDays))
	errs = append(errs, err, accountErr, book.Trim(ctx))
	if pruned > 0 || redacted > 0 || forgotten > 0 || people > 0 || over > 0 {
		slog.Info("what is too old is gone", "conversations deleted", pruned, "events redacted", redacted,
			"basket lines forgotten", forgotten, "people forgotten", people, "sign-ins over", over)
	}
	return errors.Join(errs...)
}

// keep sweeps once, and again at every tick, until ctx is done. An error is logged
// and the next sweep tries again.
func (r retention) keep(ctx context.Context, kept keptFiles, ticks <-chan time.Time) {
	for now := time.Now(); ; {
		if err := r.sweep(ctx, kept, now); err != nil && ctx.Err() == nil {
			slog.Error("keeping no more than promised", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case now = <-ticks:
		}
	}
}

// ceiling is how many bytes the journal has at most, at all times: its file never grows
// beyond, and what is too much of it goes before it is full.
type ceiling int64

// The parts of a ceiling that are left free when old conversations go, and at which they
// do: some hundred turns of a small journal's.
const (
	freed  = 8
	scarce = 16
)

// notice tells of a journal that something was written to it since it was last told. It is
// called before anything is.
func notice(book *journal.Journal) <-chan struct{} {
	written := make(chan struct{}, 1)
	book.Written = func() {
		select {
		case written <- struct{}{}:
		default:
		}
	}
	return written
}

// hold holds the ceiling until ctx is done; written tells that the journal may have grown.
func (c ceiling) hold(ctx context.Context, book *journal.Journal, written <-chan struct{}) {
	err := c.prune(ctx, book)
	if err == nil {
		err = errors.Join(book.Trim(ctx), book.Limit(ctx, int64(c)))
	}
	for said := ""; ; err = c.prune(ctx, book) {
		told := ""
		if err != nil && ctx.Err() == nil {
			told = err.Error()
		}
		if told != said && told != "" {
			slog.Error("the journal can not be held below --journal-max-mb: what shoppers say is answered, but not all of it kept", "error", err)
		}
		said = told
		select {
		case <-ctx.Done():
			return
		case <-written:
		}
	}
}

// prune deletes the oldest conversations where little is left.
func (c ceiling) prune(ctx context.Context, book *journal.Journal) error {
	size, err := book.Size(ctx)
	if err != nil || size <= int64(c-c/scarce) {
		return err
	}
	n, err := book.PruneTo(ctx, int64(c-c/freed))
	if n > 0 {
		slog.Warn("the journal is nearly full: its oldest conversations are gone before their time", "conversations deleted", n)
	}
	return err
}

// follow refreshes at every tick until ctx is done. An error is logged as the trouble
// that it makes, once for as long as it stays the same.
func follow(ctx context.Context, ticks <-chan time.Time, trouble string, refresh func(context.Context) error) {
	said := ""
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		}
		switch err := refresh(ctx); {
		case err == nil:
			said = ""
		case ctx.Err() == nil && err.Error() != said:
			said = err.Error()
			slog.Error(trouble, "error", err)
		}
	}
}
