package sales

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"shopclerk/agent/shop/orders"
	"shopclerk/agent/store"
)

// Nobody is whose orders are when whoever ordered has been erased, and whose acts were
// theirs. Nobody has a name.
const Nobody = "erased"

// Record is all that is stored of a person.
type Record struct {
	Person orders.Person  `json:"person"`
	Orders []orders.Order `json:"orders"`
	Trail  []orders.Event `json:"trail"`
}

// Export returns the entry, the orders and the trail of a person; of one who is not there,
// that they are empty.
func (s *Store) Export(ctx context.Context, person string) (Record, error) {
	out := Record{Person: orders.Person{ID: person}}
	p, err := s.Person(ctx, person)
	if errors.Is(err, ErrNone) {
		return out, nil
	}
	if err == nil {
		out.Person = p
		out.Orders, err = s.Orders(ctx, person)
	}
	if err == nil {
		out.Trail, err = s.Trail(ctx, person)
	}
	return out, err
}

// Erase removes a person: the basket and the entry go, and orders and the trail become
// [Nobody]'s. What was sold for how much remains, and that something was done; names,
// addresses, payments, reasons and calls do not. An order that is under way keeps its name and
// address until it is over: see [Store.Serve]. A person who is not there is no error.
func (s *Store) Erase(ctx context.Context, person string) error {
	err := s.db.Transact(ctx, func(tx *sql.Tx) error { return s.erase(ctx, tx, person) })
	if err != nil {
		return s.db.Wrap("erasing a person", err)
	}
	return s.db.Erase(ctx)
}

func (s *Store) erase(ctx context.Context, tx *sql.Tx, person string) error {
	if person == Nobody {
		return nil
	}
	for _, statement := range []string{`DELETE FROM basket WHERE session = $1`, `DELETE FROM basket_change WHERE session = $1`} {
		if _, err := tx.ExecContext(ctx, statement, person); err != nil {
			return err
		}
	}
	whose, err := readOrders(ctx, tx, `WHERE person = $1`, person)
	if err != nil {
		return err
	}
	if len(whose) > 0 {
		if err := writePerson(ctx, tx, orders.Person{ID: Nobody}, s.moment()); err != nil {
			return err
		}
	}
	// done by the person or, by the shop, to the person's orders
	if err := blankTrail(ctx, tx, `person = $1 OR about = 'order' AND id IN (SELECT id FROM purchase WHERE person = $1)`, person); err != nil {
		return err
	}
	for _, statement := range []string{
		`UPDATE trail SET id = $1 WHERE id = $2 AND about = 'person'`,
		`UPDATE trail SET person = $1 WHERE person = $2`,
		`UPDATE purchase SET person = $1, forget = 1 WHERE person = $2`,
	} {
		if _, err := tx.ExecContext(ctx, statement, Nobody, person); err != nil {
			return err
		}
	}
	for _, o := range whose {
		if o.Person = Nobody; !o.Status.UnderWay() {
			o = anonymous(o)
		}
		if err := updateOrder(ctx, tx, o, time.UnixMicro(0)); err != nil {
			return err
		}
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM person WHERE id = $1`, person)
	return err
}

// blankTrail takes the details out of rows of the trail: of a call its tool remains.
func blankTrail(ctx context.Context, tx *sql.Tx, where string, args ...any) error {
	type row struct {
		n    int64
		call []byte
	}
	rows, err := store.List(ctx, tx, func(rows *sql.Rows) (r row, err error) {
		err = rows.Scan(&r.n, &r.call)
		return r, err
	}, `SELECT n, call FROM trail WHERE `+where, args...)
	if err != nil {
		return err
	}
	for _, r := range rows {
		var call struct {
			Tool string `json:"tool"`
		}
		if err := json.Unmarshal(r.call, &call); err != nil {
			return err
		}
		text, err := encode(call)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE trail SET call = $1, before = '', after = '{}' WHERE n = $2`, text, r.n); err != nil {
			return err
		}
	}
	return nil
}

// anonymous is an order without what tells whose it was.
func anonymous(o orders.Order) orders.Order {
	o.Name, o.Reason, o.Address, o.Payment, o.Refund, o.Tracking = "", "", orders.Address{}, "", "", nil
	return o
}

// forgetOver returns an order before and after a change as they are stored. Of one that is
// over now, and whose person has been erased, nothing of the person is.
func forgetOver(ctx context.Context, tx *sql.Tx, before, after orders.Order) (orders.Order, orders.Order, error) {
	if after.Status.UnderWay() {
		return before, after, nil
	}
	var forget bool
	if err := tx.QueryRowContext(ctx, `SELECT forget FROM purchase WHERE id = $1`, after.ID).Scan(&forget); err != nil || !forget {
		return before, after, err
	}
	return anonymous(before), anonymous(after), blankTrail(ctx, tx, `about = 'order' AND id = $1`, after.ID)
}

// Forget removes the baskets in which nothing has changed since before, with what was done to
// them, and returns how many lines went.
func (s *Store) Forget(ctx context.Context, before time.Time) (n int, err error) {
	err = s.db.Transact(ctx, func(tx *sql.Tx) (err error) {
		n, err = store.Changed(tx.ExecContext(ctx, `DELETE FROM basket WHERE session IN
			(SELECT session FROM basket GROUP BY session HAVING max(changed) < $1)`, before.UnixMicro()))
		if err == nil {
			_, err = tx.ExecContext(ctx, `DELETE FROM basket_change WHERE at < $1`, before.UnixMicro())
		}
		return err
	})
	if err != nil {
		return 0, s.db.Wrap("forgetting old baskets", err)
	}
	return n, s.db.Erase(ctx)
}
