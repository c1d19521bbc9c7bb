package store

import (
	"context"
	"database/sql"
	"fmt"
	"runtime"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

const (
	// schema is the PostgreSQL schema that holds the store's tables.
	schema = "shop"
	// schemaMark is the comment by which the schema is known to be a store.
	schemaMark = "shopclerk store"
	// lockKey is the advisory lock that writers take, one at a time: "scs1".
	lockKey = applicationID
	// oldest is the oldest PostgreSQL that the statements are written for.
	oldest = 150000
)

// How long PostgreSQL works for one statement, waits for a lock, and lets a transaction idle:
// a shopper's turn takes milliseconds, and a process that hangs in a transaction keeps all
// others from writing.
const (
	statementTime = 30 * time.Second
	lockTime      = 5 * time.Second
	idleTime      = 10 * time.Second
	dialTime      = 5 * time.Second
)

// openServer connects to the database and brings its schema up to date.
func (d *DB) openServer(ctx context.Context, place string) error {
	config, err := pgx.ParseConfig(place)
	if err != nil {
		return err
	}
	if config.ConnectTimeout == 0 || config.ConnectTimeout > dialTime {
		config.ConnectTimeout = dialTime
	}
	d.place = fmt.Sprintf("schema %s of the database %s on %s", schema, config.Database, config.Host)
	config.RuntimeParams["search_path"] = schema
	steps := stdlib.OpenDB(*config.Copy()) // a step may rewrite a table, and takes the time it takes
	defer steps.Close()
	if err := d.inspectServer(ctx, steps); err != nil {
		return err
	}
	if err := d.migrate(ctx, steps); err != nil {
		return err
	}
	for name, limit := range map[string]time.Duration{
		"statement_timeout": statementTime, "lock_timeout": lockTime, "idle_in_transaction_session_timeout": idleTime,
	} {
		config.RuntimeParams[name] = strconv.FormatInt(limit.Milliseconds(), 10)
	}
	d.writer, d.Reader = connections(config, 4), connections(config, max(8, 2*runtime.NumCPU()))
	return d.Reader.PingContext(ctx)
}

// connections opens so many connections at most. They are renewed now and then, so that they
// find a database that has moved.
func connections(config *pgx.ConnConfig, most int) *sql.DB {
	db := stdlib.OpenDB(*config.Copy())
	db.SetMaxOpenConns(most)
	db.SetMaxIdleConns(most)
	db.SetConnMaxLifetime(30 * time.Minute)
	return db
}

// inspectServer decides whether the database can hold a store, and creates the schema where
// there is none.
func (d *DB) inspectServer(ctx context.Context, db *sql.DB) error {
	var version, tables int
	var encoding string
	var mark sql.NullString
	err := db.QueryRowContext(ctx, `SELECT current_setting('server_version_num')::int, current_setting('server_encoding'),
		obj_description(to_regnamespace($1)::oid, 'pg_namespace'), (SELECT count(*) FROM pg_class WHERE relnamespace = to_regnamespace($1)::oid)`,
		schema).Scan(&version, &encoding, &mark, &tables)
	switch {
	case err != nil:
		return err
	case version < oldest:
		return fmt.Errorf("%w: it is in PostgreSQL %d; use version %d or later", ErrUnusable, version/10000, oldest/10000)
	case encoding != "UTF8":
		return fmt.Errorf("%w: the database's encoding is %s: create it with ENCODING 'UTF8'", ErrUnusable, encoding)
	case tables > 0 && mark.String != schemaMark:
		return d.foreign(fmt.Sprintf("%d tables and indexes, comment %q", tables, mark.String))
	case mark.String == schemaMark:
		return nil
	}
	// one transaction, as a query of several statements is; other processes may be creating it too
	_, err = db.ExecContext(ctx, fmt.Sprintf(`SELECT pg_advisory_xact_lock(%[1]d); CREATE SCHEMA IF NOT EXISTS %[2]s; COMMENT ON SCHEMA %[2]s IS '%[3]s'`,
		lockKey, schema, schemaMark))
	return err
}
