package sales

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	"shopclerk/agent/shop/orders"
	"shopclerk/agent/store"
	"shopclerk/catalog"
)

// Orders returns a person's orders, the newest first, equal times by id.
func (s *Store) Orders(ctx context.Context, person string) ([]orders.Order, error) {
	all, err := readOrders(ctx, s.db.Reader, `WHERE person = $1`, person)
	return all, s.db.Wrap("reading orders", err)
}

// Any reports whether a person has an order.
func (s *Store) Any(ctx context.Context, person string) (has bool, err error) {
	err = s.db.Reader.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM purchase WHERE person = $1)`, person).Scan(&has)
	return has, s.db.Wrap("looking for orders", err)
}

// Latest returns at most as many of a person's orders as are asked for: those that are under
// way, then the newest. They come in the order of [Store.Orders].
func (s *Store) Latest(ctx context.Context, person string, most int) ([]orders.Order, error) {
	all, err := readOrders(ctx, s.db.Reader, `WHERE id IN (SELECT id FROM purchase WHERE person = $1
		ORDER BY CASE WHEN status IN ('placed', 'shipped') THEN 0 ELSE 1 END, placed DESC, id LIMIT $2)`, person, most)
	return all, s.db.Wrap("reading orders", err)
}

// Order returns an order of a person's, or [ErrNone].
func (s *Store) Order(ctx context.Context, person, id string) (orders.Order, error) {
	o, err := find(ctx, s.db.Reader, `WHERE id = $1 AND person = $2`, storable(id), person)
	return o, s.db.Wrap("reading an order", err)
}

// Find returns an order, whoever's it is, or [ErrNone]: it is for the shop itself.
func (s *Store) Find(ctx context.Context, id string) (orders.Order, error) {
	o, err := find(ctx, s.db.Reader, `WHERE id = $1`, storable(id))
	return o, s.db.Wrap("reading an order", err)
}

// Claim gives a person the order of a number that was placed under an e-mail address, in any
// case, with what is known of who placed it; [ErrNone] where there is none. Who knows both is
// taken for who placed it: bound how often it is tried.
func (s *Store) Claim(ctx context.Context, person, id, email string) (orders.Order, error) {
	var out orders.Order
	err := s.db.Transact(ctx, func(tx *sql.Tx) (err error) {
		if out, err = find(ctx, tx, `WHERE id = $1`, storable(id)); err != nil || out.Person == person {
			return err
		}
		from, err := readPerson(ctx, tx, out.Person)
		if err != nil {
			return err
		}
		if email = strings.TrimSpace(email); email == "" || !strings.EqualFold(email, from.Email) {
			return ErrNone
		}
		if _, err = readPerson(ctx, tx, person); errors.Is(err, ErrNone) {
			from.ID = person
			err = writePerson(ctx, tx, from, s.moment())
		}
		if err != nil {
			return err
		}
		whose := out.Person
		out.Person = person
		if _, err = tx.ExecContext(ctx, `UPDATE purchase SET person = $1 WHERE id = $2`, person, out.ID); err != nil {
			return err
		}
		// an entry without orders is of no use to anybody
		_, err = tx.ExecContext(ctx, `DELETE FROM person WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM purchase WHERE person = $1)`, whose)
		return err
	})
	return out, s.db.Wrap("finding an order again", err)
}

// storable is a text as PostgreSQL has it, which knows neither a zero byte nor what is not
// UTF-8: what a stranger looks for is no error there.
func storable(text string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", "\uFFFD"), "\uFFFD")
}

func find(ctx context.Context, from store.Querier, where string, args ...any) (orders.Order, error) {
	all, err := readOrders(ctx, from, where, args...)
	if err == nil && len(all) == 0 {
		err = ErrNone
	}
	if err != nil {
		return orders.Order{}, err
	}
	return all[0], nil
}

// readOrders reads the orders of a condition.
func readOrders(ctx context.Context, from store.Querier, where string, args ...any) ([]orders.Order, error) {
	return store.List(ctx, from, func(row *sql.Rows) (o orders.Order, err error) {
		var id, person string
		var status orders.Status
		var placed int64
		var document []byte
		if err := row.Scan(&id, &person, &placed, &status, &document); err != nil {
			return o, err
		}
		err = json.Unmarshal(document, &o)
		o.ID, o.Person, o.Placed, o.Status = id, person, time.UnixMicro(placed).UTC(), status
		return o, err
	}, `SELECT id, person, placed, status, document FROM purchase `+where+` ORDER BY placed DESC, id`, args...)
}

// Person returns a person's entry, or [ErrNone].
func (s *Store) Person(ctx context.Context, id string) (orders.Person, error) {
	p, err := readPerson(ctx, s.db.Reader, id)
	return p, s.db.Wrap("reading a person's entry", err)
}

func readPerson(ctx context.Context, from store.Querier, id string) (p orders.Person, err error) {
	var document []byte
	err = from.QueryRowContext(ctx, `SELECT document FROM person WHERE id = $1`, id).Scan(&document)
	if errors.Is(err, sql.ErrNoRows) {
		return p, ErrNone
	}
	if err == nil {
		err = json.Unmarshal(document, &p)
	}
	p.ID = id
	return p, err
}

// Trail returns what was done by a person or to the person's orders, oldest first.
func (s *Store) Trail(ctx context.Context, person string) ([]orders.Event, error) {
	return s.trail(ctx, `WHERE person = $1 OR about = 'order' AND id IN (SELECT id FROM purchase WHERE person = $1)`, person)
}

// TrailOf returns what was done to an order, whoever did it, oldest first: it is for the shop
// itself.
func (s *Store) TrailOf(ctx context.Context, order string) ([]orders.Event, error) {
	return s.trail(ctx, `WHERE about = 'order' AND id = $1`, order)
}

func (s *Store) trail(ctx context.Context, where string, args ...any) ([]orders.Event, error) {
	out, err := store.List(ctx, s.db.Reader, func(row *sql.Rows) (e orders.Event, err error) {
		var at int64
		var call, before, after string
		err = row.Scan(&at, &e.Key, &e.Person, &call, &e.About, &e.ID, &before, &after)
		e.At, e.Call, e.After = time.UnixMicro(at).UTC(), json.RawMessage(call), json.RawMessage(after)
		if before != "" {
			e.Before = json.RawMessage(before)
		}
		return e, err
	}, `SELECT at, key, person, call, about, id, before, after FROM trail `+where+` ORDER BY n`, args...)
	return out, s.db.Wrap("reading the audit trail", err)
}

// Taken returns how many pieces of products orders take from the shop's stock, by product;
// products of which they take none are left out. An order that is placed takes its pieces,
// one that was cancelled gives them back. One that has left the shop takes them as long as
// the stock was counted before it left: counted returns when that was.
func (s *Store) Taken(ctx context.Context, products []string, counted func(product string) time.Time) (map[string]int, error) {
	taken := map[string]int{}
	if len(products) == 0 {
		return taken, nil
	}
	marks, args := make([]string, len(products)), make([]any, len(products))
	for i, p := range products {
		marks[i], args[i] = "$"+strconv.Itoa(i+1), p
	}
	err := store.Each(ctx, s.db.Reader, func(row *sql.Rows) error {
		var product string
		var here bool
		var shipped int64
		var pieces int
		if err := row.Scan(&product, &here, &shipped, &pieces); err != nil {
			return err
		}
		if here || shipped > counted(product).UnixMicro() {
			taken[product] += pieces
		}
		return nil
	}, `SELECT l.article, p.status = 'placed', p.shipped, sum(l.quantity)
		FROM purchase_line l JOIN purchase p ON p.id = l.purchase
		WHERE l.article IN (`+strings.Join(marks, ", ")+`) AND (p.status = 'placed' OR p.status <> 'cancelled' AND p.shipped > 0)
		GROUP BY l.article, p.status = 'placed', p.shipped`, args...)
	return taken, s.db.Wrap("counting what orders take", err)
}

// amount is a price as a column holds it.
func amount(p catalog.Price) sql.NullInt64 { return sql.NullInt64{Int64: p.Minor, Valid: p.Known()} }
