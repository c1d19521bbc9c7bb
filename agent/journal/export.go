package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"shopclerk/agent/store"
)

// Export is all that the journal holds of one session.
type Export struct {
	Session       string                 `json:"session"`
	Conversations []ExportedConversation `json:"conversations"` // oldest first, then by id
	Interactions  []Interaction          `json:"interactions"`  // in the order stored
}

// ExportedConversation is a conversation as it is stored: its head and its events,
// those since undone included.
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

// Export returns all that is stored of a session, from one state of the file: the
// conversations it began and what it did with products, also in conversations that
// others began. A session that is unknown has nothing.
func (j *Journal) Export(ctx context.Context, session string) (*Export, error) {
	out := &Export{Session: session, Conversations: []ExportedConversation{}, Interactions: []Interaction{}}
	err := j.db.View(ctx, func(tx *sql.Tx) error {
		if err := j.exportConversations(ctx, tx, out); err != nil {
			return err
		}
		done, err := listInteractions(ctx, tx, `session`, session)
		out.Interactions = append(out.Interactions, done...)
		return err
	})
	if err != nil {
		return nil, j.db.Wrap("exporting a session", err)
	}
	return out, nil
}

func (j *Journal) exportConversations(ctx context.Context, tx *sql.Tx, out *Export) error {
	return store.Each(ctx, tx, func(rows *sql.Rows) error {
		c := ExportedConversation{Events: []ExportedEvent{}}
		var created, updated int64
		var version, at sql.NullInt64
		var kind, payload sql.NullString
		if err := rows.Scan(&c.ID, &c.Catalogue, &created, &updated, &version, &kind, &at, &payload); err != nil {
			return err
		}
		if n := len(out.Conversations); n == 0 || out.Conversations[n-1].ID != c.ID {
			c.Created, c.Updated = fromMicro(created), fromMicro(updated)
			out.Conversations = append(out.Conversations, c)
		}
		if !version.Valid {
			return nil // nothing has been said in it
		}
		if !json.Valid([]byte(payload.String)) {
			return j.db.Damaged(fmt.Sprintf("version %d of conversation %s is not JSON", version.Int64, c.ID))
		}
		latest := &out.Conversations[len(out.Conversations)-1]
		latest.Events = append(latest.Events, ExportedEvent{
			Version: int(version.Int64), Kind: Kind(kind.String), At: fromMicro(at.Int64), Payload: json.RawMessage(payload.String),
		})
		return nil
	}, `
		SELECT c.id, c.catalogue, c.created, c.updated, e.version, e.kind, e.at, e.payload
		FROM conversation c LEFT JOIN event e ON e.conversation = c.id
		WHERE c.session = $1 ORDER BY c.created, c.id, e.version`, out.Session)
}
