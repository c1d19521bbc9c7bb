package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"shopclerk/catalog"
)

// priceField names a field of a [catalog.PriceChange] in the file.
type priceField int

const (
	fieldPrice priceField = iota + 1
	fieldListPrice
	fieldStock
)

// PriceRow is one field of a product or variant as it was set last.
type PriceRow struct {
	ID    string
	field priceField
	value int64 // minor units, or pieces
	at    int64 // when it was set, microseconds since 1970
}

// PriceMark tells up to where a file of prices has been read. The zero value is before its
// beginning.
type PriceMark struct {
	file os.FileInfo // nil: there was none
	At   int64       // when the last row was set, microseconds since 1970
}

// Replaced reports whether another file stands at the path than was read.
func (m *PriceMark) Replaced(path string) bool {
	now, err := os.Stat(path)
	return m.file != nil && (err != nil || !os.SameFile(now, m.file))
}

// A file of prices has what was set since the catalogue's feed was read, a row for each
// field. It stands beside the catalogue's file, which an import replaces and nobody writes
// to: so readers of the catalogue lock nothing, and a change that is made during an import
// needs no copying. Every transaction has a time of its own, later than all before.
const priceSchema = `CREATE TABLE IF NOT EXISTS price (
	id    TEXT NOT NULL,    -- of a product or a variant
	field INTEGER NOT NULL, -- 1 price, 2 list price, 3 stock
	value INTEGER NOT NULL, -- minor units, or pieces
	at    INTEGER NOT NULL, -- microseconds since 1970
	PRIMARY KEY (id, field)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS price_at ON price (at)`

func openPrices(path, mode string) (*sql.DB, error) {
	db, err := sql.Open("sqlite3", uri(path)+"?mode="+mode+"&_busy_timeout=5000&_txlock=immediate&_synchronous=FULL")
	if err == nil {
		db.SetMaxOpenConns(1)
	}
	return db, err
}

// ReadPrices returns the rows of the file at path that were set after a mark, but none from
// before since, in the order of time, and the mark behind them.
func ReadPrices(ctx context.Context, path string, after PriceMark, since int64) (rows []PriceRow, next PriceMark, err error) {
	next = after
	if next.file, err = os.Stat(path); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return nil, next, err
	}
	db, err := openPrices(path, "rw") // which also undoes what a killed writer left
	if err != nil {
		return nil, after, fmt.Errorf("opening %s: %w", path, err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	found, err := db.QueryContext(ctx, `SELECT id, field, value, at FROM price WHERE at > ? AND at >= ? ORDER BY at`, after.At, since)
	if err == nil {
		err = each(found, func() error {
			var r PriceRow
			err := found.Scan(&r.ID, &r.field, &r.value, &r.at)
			rows, next.At = append(rows, r), r.at
			return err
		})
	}
	if err != nil {
		return nil, after, fmt.Errorf("reading prices from %s: %w; if the file is damaged, remove it and set the prices again", path, err)
	}
	return rows, next, nil
}

// WritePrices sets prices in the file at path, making it if need be, in one transaction.
// What was set before since is void, and removed. The caller has checked the changes.
func WritePrices(ctx context.Context, path string, changes []catalog.PriceChange, since int64) (err error) {
	db, err := openPrices(path, "rwc")
	if err != nil {
		return fmt.Errorf("opening %s: %w", path, err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := writePrices(ctx, db, changes, since); err != nil {
		return fmt.Errorf("setting prices in %s: %w", path, err)
	}
	return nil
}

func writePrices(ctx context.Context, db *sql.DB, changes []catalog.PriceChange, since int64) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after Commit
	if _, err := tx.ExecContext(ctx, priceSchema); err != nil {
		return err
	}
	var last int64
	if err := tx.QueryRowContext(ctx, `SELECT coalesce(max(at), 0) FROM price`).Scan(&last); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM price WHERE at < ?`, since); err != nil {
		return err
	}
	at := max(time.Now().UnixMicro(), last+1)
	set, err := tx.PrepareContext(ctx, `INSERT OR REPLACE INTO price VALUES (?,?,?,?)`)
	if err != nil {
		return err
	}
	for i := range changes {
		for field, value := range priceFields(&changes[i]) {
			if _, err := set.ExecContext(ctx, changes[i].ID, field, value, at); err != nil {
				return err
			}
		}
	}
	return tx.Commit()
}

// priceFields are the fields that a change sets.
func priceFields(c *catalog.PriceChange) map[priceField]int64 {
	out := map[priceField]int64{}
	if c.Price != nil {
		out[fieldPrice] = catalog.MinorUnits(*c.Price)
	}
	if c.ListPrice != nil {
		out[fieldListPrice] = catalog.MinorUnits(*c.ListPrice)
	}
	if c.Stock != nil {
		out[fieldStock] = int64(*c.Stock)
	}
	return out
}
