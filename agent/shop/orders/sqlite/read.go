package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"shopclerk/agent/durable"
	"shopclerk/agent/shop/orders"
	"shopclerk/catalog"
)

// Orders returns a person's orders, the newest first, equal times by id.
func (s *Store) Orders(ctx context.Context, person string) ([]orders.Order, error) {
	all, err := readOrders(ctx, s.file.Readers, `WHERE person = ?`, person)
	return all, s.file.Wrap("reading orders", err)
}

// Any reports whether a person has an order.
func (s *Store) Any(ctx context.Context, person string) (has bool, err error) {
	err = s.file.Readers.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM purchase WHERE person = ?)`, person).Scan(&has)
	return has, s.file.Wrap("looking for orders", err)
}

// Latest returns at most as many of a person's orders as are asked for: those that are
// under way, then the newest. They come in the order of [Store.Orders].
func (s *Store) Latest(ctx context.Context, person string, most int) ([]orders.Order, error) {
	all, err := readOrders(ctx, s.file.Readers, `WHERE id IN (SELECT id FROM purchase WHERE person = ?
		ORDER BY status IN ('placed', 'shipped') DESC, placed DESC, id LIMIT ?)`, person, most)
	return all, s.file.Wrap("reading orders", err)
}

// Order returns an order of a person's, or [ErrNone].
func (s *Store) Order(ctx context.Context, person, id string) (orders.Order, error) {
	return s.find(ctx, `WHERE id = ? AND person = ?`, id, person)
}

// Find returns an order, whoever's it is, or [ErrNone]: it is for the shop itself.
func (s *Store) Find(ctx context.Context, id string) (orders.Order, error) {
	return s.find(ctx, `WHERE id = ?`, id)
}

func (s *Store) find(ctx context.Context, where string, args ...any) (orders.Order, error) {
	all, err := readOrders(ctx, s.file.Readers, where, args...)
	if err == nil && len(all) == 0 {
		err = ErrNone
	}
	if err != nil {
		return orders.Order{}, s.file.Wrap("reading an order", err)
	}
	return all[0], nil
}

// Page returns everybody's orders in a status (in any, if it is empty), the newest
// first: at most limit of them after the first offset ones, and how many there are in
// all. It is for the shop itself.
func (s *Store) Page(ctx context.Context, status orders.Status, offset, limit int) (page []orders.Order, total int, err error) {
	err = s.file.Readers.QueryRowContext(ctx, `SELECT count(*) FROM purchase WHERE ?1 IN ('', status)`, status).Scan(&total)
	if err == nil {
		page, err = readOrders(ctx, s.file.Readers, `WHERE id IN (SELECT id FROM purchase WHERE ?1 IN ('', status)
			ORDER BY placed DESC, id LIMIT ?3 OFFSET ?2)`, status, offset, limit)
	}
	return page, total, s.file.Wrap("reading orders", err)
}

// Counts returns how many orders there are, by status.
func (s *Store) Counts(ctx context.Context) (map[orders.Status]int, error) {
	out := map[orders.Status]int{}
	err := durable.Each(ctx, s.file.Readers, func(row *sql.Rows) error {
		var status orders.Status
		var n int
		err := row.Scan(&status, &n)
		out[status] = n
		return err
	}, `SELECT status, count(*) FROM purchase GROUP BY status`)
	return out, s.file.Wrap("counting orders", err)
}

// readOrders reads the orders of a condition with their lines.
func readOrders(ctx context.Context, from durable.Querier, where string, args ...any) ([]orders.Order, error) {
	out, err := durable.List(ctx, from, func(row *sql.Rows) (o orders.Order, err error) {
		var placed int64
		var tracking []byte
		a := &o.Address
		if err := row.Scan(&o.ID, &o.Person, &placed, &o.Status, &o.Name, &o.Reason, &a.Street, &a.Extra, &a.City, &a.Region, &a.Zip, &a.Country,
			&o.Payment, &o.Refund, &tracking); err != nil {
			return o, err
		}
		o.Placed = time.UnixMicro(placed).UTC()
		err = json.Unmarshal(tracking, &o.Tracking)
		return o, err
	}, `SELECT id, person, placed, status, name, reason, street, extra, city, region, zip, country,
		payment, refund, tracking FROM purchase `+where+` ORDER BY placed DESC, id`, args...)
	for i := range out {
		if err == nil {
			out[i].Lines, err = readLines(ctx, from, out[i].ID)
		}
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}

func readLines(ctx context.Context, from durable.Querier, order string) ([]orders.Line, error) {
	return durable.List(ctx, from, func(row *sql.Rows) (l orders.Line, err error) {
		var options []byte
		var price sql.NullInt64
		a := &l.Article
		err = row.Scan(&l.ID, &a.ID, &a.Product, &a.Title, &options, &price, &a.Price.Currency, &l.Quantity, &l.State)
		a.Price.Minor = price.Int64
		if err == nil {
			err = json.Unmarshal(options, &a.Options)
		}
		return l, err
	}, `SELECT id, article, product, title, options, price, currency, quantity, state
		FROM line WHERE purchase = ? ORDER BY place`, order)
}

// Person returns a person's entry, or [ErrNone].
func (s *Store) Person(ctx context.Context, id string) (orders.Person, error) {
	p, err := readPerson(ctx, s.file.Readers, id)
	return p, s.file.Wrap("reading a person's entry", err)
}

func readPerson(ctx context.Context, from durable.Querier, id string) (orders.Person, error) {
	var p orders.Person
	var payments string
	a := &p.Address
	err := from.QueryRowContext(ctx, `SELECT id, name, email, street, extra, city, region, zip, country, payments FROM person WHERE id = ?`, id).
		Scan(&p.ID, &p.Name, &p.Email, &a.Street, &a.Extra, &a.City, &a.Region, &a.Zip, &a.Country, &payments)
	if errors.Is(err, sql.ErrNoRows) {
		return p, ErrNone
	}
	if err != nil {
		return p, err
	}
	return p, json.Unmarshal([]byte(payments), &p.Payments)
}

// ByEmail returns the id of the one person with a mail address, in any case, or
// [ErrNone], also when there are several. It is a look-up and proves nothing of who
// asks: show a person's orders only to who has proved to be that person.
func (s *Store) ByEmail(ctx context.Context, email string) (string, error) {
	return s.one(ctx, `SELECT id FROM person WHERE `+s.dialect().byEmail+` AND email <> ''`, strings.TrimSpace(email))
}

// ByName returns the id of the one person with a name, in any case, and a zip code,
// as [Store.ByEmail] does.
func (s *Store) ByName(ctx context.Context, name, zip string) (string, error) {
	return s.one(ctx, `SELECT id FROM person WHERE `+s.dialect().byName+` AND name <> '' AND zip = ?`,
		strings.Join(strings.Fields(name), " "), strings.TrimSpace(zip))
}

func (s *Store) one(ctx context.Context, query string, args ...any) (string, error) {
	var n int
	var id sql.NullString
	err := s.file.Readers.QueryRowContext(ctx, `SELECT count(*), max(id) FROM (`+query+` LIMIT 2) AS found`, args...).Scan(&n, &id)
	if err == nil && n != 1 {
		err = ErrNone
	}
	if err != nil {
		return "", s.file.Wrap("looking a person up", err)
	}
	return id.String, nil
}

// Keeper is the person of what the shop itself does.
const Keeper = "shop"

// Trail returns what was done by a person or to the person's orders, oldest first; only
// to one order where that is named.
func (s *Store) Trail(ctx context.Context, person, order string) ([]orders.Event, error) {
	return s.trail(ctx, `WHERE (person = ?1 OR about = 'order' AND id IN (SELECT id FROM purchase WHERE person = ?1))
		AND (?2 = '' OR about = 'order' AND id = ?2)`, person, order)
}

// TrailOf returns what was done to an order, whoever did it, oldest first: it is for the
// shop itself.
func (s *Store) TrailOf(ctx context.Context, order string) ([]orders.Event, error) {
	return s.trail(ctx, `WHERE about = 'order' AND id = ?`, order)
}

func (s *Store) trail(ctx context.Context, where string, args ...any) ([]orders.Event, error) {
	out, err := durable.List(ctx, s.file.Readers, func(row *sql.Rows) (e orders.Event, err error) {
		var at int64
		var call, before, after string
		err = row.Scan(&at, &e.Key, &e.Person, &call, &e.About, &e.ID, &before, &after)
		e.At, e.Call, e.After = time.UnixMicro(at).UTC(), json.RawMessage(call), json.RawMessage(after)
		if before != "" {
			e.Before = json.RawMessage(before)
		}
		return e, err
	}, `SELECT at, key, person, call, about, id, before, after FROM trail `+where+` ORDER BY n`, args...)
	return out, s.file.Wrap("reading the audit trail", err)
}

// amount is a price as a column holds it.
func amount(p catalog.Price) sql.NullInt64 { return sql.NullInt64{Int64: p.Minor, Valid: p.Known()} }
