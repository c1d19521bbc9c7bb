package retention

import (
	"context"
	"errors"
	"log/slog"

	"shopclerk/agent/journal"
)

// Ceiling is how many bytes the journal has at most, at all times: its file never grows
// beyond, and what is too much of it goes before it is full.
type Ceiling int64

// The parts of a ceiling that are left free when old conversations go, and at which they
// do: some hundred turns of a small journal's.
const (
	freed  = 8
	scarce = 16
)

// Notice tells of a journal that something was written to it since it was last told. It is
// called before anything is.
func Notice(book *journal.Journal) <-chan struct{} {
	written := make(chan struct{}, 1)
	book.Written = func() {
		select {
		case written <- struct{}{}:
		default:
		}
	}
	return written
}

// Hold holds the ceiling until ctx is done; written tells that the journal may have grown.
func (c Ceiling) Hold(ctx context.Context, book *journal.Journal, written <-chan struct{}) {
	err := c.prune(ctx, book)
	if err == nil {
		err = errors.Join(book.Trim(ctx), book.Limit(ctx, int64(c)))
	}
	for said := ""; ; err = c.prune(ctx, book) {
		told := ""
		if err != nil && ctx.Err() == nil {
			told = err.Error()
		}
		if told != said && told != "" {
			slog.Error("the journal can not be held below --journal-max-mb: what shoppers say is answered, but not all of it kept", "error", err)
		}
		said = told
		select {
		case <-ctx.Done():
			return
		case <-written:
		}
	}
}

// prune deletes the oldest conversations where little is left.
func (c Ceiling) prune(ctx context.Context, book *journal.Journal) error {
	size, err := book.Size(ctx)
	if err != nil || size <= int64(c-c/scarce) {
		return err
	}
	n, err := book.PruneTo(ctx, int64(c-c/freed))
	if n > 0 {
		slog.Warn("the journal is nearly full: its oldest conversations are gone before their time", "conversations deleted", n)
	}
	return err
}
