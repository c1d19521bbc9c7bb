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

// Conversation is a conversation as the journal has it.
type Conversation struct {
	dialog.Conversation
	Version   int       // events folded: what Append expects, and what At takes
	Session   string    // who began it
	Catalogue string    // version of the catalogue it began with
	Created   time.Time // UTC, to the microsecond, as all times here
	Updated   time.Time // of the last event of all, also when an earlier version was asked for
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

// Stored tells whether the journal has had the conversation.
func (c *Conversation) Stored() bool { return !c.Created.IsZero() }

// Begin stores a new conversation with its first events, all or nothing, as
// [Journal.Append] does, and returns its version. The session is a [ValidID],
// or the key by which a program asks; not empty.
func (j *Journal) Begin(ctx context.Context, c *Conversation, events ...Event) (int, error) {
	return j.BeginCopy(ctx, c, "", 0, events...)
}

// BeginCopy is [Journal.Begin] of a conversation that goes on from another, whose the
// first so many events are: see [Journal.Delete]. The other "" is none.
func (j *Journal) BeginCopy(ctx context.Context, c *Conversation, of string, copied int, events ...Event) (int, error) {
	if c.Session == "" {
		return 0, errors.New("starting a conversation: it has no session")
	}
	return j.write(ctx, c.ID, 0, events, func(tx *sql.Tx, now int64) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO conversation (id, session, catalogue, created, updated, origin, copied) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			c.ID, c.Session, c.Catalogue, now, now, sql.NullString{String: of, Valid: of != ""}, copied)
		return err
	})
}

// Append adds events, all or none, to a conversation that is at version expected,
// and returns its new version. When Append returns nil the events are on disk.
//
// A conversation at any other version is [ErrConflict]: the version and not the
// number of exchanges, because an undo and a new message leave that number as it
// was. An undo of nothing is [dialog.ErrNoSuch]. After these nothing is stored;
// after an error of the disk [Journal.Load] tells.
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
	var version, exchanges int
	err := tx.QueryRowContext(ctx, `SELECT version, exchanges FROM conversation WHERE id = $1`, id).Scan(&version, &exchanges)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return 0, ErrNotFound
	case err != nil:
		return 0, err
	case version != expected:
		return 0, fmt.Errorf("%w: it is at version %d, not %d", ErrConflict, version, expected)
	}
	for i, e := range events {
		version++
		if exchanges, err = e.grow(exchanges); err != nil {
			return 0, err
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

// Version returns the version that a conversation is at.
func (j *Journal) Version(ctx context.Context, id string) (version int, err error) {
	err = j.lookUp(ctx, id, `version`, &version)
	return version, err
}

// Owner returns the session that a conversation is of.
func (j *Journal) Owner(ctx context.Context, id string) (session string, err error) {
	err = j.lookUp(ctx, id, `session`, &session)
	return session, err
}

func (j *Journal) lookUp(ctx context.Context, id, column string, into any) error {
	err := j.db.Reader.QueryRowContext(ctx, `SELECT `+column+` FROM conversation WHERE id = $1`, id).Scan(into)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotFound
	}
	return j.db.Wrap("looking up conversation "+id, err)
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
		SELECT c.session, c.catalogue, c.created, c.updated, e.version, e.kind, e.payload
		FROM conversation c LEFT JOIN event e ON e.conversation = c.id AND e.version <= $1
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
	version int
	kind    Kind
	payload sql.RawBytes // until the next row
}

// scan reads one row: the conversation's head, and an event if there is one.
func (c *Conversation) scan(rows *sql.Rows) (stored, error) {
	var created, updated int64
	var version sql.NullInt64
	var kind sql.NullString
	var e stored
	err := rows.Scan(&c.Session, &c.Catalogue, &created, &updated, &version, &kind, &e.payload)
	c.Created, c.Updated = fromMicro(created), fromMicro(updated)
	e.version, e.kind = int(version.Int64), Kind(kind.String)
	return e, err
}

func (c *Conversation) fold(e stored) error {
	if e.version == 0 {
		return nil
	}
	if e.version != c.Version+1 {
		return fmt.Errorf("it has version %d", e.version)
	}
	event, err := decode(e.kind, e.payload)
	if err != nil {
		return err
	}
	if err := event.apply(&c.Conversation); err != nil {
		return err
	}
	c.Version++
	return nil
}

func fromMicro(t int64) time.Time { return time.UnixMicro(t).UTC() }
