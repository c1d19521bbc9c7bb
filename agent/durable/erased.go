package durable

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/mattn/go-sqlite3"
)

// How [File.Erased] tries: a try waits so long for readers, which are done in
// milliseconds, and writers wait for it; between two tries they get in. After so many,
// a second and a half, it goes on behind whoever called.
const (
	eraseTry   = 50 * time.Millisecond
	eraseTries = 15
)

// Erased is called after something was deleted or replaced that is to leave no trace.
// In the pages of the file it is overwritten already (secure_delete); Erased brings
// those to the file and empties the write-ahead log, which still has the pages from
// before. When it returns nil no file beside this one holds what was erased, but where
// a reader that does not end keeps the log in use: then as soon as it has ended, and
// with [Open] and [File.Close] in any case.
//
// In a PostgreSQL database it does nothing: no statement finds what was erased, and the
// server's files, its write-ahead log and its backups have it until they are vacuumed,
// recycled and dropped, which is their administrator's.
func (f *File) Erased(ctx context.Context) error {
	if f.server != nil {
		return nil
	}
	held, err := f.truncate(ctx, eraseTries)
	if err != nil {
		return f.Wrap("removing the traces of what was erased from "+f.kind.Name, err)
	}
	if held {
		f.erasing.Go(func() {
			for held, err := true, error(nil); held && err == nil; {
				held, err = f.truncate(f.life, eraseTries)
			}
		})
	}
	return nil
}

// truncate tries so often to empty the write-ahead log, and reports whether a reader
// holds it. It works by a connection of its own, which waits no longer than a try.
func (f *File) truncate(ctx context.Context, tries int) (held bool, err error) {
	path, err := filepath.Abs(f.path)
	if err != nil {
		return false, err
	}
	db, err := pool(path, fmt.Sprintf("_busy_timeout=%d&_synchronous=FULL", eraseTry.Milliseconds()), 1)
	if err != nil {
		return false, err
	}
	defer db.Close()
	for range tries {
		var log, moved int
		err := db.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&held, &log, &moved)
		var e sqlite3.Error
		if errors.As(err, &e) && e.Code == sqlite3.ErrBusy {
			held, err = true, nil
		}
		if err != nil || !held {
			return false, err
		}
		if err := pause(ctx, eraseTry); err != nil {
			return true, err
		}
	}
	return true, nil
}
