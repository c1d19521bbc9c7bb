// Package intake takes the patches of products that programs send.
package intake

import (
	"context"
	"log/slog"
	"time"

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
// hundred times a second, however little.
type Intake struct {
	dir   string
	queue chan sent
	poke  func() // has what is new in the data directory be sold
}

// sent are a request's patches; done gets what became of them.
type sent struct {
	patches []patch.Patch
	done    chan<- error
}

// New returns what takes patches into a data directory, and calls poke when something new is
// there to be sold.
func New(dir string, poke func()) *Intake {
	return &Intake{dir: dir, queue: make(chan sent, waitingFeeds), poke: poke}
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
	err := index.AppendPatches(f.dir, patches)
	for _, s := range together {
		s.done <- err
	}
	if _, err := index.CompactPatches(f.dir); err != nil {
		slog.Error("the patches are not compacted", "error", err)
	}
}
