package sales

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"shopclerk/agent/shop/orders"
	"shopclerk/agent/store"
	"shopclerk/catalog"
)

const (
	// MostPieces is how many pieces of one product a basket holds: more are an order to talk
	// about, or a slip of the finger. The schema has the same number.
	MostPieces = orders.MostPieces
	// MostLines bounds a basket: a page of them is drawn at once, and nobody but a program
	// fills more.
	MostLines = orders.MostLines
)

var (
	// ErrQuantity reports a quantity that no basket holds.
	ErrQuantity = fmt.Errorf("a quantity is a number from 1 to %d", MostPieces)
	// ErrFull reports that the basket holds [MostLines] products already.
	ErrFull = fmt.Errorf("a basket holds at most %d different products", MostLines)
)

// Line is one product in a basket.
type Line struct {
	Product  string        `json:"product"`  // the feed's id, which outlives a new import
	Title    string        `json:"title"`    // when it was put in
	Quantity int           `json:"quantity"` // 1 to MostPieces
	Price    catalog.Price `json:"price"`    // of one piece when it was put in
	Added    time.Time     `json:"added"`    // UTC, to the microsecond; Put sets it
}

// Put puts a product into a session's basket. A product that is there already keeps its price
// and gets at least the line's quantity, so that a form sent twice changes nothing the second
// time. [ErrQuantity] and [ErrFull] leave the basket as it was.
func (s *Store) Put(ctx context.Context, session string, l Line) error {
	return s.setBasket(ctx, "adding to a basket", session, func(lines []Line) ([]Line, error) {
		if l.Quantity < 1 || l.Quantity > MostPieces {
			return nil, ErrQuantity
		}
		i := slices.IndexFunc(lines, func(o Line) bool { return o.Product == l.Product })
		if i < 0 {
			return append(lines, l), nil
		}
		lines[i].Quantity = max(lines[i].Quantity, l.Quantity)
		return lines, nil
	})
}

// SetQuantity sets the quantity of a product in a session's basket; 0 removes it. What is not
// in the basket stays out: the form may be from before it was removed.
func (s *Store) SetQuantity(ctx context.Context, session, product string, quantity int) error {
	return s.setBasket(ctx, "changing a basket", session, func(lines []Line) ([]Line, error) {
		if quantity < 0 || quantity > MostPieces {
			return nil, ErrQuantity
		}
		i := slices.IndexFunc(lines, func(o Line) bool { return o.Product == product })
		switch {
		case i < 0:
			return lines, nil
		case quantity == 0:
			return slices.Delete(lines, i, i+1), nil
		}
		lines[i].Quantity = quantity
		return lines, nil
	})
}

func (s *Store) setBasket(ctx context.Context, activity, session string, by func([]Line) ([]Line, error)) error {
	return s.db.Wrap(activity, s.db.Transact(ctx, func(tx *sql.Tx) error {
		_, _, err := rewriteBasket(ctx, tx, session, s.moment(), by)
		return err
	}))
}

// ChangeBasket changes a session's basket once for each key: by gets the lines as they stand,
// in the order of [Store.Lines], and returns those that are to be. ChangeBasket returns the
// lines that changed, as they were and as they are now; one that was put in is not in the
// first, one that was taken out not in the second. A key that was used changes nothing and
// returns those of then, until [Store.Erase] or [Store.Forget] removes it.
//
// An error of by is wrapped, and like [ErrQuantity], [ErrFull] and [ErrKey] leaves the basket
// as it was.
func (s *Store) ChangeBasket(ctx context.Context, session, key string, by func([]Line) ([]Line, error)) (was, now []Line, err error) {
	err = s.db.Transact(ctx, func(tx *sql.Tx) error {
		var whose string
		var texts [2][]byte
		err := tx.QueryRowContext(ctx, `SELECT session, was, now FROM basket_change WHERE key = $1`, key).Scan(&whose, &texts[0], &texts[1])
		switch {
		case err == nil && whose != session:
			return ErrKey
		case err == nil:
			return errors.Join(json.Unmarshal(texts[0], &was), json.Unmarshal(texts[1], &now))
		case !errors.Is(err, sql.ErrNoRows):
			return err
		}
		at := s.moment()
		if was, now, err = rewriteBasket(ctx, tx, session, at, by); err != nil {
			return err
		}
		for i, lines := range [][]Line{was, now} {
			if texts[i], err = json.Marshal(lines); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO basket_change (key, session, at, was, now) VALUES ($1, $2, $3, $4, $5)`,
			key, session, at.UnixMicro(), string(texts[0]), string(texts[1]))
		return err
	})
	if err != nil {
		return nil, nil, s.db.Wrap("changing a basket once", err)
	}
	return was, now, nil
}

// without returns the lines of a basket without what was ordered: what was put in since stays.
func without(lines []Line, ordered []orders.Line) []Line {
	var out []Line
	for _, l := range lines {
		for _, o := range ordered {
			if o.Article.ID == l.Product {
				l.Quantity -= o.Quantity
			}
		}
		if l.Quantity > 0 {
			out = append(out, l)
		}
	}
	return out
}

// rewriteBasket changes a basket, and returns the lines whose quantities differ, before and
// after. One that is there already keeps its title, price and time.
func rewriteBasket(ctx context.Context, tx *sql.Tx, session string, at time.Time, by func([]Line) ([]Line, error)) (was, now []Line, err error) {
	before, err := readLines(ctx, tx, session)
	if err != nil {
		return nil, nil, err
	}
	after, err := by(slices.Clone(before))
	if err != nil {
		return nil, nil, err
	}
	if was, now, err = differing(before, after, at); err != nil {
		return nil, nil, err
	}
	for _, l := range was {
		if _, err := tx.ExecContext(ctx, `DELETE FROM basket WHERE session = $1 AND product = $2`, session, l.Product); err != nil {
			return nil, nil, err
		}
	}
	for _, l := range now {
		if _, err := tx.ExecContext(ctx, `INSERT INTO basket (session, product, title, quantity, price, currency, added, changed)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			session, l.Product, l.Title, l.Quantity, amount(l.Price), l.Price.Currency, l.Added.UnixMicro(), at.UnixMicro()); err != nil {
			return nil, nil, err
		}
	}
	if len(was)+len(now) == 0 { // looked after all the same: see Forget
		_, err = tx.ExecContext(ctx, `UPDATE basket SET changed = $1 WHERE session = $2 AND changed < $1`, at.UnixMicro(), session)
	}
	return was, now, err
}

func differing(before, after []Line, at time.Time) (was, now []Line, err error) {
	if len(after) > MostLines {
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

// Lines returns a session's basket in the order in which it was filled, equal times by
// product. A session without one has no lines.
func (s *Store) Lines(ctx context.Context, session string) ([]Line, error) {
	lines, err := readLines(ctx, s.db.Reader, session)
	return lines, s.db.Wrap("reading a basket", err)
}

func readLines(ctx context.Context, from store.Querier, session string) ([]Line, error) {
	return store.List(ctx, from, func(row *sql.Rows) (l Line, err error) {
		var price sql.NullInt64
		var added int64
		err = row.Scan(&l.Product, &l.Title, &l.Quantity, &price, &l.Price.Currency, &added)
		l.Price.Minor, l.Added = price.Int64, time.UnixMicro(added).UTC()
		return l, err
	}, `SELECT product, title, quantity, price, currency, added FROM basket WHERE session = $1 ORDER BY added, product`, session)
}

// Pieces returns how many pieces a session's basket holds.
func (s *Store) Pieces(ctx context.Context, session string) (n int, err error) {
	err = s.db.Reader.QueryRowContext(ctx, `SELECT coalesce(sum(quantity), 0) FROM basket WHERE session = $1`, session).Scan(&n)
	return n, s.db.Wrap("counting a basket", err)
}
