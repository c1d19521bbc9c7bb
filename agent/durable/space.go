package durable

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"syscall"

	"github.com/mattn/go-sqlite3"
)

// trimStep is how many pages one transaction of Trim returns: a few milliseconds, so
// that a shopper's turn does not wait noticeably behind it.
const trimStep = 256

// Used returns how many bytes of the file hold something. Pages that were freed and
// wait for new rows do not count, nor does the write-ahead log, which the next
// checkpoint empties. Of a PostgreSQL schema it is [errors.ErrUnsupported]: what deleted
// rows leave counts there until it is vacuumed, so that nobody could delete down to a
// size.
func (f *File) Used(ctx context.Context) (int64, error) {
	if f.server != nil {
		return 0, f.Wrap("measuring "+f.kind.Name, errors.ErrUnsupported)
	}
	var pages, free, size int64
	err := f.Readers.QueryRowContext(ctx, `SELECT page_count, freelist_count, page_size
		FROM pragma_page_count, pragma_freelist_count, pragma_page_size`).Scan(&pages, &free, &size)
	return (pages - free) * size, f.Wrap("measuring "+f.kind.Name, err)
}

// Limit keeps the file itself from growing beyond so many bytes, as long as it is open:
// what would not fit fails as on a full disk ([Full]). One that is larger already grows no
// more. A PostgreSQL schema has no limit: that is [errors.ErrUnsupported].
func (f *File) Limit(ctx context.Context, bytes int64) error {
	if f.server != nil {
		return f.Wrap("limiting "+f.kind.Name, errors.ErrUnsupported)
	}
	var size int64
	err := f.Readers.QueryRowContext(ctx, `PRAGMA page_size`).Scan(&size)
	if err == nil { // the writer is one connection, which a setting of its own reaches
		_, err = f.Writer.ExecContext(ctx, fmt.Sprintf(`PRAGMA max_page_count = %d`, max(1, bytes/size)))
	}
	return f.Wrap("limiting "+f.kind.Name, err)
}

// Full tells whether an error says that there is no room left: on the disk, in what its
// owner may have of it, or below a [File.Limit]. What was to be written is not; what is
// there can be read.
func Full(err error) bool {
	var e sqlite3.Error
	return fullServer(err) || errors.As(err, &e) && (e.Code == sqlite3.ErrFull || e.SystemErrno == syscall.ENOSPC || e.SystemErrno == syscall.EDQUOT)
}

// Trim returns freed pages to the file system, a few at a time; writers get in
// between. A file from before this program made files that can be trimmed keeps its
// pages, and uses them again; a PostgreSQL schema's are the server's to vacuum.
func (f *File) Trim(ctx context.Context) error {
	if f.server != nil {
		return nil
	}
	for {
		var before, after int64
		err := f.Readers.QueryRowContext(ctx, `PRAGMA freelist_count`).Scan(&before)
		if err == nil && before > 0 {
			if err = f.trim(ctx); err == nil {
				err = f.Readers.QueryRowContext(ctx, `PRAGMA freelist_count`).Scan(&after)
			}
		}
		if err == nil && after > 0 && after < before {
			continue
		}
		if err == nil && before > 0 { // the file itself ends earlier once the log is in it
			_, err = f.truncate(ctx, eraseTries)
		}
		return f.Wrap("trimming "+f.kind.Name, err)
	}
}

// trim returns some pages. The statement frees one page a row, so that all its rows
// must be asked for.
func (f *File) trim(ctx context.Context) error {
	return Each(ctx, f.Writer, func(*sql.Rows) error { return nil }, fmt.Sprintf(`PRAGMA incremental_vacuum(%d)`, trimStep))
}

// Write writes to the file what is there already, and returns when that is on disk: with
// an error it could not take anything else either, on a full disk for example.
func (f *File) Write(ctx context.Context) error {
	return f.Wrap("writing to "+f.kind.Name, f.touch(ctx))
}

func (f *File) touch(ctx context.Context) error {
	if f.server == nil {
		_, err := f.Writer.ExecContext(ctx, `PRAGMA user_version = 0`) // which nobody reads
		return err
	}
	return f.Transact(ctx, func(tx *sql.Tx) error { // which finds a connection that stands
		_, err := tx.ExecContext(ctx, `UPDATE goose_db_version SET tstamp = tstamp WHERE version_id = 0`)
		return err
	})
}
