package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"time"

	"shopclerk/agent/shop/orders"
)

// Import adds a world in one transaction: all of it or nothing. What is there already
// under the same id is an error. An import is no act: the trail begins after it.
func (s *Store) Import(ctx context.Context, w orders.World) error {
	return s.file.Wrap("importing orders", s.file.Transact(ctx, func(tx *sql.Tx) error { return importAll(ctx, tx, w, s.moment()) }))
}

// moment is now, as times are stored.
func (s *Store) moment() time.Time { return s.Now().UTC().Truncate(time.Microsecond) }

// own is the form of the ids that [Store.Place] gives.
var own = regexp.MustCompile(`^S[0-9]+$`)

func importAll(ctx context.Context, tx *sql.Tx, w orders.World, at time.Time) error {
	for _, p := range w.People {
		if _, err := readPerson(ctx, tx, p.ID); !errors.Is(err, ErrNone) {
			return errors.Join(fmt.Errorf("person %s is there already: import into an empty file", p.ID), err)
		}
		if err := writePerson(ctx, tx, p, at); err != nil {
			return fmt.Errorf("person %s: %w", p.ID, err)
		}
	}
	for _, o := range w.Orders {
		if own.MatchString(o.ID) {
			return fmt.Errorf("order %s: this shop numbers its own orders so: give it another id", o.ID)
		}
		if err := insertOrder(ctx, tx, o); err != nil {
			return fmt.Errorf("order %s: %w", o.ID, err)
		}
	}
	return nil
}

func insertOrder(ctx context.Context, tx *sql.Tx, o orders.Order) error {
	tracking, err := encode(o.Tracking)
	if err != nil {
		return err
	}
	a := o.Address
	if _, err := tx.ExecContext(ctx, `INSERT INTO purchase (id, person, placed, status, name, reason, street, extra, city, region, zip, country,
		payment, refund, tracking) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		o.ID, o.Person, o.Placed.UnixMicro(), o.Status, o.Name, o.Reason, a.Street, a.Extra, a.City, a.Region, a.Zip, a.Country,
		o.Payment, o.Refund, tracking); err != nil {
		return err
	}
	return insertLines(ctx, tx, o)
}

func insertLines(ctx context.Context, tx *sql.Tx, o orders.Order) error {
	for i, l := range o.Lines {
		options, err := encode(l.Options)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO line (purchase, place, id, article, product, title, options, price, currency, quantity,
			state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, o.ID, i, l.ID, l.Article.ID, l.Product, l.Title, options,
			amount(l.Price), l.Price.Currency, l.Quantity, l.State); err != nil {
			return err
		}
	}
	return nil
}

// updateOrder writes an order as it stands since a time. Its few lines are written anew.
func updateOrder(ctx context.Context, tx *sql.Tx, o orders.Order, at time.Time) error {
	tracking, err := encode(o.Tracking)
	if err != nil {
		return err
	}
	a := o.Address
	if _, err := tx.ExecContext(ctx, `UPDATE purchase SET status = ?, name = ?, reason = ?, street = ?, extra = ?, city = ?, region = ?, zip = ?,
		country = ?, payment = ?, refund = ?, tracking = ?, shipped = CASE WHEN shipped = 0 AND ? = 'shipped' THEN ? ELSE shipped END WHERE id = ?`,
		o.Status, o.Name, o.Reason, a.Street, a.Extra, a.City, a.Region, a.Zip, a.Country, o.Payment, o.Refund, tracking, o.Status, at.UnixMicro(), o.ID); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM line WHERE purchase = ?`, o.ID); err != nil {
		return err
	}
	return insertLines(ctx, tx, o)
}

// writePerson writes a person's entry as it is since a time.
func writePerson(ctx context.Context, tx *sql.Tx, p orders.Person, at time.Time) error {
	payments, err := encode(p.Payments)
	if err != nil {
		return err
	}
	a := p.Address
	_, err = tx.ExecContext(ctx, `INSERT INTO person (id, name, email, street, extra, city, region, zip, country, payments, changed)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name, email = excluded.email,
		street = excluded.street, extra = excluded.extra, city = excluded.city, region = excluded.region, zip = excluded.zip,
		country = excluded.country, payments = excluded.payments, changed = excluded.changed`,
		p.ID, p.Name, p.Email, a.Street, a.Extra, a.City, a.Region, a.Zip, a.Country, payments, at.UnixMicro())
	return err
}
