package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Act names what a shopper did with a product. Acts are stored: they are added,
// never renamed.
type Act string

// The acts.
const (
	Opened   Act = "opened"   // opened its page
	Compared Act = "compared" // saw it beside others
	Basket   Act = "basket"   // put it into the basket
	Ordered  Act = "ordered"  // ordered it
)

// Interaction is what a shopper did with one product.
type Interaction struct {
	Session      string    `json:"session"`
	Conversation string    `json:"conversation,omitempty"` // whose list led to the product; "" when none did, see also [Journal.Record]
	Version      int       `json:"version,omitempty"`      // of the conversation when it showed that list; 0 when unknown
	Act          Act       `json:"act"`
	Product      string    `json:"product"`            // id
	Position     int       `json:"position,omitempty"` // in that list, from 1; 0 when unknown
	Quantity     int       `json:"quantity,omitempty"` // of Basket and Ordered: pieces that were asked for, at least 1; else 0
	Price        int64     `json:"price,omitempty"`    // of both: of one piece, in hundredths of the shop's currency; 0 when unknown
	At           time.Time `json:"at"`                 // UTC, to the microsecond
}

// Record adds interactions, all or none. When it returns nil they are on disk,
// except those with a version of a conversation that the journal does not have (any
// more): they are left out, so that what was deleted does not come back by a look at
// it. What was ordered is recorded once, by its moment, and its conversation and place
// are those from which the session last put the product into the basket.
func (j *Journal) Record(ctx context.Context, interactions ...Interaction) error {
	for _, i := range interactions {
		if err := i.check(); err != nil {
			return fmt.Errorf("recording an interaction: %w", err)
		}
	}
	return j.db.Wrap("recording interactions", j.db.Transact(ctx, func(tx *sql.Tx) (err error) {
		for _, i := range interactions {
			if i.Act == Ordered && err == nil {
				i, err = attributed(ctx, tx, i)
			}
			if err == nil {
				_, err = tx.ExecContext(ctx, `INSERT INTO interaction (session, conversation, version, act, product, position, quantity, price, at)
				SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS TEXT), CAST($5 AS TEXT), CAST($6 AS BIGINT), CAST($7 AS BIGINT),
					CAST($8 AS BIGINT), CAST($9 AS BIGINT)
				WHERE ($2 IS NULL OR EXISTS (SELECT 1 FROM conversation WHERE id = $2 AND version >= $3))
				AND ($4 <> 'ordered' OR NOT EXISTS (SELECT 1 FROM interaction WHERE session = $1 AND act = $4 AND product = $5 AND at = $9))`,
					i.Session, sql.NullString{String: i.Conversation, Valid: i.Conversation != ""}, i.Version, i.Act, i.Product, i.Position, i.Quantity, i.Price, i.At.UnixMicro())
			}
		}
		return err
	}))
}

// Cancel takes out what a session ordered at a moment: it was not bought after all.
func (j *Journal) Cancel(ctx context.Context, session string, at time.Time) error {
	_, err := j.db.Exec(ctx, `DELETE FROM interaction WHERE session = $1 AND act = 'ordered' AND at = $2`, session, at.UnixMicro())
	return j.db.Wrap("taking out what was ordered", err)
}

// attributed gives what was ordered the conversation and place from which the product
// came into the basket; where none did, those that it has.
func attributed(ctx context.Context, tx *sql.Tx, i Interaction) (Interaction, error) {
	err := tx.QueryRowContext(ctx, `SELECT conversation, version, position FROM interaction
		WHERE session = $1 AND product = $2 AND act = 'basket' AND conversation IS NOT NULL ORDER BY seq DESC LIMIT 1`,
		i.Session, i.Product).Scan(&i.Conversation, &i.Version, &i.Position)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return i, err
}

// check refuses what could not be told apart or deleted later.
func (i *Interaction) check() error {
	switch {
	case i.Session == "":
		return errors.New("it has no session")
	case i.Conversation != "" && !ValidID(i.Conversation):
		return fmt.Errorf("the conversation %q is not an id", i.Conversation)
	case !slices.Contains([]Act{Opened, Compared, Basket, Ordered}, i.Act):
		return fmt.Errorf("no such act: %q", i.Act)
	case i.counts() != (i.Quantity > 0):
		return fmt.Errorf("act %q of %d pieces", i.Act, i.Quantity)
	case i.Price < 0 || i.Price > 0 && !i.counts():
		return fmt.Errorf("act %q at a price of %d", i.Act, i.Price)
	case i.Product == "":
		return errors.New("it is with no product")
	case i.Version < 0 || i.Position < 0:
		return fmt.Errorf("version %d, position %d", i.Version, i.Position)
	}
	return nil
}

// counts reports that the act is with a number of pieces.
func (i *Interaction) counts() bool { return i.Act == Basket || i.Act == Ordered }
