package durable

import (
	"context"
	"database/sql"
)

// Querier is what rows are read by: a pool, a connection or a transaction.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Each has read read each of a query's rows, until it returns an error, which is returned.
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

// List is what read makes of each of a query's rows; nil where it has none, or where there
// is an error.
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

// One reads a row of one column.
func One[T any](row *sql.Rows) (value T, err error) {
	err = row.Scan(&value)
	return value, err
}

// Changed is how many rows a statement has changed.
func Changed(result sql.Result, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	return int(n), err
}

// Transact has step write to the file: all that it does is done, or, where it returns an
// error, nothing.
func (f *File) Transact(ctx context.Context, step func(tx *sql.Tx) error) error {
	return transact(ctx, f.Writer, step)
}

func transact(ctx context.Context, by *sql.DB, step func(tx *sql.Tx) error) error {
	tx, err := by.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // without effect once committed
	if err := step(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// View has step read one state of the file.
func (f *File) View(ctx context.Context, step func(tx *sql.Tx) error) error {
	tx, err := f.Readers.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer tx.Rollback() // nothing is written
	return step(tx)
}
