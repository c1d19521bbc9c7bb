package basket

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	_ "github.com/mattn/go-sqlite3" // registers the driver named "sqlite3"
	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Connection settings. FULL flushes the write-ahead log on every commit: without it
// a power cut could take an acknowledged change. secure_delete overwrites what a
// shopper took out. Five seconds is far longer than any transaction here.
const (
	shared  = "_busy_timeout=5000&_stmt_cache_size=16"
	writing = shared + "&_journal_mode=WAL&_synchronous=FULL&_txlock=immediate&_secure_delete=1"
	reading = shared + "&mode=ro&_query_only=1"
)

// readersOpen is how many pages can ask for their basket at once; the question
// takes microseconds.
const readersOpen = 4

// Open opens the baskets at path, creating the file (readable by its owner only)
// when there is none and bringing an older schema up to date. The folder must
// exist. A file of a newer schema is [ErrUnusable].
func Open(ctx context.Context, path string) (*Store, error) {
	s, err := open(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("opening the baskets: %w", err)
	}
	return s, nil
}

func open(ctx context.Context, path string) (*Store, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600) // SQLite gives the files beside it the same permissions
	if err != nil {
		return nil, err
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	if path, err = filepath.Abs(path); err != nil { // SQLite gives some relative names a meaning
		return nil, err
	}
	s := &Store{Now: time.Now}
	if s.writer, err = pool(path, writing, 1); err != nil {
		return nil, err
	}
	if s.readers, err = pool(path, reading, readersOpen); err != nil {
		return nil, errors.Join(err, s.writer.Close())
	}
	if err := s.migrate(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
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

// migrate brings the schema up to date.
func (s *Store) migrate(ctx context.Context) error {
	sources, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	steps, err := goose.NewProvider(goose.DialectSQLite3, s.writer, sources, goose.WithLogger(goose.NopLogger()))
	if err != nil {
		return err
	}
	have, known, err := steps.GetVersions(ctx)
	if err != nil {
		return err
	}
	if have > known {
		return fmt.Errorf("%w: the file has schema %d and this program knows schemas up to %d: run the newer program that wrote it", ErrUnusable, have, known)
	}
	_, err = steps.Up(ctx)
	return err
}

// Close waits for calls in progress and releases the file.
func (s *Store) Close() error {
	// The writer goes last: as the file's last connection it folds the write-ahead
	// log into it, which a reader may not.
	if err := errors.Join(s.readers.Close(), s.writer.Close()); err != nil {
		return fmt.Errorf("closing the baskets: %w", err)
	}
	return nil
}
