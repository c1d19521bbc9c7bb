package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"time"

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

// Recorded is an event as the journal has it.
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
// file, whose Mark it returns, and keeps no writer waiting. What it yields is the
// caller's. An error that yield returns ends it.
//
// A damaged conversation is left out, and reported as [ErrUnusable] once the others
// have been yielded; the Mark then holds all the same.
func (j *Journal) Walk(ctx context.Context, span Span, yield func(*History) error) (Mark, error) {
	tx, err := j.file.Readers.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return Mark{}, j.file.Wrap("reading conversations", err)
	}
	defer tx.Rollback() // nothing to keep
	mark, err := readMark(ctx, tx)
	if err != nil {
		return Mark{}, j.file.Wrap("reading conversations", err)
	}
	w := &walk{journal: j, tx: tx, yield: yield}
	defer w.close()
	if err := w.run(ctx, span); err != nil {
		return Mark{}, j.file.Wrap("reading conversations", errors.Join(append(w.damage, err)...))
	}
	return mark, errors.Join(w.damage...)
}

// Mark returns the present state: one row.
func (j *Journal) Mark(ctx context.Context) (Mark, error) {
	mark, err := readMark(ctx, j.file.Readers)
	if err != nil {
		return Mark{}, j.file.Wrap("reading the journal's state", err)
	}
	return mark, nil
}

// queryer is a pool or a transaction.
type queryer interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func readMark(ctx context.Context, q queryer) (m Mark, err error) {
	err = q.QueryRowContext(ctx, `SELECT changes, deletions FROM state`).Scan(&m.Changes, &m.Deletions)
	return m, err
}

// Existing returns the ids of all conversations. Who keeps what [Journal.Walk]
// yielded asks for it when [Mark].Deletions has risen, and drops what is not there.
func (j *Journal) Existing(ctx context.Context) (map[string]struct{}, error) {
	rows, err := j.file.Readers.QueryContext(ctx, `SELECT id FROM conversation`)
	if err != nil {
		return nil, j.file.Wrap("listing conversations", err)
	}
	defer rows.Close()
	out := map[string]struct{}{}
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, j.file.Wrap("listing conversations", err)
		}
		out[id] = struct{}{}
	}
	if err := rows.Err(); err != nil {
		return nil, j.file.Wrap("listing conversations", err)
	}
	return out, nil
}

// walk is one run of Walk.
type walk struct {
	journal *Journal
	tx      *sql.Tx
	yield   func(*History) error
	damage  []error

	interactions *sql.Stmt
}

func (w *walk) close() {
	if w.interactions != nil {
		w.interactions.Close()
	}
}

// The order names the index, so that what is not asked for is not read: SQLite does
// not know which of the two bounds leaves less.
const (
	byAge    = `conversation c INDEXED BY conversation_by_age`
	byChange = `conversation c INDEXED BY conversation_by_change`
)

func (w *walk) run(ctx context.Context, span Span) (err error) {
	w.interactions, err = w.tx.PrepareContext(ctx, `SELECT session, version, act, product, position, quantity, at
		FROM interaction WHERE conversation = ? ORDER BY seq`)
	if err != nil {
		return err
	}
	index, order := byAge, `c.updated, c.id`
	if span.Since.Changes > 0 {
		index, order = byChange, `c.changed, c.id`
	}
	rows, err := w.tx.QueryContext(ctx, `
		SELECT c.id, c.session, c.catalogue, c.created, c.updated, c.version, e.version, e.kind, e.at, e.exchanges, e.redacted, e.payload
		FROM `+index+` LEFT JOIN event e ON e.conversation = c.id
		WHERE c.updated >= ? AND c.updated < ? AND c.changed > ?
		ORDER BY `+order+`, e.version`, micro(span.From, math.MinInt64), micro(span.To, math.MaxInt64), span.Since.Changes)
	if err != nil {
		return err
	}
	defer rows.Close()
	var h *History
	for rows.Next() {
		var head History
		var created, updated int64
		var e row
		err := rows.Scan(&head.ID, &head.Session, &head.Catalogue, &created, &updated, &head.Version,
			&e.version, &e.kind, &e.at, &e.exchanges, &e.redacted, &e.payload)
		if err != nil {
			return err
		}
		if h == nil || h.ID != head.ID {
			if err := w.end(ctx, h); err != nil {
				return err
			}
			head.Created, head.Updated = fromMicro(created), fromMicro(updated)
			h = &head
		}
		if h.Version < 0 || !e.version.Valid {
			continue // damaged, or nothing has been said in it
		}
		if err := h.add(&e); err != nil {
			finding := fmt.Sprintf("conversation %s after version %d: %v", h.ID, len(h.Events), err)
			w.damage = append(w.damage, w.journal.file.Wrap("reading conversations", w.journal.file.Damaged(finding)))
			h.Version = -1
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return w.end(ctx, h)
}

// end yields a conversation that has been read.
func (w *walk) end(ctx context.Context, h *History) error {
	if h == nil || h.Version < 0 {
		return nil
	}
	if h.Version != len(h.Events) {
		finding := fmt.Sprintf("conversation %s is at version %d and has %d events", h.ID, h.Version, len(h.Events))
		w.damage = append(w.damage, w.journal.file.Wrap("reading conversations", w.journal.file.Damaged(finding)))
		return nil
	}
	rows, err := w.interactions.QueryContext(ctx, h.ID)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		i := Interaction{Conversation: h.ID}
		var at int64
		if err := rows.Scan(&i.Session, &i.Version, &i.Act, &i.Product, &i.Position, &i.Quantity, &at); err != nil {
			return err
		}
		i.At = fromMicro(at)
		h.Interactions = append(h.Interactions, i)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return w.yield(h)
}

// row is an event's row; NULLs where a conversation has none.
type row struct {
	version, at, exchanges sql.NullInt64
	kind                   sql.NullString
	redacted               sql.NullBool
	payload                sql.RawBytes // until the next row
}

// add adds the next event.
func (h *History) add(e *row) error {
	next := Recorded{
		Version: int(e.version.Int64), Kind: Kind(e.kind.String), At: fromMicro(e.at.Int64),
		Exchanges: int(e.exchanges.Int64), Redacted: e.redacted.Bool,
	}
	if next.Version != len(h.Events)+1 {
		return fmt.Errorf("the next has version %d", next.Version)
	}
	event, err := decode(next.Kind, e.payload)
	if err != nil {
		return err
	}
	next.Exchange = event.Exchange
	if next.Kind == Undone {
		last := len(h.Events) - 1
		for last >= 0 && (h.Events[last].Undone || h.Events[last].Kind != Exchanged) {
			last--
		}
		if last < 0 {
			return event.apply(new(memory.Conversation)) // refused in memory's own words
		}
		h.Events[last].Undone = true
	}
	h.Events = append(h.Events, next)
	return nil
}

// micro is a time as it is stored, or what stands for none.
func micro(t time.Time, none int64) int64 {
	if t.IsZero() {
		return none
	}
	return t.UnixMicro()
}
