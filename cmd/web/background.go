package main

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"shopclerk/agent/language"
	"shopclerk/cmd/internal/live"
)

// work starts what goes on behind the pages: writing down what shoppers do with
// products, deleting what is too old, and following what is imported and what the shop's
// file tells of it. It goes on until stop is called, which waits until what the last pages noted is written.
func (s *server) work(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx)) // pages go on a little after a signal
	var running sync.WaitGroup
	running.Go(func() { s.recorder.Run(ctx) })
	running.Go(func() { s.live.Follow(ctx, time.Tick(live.FollowEvery)) })
	running.Go(func() {
		follow(ctx, time.Tick(followEvery), "the settings stay as they were", s.versions.Refresh)
	})
	if s.shop != nil {
		running.Go(func() {
			follow(ctx, time.Tick(followEvery), "what the shop tells of itself stays as it was", s.shop.Refresh)
		})
	}
	running.Go(language.Warm)
	running.Go(func() {
		keep := retention{days: s.config.KeepDays, textDays: s.config.KeepTextDays, basketDays: sessionDays}
		keep.run(ctx, s.keptFiles, time.Tick(sweepEvery))
	})
	return func() {
		cancel()
		running.Wait()
		s.last.Purge()
	}
}

// followEvery is how often the settings and the shop's file are looked at.
const followEvery = time.Second

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
