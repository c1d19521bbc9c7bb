package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"time"

	"shopclerk/agent/durable"
	"shopclerk/agent/memory"
)

// walk is one reading of histories.
type walk struct {
	journal *Journal
	tx      *sql.Tx
	yield   func(*History) error
	damage  []error // found so far
}

// selection says which conversations to read, as parts of a query.
type selection struct {
	from, where, order string
	args               []any
}

// selection names the index to use, so that what is not asked for is not read: SQLite
// does not know which of the bounds leaves less. PostgreSQL does, and has no such words.
func (s *Span) selection(postgres bool) selection {
	by := func(index string) string {
		if postgres {
			return `conversation c`
		}
		return `conversation c INDEXED BY ` + index
	}
	out := selection{
		by(`conversation_by_age`), `c.updated >= ? AND c.updated < ? AND c.changed > ?`, `c.updated, c.id`,
		[]any{micro(s.From, math.MinInt64), micro(s.To, math.MaxInt64), s.Since.Changes},
	}
	if s.Since.Changes > 0 {
		out.from, out.order = by(`conversation_by_change`), `c.changed, c.id`
	}
	return out
}

// micro is a time as it is stored, or what stands for none.
func micro(t time.Time, none int64) int64 {
	if t.IsZero() {
		return none
	}
	return t.UnixMicro()
}

// walk yields what is selected, from one state of the file, whose mark it returns.
func (j *Journal) walk(ctx context.Context, s selection, yield func(*History) error) (Mark, error) {
	var mark Mark
	w := &walk{journal: j, yield: yield}
	err := j.file.View(ctx, func(tx *sql.Tx) (err error) {
		if mark, err = readMark(ctx, tx); err != nil {
			return err
		}
		w.tx = tx
		return w.run(ctx, s)
	})
	if err != nil {
		return Mark{}, errors.Join(append(w.damage, err)...)
	}
	return mark, errors.Join(w.damage...)
}

func (w *walk) run(ctx context.Context, s selection) error {
	var h *History
	err := durable.Each(ctx, w.tx, func(rows *sql.Rows) error {
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
			return nil // damaged, or nothing has been said in it
		}
		if err := h.add(&e); err != nil {
			w.damaged("conversation %s after version %d: %v", h.ID, len(h.Events), err)
			h.Version = -1
		}
		return nil
	}, `
		SELECT c.id, c.session, c.catalogue, c.created, c.updated, c.version, e.version, e.kind, e.at, e.exchanges, e.redacted, e.payload
		FROM `+s.from+` LEFT JOIN event e ON e.conversation = c.id
		WHERE `+s.where+` ORDER BY `+s.order+`, e.version`, s.args...)
	if err != nil {
		return err
	}
	return w.end(ctx, h)
}

func (w *walk) damaged(finding string, args ...any) {
	w.damage = append(w.damage, w.journal.file.Damaged(fmt.Sprintf(finding, args...)))
}

// end yields a conversation that has been read.
func (w *walk) end(ctx context.Context, h *History) error {
	if h == nil || h.Version < 0 {
		return nil
	}
	if h.Version != len(h.Events) {
		w.damaged("conversation %s is at version %d and has %d events", h.ID, h.Version, len(h.Events))
		return nil
	}
	var err error
	if h.Interactions, err = listInteractions(ctx, w.tx, `conversation`, h.ID); err != nil {
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
