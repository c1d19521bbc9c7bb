// Package basket keeps what shoppers mean to buy: one basket a session, in one
// SQLite file of its own. A basket is current state and not history, and what is
// acknowledged outlives a killed process and a power cut; see [durable].
//
// Every call says what shall be and not what to add, so that a form sent twice
// changes nothing the second time.
package basket

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"time"

	"shopclerk/agent/durable"
	"shopclerk/catalog"
)

const (
	// MostPieces is how many pieces of one product a basket holds: more are an
	// order to talk about, or a slip of the finger. The schema has the same number.
	MostPieces = 99
	// MostLines bounds a basket: a page of them is drawn at once, and nobody but a
	// program fills more.
	MostLines = 100
)

var (
	// ErrQuantity reports a quantity that no basket holds.
	ErrQuantity = fmt.Errorf("a quantity is a number from 1 to %d", MostPieces)
	// ErrFull reports that the basket holds [MostLines] products already.
	ErrFull = fmt.Errorf("a basket holds at most %d different products", MostLines)
	// ErrUnusable is [durable.ErrUnusable].
	ErrUnusable = durable.ErrUnusable
)

// applicationID marks a SQLite file as one of baskets: "scb1".
const applicationID = 0x73636231

//go:embed migrations
var migrations embed.FS

// readersOpen is how many pages can ask for their basket at once; the question
// takes microseconds.
const readersOpen = 4

// Line is one product in a basket.
type Line struct {
	Product  string        // the feed's id, which outlives a new import
	Title    string        // when it was put in
	Quantity int           // 1 to MostPieces
	Price    catalog.Price // of one piece when it was put in
	Added    time.Time     // UTC, to the microsecond; Add sets it
}

// Store holds the baskets of all sessions. It is safe for concurrent use. Now is
// set before the first call.
type Store struct {
	Now func() time.Time // time.Now unless set

	file *durable.File
}

// FileKind is what [Open] opens.
func FileKind() durable.Kind {
	return durable.Kind{Name: "the baskets", ID: applicationID, Unmarked: "line", Migrations: migrations, Folder: "migrations", Schema: "basket", Readers: readersOpen}
}

// Open opens the baskets at path as [durable.Open] does.
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

// Add puts a product into a session's basket. If it is there already it keeps its
// price and gets at least the line's quantity. [ErrQuantity] and [ErrFull] leave the
// basket as it was.
func (s *Store) Add(ctx context.Context, session string, l Line) error {
	if l.Quantity < 1 || l.Quantity > MostPieces {
		return fmt.Errorf("adding to a basket: %w", ErrQuantity)
	}
	now := s.Now().UnixMicro()
	price := sql.NullInt64{Int64: l.Price.Minor, Valid: l.Price.Known()}
	n, err := durable.Changed(s.file.Writer.ExecContext(ctx, `
		INSERT INTO line (session, product, title, quantity, price, currency, added, changed)
		SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7
		WHERE (SELECT count(*) FROM line WHERE session = ?1 AND product <> ?2) < ?8
		ON CONFLICT (session, product) DO UPDATE
			SET quantity = `+larger("line.quantity", "excluded.quantity")+`, changed = `+larger("line.changed", "excluded.changed"),
		session, l.Product, l.Title, l.Quantity, price, l.Price.Currency, now, MostLines))
	if err == nil && n == 0 {
		err = ErrFull
	}
	if err != nil {
		return fmt.Errorf("adding to a basket: %w", err)
	}
	return nil
}

// larger is the larger of two values, as SQLite and PostgreSQL both understand it.
func larger(a, b string) string {
	return `CASE WHEN ` + a + ` > ` + b + ` THEN ` + a + ` ELSE ` + b + ` END`
}

// Change sets the quantity of a product in a session's basket; 0 removes it. What
// is not in the basket stays out: the form may be from before it was removed.
func (s *Store) Change(ctx context.Context, session, product string, quantity int) error {
	if quantity < 0 || quantity > MostPieces {
		return fmt.Errorf("changing a basket: %w", ErrQuantity)
	}
	var err error
	if quantity == 0 {
		_, err = s.file.Writer.ExecContext(ctx, `DELETE FROM line WHERE session = ? AND product = ?`, session, product)
	} else {
		_, err = s.file.Writer.ExecContext(ctx, `UPDATE line SET quantity = ?1, changed = `+larger("changed", "?2")+` WHERE session = ?3 AND product = ?4`,
			quantity, s.Now().UnixMicro(), session, product)
	}
	if err != nil {
		return fmt.Errorf("changing a basket: %w", err)
	}
	return nil
}

// Lines returns a session's basket in the order in which it was filled, equal
// times by product. A session without one has no lines.
func (s *Store) Lines(ctx context.Context, session string) ([]Line, error) {
	lines, err := readLines(ctx, s.file.Readers, session)
	if err != nil {
		return nil, fmt.Errorf("reading a basket: %w", err)
	}
	return lines, nil
}

func readLines(ctx context.Context, from durable.Querier, session string) ([]Line, error) {
	return durable.List(ctx, from, func(row *sql.Rows) (l Line, err error) {
		var price sql.NullInt64
		var added int64
		err = row.Scan(&l.Product, &l.Title, &l.Quantity, &price, &l.Price.Currency, &added)
		l.Price.Minor, l.Added = price.Int64, time.UnixMicro(added).UTC()
		return l, err
	}, `SELECT product, title, quantity, price, currency, added FROM line WHERE session = ? ORDER BY added, product`, session)
}

// Pieces returns how many pieces a session's basket holds.
func (s *Store) Pieces(ctx context.Context, session string) (int, error) {
	var n int
	err := s.file.Readers.QueryRowContext(ctx, `SELECT coalesce(sum(quantity), 0) FROM line WHERE session = ?`, session).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("counting a basket: %w", err)
	}
	return n, nil
}

// Delete removes a session's basket and what was done to it; there may be none. What
// it held is overwritten: see [durable.File.Erased].
func (s *Store) Delete(ctx context.Context, session string) error {
	err := s.file.Transact(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM line WHERE session = ?`, session)
		if err == nil {
			_, err = tx.ExecContext(ctx, `DELETE FROM deed WHERE session = ?`, session)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("deleting a basket: %w", err)
	}
	return s.file.Erased(ctx)
}

// Forget removes the baskets in which nothing has changed since before, and what was
// done to baskets before; it returns how many lines went.
func (s *Store) Forget(ctx context.Context, before time.Time) (int, error) {
	var n int
	err := s.file.Transact(ctx, func(tx *sql.Tx) (err error) {
		n, err = durable.Changed(tx.ExecContext(ctx, `DELETE FROM line WHERE session IN
			(SELECT session FROM line GROUP BY session HAVING max(changed) < ?)`, before.UnixMicro()))
		if err == nil {
			_, err = tx.ExecContext(ctx, `DELETE FROM deed WHERE at < ?`, before.UnixMicro())
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("forgetting old baskets: %w", err)
	}
	return n, s.file.Erased(ctx)
}
