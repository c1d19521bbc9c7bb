package durable

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
)

// checkedSize is the size in bytes up to which Open verifies the whole file: 0.15 s
// when the file is in memory, two seconds from a slow disk. Damage to a larger file
// shows when the damaged page is read.
const checkedSize = 256 << 20

// Connection settings. FULL flushes the write-ahead log on every commit: without it
// a power cut could take what was acknowledged. secure_delete overwrites what was
// deleted. Five seconds is far longer than any of our transactions, so that a busy
// file means another program is stuck on it. Incremental vacuum lets a file made by
// this program return deleted space; an older one reuses it.
const (
	commonOptions = "_busy_timeout=5000&_stmt_cache_size=32"
	writerOptions = commonOptions + "&_auto_vacuum=incremental&_journal_mode=WAL&_synchronous=FULL&_txlock=immediate&_foreign_keys=1&_secure_delete=1"
	readerOptions = commonOptions + "&mode=ro&_query_only=1"
)

// Open opens the file at path, creating it (readable by its owner only) when there
// is none and bringing an older schema up to date. The folder must exist. Several
// may open the same file at the same time, also for the first time. A file that is
// damaged, foreign or of a newer schema is [ErrUnusable] and is left as it is. Files
// up to 256 MiB are verified whole.
//
// Where path is a PostgreSQL database ([Postgres]), it opens the kind's schema there, in
// the same way.
func Open(ctx context.Context, path string, kind Kind) (*File, error) {
	f := &File{path: path, kind: kind}
	f.life, f.end = context.WithCancel(context.WithoutCancel(ctx))
	open := f.open
	if Postgres(path) {
		open = f.openServer
	}
	if err := open(ctx); err != nil {
		return nil, f.Wrap("opening "+kind.Name, err)
	}
	return f, nil
}

func (f *File) open(ctx context.Context) error {
	size, err := touch(f.path)
	if err != nil {
		return err
	}
	path, err := filepath.Abs(f.path) // SQLite gives some relative names a meaning
	if err != nil {
		return err
	}
	if f.Readers, err = pool(path, readerOptions, f.kind.Readers); err != nil {
		return err
	}
	if f.Writer, err = pool(path, writerOptions, 1); err != nil {
		return errors.Join(err, f.Readers.Close())
	}
	// The writer connects only after the inspection: connecting changes the file.
	if err = f.inspect(ctx, size); err == nil {
		err = f.migrate(ctx, f.Writer)
	}
	if err == nil {
		_, err = f.truncate(ctx, 1) // of what was erased before the process was killed
	}
	if err != nil {
		return errors.Join(err, f.Close())
	}
	return nil
}

// touch creates the file when there is none and returns its size. SQLite gives the
// files beside it the same permissions.
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

// pool opens connections that all carry the settings; a pragma run later would
// reach one connection only.
func pool(path, settings string, size int) (*sql.DB, error) {
	// Escaping keeps a '?' or '%' in the path from being read as a setting.
	name := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: settings}
	db, err := sql.Open("sqlite3", name.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(size)
	db.SetMaxIdleConns(size)
	return db, nil
}

// inspect decides, without writing, whether the file is one of the kind that this
// program can use, or empty.
func (f *File) inspect(ctx context.Context, size int64) error {
	var id int32
	var tables, unmarked int
	// Tables first: another process that is creating the file marks it no later
	// than it makes tables.
	if err := f.Readers.QueryRowContext(ctx, `SELECT count(*), coalesce(sum(name = ?), 0) FROM sqlite_schema`,
		f.kind.Unmarked).Scan(&tables, &unmarked); err != nil {
		return err
	}
	if err := f.Readers.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id); err != nil {
		return err
	}
	switch {
	case id == 0 && tables == 0:
		return nil
	case id != f.kind.ID && (id != 0 || unmarked == 0):
		return f.foreign(fmt.Sprintf("application id %#x", uint32(id)))
	case size > checkedSize:
		return nil
	}
	var finding string
	if err := f.Readers.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&finding); err != nil {
		return err
	}
	if finding != "ok" {
		return f.Damaged(finding)
	}
	return nil
}
