// Package sqlite keeps orders, whose they are and what was done to them, in one
// SQLite file of its own that can not be made again, or in the schema of a PostgreSQL
// database that stands in for one; see [durable].
//
// Everything that is done is one transaction: the order as it stands, the row of the
// audit trail and the idempotency key are stored together or not at all. The trail is
// only added to, which the schema itself sees to. It holds names and addresses as
// they were, until [Store.Erase] takes them out.
package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"shopclerk/agent/durable"
	"shopclerk/agent/shop/orders"
)

var (
	// ErrNone is [orders.ErrNone].
	ErrNone = orders.ErrNone
	// ErrKey reports an idempotency key that was used for another call: choose a new
	// one for each thing to be done.
	ErrKey = errors.New("the idempotency key belongs to another call")
)

// applicationID marks a SQLite file as one of orders: "sco1".
const applicationID = 0x73636f31

//go:embed migrations
var migrations embed.FS

// readersOpen is how many can look at their orders at once; it takes microseconds.
const readersOpen = 4

// firstNumber is the number before that of the first order.
const firstNumber = 1000

// Store holds all orders. It is safe for concurrent use. Now is set before the first
// call.
type Store struct {
	Now func() time.Time // time.Now unless set

	file *durable.File
}

// FileKind is what [Open] opens.
func FileKind() durable.Kind {
	return durable.Kind{Name: "the orders", ID: applicationID, Migrations: migrations, Folder: "migrations", Schema: "orders", Readers: readersOpen}
}

// Open opens the orders at path as [durable.Open] does.
func Open(ctx context.Context, path string) (*Store, error) {
	file, err := durable.Open(ctx, path, FileKind())
	if err != nil {
		return nil, err
	}
	return &Store{Now: time.Now, file: file}, nil
}

// Close waits for calls in progress and releases the file.
func (s *Store) Close() error { return s.file.Close() }

// Write tells whether the file takes anything: see [durable.File.Write].
func (s *Store) Write(ctx context.Context) error { return s.file.Write(ctx) }

// Place stores a new order of the person's and returns it with its id and its time,
// and the person's entry as it is remembered from now on: a guest's is made. It is
// composed, from the entry as it stands, only when the key is new; its error is wrapped,
// and then nothing has changed.
//
// What the order takes from a basket is stored with it: see [Store.Unsettled]. While
// something is still to be taken from a basket nothing else is ordered from it: that is
// [orders.ErrUnsettled].
func (s *Store) Place(ctx context.Context, act orders.Act, compose func(orders.Person) (orders.Placement, error)) (orders.Order, error) {
	_, o, err := do(ctx, s, "placing an order", act, "order", func(tx *sql.Tx, at time.Time) (string, *orders.Order, orders.Order, error) {
		fail := func(err error) (string, *orders.Order, orders.Order, error) { return "", nil, orders.Order{}, err }
		was, err := entry(ctx, tx, act.Person)
		if err != nil {
			return fail(err)
		}
		p, err := compose(was)
		if err != nil {
			return fail(err)
		}
		p.Person.ID = was.ID
		if err := writePerson(ctx, tx, p.Person, at); err != nil {
			return fail(err)
		}
		var n int64
		if err := tx.QueryRowContext(ctx, `SELECT coalesce(max(n), 0) + 1 FROM purchase`).Scan(&n); err != nil {
			return fail(err)
		}
		o := p.Order.Number(fmt.Sprint("S", firstNumber+n))
		o.Person, o.Placed = act.Person, at
		if err := insertOrder(ctx, tx, o); err != nil {
			return fail(err)
		}
		return o.ID, nil, o, take(ctx, tx, act.Key, p.Basket, o.Lines)
	})
	return o, err
}

// entry is a person's entry, an empty one of a guest who is not in the book yet.
func entry(ctx context.Context, tx *sql.Tx, id string) (orders.Person, error) {
	p, err := readPerson(ctx, tx, id)
	if errors.Is(err, ErrNone) {
		return orders.Person{ID: id}, nil
	}
	return p, err
}

// Change does something to an order of the person's: by gets it as it stands and
// returns it as it shall be, or an error, which is wrapped and after which nothing has
// changed. Change returns the order before and after; of a key that was used, those of
// then.
func (s *Store) Change(ctx context.Context, act orders.Act, id string, by func(orders.Order) (orders.Order, error)) (before, after orders.Order, err error) {
	return s.change(ctx, act, by, `WHERE id = ? AND person = ?`, id, act.Person)
}

// Serve does something to anybody's order, as [Store.Change] does: it is the shop's own
// doing. The name and the address of an order that is over then go, if whoever ordered
// has been erased. Serve returns the order after.
func (s *Store) Serve(ctx context.Context, act orders.Act, id string, by func(orders.Order) (orders.Order, error)) (orders.Order, error) {
	_, after, err := s.change(ctx, act, by, `WHERE id = ?`, id)
	if err == nil && after.Person == Nobody {
		err = s.file.Erased(ctx)
	}
	return after, err
}

func (s *Store) change(ctx context.Context, act orders.Act, by func(orders.Order) (orders.Order, error), where string, args ...any) (before, after orders.Order, err error) {
	was, after, err := do(ctx, s, "changing an order", act, "order", func(tx *sql.Tx, at time.Time) (string, *orders.Order, orders.Order, error) {
		all, err := readOrders(ctx, tx, where, args...)
		if err == nil && len(all) == 0 {
			err = ErrNone
		}
		if err != nil {
			return "", nil, orders.Order{}, err
		}
		before := all[0]
		after, err := by(before)
		if err != nil {
			return "", nil, orders.Order{}, err
		}
		after.ID, after.Person, after.Placed = before.ID, before.Person, before.Placed
		if before, after, err = s.over(ctx, tx, before, after); err != nil {
			return "", nil, orders.Order{}, err
		}
		return after.ID, &before, after, updateOrder(ctx, tx, after, at)
	})
	if was != nil {
		before = *was
	}
	return before, after, err
}

// Move does something to the person's own entry, as [Store.Change] to an order; a
// guest's is made.
func (s *Store) Move(ctx context.Context, act orders.Act, by func(orders.Person) (orders.Person, error)) (orders.Person, error) {
	_, p, err := do(ctx, s, "changing a person's entry", act, "person", func(tx *sql.Tx, at time.Time) (string, *orders.Person, orders.Person, error) {
		before, err := entry(ctx, tx, act.Person)
		if err != nil {
			return "", nil, before, err
		}
		after, err := by(before)
		if err != nil {
			return "", nil, before, err
		}
		after.ID = before.ID
		return before.ID, &before, after, writePerson(ctx, tx, after, at)
	})
	return p, err
}

// do carries an act out once: step returns what it is done to, that before (nil for
// nothing) and after, and do returns the two. A key that is in the trail returns those
// of then.
func do[T any](ctx context.Context, s *Store, activity string, act orders.Act, about string,
	step func(*sql.Tx, time.Time) (id string, before *T, after T, err error)) (before *T, after T, err error) {
	err = s.file.Transact(ctx, func(tx *sql.Tx) error {
		var call, person string
		var texts [2]string // before and after, JSON
		err := tx.QueryRowContext(ctx, `SELECT call, person, before, after FROM trail WHERE key = ?`, act.Key).Scan(&call, &person, &texts[0], &texts[1])
		switch {
		case err == nil && (call != string(act.Call) || person != act.Person):
			return ErrKey
		case err == nil:
			if texts[0] != "" {
				err = json.Unmarshal([]byte(texts[0]), &before)
			}
			return errors.Join(err, json.Unmarshal([]byte(texts[1]), &after))
		case !errors.Is(err, sql.ErrNoRows):
			return err
		}
		e := orders.Event{At: s.moment(), Key: act.Key, Person: act.Person, Call: act.Call, About: about}
		if e.ID, before, after, err = step(tx, e.At); err != nil {
			return err
		}
		if before != nil {
			if texts[0], err = encode(before); err != nil {
				return err
			}
		}
		if texts[1], err = encode(after); err != nil {
			return err
		}
		e.Before, e.After = json.RawMessage(texts[0]), json.RawMessage(texts[1])
		return addTrail(ctx, tx, e)
	})
	if err != nil {
		var none T
		return nil, none, s.file.Wrap(activity, err)
	}
	return before, after, nil
}

func addTrail(ctx context.Context, tx *sql.Tx, e orders.Event) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO trail (at, key, person, call, about, id, before, after) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		e.At.UnixMicro(), e.Key, e.Person, string(e.Call), e.About, e.ID, string(e.Before), string(e.After))
	return err
}

func encode(v any) (string, error) {
	text, err := json.Marshal(v)
	return string(text), err
}
