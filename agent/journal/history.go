package journal

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"shopclerk/agent/durable"
	"shopclerk/agent/memory"
)

// History is a conversation with everything that happened in it, also what was
// undone. Times are UTC, to the microsecond.
type History struct {
	ID           string
	Session      string // who began it
	Catalogue    string // version of the catalogue it began with
	Created      time.Time
	Updated      time.Time // of its latest event
	Version      int       // len(Events)
	Events       []Recorded
	Interactions []Interaction // in the order stored, whoever's they are
}

// Recorded is an event as the journal has it. What was appended together has one
// moment, and the shopper has seen the page after the last of it: the time that an
// answer took is the one from there to its own event.
type Recorded struct {
	Version   int // from 1
	Kind      Kind
	At        time.Time
	Exchanges int              // how many stand after the event
	Redacted  bool             // free text has been taken out: see [Journal.Redact]
	Undone    bool             // an exchange that a later event took back
	Exchange  *memory.Exchange // of Exchanged
}

// Mark is a state of the conversations. Equal marks of one journal are equal states.
type Mark struct {
	Changes   int64 // so many events and interactions came, and texts went
	Deletions int64 // so many conversations went
}

// Span says which conversations to walk through; the zero Span is all of them.
type Span struct {
	From, To time.Time // the latest event is in [From, To); a zero time is open
	Since    Mark      // changed since then; the zero Mark is before all
}

// Walk yields histories: those whose latest event is oldest first, or, where Since
// is set, in the order in which they changed; then by id. It reads one state of the
// file, whose Mark it returns, and keeps no writer waiting; but while it reads, the
// write-ahead log can not be folded into the file and grows. What it yields is the
// caller's. An error that yield returns ends it.
//
// A damaged conversation is left out, and reported as [ErrUnusable] once the others
// have been yielded; the Mark then holds all the same.
func (j *Journal) Walk(ctx context.Context, span Span, yield func(*History) error) (Mark, error) {
	mark, err := j.walk(ctx, span.selection(j.file.Postgres()), yield)
	return mark, j.file.Wrap("reading conversations", err)
}

// History returns one conversation with everything that happened in it;
// [ErrNotFound] when there is none.
func (j *Journal) History(ctx context.Context, id string) (*History, error) {
	var found *History
	_, err := j.walk(ctx, selection{`conversation c`, `c.id = ?`, `c.id`, []any{id}}, func(h *History) error {
		found = h
		return nil
	})
	if err == nil && found == nil {
		err = ErrNotFound
	}
	if err != nil {
		return nil, j.file.Wrap(fmt.Sprintf("reading conversation %q", id), err)
	}
	return found, nil
}

// Mark returns the present state: one row.
func (j *Journal) Mark(ctx context.Context) (Mark, error) {
	mark, err := readMark(ctx, j.file.Readers)
	return mark, j.file.Wrap("reading the journal's state", err)
}

func readMark(ctx context.Context, from durable.Querier) (m Mark, err error) {
	err = from.QueryRowContext(ctx, `SELECT changes, deletions FROM state`).Scan(&m.Changes, &m.Deletions)
	return m, err
}

// Existing returns the ids of all conversations. Who keeps what [Journal.Walk]
// yielded asks for it when [Mark].Deletions has risen, and drops what is not there.
func (j *Journal) Existing(ctx context.Context) (map[string]struct{}, error) {
	out := map[string]struct{}{}
	err := durable.Each(ctx, j.file.Readers, func(rows *sql.Rows) error {
		id, err := durable.One[string](rows)
		out[id] = struct{}{}
		return err
	}, `SELECT id FROM conversation`)
	return out, j.file.Wrap("listing conversations", err)
}
