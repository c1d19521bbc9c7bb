package main

import (
	"context"
	"log/slog"

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
// hundred times a second, however little.
type feed struct {
	dir   string
	queue chan sent
}

// sent are a request's patches; done gets what became of them.
type sent struct {
	patches []patch.Patch
	done    chan<- error
}

func newFeed(dir string) *feed { return &feed{dir: dir, queue: make(chan sent, waitingFeeds)} }

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
			f.write(first)
		case <-ctx.Done():
			for len(f.queue) > 0 {
				f.write(<-f.queue)
			}
			return
		}
	}
}

func (f *feed) write(first sent) {
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
	err := index.AppendPatches(f.dir, patches)
	for _, s := range together {
		s.done <- err
	}
	if _, err := index.CompactPatches(f.dir); err != nil {
		slog.Error("the patches are not compacted", "error", err)
	}
}

// patch is what the API calls: see [feed.patch].
func (s *server) patch(ctx context.Context, patches []patch.Patch) error {
	return s.feed.patch(ctx, patches)
}
