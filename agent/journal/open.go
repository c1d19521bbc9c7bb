package journal

import (
	"context"
	"crypto/rand"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/mattn/go-sqlite3"
	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

// applicationID marks a SQLite file as a journal in its header ("scj1"), so that a
// path given by mistake never gets our tables.
const applicationID = 0x73636a31

// checkedSize is the size in bytes up to which Open verifies the whole file: 0.15 s
// when the file is in memory, two seconds from a slow disk. Damage to a larger file
// shows when the damaged page is read.
const checkedSize = 256 << 20

// Connection settings. FULL flushes the write-ahead log on every commit: without it
// a power cut could take acknowledged events. secure_delete overwrites what a
// shopper deleted. Five seconds is far longer than any of our transactions, so that
// a busy file means another program is stuck on it.
const (
	shared  = "_busy_timeout=5000&_stmt_cache_size=32"
	writing = shared + "&_journal_mode=WAL&_synchronous=FULL&_txlock=immediate&_foreign_keys=1&_secure_delete=1"
	reading = shared + "&mode=ro&_query_only=1"
)

// Open opens the journal at path, creating it (readable by its owner only) when
// there is none and bringing an older schema up to date. The folder must exist. A
// file that is damaged, foreign or of a newer schema is [ErrUnusable] and is left
// as it is. Files up to 256 MiB are verified whole.
func Open(ctx context.Context, path string) (*Journal, error) {
	j, err := open(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("opening the journal: %w", diagnose(path, err))
	}
	return j, nil
}

func open(ctx context.Context, path string) (*Journal, error) {
	size, err := touch(path)
	if err != nil {
		return nil, err
	}
	if path, err = filepath.Abs(path); err != nil { // SQLite gives some relative names a meaning
		return nil, err
	}
	j := &Journal{Now: time.Now, Rand: rand.Reader, path: path}
	if j.readers, err = pool(path, reading, max(4, runtime.NumCPU())); err != nil {
		return nil, err
	}
	if j.writer, err = pool(path, writing, 1); err != nil {
		return nil, errors.Join(err, j.readers.Close())
	}
	// The writer connects only after the inspection: connecting changes the file.
	if err = j.inspect(ctx, size); err == nil {
		err = j.migrate(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, j.Close())
	}
	return j, nil
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

// inspect decides, without writing, whether the file is a journal that this program
// can use, or empty.
func (j *Journal) inspect(ctx context.Context, size int64) error {
	var id, tables int64
	// Tables first: another process that is creating the journal marks it before
	// it makes tables.
	if err := j.readers.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&tables); err != nil {
		return err
	}
	if err := j.readers.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id); err != nil {
		return err
	}
	if id == 0 && tables == 0 {
		return nil
	}
	if id != applicationID {
		return foreign(j.path, fmt.Sprintf("application id %#x", id))
	}
	if size <= checkedSize {
		var finding string
		if err := j.readers.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&finding); err != nil {
			return err
		}
		if finding != "ok" {
			return damaged(j.path, finding)
		}
	}
	return nil
}

// migrate brings the schema up to date.
func (j *Journal) migrate(ctx context.Context) error {
	sources, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	steps, err := goose.NewProvider(goose.DialectSQLite3, j.writer, sources, goose.WithLogger(goose.NopLogger()))
	if err != nil {
		return err
	}
	known := steps.ListSources()
	latest := known[len(known)-1].Version
	have, err := j.schema(ctx)
	switch {
	case err != nil:
		return err
	case have > latest:
		return newer(j.path, have, latest)
	}
	if err := j.connect(ctx); err != nil || have == latest {
		return err
	}
	// The mark comes first: a file with tables and no mark is refused as foreign,
	// even if it was us who were killed between the two.
	if _, err := j.writer.ExecContext(ctx, fmt.Sprintf(`PRAGMA application_id = %d`, applicationID)); err != nil {
		return fmt.Errorf("marking the file: %w", err)
	}
	if _, err := steps.Up(ctx); err != nil {
		// Another process that opened the same file at the same time may have been
		// first, and then all is well.
		if have, again := j.schema(ctx); again == nil && have == latest {
			return nil
		}
		return fmt.Errorf("bringing schema %d to %d: %w", have, latest, err)
	}
	return nil
}

// connect opens the writer's connection, which puts a new file into WAL mode. That
// needs the file for itself and is refused at once, whatever the busy timeout, when
// another process is opening it too: hence the second tries, over about a second.
func (j *Journal) connect(ctx context.Context) error {
	for wait := time.Millisecond; ; wait *= 2 {
		err := j.writer.PingContext(ctx)
		var e sqlite3.Error
		if !errors.As(err, &e) || e.Code != sqlite3.ErrBusy || wait > 512*time.Millisecond {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
}

// schema returns the version of the latest migration applied, 0 when none was.
func (j *Journal) schema(ctx context.Context) (int64, error) {
	var exists bool
	err := j.readers.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema WHERE name = ?`, goose.DefaultTablename).Scan(&exists)
	if err != nil || !exists {
		return 0, err
	}
	var version int64
	err = j.readers.QueryRowContext(ctx, `SELECT coalesce(max(version_id), 0) FROM `+goose.DefaultTablename).Scan(&version)
	return version, err
}
