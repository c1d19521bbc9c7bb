package durable

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/mattn/go-sqlite3"
)

// How [Copy] tries to hold all files: it waits so long for each, a transaction takes
// milliseconds, and then lets go of those it has, so that no writer waits longer for it;
// after so many tries, some ten seconds, somebody does not end.
const (
	holdTry   = 200 * time.Millisecond
	holdTries = 30
)

// copyStep is how many pages are copied between two looks at whether it shall go on.
const copyStep = 4096

// Copy copies files into a folder, under their names and readable by their owner only, as
// they all are at one moment: while it has a write transaction open in each of them, so
// that nobody else has, it begins to read each. What was committed to any file before
// that is in the copies, and what was committed later is in none. Writers wait for as
// long as that takes, a millisecond or two where no other is at work, and go on while the
// copies are made of what is read. At that moment at is called, for what is kept
// elsewhere. An error may leave copies behind.
func Copy(ctx context.Context, to string, paths []string, at func() error) (err error) {
	readers := make([]*sql.Conn, len(paths))
	for i, path := range paths {
		db, conn, err := connection(ctx, path, commonOptions+"&mode=ro")
		if err != nil {
			return fmt.Errorf("copying %s: %w", path, err)
		}
		defer db.Close()
		defer conn.Close()
		readers[i] = conn
	}
	for try := 1; ; try++ {
		err := moment(ctx, paths, readers, at)
		var e sqlite3.Error
		if errors.As(err, &e) && e.Code == sqlite3.ErrBusy && try < holdTries {
			err = pause(ctx, holdTry/2)
			if err == nil {
				continue
			}
		}
		if err != nil {
			return fmt.Errorf("copying at one moment: %w", err)
		}
		break
	}
	for i, conn := range readers {
		if err := copyTo(ctx, conn, filepath.Join(to, filepath.Base(paths[i]))); err != nil {
			return fmt.Errorf("copying %s: %w", paths[i], err)
		}
	}
	return nil
}

// connection is one connection, of a pool of one, to a file that exists.
func connection(ctx context.Context, path, settings string) (*sql.DB, *sql.Conn, error) {
	path, err := filepath.Abs(path)
	if err == nil {
		_, err = os.Stat(path) // what SQLite says is less plain
	}
	if err != nil {
		return nil, nil, err
	}
	db, err := pool(path, settings, 1)
	if err != nil {
		return nil, nil, err
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, nil, errors.Join(err, db.Close())
	}
	return db, conn, nil
}

// moment begins to read by all connections while nobody writes.
func moment(ctx context.Context, paths []string, readers []*sql.Conn, at func() error) error {
	for _, path := range paths {
		db, conn, err := connection(ctx, path, fmt.Sprintf("mode=rw&_busy_timeout=%d&_txlock=immediate", holdTry.Milliseconds()))
		if err != nil {
			return err
		}
		defer db.Close()
		defer conn.Close()
		tx, err := conn.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer tx.Rollback() // nothing is written
	}
	for _, conn := range readers {
		var n int
		_, err := conn.ExecContext(ctx, `BEGIN`)
		if err == nil {
			err = conn.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&n) // what is read is chosen now
		}
		if err != nil {
			return err
		}
	}
	return at()
}

// copyTo copies what a connection reads in its transaction.
func copyTo(ctx context.Context, from *sql.Conn, to string) error {
	place, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := place.Close(); err != nil {
		return err
	}
	db, conn, err := connection(ctx, to, "mode=rw&_synchronous=FULL")
	if err != nil {
		return err
	}
	defer db.Close()
	defer conn.Close()
	return conn.Raw(func(dst any) error {
		return from.Raw(func(src any) error {
			b, err := dst.(*sqlite3.SQLiteConn).Backup("main", src.(*sqlite3.SQLiteConn), "main")
			if err != nil {
				return err
			}
			for done := false; err == nil && !done; {
				if err = ctx.Err(); err == nil {
					done, err = b.Step(copyStep)
				}
			}
			return errors.Join(err, b.Finish())
		})
	})
}

// Contents is what a file holds.
type Contents struct {
	ID     int32            `json:"application_id"` // of its [Kind]
	Schema int64            `json:"schema"`         // the step of the schema's migrations
	Rows   map[string]int64 `json:"rows"`           // of each table
}

// Examine reads a copy, which nobody has open, from end to end. Damage to a page, to an
// index or to what one row says of another is [ErrUnusable].
func Examine(ctx context.Context, path string) (c Contents, err error) {
	db, conn, err := connection(ctx, path, "mode=ro&immutable=1")
	if err != nil {
		return c, fmt.Errorf("examining %s: %w", path, err)
	}
	defer db.Close()
	defer conn.Close()
	f := &File{path: path, kind: Kind{Name: "a file of the shop"}}
	if c, err = contents(ctx, conn); err != nil {
		return c, fmt.Errorf("examining %s: %w", path, f.diagnose(err))
	}
	var found sql.NullString
	err = conn.QueryRowContext(ctx, `SELECT group_concat(finding, '; ') FROM (
		SELECT integrity_check AS finding FROM pragma_integrity_check WHERE integrity_check <> 'ok'
		UNION ALL SELECT format('%s %s names what is not in %s', "table", rowid, parent) FROM pragma_foreign_key_check LIMIT 10)`).Scan(&found)
	if err == nil && found.Valid {
		err = f.Damaged(found.String)
	}
	if err != nil {
		return c, fmt.Errorf("examining %s: %w", path, f.diagnose(err))
	}
	return c, nil
}

func contents(ctx context.Context, conn *sql.Conn) (Contents, error) {
	c := Contents{Rows: map[string]int64{}}
	if err := conn.QueryRowContext(ctx, `SELECT application_id, (SELECT max(version_id) FROM goose_db_version) FROM pragma_application_id`).Scan(&c.ID, &c.Schema); err != nil {
		return c, err
	}
	names, err := List(ctx, conn, One[string],
		`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\'`)
	if err != nil {
		return c, err
	}
	for _, name := range names {
		var n int64
		if err := conn.QueryRowContext(ctx, `SELECT count(*) FROM "`+name+`"`).Scan(&n); err != nil {
			return c, err
		}
		c.Rows[name] = n
	}
	return c, nil
}
