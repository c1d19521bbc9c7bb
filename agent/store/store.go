// Package store holds what shoppers leave: conversations, baskets and orders, as tables of
// one SQLite file, store.db in the data directory, or of one PostgreSQL database. Packages
// journal and sales own the rows; this one owns the connections, the schema and the kinds of
// error.
//
// A committed transaction survives a killed process and a power cut.
//
// Statements are written once for both databases. Parameters are $1, $2, … in the order of
// their first appearance, which is how SQLite numbers them. What the databases say
// differently stands in the migrations, or asks [DB.Postgres].
package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
)

// File is the name of the SQLite file in the data directory.
const File = "store.db"

// ErrUnusable reports a file or database that cannot serve: damaged, written by a newer
// program, or not a store. The message names the remedy; the program itself neither repairs
// nor removes anything.
var ErrUnusable = errors.New("the store cannot be used")

// DB is an open store. It is safe for concurrent use, also by several processes.
type DB struct {
	// Reader answers queries. On SQLite its connections cannot write.
	Reader *sql.DB

	writer   *sql.DB // on SQLite one connection, so that writers queue here and not on the file's lock
	postgres bool
	place    string // the file's path, or the database's name without a password

	crowded atomic.Bool // readers take the file for one that nobody changes: see [DB.readers]
	damaged atomic.Bool // damage was met since the start

	life    context.Context // ends with Close
	end     context.CancelFunc
	erasing sync.WaitGroup
}

// Open opens the store at a place, a data directory or the URI of a PostgreSQL database. It
// creates what is missing, brings an older schema up to date, and copies once what earlier
// versions kept in journal.db, basket.db and orders.db. A store that is damaged, foreign, newer
// than the program, or missing from a directory in use is [ErrUnusable] and is left as it is.
func Open(ctx context.Context, place string) (*DB, error) {
	d := &DB{postgres: IsPostgres(place), place: filepath.Join(place, File)}
	d.life, d.end = context.WithCancel(context.WithoutCancel(ctx))
	open := d.openFile
	if d.postgres {
		open = func(ctx context.Context) error { return d.openServer(ctx, place) }
	}
	if err := open(ctx); err != nil {
		return nil, errors.Join(d.Wrap("opening the store", err), d.Close())
	}
	return d, nil
}

// Used counts the orders and conversations in a database or, without one, in a data directory,
// where it makes no store.
func Used(ctx context.Context, database, directory string) (orders, conversations int, err error) {
	if database == "" && !Left(directory) {
		return 0, 0, nil
	}
	db, err := Open(ctx, cmp.Or(database, directory))
	if err != nil {
		return 0, 0, err
	}
	err = db.Reader.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM purchase), (SELECT count(*) FROM conversation)`).Scan(&orders, &conversations)
	return orders, conversations, errors.Join(err, db.Close())
}

// IsPostgres reports whether a place is the URI of a PostgreSQL database.
func IsPostgres(place string) bool {
	return strings.HasPrefix(place, "postgres://") || strings.HasPrefix(place, "postgresql://")
}

// Postgres reports whether the store is a PostgreSQL database.
func (d *DB) Postgres() bool { return d.postgres }

// Close waits for calls in progress and closes the store.
func (d *DB) Close() error {
	d.end()
	d.erasing.Wait()
	var errs []error
	// The writer is last: as the file's last connection it folds the write-ahead log into
	// the file, which a reader may not.
	for _, db := range []*sql.DB{d.Reader, d.writer} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return d.Wrap("closing the store", errors.Join(errs...))
}

// Transact runs step in one writing transaction: all of it is stored, or, when it returns an
// error, nothing. Writers are served one at a time over all processes, so that step may
// decide by what it reads.
func (d *DB) Transact(ctx context.Context, step func(tx *sql.Tx) error) error {
	if d.crowded.Load() {
		if err := d.makeRoom(ctx); err != nil {
			return err
		}
	}
	tx, err := d.writer.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // without effect once committed
	if d.postgres {                      // SQLite's transactions are immediate
		if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock($1)`, lockKey); err != nil {
			return err
		}
	}
	if err := step(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// Exec runs one writing statement and returns how many rows it changed.
func (d *DB) Exec(ctx context.Context, statement string, args ...any) (n int, err error) {
	err = d.Transact(ctx, func(tx *sql.Tx) error {
		n, err = Changed(tx.ExecContext(ctx, statement, args...))
		return err
	})
	return n, err
}

// View runs step in a reading transaction, which sees one state of the store.
func (d *DB) View(ctx context.Context, step func(tx *sql.Tx) error) error {
	options := &sql.TxOptions{ReadOnly: true}
	if d.postgres {
		options.Isolation = sql.LevelRepeatableRead
	}
	tx, err := d.Reader.BeginTx(ctx, options)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // nothing is written
	return step(tx)
}

// Probe writes what is there already. An error means that nothing else can be written
// either, on a full disk for example, that damage was met since the start, or that the file is
// gone.
func (d *DB) Probe(ctx context.Context) error {
	switch {
	case d.damaged.Load():
		return d.Damaged("met while it was used")
	case !d.postgres && !exists(d.place):
		return lost(d.place, "is missing")
	}
	_, err := d.Exec(ctx, `UPDATE goose_db_version SET tstamp = tstamp WHERE version_id = 0`)
	return d.Wrap("writing to the store", err)
}

// Wrap names the activity that ended in err, and adds the remedy when the reason is damage
// to the store, which is then [ErrUnusable]. nil stays nil.
func (d *DB) Wrap(activity string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", activity, d.diagnose(err))
}

// Querier reads rows: a pool, a connection or a transaction.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Each calls read for each row of a query until it returns an error, which is returned.
func Each(ctx context.Context, from Querier, read func(row *sql.Rows) error, query string, args ...any) error {
	rows, err := from.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := read(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// List returns what read makes of each row of a query; nil when there is none or an error.
func List[T any](ctx context.Context, from Querier, read func(row *sql.Rows) (T, error), query string, args ...any) ([]T, error) {
	var out []T
	err := Each(ctx, from, func(row *sql.Rows) error {
		one, err := read(row)
		out = append(out, one)
		return err
	}, query, args...)
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Changed returns how many rows a statement changed.
func Changed(result sql.Result, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	return int(n), err
}
