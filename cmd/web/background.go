package main

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"shopclerk/agent/language"
)

// work starts what goes on behind the pages: writing down what shoppers do with
// products, deleting what is too old, and following imports and settings. It goes on until stop
// is called, which waits until what the last pages noted is written.
func (s *server) work(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx)) // pages go on a little after a signal
	var running sync.WaitGroup
	running.Go(func() { s.recorder.Run(ctx) })
	running.Go(func() {
		follow(ctx, time.Tick(followCatalogue), reopenAfter, "the shop goes on with the catalogue it has", s.live.Refresh)
	})
	running.Go(func() {
		follow(ctx, time.Tick(followEvery), 0, "the settings stay as they were", s.versions.Refresh)
	})
	running.Go(func() {
		follow(ctx, time.Tick(countEvery), 0, "what shoppers answered stays as it was counted", s.count)
	})
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

const (
	// followEvery is how often the settings are looked at.
	followEvery = time.Second
	// countEvery is how often answers are counted: some thousand forms make a difference.
	countEvery = 5 * time.Minute
	// followCatalogue is how often an import that ended, and prices that were set, are looked
	// for, which looks at two files. Prices are to be sold at within a second.
	followCatalogue = 300 * time.Millisecond
	// reopenAfter is how many ticks are left out after a catalogue that could not be opened:
	// trying again each second would cost more than the shop.
	reopenAfter = 30
)

// follow refreshes at every tick until ctx is done, but leaves out rest ticks after an error.
// An error is logged as the trouble that it makes, once for as long as it stays the same.
func follow(ctx context.Context, ticks <-chan time.Time, rest int, trouble string, refresh func(context.Context) error) {
	said, resting := "", 0
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		}
		if resting--; resting >= 0 {
			continue
		}
		err := refresh(ctx)
		if err != nil {
			resting = rest
		}
		switch {
		case err == nil:
			said = ""
		case ctx.Err() == nil && err.Error() != said:
			said = err.Error()
			slog.Error(trouble, "error", err)
		}
	}
}
