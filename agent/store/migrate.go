package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations
var migrations embed.FS

// migrate brings the schema up to date, by a pool that may write.
func (d *DB) migrate(ctx context.Context, by *sql.DB) error {
	dialect, folder := goose.DialectSQLite3, "migrations/sqlite"
	options := []goose.ProviderOption{goose.WithLogger(goose.NopLogger())}
	if d.postgres {
		dialect, folder = goose.DialectPostgres, "migrations/postgres"
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockID(lockKey+1), lock.WithLockTimeout(1, 300)) // looks every second, for five minutes
		if err != nil {
			return err
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	steps, err := fs.Sub(migrations, folder)
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(dialect, by, steps, options...)
	if err != nil {
		return err
	}
	known := provider.ListSources()
	latest := known[len(known)-1].Version
	var have int64
	// goose has no lock for SQLite: of two processes that take a step at the same time one
	// fails, has changed nothing, and looks again.
	err = patiently(ctx, func() error {
		if have, err = provider.GetDBVersion(ctx); err == nil && have < latest {
			_, err = provider.Up(ctx)
		}
		return err
	})
	if err == nil && have > latest {
		return fmt.Errorf("%w: %s has schema %d and this program knows schemas up to %d: run the newer program that wrote it, "+
			"or move the store away to begin anew", ErrUnusable, d.place, have, latest)
	}
	if err != nil {
		return fmt.Errorf("bringing the schema to version %d: %w", latest, err)
	}
	return nil
}

// current reports whether the file has the newest schema.
func (d *DB) current(ctx context.Context) (bool, error) {
	steps, err := fs.Glob(migrations, "migrations/sqlite/*.sql")
	if err != nil {
		return false, err
	}
	var have int
	err = d.Reader.QueryRowContext(ctx, `SELECT max(version_id) FROM goose_db_version`).Scan(&have)
	return have == len(steps), err
}

// patiently tries again what others may be in the way of, for about a second.
func patiently(ctx context.Context, try func() error) error {
	for wait := time.Millisecond; ; wait *= 2 {
		err := try()
		if err == nil || wait > 512*time.Millisecond {
			return err
		}
		if paused := pause(ctx, wait); paused != nil {
			return paused
		}
	}
}

func pause(ctx context.Context, wait time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(wait):
		return nil
	}
}
