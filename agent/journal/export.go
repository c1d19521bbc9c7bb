package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"iter"
	"time"

	"shopclerk/agent/store"
)

// ExportedConversation is a conversation as it is stored: its head and its events,
// those since undone included. Where it continues another its first version is above 1.
type ExportedConversation struct {
	ID        string          `json:"id"`
	Catalogue string          `json:"catalogue"` // version of the catalogue it began with
	Created   time.Time       `json:"created"`
	Updated   time.Time       `json:"updated"`
	Events    []ExportedEvent `json:"events"`
}

// ExportedEvent is an event as it is stored.
type ExportedEvent struct {
	Version int             `json:"version"`
	Kind    Kind            `json:"kind"`
	At      time.Time       `json:"at"`
	Payload json.RawMessage `json:"payload"`
}

// Conversations returns the conversations that a session began, oldest first, then by id. Each
// is read when it is asked for, and the store is in use only meanwhile. A session that is
// unknown has none.
func (j *Journal) Conversations(ctx context.Context, session string) iter.Seq2[ExportedConversation, error] {
	return func(yield func(ExportedConversation, error) bool) {
		ids, err := store.List(ctx, j.db.Reader, func(row *sql.Rows) (id string, err error) {
			err = row.Scan(&id)
			return id, err
		}, `SELECT id FROM conversation WHERE session = $1 ORDER BY created, id`, session)
		if err != nil {
			yield(ExportedConversation{}, j.db.Wrap("exporting a session", err))
		}
		for _, id := range ids {
			c, err := j.export(ctx, id)
			if err == nil && c.ID == "" { // deleted meanwhile
				continue
			}
			if !yield(c, j.db.Wrap("exporting conversation "+id, err)) || err != nil {
				return
			}
		}
	}
}

func (j *Journal) export(ctx context.Context, id string) (ExportedConversation, error) {
	c := ExportedConversation{Events: []ExportedEvent{}}
	err := store.Each(ctx, j.db.Reader, func(row *sql.Rows) error {
		var created, updated int64
		var version, at sql.NullInt64
		var kind, payload sql.NullString
		if err := row.Scan(&c.ID, &c.Catalogue, &created, &updated, &version, &kind, &at, &payload); err != nil {
			return err
		}
		c.Created, c.Updated = fromMicro(created), fromMicro(updated)
		if !version.Valid {
			return nil // nothing has been said in it
		}
		if !json.Valid([]byte(payload.String)) {
			return j.db.Damaged(fmt.Sprintf("version %d of conversation %s is not JSON", version.Int64, id))
		}
		c.Events = append(c.Events, ExportedEvent{
			Version: int(version.Int64), Kind: Kind(kind.String), At: fromMicro(at.Int64), Payload: json.RawMessage(payload.String),
		})
		return nil
	}, `
		SELECT c.id, c.catalogue, c.created, c.updated, e.version, e.kind, e.at, e.payload
		FROM conversation c LEFT JOIN event e ON e.conversation = c.id
		WHERE c.id = $1 ORDER BY e.version`, id)
	return c, err
}

// interactionStep is how many interactions are read at once.
const interactionStep = 1000

// Interactions returns what a session did with products, also in conversations that others
// began, in the order stored. It reads as [Journal.Conversations] does.
func (j *Journal) Interactions(ctx context.Context, session string) iter.Seq2[Interaction, error] {
	return func(yield func(Interaction, error) bool) {
		for last, n := int64(0), interactionStep; n == interactionStep; {
			some, err := store.List(ctx, j.db.Reader, func(row *sql.Rows) (i Interaction, err error) {
				var at int64
				err = row.Scan(&last, &i.Session, &i.Conversation, &i.Version, &i.Act, &i.Product, &i.Position, &i.Quantity, &i.Price, &at)
				i.At = fromMicro(at)
				return i, err
			}, `SELECT seq, session, coalesce(conversation, ''), version, act, product, position, quantity, price, at
				FROM interaction WHERE session = $1 AND seq > $2 ORDER BY seq LIMIT $3`, session, last, interactionStep)
			if err != nil {
				yield(Interaction{}, j.db.Wrap("exporting a session", err))
			}
			for _, i := range some {
				if !yield(i, nil) {
					return
				}
			}
			n = len(some)
		}
	}
}
