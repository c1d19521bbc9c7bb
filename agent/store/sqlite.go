package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/mattn/go-sqlite3" // also registers the driver named "sqlite3"
)

// applicationID marks a SQLite file as a store, so that a path given by mistake never gets
// our tables: "scs1".
const applicationID = 0x73637331

// checkedSize is the size in bytes up to which Open verifies the whole file: 0.15 s when the
// file is in memory, two seconds from a slow disk. Damage to a larger file shows when the
// damaged page is read.
const checkedSize = 256 << 20

// Settings of connections, in the connection string: a pragma run later reaches one pooled
// connection only. FULL flushes the write-ahead log on every commit; secure_delete overwrites
// what was deleted; five seconds is far longer than any transaction here.
const (
	commonSettings = "_busy_timeout=5000&_stmt_cache_size=64"
	writerSettings = commonSettings + "&_journal_mode=WAL&_synchronous=FULL&_txlock=immediate&_foreign_keys=1&_secure_delete=1"
	readerSettings = commonSettings + "&mode=ro&_query_only=1"
)

// openFile opens the SQLite file, creating it, readable by its owner only, where there is none.
func (d *DB) openFile(ctx context.Context) error {
	size, err := touch(d.place)
	if err != nil {
		return err
	}
	if d.Reader, err = pool(d.place, readerSettings, max(4, runtime.NumCPU())); err != nil {
		return err
	}
	if d.writer, err = pool(d.place, writerSettings, 1); err != nil {
		return err
	}
	// The writer connects only after the inspection: connecting changes the file.
	if err := d.inspectFile(ctx, size); err != nil {
		return err
	}
	// Entering WAL mode needs the file for itself and is refused at once, whatever the busy
	// timeout, while another process opens it too.
	if err := patiently(ctx, func() error { return d.writer.PingContext(ctx) }); err != nil {
		return err
	}
	if _, err := d.writer.ExecContext(ctx, fmt.Sprintf(`PRAGMA application_id = %d`, applicationID)); err != nil {
		return err
	}
	if err := d.migrate(ctx, d.writer); err != nil {
		return err
	}
	_, err = d.truncate(ctx) // of what was erased before the process was killed
	return err
}

// touch creates the file when there is none and returns its size. SQLite gives the files
// beside it the same permissions.
func touch(path string) (int64, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// pool opens connections that all carry the settings.
func pool(path, settings string, size int) (*sql.DB, error) {
	name, err := uri(path, settings)
	if err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite3", name)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(size)
	db.SetMaxIdleConns(size)
	return db, nil
}

// uri names a file with settings. SQLite gives some relative names a meaning, hence the
// absolute path; escaping keeps a '?' or '%' in it from being read as a setting.
func uri(path, settings string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	name := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: settings}
	return name.String(), nil
}

// inspectFile decides, without writing, whether the file is a store or empty.
func (d *DB) inspectFile(ctx context.Context, size int64) error {
	// Tables first: another process that is creating the file marks it before it makes tables.
	var tables, id int
	err := d.Reader.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&tables)
	if err == nil {
		err = d.Reader.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id)
	}
	switch {
	case err != nil:
		return err
	case id != applicationID && (id != 0 || tables > 0):
		return d.foreign(fmt.Sprintf("application id %#x", uint32(id)))
	case size > checkedSize:
		return nil
	}
	var finding string
	if err := d.Reader.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&finding); err != nil {
		return err
	}
	if finding != "ok" {
		return d.Damaged(finding)
	}
	return nil
}

// eraseTry is how long one try of [DB.Erase] waits for readers, which are done in
// milliseconds; writers wait meanwhile and get in between two tries.
const eraseTry = 50 * time.Millisecond

// Erase removes the traces of what was deleted or replaced. In the pages of the file it is
// overwritten already (secure_delete); Erase moves those to the file and empties the
// write-ahead log, which still has the pages from before. When it returns nil no file beside
// the store holds what was erased, unless a reader keeps the log in use: then once the reader
// has ended, and with [Open] and [DB.Close] in any case.
//
// On PostgreSQL it does nothing: no statement finds what was erased, and vacuuming, the log
// and backups are the administrator's.
func (d *DB) Erase(ctx context.Context) error {
	if d.postgres {
		return nil
	}
	held, err := d.truncate(ctx)
	if held && err == nil {
		d.erasing.Go(func() {
			for held, err := true, error(nil); held && err == nil; held, err = d.truncate(d.life) {
				if pause(d.life, eraseTry) != nil {
					return
				}
			}
		})
	}
	return d.Wrap("removing the traces of what was erased", err)
}

// truncate tries to empty the write-ahead log, by a connection of its own that waits no longer
// than a try. It reports whether a reader holds the log.
func (d *DB) truncate(ctx context.Context) (held bool, err error) {
	db, err := pool(d.place, fmt.Sprintf("_busy_timeout=%d&_synchronous=FULL", eraseTry.Milliseconds()), 1)
	if err != nil {
		return false, err
	}
	defer db.Close()
	var log, moved int
	err = db.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&held, &log, &moved)
	if busy(err) {
		return true, nil
	}
	return held, err
}

func busy(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && e.Code == sqlite3.ErrBusy
}
