package main

import (
	"context"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"shopclerk/agent/language"
	"shopclerk/cmd/internal/live"
	"shopclerk/cmd/web/internal/desk"
	"shopclerk/cmd/web/internal/digest"
	"shopclerk/cmd/web/internal/retention"
	"shopclerk/cmd/web/internal/supply"
	"shopclerk/words"
)

// work starts what goes on behind the pages: writing down what shoppers do with
// products, deleting what is too old, following what another process's merchandisers
// set, what is imported and what the shop's file tells of it, and reading the journal for the desk. It
// goes on until stop is called, which waits until what the last pages noted is written.
func (s *server) work(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx)) // pages go on a little after a signal
	var running sync.WaitGroup
	if s.config.JournalMaxMB > 0 {
		written := retention.Notice(s.journal)
		running.Go(func() { retention.Ceiling(s.config.JournalMaxMB<<20).Hold(ctx, s.journal, written) })
	}
	running.Go(func() { s.recorder.Run(ctx) })
	running.Go(func() {
		follow(ctx, time.Tick(desk.FollowEvery), "the clerk does not follow the controls", s.board.Refresh)
	})
	running.Go(func() { s.intake.Run(ctx) })
	running.Go(func() { s.live.Follow(ctx, time.Tick(live.FollowEvery)) })
	if s.supply != nil {
		running.Go(func() { s.supply.Run(ctx, time.Tick(supply.Every)) })
	}
	running.Go(func() { s.live.Mend(ctx, time.Tick(live.MendEvery)) })
	if s.tally != nil {
		running.Go(func() { leaving{s.journal, s.tally}.run(ctx, time.Now) })
	}
	if s.shop != nil {
		running.Go(func() {
			follow(ctx, time.Tick(desk.FollowEvery), "what the shop tells of itself stays as it was", s.shop.Refresh)
		})
	}
	if s.desk != nil {
		running.Go(func() { s.desk.Warm(ctx) })
		if s.config.Digest != "" {
			d := &digest.Digest{To: s.config.Digest, Told: filepath.Join(s.config.Data, toldFile), Shop: s.config.Name, Language: words.Lookup(s.config.Language), Book: s.desk.Insight}
			running.Go(func() { d.Run(ctx, time.Now) })
		}
	}
	running.Go(language.Warm)
	running.Go(func() {
		keep := retention.Retention{Days: s.config.KeepDays, TextDays: s.config.KeepTextDays, BasketDays: sessionDays}
		keep.Run(ctx, s.keptFiles.precious(), time.Tick(retention.Every))
	})
	return func() {
		cancel()
		running.Wait()
		s.handover.Close()
	}
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
