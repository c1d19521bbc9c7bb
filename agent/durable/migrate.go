package durable

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"time"

	"github.com/mattn/go-sqlite3"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/database"
)

// patience is how long opening waits between two tries at most; tries at 1, 2, 4, …
// ms before that make about a second in all. Others who open the file at the same
// time are done with one step in milliseconds.
const patience = 512 * time.Millisecond

// migrate brings the schema up to date.
//
// Others may be doing the same at this moment, and goose has no lock for SQLite: it
// looks which steps are missing and then takes them, and loses to whoever takes one
// in between. A step is one transaction, so the loser has changed nothing, and looks
// again. Only steps that nobody has taken for about a second are given up.
//
// It is all done by the given pool, which writes.
func (f *File) migrate(ctx context.Context, by *sql.DB) error {
	dialect, folder := goose.DialectSQLite3, path.Join(".", f.kind.Folder)
	if f.server != nil {
		dialect, folder = goose.DialectPostgres, path.Join(folder, "postgres")
	}
	migrations, err := fs.Sub(f.kind.Migrations, folder)
	if err != nil {
		return err
	}
	store, err := database.NewStore(dialect, goose.DefaultTablename)
	if err != nil {
		return err
	}
	have, err := f.schema(ctx, store)
	if err != nil {
		return err
	}
	steps, err := goose.NewProvider(dialect, by, migrations, goose.WithLogger(goose.NopLogger()))
	if err != nil {
		return err
	}
	known := steps.ListSources()
	latest := known[len(known)-1].Version
	if have > latest {
		if f.server == nil {
			return f.newer(have, latest)
		}
		if to, since, err := reach(ctx, f.Readers); err != nil || have > to || since > latest {
			return errors.Join(err, f.newer(have, latest))
		}
		return f.connect(ctx)
	}
	if err := f.connect(ctx); err != nil {
		return err
	}
	if err := f.mark(ctx, by, store, latest); err != nil {
		return fmt.Errorf("marking the file: %w", err)
	}
	for wait := time.Millisecond; ; wait *= 2 {
		before := have
		if have, err = f.schema(ctx, store); err != nil || have >= latest {
			return err
		}
		if have > before {
			wait = time.Millisecond
		}
		if _, err = steps.Up(ctx); err == nil {
			return nil
		}
		if wait > patience {
			return fmt.Errorf("bringing schema %d to %d: %w", have, latest, err)
		}
		if err := pause(ctx, wait); err != nil {
			return err
		}
	}
}

// connect opens the writer's connection, which puts a new file into WAL mode. That
// needs the file for itself and is refused at once, whatever the busy timeout, when
// another process is opening it too: hence the second tries, over about a second.
func (f *File) connect(ctx context.Context) error {
	for wait := time.Millisecond; ; wait *= 2 {
		err := f.Writer.PingContext(ctx)
		var e sqlite3.Error
		if !errors.As(err, &e) || e.Code != sqlite3.ErrBusy || wait > patience {
			return err
		}
		if err := pause(ctx, wait); err != nil {
			return err
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

// mark writes the kind's mark and goose's table in one transaction: a file with
// tables and no mark would be refused as foreign, even if it was us who were killed
// between the two.
//
// In PostgreSQL it says before the steps, of which latest is the last, which programs go on
// after them: one that starts meanwhile knows the schema as it is, or is refused.
func (f *File) mark(ctx context.Context, by *sql.DB, store database.Store, latest int64) error {
	return transact(ctx, by, func(tx *sql.Tx) error {
		mark := f.markFile
		if f.server != nil {
			mark = f.markServer
		}
		if err := mark(ctx, tx); err != nil {
			return err
		}
		begun, err := f.begun(ctx, tx)
		if err == nil && !begun {
			if err = store.CreateVersionTable(ctx, tx); err == nil {
				err = store.Insert(ctx, tx, database.InsertRequest{Version: 0})
			}
		}
		if err != nil || f.server == nil {
			return err
		}
		since := cmp.Or(f.kind.Since, latest)
		to, was, err := reach(ctx, tx)
		if err == nil && (to < latest || to == latest && was != since) { // who changes nothing need not own the table
			_, err = tx.ExecContext(ctx, fmt.Sprintf(`COMMENT ON TABLE %s IS '%d since %d'`, goose.DefaultTablename, latest, since))
		}
		return err
	})
}

// reach is what was said last of the schema in PostgreSQL: up to which step it goes, and the
// oldest schema whose programs work with that; 0 and the largest where nobody said so.
func reach(ctx context.Context, db database.DBTxConn) (to, since int64, err error) {
	var text string
	err = db.QueryRowContext(ctx, `SELECT coalesce(obj_description(?::regclass, 'pg_class'), '')`, goose.DefaultTablename).Scan(&text)
	if err != nil {
		return 0, 0, err
	}
	if _, err := fmt.Sscanf(text, "%d since %d", &to, &since); err != nil {
		return 0, math.MaxInt64, nil
	}
	return to, since, nil
}

func (f *File) markFile(ctx context.Context, tx *sql.Tx) error {
	var id int32
	if err := tx.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id); err != nil || id == f.kind.ID {
		return err
	}
	_, err := tx.ExecContext(ctx, fmt.Sprintf(`PRAGMA application_id = %d`, f.kind.ID))
	return err
}

// begun reports whether the file has goose's table.
func (f *File) begun(ctx context.Context, db database.DBTxConn) (bool, error) {
	query := `SELECT count(*) FROM sqlite_schema WHERE name = ?`
	if f.server != nil {
		query = `SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = ?`
	}
	var n int
	err := db.QueryRowContext(ctx, query, goose.DefaultTablename).Scan(&n)
	return n > 0, err
}

// schema returns the version of the latest step taken, 0 when none was.
func (f *File) schema(ctx context.Context, store database.Store) (int64, error) {
	if exists, err := f.begun(ctx, f.Readers); err != nil || !exists {
		return 0, err
	}
	return store.GetLatestVersion(ctx, f.Readers)
}
