package basket

import (
	"context"
	"database/sql"
	"fmt"
)

// Adopt puts what is in a session's basket into another's, and leaves the first
// empty. A product that is in both keeps the price of the other and gets at least
// either quantity, as [Store.Add] does. Nothing is left out: the two together may be
// more than [MostLines], and then nothing new goes in until it is less.
func (s *Store) Adopt(ctx context.Context, from, to string) error {
	if from == to {
		return nil
	}
	err := s.file.Transact(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO line (session, product, title, quantity, price, currency, added, changed)
			SELECT ?2, product, title, quantity, price, currency, added, changed FROM line WHERE session = ?1
			ON CONFLICT (session, product) DO UPDATE
				SET quantity = `+larger("line.quantity", "excluded.quantity")+`, changed = `+larger("line.changed", "excluded.changed"), from, to)
		if err == nil {
			_, err = tx.ExecContext(ctx, `DELETE FROM line WHERE session = ?`, from)
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, `UPDATE deed SET session = ?2 WHERE session = ?1`, from, to)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("adopting a basket: %w", err)
	}
	return nil
}
