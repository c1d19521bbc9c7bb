package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"time"

	"shopclerk/agent/dialog"
	"shopclerk/agent/store"
)

// MostEvents is how many events a conversation takes, those of the one it continues included:
// some 200 turns, all of which every turn reads again.
const MostEvents = 200

// Conversation is a conversation as the journal has it.
type Conversation struct {
	dialog.Conversation
	Version   int       // events folded: what Append expects, and what At takes
	Latest    int       // version of the stored conversation, which is later where an earlier one was asked for
	Session   string    // who began it
	Catalogue string    // version of the catalogue it began with
	Created   time.Time // UTC, to the microsecond, as all times here
	Updated   time.Time // of the last event of all, also when an earlier version was asked for

	Continues *Conversation // until it is stored: see [Journal.Continue]
}

// Start stores a new conversation, for who needs no id of it before, and returns its id.
func (j *Journal) Start(ctx context.Context, session, catalogue string, events ...Event) (string, error) {
	c, err := j.New(session, catalogue)
	if err != nil {
		return "", err
	}
	_, err = j.Begin(ctx, c, events...)
	return c.ID, err
}

// New is a conversation of a session that nothing is stored of yet: see [Journal.Begin].
func (j *Journal) New(session, catalogue string) (*Conversation, error) {
	id, err := NewID(j.Rand)
	if err != nil {
		return nil, fmt.Errorf("starting a conversation: %w", err)
	}
	return &Conversation{Conversation: dialog.Conversation{ID: id}, Session: session, Catalogue: catalogue}, nil
}

// Continue returns a conversation of a session, not stored yet, that continues another from
// the version that was loaded. It refers to the events of the other and has no copy of them:
// when the other is deleted, they are gone from both.
func (j *Journal) Continue(session, catalogue string, other *Conversation) (*Conversation, error) {
	c, err := j.New(session, catalogue)
	if err != nil {
		return nil, err
	}
	c.Exchanges, c.Version, c.Continues = other.Exchanges, other.Version, other
	return c, nil
}

// Stored tells whether the journal has had the conversation.
func (c *Conversation) Stored() bool { return !c.Created.IsZero() }

// Full reports whether the conversation takes no more turns.
func (c *Conversation) Full() bool { return c.Version >= MostEvents }

// Begin stores a new conversation with its first events, all or nothing, as
// [Journal.Append] does, and returns its version. The session is a [ValidID],
// or the key by which a program asks; not empty. A conversation that continues one which was
// deleted since is [ErrNotFound], and one which has gone on since [ErrConflict].
func (j *Journal) Begin(ctx context.Context, c *Conversation, events ...Event) (int, error) {
	if c.Session == "" {
		return 0, errors.New("starting a conversation: it has no session")
	}
	return j.write(ctx, c.ID, c.Version, events, func(tx *sql.Tx, now int64) error {
		origin, err := originOf(ctx, tx, c)
		if err == nil {
			_, err = tx.ExecContext(ctx, `INSERT INTO conversation (id, session, catalogue, created, updated, version, exchanges, origin, copied)
				VALUES ($1, $2, $3, $4, $4, $5, coalesce((SELECT exchanges FROM event WHERE conversation = $6 AND version = $5), 0), $6, $5)`,
				c.ID, c.Session, c.Catalogue, now, c.Version, origin)
		}
		return err
	})
}

// originOf returns the conversation that holds the last event which a new one continues, NULL
// where there is none. Each then adds an event to those it refers to, so that no more than
// [MostEvents] conversations are read for one.
func originOf(ctx context.Context, tx *sql.Tx, c *Conversation) (sql.NullString, error) {
	if c.Continues == nil || c.Version == 0 {
		return sql.NullString{}, nil
	}
	at := sql.NullString{String: c.Continues.ID, Valid: true}
	for first := true; ; first = false {
		var version, copied, cut int
		var next sql.NullString
		err := tx.QueryRowContext(ctx, `SELECT version, copied, cut, origin FROM conversation WHERE id = $1`, at).Scan(&version, &copied, &cut, &next)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return at, ErrNotFound
		case err != nil:
			return at, err
		case first && (version != c.Continues.Latest || cut > 0):
			return at, fmt.Errorf("%w: it is at version %d, not %d", ErrConflict, version, c.Continues.Latest)
		case c.Version > copied || !next.Valid:
			return at, nil
		}
		at = next
	}
}

// Append adds events, all or none, to a conversation that is at version expected,
// and returns its new version. When Append returns nil the events are on disk.
//
// A conversation at any other version is [ErrConflict]: the version and not the
// number of exchanges, because an undo and a new message leave that number as it
// was. An undo of nothing is [dialog.ErrNoSuch], more than [MostEvents] are [ErrFull]. After
// these nothing is stored; after an error of the disk [Journal.Load] tells.
func (j *Journal) Append(ctx context.Context, id string, expected int, events ...Event) (int, error) {
	return j.write(ctx, id, expected, events, func(*sql.Tx, int64) error { return nil })
}

// write appends events in the transaction of something that comes first.
func (j *Journal) write(ctx context.Context, id string, expected int, events []Event, first func(tx *sql.Tx, now int64) error) (int, error) {
	if !ValidID(id) {
		return 0, fmt.Errorf("appending to conversation %q: %w", id, ErrNotFound)
	}
	payloads := make([][]byte, len(events))
	for i, e := range events {
		var err error
		if payloads[i], err = e.encode(); err != nil {
			return 0, fmt.Errorf("encoding event %d of %d: %w", i+1, len(events), err)
		}
	}
	version, now := 0, j.Now().UnixMicro()
	err := j.db.Transact(ctx, func(tx *sql.Tx) (err error) {
		if err = first(tx, now); err == nil {
			version, err = j.append(ctx, tx, now, id, expected, events, payloads)
		}
		return err
	})
	if err != nil {
		return 0, j.db.Wrap("appending to conversation "+id, err)
	}
	return version, nil
}

func (j *Journal) append(ctx context.Context, tx *sql.Tx, now int64, id string, expected int, events []Event, payloads [][]byte) (int, error) {
	var version, exchanges, cut int
	err := tx.QueryRowContext(ctx, `SELECT version, exchanges, cut FROM conversation WHERE id = $1`, id).Scan(&version, &exchanges, &cut)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return 0, ErrNotFound
	case err != nil:
		return 0, err
	case version != expected || cut > 0:
		return 0, fmt.Errorf("%w: it is at version %d, not %d", ErrConflict, version, expected)
	case version+len(events) > MostEvents:
		return 0, ErrFull
	}
	for i, e := range events {
		version++
		if exchanges += e.growth(); exchanges < 0 {
			return 0, new(dialog.Conversation).Undo() // refused in dialog's own words
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO event (conversation, version, kind, at, exchanges, payload) VALUES ($1, $2, $3, $4, $5, $6)`,
			id, version, e.Kind, now, exchanges, string(payloads[i]))
		if err != nil {
			return 0, err
		}
	}
	// A clock set back must not make the conversation look older than it was.
	_, err = tx.ExecContext(ctx, `UPDATE conversation SET version = $1, exchanges = $2, updated = CASE WHEN updated > $3 THEN updated ELSE CAST($3 AS BIGINT) END
		WHERE id = $4`, version, exchanges, now, id)
	return version, err
}

// Load rebuilds a conversation. It equals the one its events were made from, except
// that an empty list may come back nil.
func (j *Journal) Load(ctx context.Context, id string) (*Conversation, error) {
	return j.load(ctx, id, math.MaxInt)
}

// Head returns the session that a conversation is of, and the version that it is at.
func (j *Journal) Head(ctx context.Context, id string) (session string, version int, err error) {
	err = j.db.Reader.QueryRowContext(ctx, `SELECT session, version FROM conversation WHERE id = $1`, id).Scan(&session, &version)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotFound
	}
	return session, version, j.db.Wrap("looking up conversation "+id, err)
}

// At rebuilds a conversation as it was at an earlier version, from 0, which is
// empty. A version it has not reached is [ErrNotFound].
func (j *Journal) At(ctx context.Context, id string, version int) (*Conversation, error) {
	if version < 0 {
		return nil, fmt.Errorf("loading conversation %s at version %d: %w", id, version, ErrNotFound)
	}
	c, err := j.load(ctx, id, version)
	if err == nil && c.Version < version {
		return nil, fmt.Errorf("loading conversation %s at version %d: %w: it is at version %d", id, version, ErrNotFound, c.Version)
	}
	return c, err
}

// load folds the events up to a version. One statement sees one state of the file,
// whatever is being appended.
func (j *Journal) load(ctx context.Context, id string, version int) (*Conversation, error) {
	if !ValidID(id) {
		return nil, fmt.Errorf("loading conversation %q: %w", id, ErrNotFound)
	}
	c := &Conversation{Conversation: dialog.Conversation{ID: id}}
	err := store.Each(ctx, j.db.Reader, func(rows *sql.Rows) error {
		e, err := c.scan(rows)
		if err != nil {
			return err
		}
		if err := c.fold(e); err != nil {
			return j.db.Damaged(fmt.Sprintf("the event after version %d: %v", c.Version, err))
		}
		return nil
	}, `
		WITH RECURSIVE part (id, origin, copied, upto) AS (
			SELECT id, origin, copied, CAST($1 AS BIGINT) FROM conversation WHERE id = $2
			UNION ALL
			SELECT o.id, o.origin, o.copied, CASE WHEN part.upto < part.copied THEN part.upto ELSE part.copied END FROM part JOIN conversation o ON o.id = part.origin)
		SELECT c.session, c.catalogue, c.created, c.updated, c.version, coalesce(e.version, 0), coalesce(e.kind, ''),
			coalesce(e.exchanges, 0), e.payload, coalesce(e.conversation = c.id, TRUE), coalesce(e.copied, 0)
		FROM conversation c LEFT JOIN (
			SELECT event.*, part.copied FROM part JOIN event ON event.conversation = part.id AND event.version > part.copied AND event.version <= part.upto) e ON TRUE
		WHERE c.id = $2 ORDER BY e.version`, version, id)
	if err == nil && !c.Stored() {
		err = ErrNotFound
	}
	if err != nil {
		return nil, j.db.Wrap("loading conversation "+id, err)
	}
	return c, nil
}

// stored is an event as its row has it; version 0 stands for no event.
type stored struct {
	version   int
	kind      Kind
	exchanges int
	payload   sql.RawBytes // until the next row
	own       bool         // no event of a conversation that this one continues
	copied    int          // version that the event's conversation continues another from
}

// scan reads one row: the conversation's head, and an event if there is one.
func (c *Conversation) scan(rows *sql.Rows) (stored, error) {
	var created, updated int64
	var e stored
	err := rows.Scan(&c.Session, &c.Catalogue, &created, &updated, &c.Latest, &e.version, &e.kind, &e.exchanges, &e.payload, &e.own, &e.copied)
	c.Created, c.Updated = fromMicro(created), fromMicro(updated)
	return e, err
}

// fold applies an event. Where the conversation that was continued is deleted, an empty
// exchange stands for each of its own, so that versions and turns keep their numbers.
func (c *Conversation) fold(e stored) error {
	if e.version == 0 {
		return nil
	}
	event, err := decode(e.kind, e.payload)
	if err != nil {
		return err
	}
	if c.Version == 0 && e.version == e.copied+1 {
		c.Version, c.Exchanges = e.copied, make([]dialog.Exchange, max(0, e.exchanges-event.growth()))
	}
	if e.version != c.Version+1 {
		return fmt.Errorf("it has version %d", e.version)
	}
	if err := event.apply(&c.Conversation); err != nil {
		return err
	}
	if !e.own { // nobody but its shopper goes on with an errand
		c.HideErrands()
	}
	c.Version++
	return nil
}

func fromMicro(t int64) time.Time { return time.UnixMicro(t).UTC() }
