package journal

import (
	"context"
	"log/slog"
	"time"
)

const (
	// queueLength is how many interactions wait for the disk at most: some seconds
	// of a busy shop. Beyond it they are dropped and counted, because a page does not
	// wait for what only the statistics need.
	queueLength = 1024
	// recordTime bounds one interaction: it takes milliseconds, so whatever takes this
	// long is stuck.
	recordTime = 5 * time.Second
)

// Recorder writes down what shoppers do with products, behind the pages' back. Make it
// with [NewRecorder].
type Recorder struct {
	journal *Journal
	queue   chan entry
	lost    func(why Loss)
}

// entry is an interaction, or, where done is set, a mark: done is closed once all
// that was noted before it is on disk or counted as lost.
type entry struct {
	Interaction
	done chan<- struct{}
}

// Loss is why an interaction was lost.
type Loss string

// The losses.
const (
	QueueFull   Loss = "queue full"    // too many waited for the disk
	WriteFailed Loss = "journal error" // the journal did not take it
)

// NewRecorder returns a recorder that reports why interactions are lost, each once.
func NewRecorder(j *Journal, lost func(why Loss)) *Recorder {
	return &Recorder{journal: j, queue: make(chan entry, queueLength), lost: lost}
}

// Note takes an interaction to be written down. It does not wait.
func (r *Recorder) Note(i Interaction) {
	select {
	case r.queue <- entry{Interaction: i}:
	default:
		r.lost(QueueFull)
	}
}

// Flush waits until all that was noted before is on disk, or ctx is done.
func (r *Recorder) Flush(ctx context.Context) error {
	done := make(chan struct{})
	select {
	case r.queue <- entry{done: done}:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Run writes down what is noted until ctx is done, and then what is left.
func (r *Recorder) Run(ctx context.Context) {
	for {
		select {
		case e := <-r.queue:
			r.write(e)
		case <-ctx.Done():
			for len(r.queue) > 0 {
				r.write(<-r.queue)
			}
			return
		}
	}
}

func (r *Recorder) write(e entry) {
	if e.done != nil {
		close(e.done)
		return
	}
	// not the server's context: what was noted before the end is still written
	ctx, cancel := context.WithTimeout(context.Background(), recordTime)
	defer cancel()
	if err := r.journal.Record(ctx, e.Interaction); err != nil {
		r.lost(WriteFailed)
		slog.Error("writing down an interaction", "error", err)
	}
}
