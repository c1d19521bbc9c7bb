package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Act names what a shopper did with a product. Acts are stored: they are added,
// never renamed.
type Act string

// Opened is the act of opening a product's page.
const Opened Act = "opened"

// Interaction is what a shopper did with one product.
type Interaction struct {
	Session      string    `json:"session"`
	Conversation string    `json:"conversation,omitempty"` // whose list led to the product; "" when none did
	Version      int       `json:"version,omitempty"`      // of the conversation when it showed that list; 0 when unknown
	Act          Act       `json:"act"`
	Product      string    `json:"product"`            // id
	Position     int       `json:"position,omitempty"` // in that list, from 1; 0 when unknown
	At           time.Time `json:"at"`                 // UTC, to the microsecond
}

// Record adds interactions, all or none. When it returns nil they are on disk,
// except those with a version of a conversation that the journal does not have (any
// more): they are left out, so that what was deleted does not come back by a look at
// it.
func (j *Journal) Record(ctx context.Context, interactions ...Interaction) error {
	for _, i := range interactions {
		if err := i.check(); err != nil {
			return fmt.Errorf("recording an interaction: %w", err)
		}
	}
	tx, err := j.writer.BeginTx(ctx, nil)
	if err != nil {
		return j.wrap("recording interactions", err)
	}
	defer tx.Rollback() // without effect once committed
	for _, i := range interactions {
		if err == nil {
			_, err = tx.ExecContext(ctx, `INSERT INTO interaction (session, conversation, version, act, product, position, at)
				SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE ?2 IS NULL OR EXISTS (SELECT 1 FROM conversation WHERE id = ?2 AND version >= ?3)`,
				i.Session, sql.NullString{String: i.Conversation, Valid: i.Conversation != ""}, i.Version, i.Act, i.Product, i.Position, i.At.UnixMicro())
		}
	}
	if err == nil {
		err = tx.Commit()
	}
	if err != nil {
		return j.wrap("recording interactions", err)
	}
	return nil
}

// check refuses what could not be told apart or deleted later.
func (i *Interaction) check() error {
	switch {
	case !ValidID(i.Session):
		return fmt.Errorf("the session %q is not an id", i.Session)
	case i.Conversation != "" && !ValidID(i.Conversation):
		return fmt.Errorf("the conversation %q is not an id", i.Conversation)
	case i.Act != Opened:
		return fmt.Errorf("no such act: %q", i.Act)
	case i.Product == "":
		return errors.New("it is with no product")
	case i.Version < 0 || i.Position < 0:
		return fmt.Errorf("version %d, position %d", i.Version, i.Position)
	}
	return nil
}
