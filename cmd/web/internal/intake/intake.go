// Package intake takes the patches of products that programs send, and, in a fleet, those
// that were sent to the other processes.
package intake

import (
	"context"
	"log/slog"
	"sync"
	"time"

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
	// writeTime bounds writing them down.
	writeTime = 10 * time.Second
)

// Intake writes patches down, those of several requests at once: a disk flushes some
// hundred times a second, however little. In a fleet they are written down for all
// processes, and each takes what is new there into its own data directory, in one order.
type Intake struct {
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

// New returns what takes patches into a data directory, and calls poke when something new is
// there to be sold. f is nil where the process is alone.
func New(dir string, f *fleet.Fleet, poke func()) *Intake {
	return &Intake{dir: dir, queue: make(chan sent, waitingFeeds), fleet: f, poke: poke}
}

// Patch waits until patches are kept for good. When ctx is done first, they may be kept
// or not: sent again they do no harm.
func (f *Intake) Patch(ctx context.Context, patches []patch.Patch) error {
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

// Run writes down what is sent until ctx is done, and then what is left.
func (f *Intake) Run(ctx context.Context) {
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

func (f *Intake) write(ctx context.Context, first sent) {
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
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeTime)
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
func (f *Intake) keep(ctx context.Context, patches []patch.Patch) error {
	if f.fleet == nil {
		return index.AppendPatches(f.dir, patches)
	}
	if err := f.fleet.Append(ctx, patches); err != nil {
		return err
	}
	if err := f.Pull(ctx); err != nil {
		slog.Error("patches are kept, and hold here later", "error", err)
	}
	return nil
}

// Join finds out up to where the data directory has the fleet's patches, and takes the rest.
// What was patched before the catalogue's feed was read is the feed's to say.
func (f *Intake) Join(ctx context.Context, begun int64) error {
	at, err := index.TakePatches(f.dir, index.Position{}, nil)
	if err != nil {
		return err
	}
	at.Sequence = max(at.Sequence, begun)
	f.mu.Lock()
	f.at = at
	f.mu.Unlock()
	return f.Pull(ctx)
}

// Pull takes what is new in the fleet.
func (f *Intake) Pull(ctx context.Context) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.take(ctx)
}

func (f *Intake) take(ctx context.Context) error {
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

// Reaches looks for a patch of the fleet, and reports whether the data directory has it, or
// may have it in a moment because somebody looks already.
func (f *Intake) Reaches(ctx context.Context, sequence int64) bool {
	if !f.mu.TryLock() {
		return true
	}
	defer f.mu.Unlock()
	if f.at.Sequence < sequence {
		_ = f.take(ctx) // whoever pulls at every tick tells of trouble
	}
	return f.at.Sequence >= sequence
}
