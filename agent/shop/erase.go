package shop

import (
	"context"
	"database/sql"
	"time"

	"shopclerk/agent/store"
)

// nobody is whose orders are when whoever placed them has been erased.
const nobody = "erased"

// Erase removes a person: the basket goes, and orders become nobody's. What was sold for how
// much remains, and when something was done to it; names and addresses do not. An
// order that is under way keeps its name and address until it is over. A person who is not
// there is no error.
func (s *Store) Erase(ctx context.Context, person string) error {
	err := s.db.Transact(ctx, func(tx *sql.Tx) error {
		for _, statement := range []string{
			`DELETE FROM basket WHERE session = $1`,
			`DELETE FROM trail WHERE person = $1 AND purchase = ''`,
			`UPDATE trail SET person = 'erased', call = '', outcome = '{}' WHERE person = $1 OR purchase IN (SELECT id FROM purchase WHERE person = $1)`,
			`UPDATE purchase SET person = 'erased' WHERE person = $1`,
		} {
			if _, err := tx.ExecContext(ctx, statement, person); err != nil {
				return err
			}
		}
		return forgetOver(ctx, tx)
	})
	if err != nil {
		return s.db.Wrap("erasing a person", err)
	}
	return s.db.Erase(ctx)
}

// forgetOver takes out of the orders of erased people that are over what tells whose they
// were.
func forgetOver(ctx context.Context, tx *sql.Tx) error {
	over, err := readOrders(ctx, tx, `WHERE person = $1 AND status NOT IN ('placed', 'shipped')`, nobody)
	if err != nil {
		return err
	}
	for _, o := range over {
		if o.Name+o.Address.City == "" {
			continue
		}
		o.Name, o.Email, o.Phone, o.Address = "", "", "", Address{}
		if err := updateOrder(ctx, tx, &o); err != nil {
			return err
		}
	}
	return nil
}

// Forget removes the baskets in which nothing has changed since before, and what was done to
// them, and what orders that are over still tell of erased people. It returns how many
// baskets' lines went.
func (s *Store) Forget(ctx context.Context, before time.Time) (n int, err error) {
	err = s.db.Transact(ctx, func(tx *sql.Tx) (err error) {
		n, err = store.Changed(tx.ExecContext(ctx, `DELETE FROM basket WHERE session IN
			(SELECT session FROM basket GROUP BY session HAVING max(changed) < $1)`, before.UnixMicro()))
		if err == nil {
			_, err = tx.ExecContext(ctx, `DELETE FROM trail WHERE purchase = '' AND at < $1`, before.UnixMicro())
		}
		if err == nil {
			err = forgetOver(ctx, tx)
		}
		return err
	})
	if err != nil {
		return 0, s.db.Wrap("forgetting old baskets", err)
	}
	return n, s.db.Erase(ctx)
}
