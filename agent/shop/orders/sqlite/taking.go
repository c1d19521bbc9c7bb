package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"

	"shopclerk/agent/durable"
	"shopclerk/agent/shop/orders"
)

// take remembers what an order takes from a session's basket.
func take(ctx context.Context, tx *sql.Tx, key, session string, lines []orders.Line) error {
	if session == "" {
		return nil
	}
	var n int
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM taking WHERE session = ?`, session).Scan(&n); err != nil {
		return err
	}
	if n > 0 {
		return orders.ErrUnsettled
	}
	text, err := encode(lines)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO taking (key, session, lines) VALUES (?, ?, ?)`, key, session, text)
	return err
}

// Unsettled returns what placed orders have still to take from a session's basket, of
// all sessions if it is empty, by their keys. Whoever takes it says so by
// [Store.Settled]; taking it twice under its key has to be harmless, as the process may
// end between the two.
func (s *Store) Unsettled(ctx context.Context, session string) ([]orders.Taking, error) {
	out, err := durable.List(ctx, s.file.Readers, func(row *sql.Rows) (t orders.Taking, err error) {
		var lines []byte
		if err := row.Scan(&t.Key, &t.Basket, &lines); err != nil {
			return t, err
		}
		err = json.Unmarshal(lines, &t.Lines)
		return t, err
	}, `SELECT key, session, lines FROM taking WHERE ?1 IN ('', session) ORDER BY key`, session)
	return out, s.file.Wrap("reading what is to be taken from baskets", err)
}

// Settled says that what an order takes from a basket has been taken; saying it again
// does nothing.
func (s *Store) Settled(ctx context.Context, key string) error {
	_, err := s.file.Writer.ExecContext(ctx, `DELETE FROM taking WHERE key = ?`, key)
	return s.file.Wrap("settling an order", err)
}
