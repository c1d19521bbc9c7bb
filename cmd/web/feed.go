package main

import (
	"context"
	"log/slog"
	"sync"

	"shopclerk/agent/fleet"
	"shopclerk/catalog/patch"
	"shopclerk/search/index"
)

const (
	// waitingFeeds is how many requests' patches wait for the disk at most. Whoever
	// comes then waits to wait, until the request's time is over.
	waitingFeeds = 64
	// togetherFeeds is how many requests' patches one flush of the disk takes at most.
	togetherFeeds = 64
)

// feed writes patches down, those of several requests at once: a disk flushes some
// hundred times a second, however little. In a fleet they are written down for all
// processes, and each takes what is new there into its own data directory, in one order.
type feed struct {
	dir   string
	queue chan sent
	fleet *fleet.Fleet // nil: the process is alone
	poke  func()       // has what is new in the data directory be sold

	mu sync.Mutex
	at index.Position // up to where the fleet's patches are in the data directory
}

// sent are a request's patches; done gets what became of them.
type sent struct {
	patches []patch.Patch
	done    chan<- error
}

func newFeed(dir string, f *fleet.Fleet, poke func()) *feed {
	return &feed{dir: dir, queue: make(chan sent, waitingFeeds), fleet: f, poke: poke}
}

// patch waits until patches are kept for good. When ctx is done first, they may be kept
// or not: sent again they do no harm.
func (f *feed) patch(ctx context.Context, patches []patch.Patch) error {
	done := make(chan error, 1)
	select {
	case f.queue <- sent{patches, done}:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// run writes down what is sent until ctx is done, and then what is left.
func (f *feed) run(ctx context.Context) {
	for {
		select {
		case first := <-f.queue:
			f.write(ctx, first)
		case <-ctx.Done():
			for len(f.queue) > 0 {
				f.write(ctx, <-f.queue)
			}
			return
		}
	}
}

func (f *feed) write(ctx context.Context, first sent) {
	together := []sent{first}
	patches := first.patches
	for len(together) < togetherFeeds {
		select {
		case next := <-f.queue:
			together, patches = append(together, next), append(patches, next.patches...)
			continue
		default:
		}
		break
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), requestTime)
	defer cancel()
	err := f.keep(ctx, patches)
	for _, s := range together {
		s.done <- err
	}
	if _, err := index.CompactPatches(f.dir); err != nil {
		slog.Error("the patches are not compacted", "error", err)
	}
}

// keep writes patches down for good. Where they are in the fleet they are kept: what this
// process can not take at once it takes later.
func (f *feed) keep(ctx context.Context, patches []patch.Patch) error {
	if f.fleet == nil {
		return index.AppendPatches(f.dir, patches)
	}
	if err := f.fleet.Append(ctx, patches); err != nil {
		return err
	}
	if err := f.pull(ctx); err != nil {
		slog.Error("patches are kept, and hold here later", "error", err)
	}
	return nil
}

// join finds out up to where the data directory has the fleet's patches, and takes the rest.
// What was patched before the catalogue's feed was read is the feed's to say.
func (f *feed) join(ctx context.Context, begun int64) error {
	at, err := index.TakePatches(f.dir, index.Position{}, nil)
	if err != nil {
		return err
	}
	at.Sequence = max(at.Sequence, begun)
	f.mu.Lock()
	f.at = at
	f.mu.Unlock()
	return f.pull(ctx)
}

// pull takes what is new in the fleet.
func (f *feed) pull(ctx context.Context) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.take(ctx)
}

func (f *feed) take(ctx context.Context) error {
	for {
		list, err := f.fleet.After(ctx, f.at.Sequence)
		if err != nil || len(list) == 0 {
			return err
		}
		if f.at, err = index.TakePatches(f.dir, f.at, list); err != nil {
			return err
		}
		f.poke()
	}
}

// reaches looks for a patch of the fleet, and reports whether the data directory has it, or
// may have it in a moment because somebody looks already.
func (f *feed) reaches(ctx context.Context, sequence int64) bool {
	if !f.mu.TryLock() {
		return true
	}
	defer f.mu.Unlock()
	if f.at.Sequence < sequence {
		_ = f.take(ctx) // whoever pulls at every tick tells of trouble
	}
	return f.at.Sequence >= sequence
}

// catchUpFeed has the shop open with what other processes patched.
func (s *server) catchUpFeed(ctx context.Context) error {
	g, release := s.live.Pin()
	defer release()
	if s.fleet == nil || !g.Patchable {
		return nil
	}
	if err := s.feed.join(ctx, g.Begun); err != nil {
		return err
	}
	_, err := s.live.Refresh(ctx)
	return err
}

// patch is what the API calls: see [feed.patch].
func (s *server) patch(ctx context.Context, patches []patch.Patch) error {
	return s.feed.patch(ctx, patches)
}
