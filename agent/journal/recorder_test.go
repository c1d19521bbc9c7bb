package journal_test

import (
	"context"
	"testing"
	"time"

	"go.uber.org/goleak"

	"shopclerk/agent/journal"
)

// What finds the queue full is dropped and counted; what was noted is on disk once
// the recorder has ended.
func TestRecorder(t *testing.T) {
	book := fresh(t)
	lost := map[journal.Loss]int{}
	r := journal.NewRecorder(book, func(why journal.Loss) { lost[why]++ })
	const beyond = 3
	noted := 0
	for ; lost[journal.QueueFull] < beyond; noted++ { // nobody writes yet
		r.Note(journal.Interaction{Session: alice, Act: journal.Opened, Product: "p1", At: time.Now()})
	}
	before := goleak.IgnoreCurrent()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	r.Run(ctx)
	if written := len(export(t, book, alice).Interactions); written != noted-beyond || written == 0 {
		t.Errorf("%d written, %d noted", written, noted)
	}
	goleak.VerifyNone(t, before)
}

// Waiting for a recorder that is stuck ends with the request.
func TestFlushEndsWithItsContext(t *testing.T) {
	r := journal.NewRecorder(fresh(t), nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := r.Flush(ctx); err == nil {
		t.Error("flushed, and nobody writes")
	}
}
