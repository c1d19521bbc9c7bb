package main

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"

	"shopclerk/agent/journal"
	"shopclerk/cmd/web/internal/present"
)

const (
	// queueLength is how many interactions wait for the disk at most: some seconds
	// of a busy shop. Beyond it they are dropped and counted, because a page does not
	// wait for what only the statistics need.
	queueLength = 1024
	// batchLength is how many interactions one flush of the disk takes at most.
	batchLength = 128
	// recordTime bounds one batch: a flush takes milliseconds, so whatever takes this
	// long is stuck.
	recordTime = 5 * time.Second
)

// recorder writes down what shoppers do with products, behind the pages' back.
type recorder struct {
	book  *journal.Journal
	queue chan entry
	lost  *prometheus.CounterVec
}

// entry is an interaction, or, where done is set, a mark: done is closed once all
// that was noted before it is on disk or counted as lost.
type entry struct {
	journal.Interaction
	done chan<- struct{}
}

// Why an interaction was lost.
const (
	lostFull  = "queue full"
	lostError = "journal error"
)

func newRecorder(book *journal.Journal, registry *prometheus.Registry) *recorder {
	r := &recorder{book: book, queue: make(chan entry, queueLength), lost: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "shopclerk_interactions_lost_total", Help: "Interactions with products that were not written down.",
	}, []string{"reason"})}
	r.lost.WithLabelValues(lostFull)
	r.lost.WithLabelValues(lostError)
	registry.MustRegister(r.lost)
	return r
}

// note takes an interaction to be written down. It does not wait.
func (r *recorder) note(i journal.Interaction) {
	select {
	case r.queue <- entry{Interaction: i}:
	default:
		r.lost.WithLabelValues(lostFull).Inc()
	}
}

// flush waits until all that was noted before is on disk, or ctx is done.
func (r *recorder) flush(ctx context.Context) error {
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

// run writes down what is noted until ctx is done, and then what is left.
func (r *recorder) run(ctx context.Context) {
	for {
		select {
		case first := <-r.queue:
			r.write(r.batch(first))
		case <-ctx.Done():
			for len(r.queue) > 0 {
				r.write(r.batch(<-r.queue))
			}
			return
		}
	}
}

// batch takes from the queue what is there already.
func (r *recorder) batch(first entry) []entry {
	batch := []entry{first}
	for len(batch) < batchLength {
		select {
		case next := <-r.queue:
			batch = append(batch, next)
		default:
			return batch
		}
	}
	return batch
}

func (r *recorder) write(batch []entry) {
	// not the server's context: what was noted before the end is still written
	ctx, cancel := context.WithTimeout(context.Background(), recordTime)
	defer cancel()
	var interactions []journal.Interaction
	for _, e := range batch {
		if e.done == nil {
			interactions = append(interactions, e.Interaction)
		}
	}
	if len(interactions) > 0 {
		if err := r.book.Record(ctx, interactions...); err != nil {
			r.lost.WithLabelValues(lostError).Add(float64(len(interactions)))
			slog.Error("writing down interactions", "lost", len(interactions), "error", err)
		}
	}
	for _, e := range batch {
		if e.done != nil {
			close(e.done)
		}
	}
}

// looked notes what a shopper did by looking at a page. A visitor without a session,
// such as a crawler, is not noted, nor is a page that the browser fetches ahead.
func (s *server) looked(c echo.Context, act journal.Act, products ...string) {
	if session := s.known(c); session != "" && c.Request().Method == http.MethodGet && c.Request().Header.Get("Sec-Purpose") == "" {
		s.did(c, journal.Interaction{Session: session, Act: act}, products...)
	}
}

// did notes what a shopper did with products. What the request tells of the list that
// led to them is kept where it can be true, and else unknown: nobody adds to what is told
// of another's conversation.
func (s *server) did(c echo.Context, i journal.Interaction, products ...string) {
	i.At = time.Now()
	if from := readPlace(c); from.Conversation != "" && s.owns(c, i.Session, from.Conversation) {
		i.Conversation, i.Version = from.Conversation, from.Version
		if len(products) == 1 && i.Version > 0 {
			i.Position = present.Position(c.FormValue)
		}
	}
	for _, i.Product = range products {
		s.recorder.note(i)
	}
}

// owns tells whether a conversation is a session's, or nobody's any more: what was done
// with that is left out, see [journal.Journal.Record].
func (s *server) owns(c echo.Context, session, conversation string) bool {
	owner, err := s.journal.Owner(c.Request().Context(), conversation)
	if errors.Is(err, journal.ErrNotFound) {
		return true
	}
	if err != nil {
		slog.ErrorContext(c.Request().Context(), "an interaction is noted without its conversation", "error", err)
	}
	return err == nil && owner == session
}
