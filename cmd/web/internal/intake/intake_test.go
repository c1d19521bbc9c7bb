package intake

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"shopclerk/catalog/patch"
	"shopclerk/search/index"
)

// Patches that were acknowledged are in the data directory, those that waited at the end
// too; whoever can not wait any longer is told so.
func TestIntake(t *testing.T) {
	leaks := goleak.IgnoreCurrent()
	dir := t.TempDir()
	in := New(dir, func() {})
	one := func(n int) []patch.Patch {
		stock := n
		return []patch.Patch{{ID: fmt.Sprint("p", n), Version: 1, Stock: &stock}}
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	for range waitingFeeds {
		in.queue <- sent{one(0), make(chan error, 1)}
	}
	if err := in.Patch(gone, one(0)); !errors.Is(err, context.Canceled) {
		t.Errorf("the queue is full: %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); in.Run(ctx) }()
	var sending sync.WaitGroup
	const senders = 3 * togetherFeeds
	for n := 1; n < senders; n++ {
		sending.Go(func() {
			if err := in.Patch(t.Context(), one(n)); err != nil {
				t.Error(err)
			}
		})
	}
	sending.Wait()
	stop()
	<-ended
	late := make(chan error, 1)
	in.queue <- sent{one(senders), late}
	in.Run(ctx) // which has ended
	if err := <-late; err != nil {
		t.Error(err)
	}
	kept, _, err := index.ReadPatches(dir, index.Position{})
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	for _, l := range kept {
		there[l.Patch.ID] = true
	}
	if len(there) != senders+1 {
		t.Errorf("%d products are patched, want %d", len(there), senders+1)
	}
	goleak.VerifyNone(t, leaks)
}

// What can not be written is told to all who sent it.
func TestIntakeFails(t *testing.T) {
	in := New("/dev/null/no such folder", func() {})
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { in.Run(ctx) })
	if err := in.Patch(t.Context(), []patch.Patch{{ID: "p1", Version: 1, Delete: true}}); err == nil {
		t.Error("kept where nothing can be")
	}
	stop()
	running.Wait()
}
