// Package sales stores baskets and orders, whose they are, and what was done to them. A
// basket or an order belongs to a session.
//
// Everything that is done is one transaction: the order as it stands, what it takes from the
// basket, the row of the audit trail and the idempotency key are stored together or not at
// all. The trail is only added to, until [Store.Erase] takes names and addresses out.
package sales

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"shopclerk/agent/shop/orders"
	"shopclerk/agent/store"
)

var (
	// ErrNone is [orders.ErrNone].
	ErrNone = orders.ErrNone
	// ErrKey reports an idempotency key that was used for another call: choose a new one for
	// each thing to be done.
	ErrKey = errors.New("the idempotency key belongs to another call")
)

// firstNumber is the number before that of the first order.
const firstNumber = 1000

// Keeper is the person of what the shop itself does.
const Keeper = "shop"

// Store holds the baskets and orders of a store. It is safe for concurrent use. Now is set
// before the first call.
type Store struct {
	Now func() time.Time // time.Now unless set

	db *store.DB
}

// New returns the baskets and orders of a store.
func New(db *store.DB) *Store { return &Store{Now: time.Now, db: db} }

// moment is now, as times are stored.
func (s *Store) moment() time.Time { return s.Now().UTC().Truncate(time.Microsecond) }

// Place stores a new order of the person's and returns it with its id and its time. It is
// composed, from the person's entry as it stands, only when the key is new; the entry is
// remembered as composed. An error of compose is wrapped, and then nothing has changed. What
// the order takes from a basket leaves it in the same transaction.
func (s *Store) Place(ctx context.Context, act orders.Act, compose func(orders.Person) (orders.Placement, error)) (orders.Order, error) {
	_, o, err := do(ctx, s, "placing an order", act, "order", func(tx *sql.Tx, at time.Time) (string, *orders.Order, orders.Order, error) {
		o, err := s.place(ctx, tx, act.Person, at, compose)
		return o.ID, nil, o, err
	})
	return o, err
}

func (s *Store) place(ctx context.Context, tx *sql.Tx, person string, at time.Time, compose func(orders.Person) (orders.Placement, error)) (orders.Order, error) {
	was, err := entry(ctx, tx, person)
	if err != nil {
		return orders.Order{}, err
	}
	p, err := compose(was)
	if err != nil {
		return orders.Order{}, err
	}
	p.Person.ID = was.ID
	if err := writePerson(ctx, tx, p.Person, at); err != nil {
		return orders.Order{}, err
	}
	var n int64
	if err := tx.QueryRowContext(ctx, `SELECT coalesce(max(n), 0) + 1 FROM purchase`).Scan(&n); err != nil {
		return orders.Order{}, err
	}
	o := p.Order.Number(fmt.Sprint("S", firstNumber+n))
	o.Person, o.Placed = person, at
	if err := insertOrder(ctx, tx, n, o); err != nil {
		return orders.Order{}, err
	}
	if p.Basket != "" {
		_, _, err = rewriteBasket(ctx, tx, p.Basket, at, func(lines []Line) ([]Line, error) { return without(lines, o.Lines), nil })
	}
	return o, err
}

// entry is a person's entry, an empty one of somebody who has none yet.
func entry(ctx context.Context, tx *sql.Tx, id string) (orders.Person, error) {
	p, err := readPerson(ctx, tx, id)
	if errors.Is(err, ErrNone) {
		return orders.Person{ID: id}, nil
	}
	return p, err
}

// Change does something to an order of the person's: by gets it as it stands and returns it
// as it is to be, or an error, which is wrapped and after which nothing has changed. Change
// returns the order before and after; of a key that was used, those of then.
func (s *Store) Change(ctx context.Context, act orders.Act, id string, by func(orders.Order) (orders.Order, error)) (before, after orders.Order, err error) {
	return s.change(ctx, act, by, `WHERE id = $1 AND person = $2`, id, act.Person)
}

// Serve does something to anybody's order, as [Store.Change] does: it is the shop's own
// doing. The name and the address of an order that is over then go, if whoever ordered has
// been erased. Serve returns the order after.
func (s *Store) Serve(ctx context.Context, act orders.Act, id string, by func(orders.Order) (orders.Order, error)) (orders.Order, error) {
	_, after, err := s.change(ctx, act, by, `WHERE id = $1`, id)
	if err == nil && after.Person == Nobody {
		err = s.db.Erase(ctx)
	}
	return after, err
}

func (s *Store) change(ctx context.Context, act orders.Act, by func(orders.Order) (orders.Order, error), where string, args ...any) (before, after orders.Order, err error) {
	was, after, err := do(ctx, s, "changing an order", act, "order", func(tx *sql.Tx, at time.Time) (string, *orders.Order, orders.Order, error) {
		before, err := find(ctx, tx, where, args...)
		if err != nil {
			return "", nil, orders.Order{}, err
		}
		after, err := by(before)
		if err != nil {
			return "", nil, orders.Order{}, err
		}
		after.ID, after.Person, after.Placed = before.ID, before.Person, before.Placed
		if before, after, err = forgetOver(ctx, tx, before, after); err != nil {
			return "", nil, orders.Order{}, err
		}
		return after.ID, &before, after, updateOrder(ctx, tx, after, at)
	})
	if was != nil {
		before = *was
	}
	return before, after, err
}

// do carries an act out once: step returns what it is done to, that before (nil for nothing)
// and after, and do returns the two. A key that is in the trail returns those of then.
func do[T any](ctx context.Context, s *Store, activity string, act orders.Act, about string,
	step func(*sql.Tx, time.Time) (id string, before *T, after T, err error)) (before *T, after T, err error) {
	err = s.db.Transact(ctx, func(tx *sql.Tx) error {
		var call, person, was, is string
		err := tx.QueryRowContext(ctx, `SELECT call, person, before, after FROM trail WHERE key = $1`, act.Key).Scan(&call, &person, &was, &is)
		switch {
		case err == nil && (call != string(act.Call) || person != act.Person):
			return ErrKey
		case err == nil:
			if was != "" {
				err = json.Unmarshal([]byte(was), &before)
			}
			return errors.Join(err, json.Unmarshal([]byte(is), &after))
		case !errors.Is(err, sql.ErrNoRows):
			return err
		}
		at := s.moment()
		id, b, a, err := step(tx, at)
		if err != nil {
			return err
		}
		before, after = b, a
		if before != nil {
			if was, err = encode(before); err != nil {
				return err
			}
		}
		if is, err = encode(after); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO trail (at, key, person, call, about, id, before, after) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			at.UnixMicro(), act.Key, act.Person, string(act.Call), about, id, was, is)
		return err
	})
	if err != nil {
		var none T
		return nil, none, s.db.Wrap(activity, err)
	}
	return before, after, nil
}

func insertOrder(ctx context.Context, tx *sql.Tx, n int64, o orders.Order) error {
	text, err := encode(o)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO purchase (n, id, person, placed, status, document) VALUES ($1, $2, $3, $4, $5, $6)`,
		n, o.ID, o.Person, o.Placed.UnixMicro(), o.Status, text); err != nil {
		return err
	}
	return insertLines(ctx, tx, o)
}

func insertLines(ctx context.Context, tx *sql.Tx, o orders.Order) error {
	for i, l := range o.Lines {
		if _, err := tx.ExecContext(ctx, `INSERT INTO purchase_line (purchase, place, article, product, title, quantity, price, currency)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, o.ID, i, l.Article.ID, l.Product, l.Title, l.Quantity, amount(l.Price), l.Price.Currency); err != nil {
			return err
		}
	}
	return nil
}

// updateOrder writes an order as it stands since a time. Its few lines are written anew.
func updateOrder(ctx context.Context, tx *sql.Tx, o orders.Order, at time.Time) error {
	text, err := encode(o)
	if err != nil {
		return err
	}
	shipped := int64(0)
	if o.Status == orders.Shipped {
		shipped = at.UnixMicro()
	}
	if _, err := tx.ExecContext(ctx, `UPDATE purchase SET status = $1, document = $2, shipped = CASE WHEN shipped = 0 THEN $3 ELSE shipped END WHERE id = $4`,
		o.Status, text, shipped, o.ID); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM purchase_line WHERE purchase = $1`, o.ID); err != nil {
		return err
	}
	return insertLines(ctx, tx, o)
}

// writePerson writes a person's entry as it is since a time.
func writePerson(ctx context.Context, tx *sql.Tx, p orders.Person, at time.Time) error {
	text, err := encode(p)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO person (id, email, changed, document) VALUES ($1, $2, $3, $4)
		ON CONFLICT (id) DO UPDATE SET email = excluded.email, changed = excluded.changed, document = excluded.document`,
		p.ID, p.Email, at.UnixMicro(), text)
	return err
}

func encode(v any) (string, error) {
	text, err := json.Marshal(v)
	return string(text), err
}

// Import adds people and orders that a shop brings along, all of them or none; what is there
// already under the same id is an error. It is no act: the trail begins after it.
func (s *Store) Import(ctx context.Context, w orders.World) error {
	return s.db.Wrap("importing orders", s.db.Transact(ctx, func(tx *sql.Tx) error {
		for _, p := range w.People {
			if err := writePerson(ctx, tx, p, s.moment()); err != nil {
				return err
			}
		}
		var n int64
		if err := tx.QueryRowContext(ctx, `SELECT coalesce(max(n), 0) FROM purchase`).Scan(&n); err != nil {
			return err
		}
		for i, o := range w.Orders {
			if err := insertOrder(ctx, tx, n+int64(i)+1, o); err != nil {
				return err
			}
		}
		return nil
	}))
}
