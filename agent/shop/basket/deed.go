package basket

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// ErrKey reports an idempotency key that another session has used: choose a new one
// for each thing to be done.
var ErrKey = errors.New("the idempotency key belongs to another session")

// Do changes a session's basket once for each key: by gets the lines as they stand, in
// the order of [Store.Lines], and returns those that shall be. Do returns the lines
// that changed, as they were and as they are now; one that was put in is not in the
// first, one that was taken out not in the second. A key that was used changes nothing
// and returns those of then, until [Store.Delete] or [Store.Forget] takes the deed.
//
// An error of by is wrapped, and like [ErrQuantity], [ErrFull] and [ErrKey] leaves the
// basket as it was.
func (s *Store) Do(ctx context.Context, session, key string, by func([]Line) ([]Line, error)) (was, now []Line, err error) {
	err = s.file.Transact(ctx, func(tx *sql.Tx) (err error) {
		var whose string
		var texts [2][]byte
		err = tx.QueryRowContext(ctx, `SELECT session, was, now FROM deed WHERE key = ?`, key).Scan(&whose, &texts[0], &texts[1])
		switch {
		case err == nil && whose != session:
			return ErrKey
		case err == nil:
			return errors.Join(json.Unmarshal(texts[0], &was), json.Unmarshal(texts[1], &now))
		case !errors.Is(err, sql.ErrNoRows):
			return err
		}
		before, err := readLines(ctx, tx, session)
		if err != nil {
			return err
		}
		after, err := by(slices.Clone(before))
		if err != nil {
			return err
		}
		at := s.Now().UTC().Truncate(time.Microsecond)
		if was, now, err = differing(before, after, at); err != nil {
			return err
		}
		if err := write(ctx, tx, session, was, now, at); err != nil {
			return err
		}
		for i, lines := range [][]Line{was, now} {
			if texts[i], err = json.Marshal(lines); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO deed (key, session, at, was, now) VALUES (?, ?, ?, ?, ?)`,
			key, session, at.UnixMicro(), string(texts[0]), string(texts[1]))
		return err
	})
	if err != nil {
		return nil, nil, fmt.Errorf("changing a basket once: %w", err)
	}
	return was, now, nil
}

// differing returns the lines whose quantities differ between two baskets, of the
// first and of the second. One that is there already keeps its title, price and time.
func differing(before, after []Line, at time.Time) (was, now []Line, err error) {
	if len(after) > max(MostLines, len(before)) { // see Adopt for more than MostLines
		return nil, nil, ErrFull
	}
	had := make(map[string]Line, len(before))
	for _, l := range before {
		had[l.Product] = l
	}
	stays := make(map[string]bool, len(after))
	for _, l := range after {
		if l.Quantity < 1 || l.Quantity > MostPieces {
			return nil, nil, ErrQuantity
		}
		if stays[l.Product] {
			return nil, nil, fmt.Errorf("two lines of the product %s: make them one", l.Product)
		}
		stays[l.Product] = true
		old, known := had[l.Product]
		switch {
		case !known:
			l.Added = at
			now = append(now, l)
		case old.Quantity != l.Quantity:
			was = append(was, old)
			old.Quantity = l.Quantity
			now = append(now, old)
		}
	}
	for _, l := range before {
		if !stays[l.Product] {
			was = append(was, l)
		}
	}
	return was, now, nil
}

// write makes the lines that were those that are now.
func write(ctx context.Context, tx *sql.Tx, session string, was, now []Line, at time.Time) error {
	for _, l := range was {
		if slices.ContainsFunc(now, func(n Line) bool { return n.Product == l.Product }) {
			continue
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM line WHERE session = ? AND product = ?`, session, l.Product); err != nil {
			return err
		}
	}
	for _, l := range now {
		price := sql.NullInt64{Int64: l.Price.Minor, Valid: l.Price.Known()}
		if _, err := tx.ExecContext(ctx, `INSERT INTO line (session, product, title, quantity, price, currency, added, changed)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (session, product) DO UPDATE SET quantity = excluded.quantity, changed = `+larger("line.changed", "excluded.changed"),
			session, l.Product, l.Title, l.Quantity, price, l.Price.Currency, l.Added.UnixMicro(), at.UnixMicro()); err != nil {
			return err
		}
	}
	return nil
}
