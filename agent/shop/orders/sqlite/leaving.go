package sqlite

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"shopclerk/agent/durable"
	"shopclerk/agent/shop/orders"
)

// Nobody is whose orders are when whoever ordered has been erased, and whose acts were
// theirs. Nobody has a name.
const Nobody = "erased"

// Adopt makes everything of one person's another's, as when a guest signs in to an
// account: the orders, what they have still to take from the basket (whose session is
// the person's id), what was done, and where the other has no name, mail address,
// address or payments of its own, those. The first person's entry is gone then. One
// without an entry is no error, and changes nothing.
func (s *Store) Adopt(ctx context.Context, from, to string) error {
	if from == to {
		return nil
	}
	return s.file.Wrap("adopting a guest", s.file.Transact(ctx, func(tx *sql.Tx) error {
		guest, err := readPerson(ctx, tx, from)
		if errors.Is(err, ErrNone) {
			return nil
		}
		if err != nil {
			return err
		}
		was, err := entry(ctx, tx, to)
		if err != nil {
			return err
		}
		now := joined(was, guest)
		if err := writePerson(ctx, tx, now, s.moment()); err != nil {
			return err
		}
		if err := rewriting(ctx, tx, "adopt", func() error {
			return executeAll(ctx, tx, []string{from, to},
				`UPDATE trail SET person = ?2, id = CASE about WHEN 'person' THEN ?2 ELSE id END WHERE person = ?1`,
				`UPDATE purchase SET person = ?2 WHERE person = ?1`,
				`UPDATE taking SET session = ?2 WHERE session = ?1`,
				`DELETE FROM person WHERE id = ?1`)
		}); err != nil {
			return err
		}
		call, err := encode(map[string]any{"tool": "adopt", "arguments": map[string]string{"guest": from}})
		if err != nil {
			return err
		}
		texts := [2]string{}
		for i, p := range []orders.Person{was, now} {
			if texts[i], err = encode(p); err != nil {
				return err
			}
		}
		return addTrail(ctx, tx, orders.Event{At: s.moment(), Key: rand.Text(), Person: to, About: "person", ID: to,
			Call: json.RawMessage(call), Before: json.RawMessage(texts[0]), After: json.RawMessage(texts[1])})
	}))
}

// joined is a person's entry with what it lacks from another's.
func joined(p, from orders.Person) orders.Person {
	if p.Name == "" {
		p.Name = from.Name
	}
	if p.Email == "" {
		p.Email = from.Email
	}
	if !p.Address.Complete() {
		p.Address = from.Address
	}
	if len(p.Payments) == 0 {
		p.Payments = from.Payments
	}
	return p
}

// Record is all that is kept of a person.
type Record struct {
	Person orders.Person  `json:"person"`
	Orders []orders.Order `json:"orders"`
	Trail  []orders.Event `json:"trail"`
}

// Export returns all that is kept of a person; of one who is not there, that it is
// nothing.
func (s *Store) Export(ctx context.Context, person string) (Record, error) {
	var out Record
	var err error
	if out.Person, err = s.Person(ctx, person); errors.Is(err, ErrNone) {
		return Record{Person: orders.Person{ID: person}}, nil
	}
	if err == nil {
		out.Orders, err = s.Orders(ctx, person)
	}
	if err == nil {
		out.Trail, err = s.Trail(ctx, person, "")
	}
	return out, err
}

// Erase takes a person out of the file: the entry goes, and orders and the trail become
// [Nobody]'s. What was sold for how much remains, and that something was done; names,
// addresses, payments, reasons and calls do not. An order that is under way keeps its
// name and address until it is over ([Store.Serve]); Erase returns those. A person who
// is not there is no error.
func (s *Store) Erase(ctx context.Context, person string) (kept []orders.Order, err error) {
	err = s.file.Transact(ctx, func(tx *sql.Tx) (err error) {
		kept, err = s.erase(ctx, tx, person)
		return err
	})
	if err != nil {
		return nil, s.file.Wrap("erasing a person", err)
	}
	return kept, s.file.Erased(ctx)
}

func (s *Store) erase(ctx context.Context, tx *sql.Tx, person string) ([]orders.Order, error) {
	if person == Nobody {
		return nil, nil
	}
	whose, err := readOrders(ctx, tx, `WHERE person = ?`, person)
	if err != nil {
		return nil, err
	}
	if len(whose) > 0 {
		if err := writePerson(ctx, tx, orders.Person{ID: Nobody}, s.moment()); err != nil {
			return nil, err
		}
	}
	if err := rewriting(ctx, tx, "erase", func() error {
		return executeAll(ctx, tx, []string{person, Nobody},
			`DELETE FROM taking WHERE key IN (SELECT key FROM trail WHERE person = ?1)`,
			// done by the person or, by the shop, to the person's orders
			s.blankTrail()+
				`, person = CASE person WHEN ?1 THEN ?2 ELSE person END, id = CASE about WHEN 'person' THEN ?2 ELSE id END
			WHERE person = ?1 OR about = 'order' AND id IN (SELECT id FROM purchase WHERE person = ?1)`,
			`UPDATE purchase SET person = ?2, forget = 1 WHERE person = ?1`,
			`DELETE FROM person WHERE id = ?1`)
	}); err != nil {
		return nil, err
	}
	var kept []orders.Order
	for _, o := range whose {
		o.Person = Nobody
		if o.Status.UnderWay() {
			kept = append(kept, o)
			continue
		}
		if err := updateOrder(ctx, tx, anonymous(o), time.UnixMicro(0)); err != nil {
			return nil, err
		}
	}
	return kept, nil
}

// blankTrail is how rows of the trail lose what was done in detail.
func (s *Store) blankTrail() string {
	return `UPDATE trail SET call = ` + s.dialect().toolAlone + `, before = '', after = '{}'`
}

// anonymous is an order without what tells whose it was.
func anonymous(o orders.Order) orders.Order {
	o.Name, o.Reason, o.Address, o.Payment, o.Refund, o.Tracking = "", "", orders.Address{}, "", "", nil
	return o
}

// over returns an order before and after a change as they are kept. Of one that is over
// now, and whose person has been erased, nothing of the person is.
func (s *Store) over(ctx context.Context, tx *sql.Tx, before, after orders.Order) (orders.Order, orders.Order, error) {
	if after.Status.UnderWay() {
		return before, after, nil
	}
	var forget bool
	if err := tx.QueryRowContext(ctx, `SELECT forget FROM purchase WHERE id = ?`, after.ID).Scan(&forget); err != nil || !forget {
		return before, after, err
	}
	err := rewriting(ctx, tx, "erase", func() error {
		return executeAll(ctx, tx, []string{after.ID}, s.blankTrail()+` WHERE about = 'order' AND id = ?1`)
	})
	return anonymous(before), anonymous(after), err
}

// Forget erases the people who have no orders and whose entry nothing has happened to
// since before. It returns how many.
func (s *Store) Forget(ctx context.Context, before time.Time) (int, error) {
	n := 0
	err := s.file.Transact(ctx, func(tx *sql.Tx) error {
		people, err := durable.List(ctx, tx, durable.One[string], `SELECT id FROM person WHERE changed < ? AND id <> ?
			AND NOT EXISTS (SELECT 1 FROM purchase WHERE purchase.person = person.id) ORDER BY id`, before.UnixMicro(), Nobody)
		for _, id := range people {
			if err == nil {
				_, err = s.erase(ctx, tx, id)
			}
		}
		n = len(people)
		return err
	})
	if err != nil {
		return 0, s.file.Wrap("forgetting people", err)
	}
	return n, s.file.Erased(ctx)
}

// rewriting opens the trail for one purpose while step runs: see the schema.
func rewriting(ctx context.Context, tx *sql.Tx, why string, step func() error) error {
	if _, err := tx.ExecContext(ctx, `INSERT INTO rewriting (why) VALUES (?)`, why); err != nil {
		return err
	}
	if err := step(); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `DELETE FROM rewriting`)
	return err
}

// executeAll carries statements out, each with the same arguments.
func executeAll(ctx context.Context, tx *sql.Tx, args []string, statements ...string) error {
	with := make([]any, len(args))
	for i, a := range args {
		with[i] = a
	}
	for _, statement := range statements {
		if _, err := tx.ExecContext(ctx, statement, with...); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}
