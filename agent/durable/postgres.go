package durable

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// oldest is the oldest PostgreSQL that the migrations and the queries are written for.
const oldest = 150000

// How long PostgreSQL works for us before it gives up: a statement of a shopper's turn
// takes milliseconds, a walk through the journal is fetched in parts that take as long,
// and a lock is waited for as long as that of a file. A transaction that does nothing is
// of a process that hangs: one that writes keeps all others from writing. A step of the
// schema may rewrite a table, and takes the time it takes.
const (
	statementTime = 30 * time.Second
	lockTime      = 5 * time.Second
	writerIdle    = 10 * time.Second
	readerIdle    = 5 * time.Minute
	stepLockTime  = time.Minute
	dialTime      = 5 * time.Second
	// finishTime is less than statementTime: a commit that has waited for a standby for that
	// long is called done by the server, and only this machine has it.
	finishTime = 20 * time.Second
)

// lockClass is the first half of the advisory locks that writers take, the second is the
// [Kind]'s ID: "shop".
const lockClass = 0x73686f70

// server is the PostgreSQL database that holds what a [File] opens, in a schema of its
// own.
//
// It means what a SQLite file means. One transaction writes to a schema at a time, over
// all processes: it begins with an advisory lock, so that there are no conflicts to be
// retried and what reads outside of it sees all that was decided before. A transaction
// that reads sees one state. What was acknowledged is as durable as the server's
// synchronous_commit says.
//
// Connections go through PgBouncer in transaction mode: nothing is kept on them between
// transactions, and each round trip brings its settings along ([pgConn]). Where PostgreSQL
// itself is at the other end, settings are the connection's, and statements are prepared,
// because planning one takes as long as carrying it out.
type server struct {
	config *pgconn.Config
	name   string // of the database and the schema, without a password
	schema string
	direct bool // a connection is one of PostgreSQL's, and keeps what it is told
}

// Postgres tells whether a place is a PostgreSQL database, in the form of its connection
// URIs, and not a file.
func Postgres(place string) bool {
	return strings.HasPrefix(place, "postgres://") || strings.HasPrefix(place, "postgresql://")
}

// Postgres tells whether it is a PostgreSQL schema that is open, for the few statements
// that the two databases have different words for.
func (f *File) Postgres() bool { return f.server != nil }

// openServer opens the kind's schema, making it where there is none.
func (f *File) openServer(ctx context.Context) error {
	if f.kind.Schema == "" {
		return fmt.Errorf("%s are kept in a file alone: %w", f.kind.Name, errors.ErrUnsupported)
	}
	config, err := pgconn.ParseConfig(f.path)
	if err != nil {
		return err
	}
	if config.ConnectTimeout == 0 || config.ConnectTimeout > dialTime {
		config.ConnectTimeout = dialTime
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "shopclerk"
	}
	f.server = &server{config: config, schema: f.kind.Schema,
		name: fmt.Sprintf("schema %s of the database %s on %s", f.kind.Schema, config.Database, config.Host)}
	f.path = f.server.name
	if f.server.direct, err = f.server.tried(ctx); err != nil {
		return err
	}
	lock := fmt.Sprintf(`SELECT pg_advisory_xact_lock(%d, %d)`, lockClass, f.kind.ID)
	const write, read = `BEGIN ISOLATION LEVEL READ COMMITTED`, `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`
	reading := f.server.settings(statementTime, lockTime, readerIdle)
	reading["default_transaction_read_only"] = "on"
	f.Readers = f.server.pool(f.kind.Readers, connector{begin: read, cursors: true}, reading)
	f.Writer = f.server.pool(1, connector{begin: write, before: []string{lock}}, f.server.settings(statementTime, lockTime, writerIdle))
	steps := f.server.pool(1, connector{begin: write, before: []string{lock}, once: true}, f.server.settings(0, stepLockTime, 0))
	if err = f.inspectServer(ctx); err == nil {
		err = f.migrate(ctx, steps)
	}
	err = errors.Join(err, steps.Close())
	if err != nil {
		return errors.Join(err, f.Close())
	}
	return nil
}

// settings are what a transaction works with: 0 is no limit.
func (s *server) settings(statement, lock, idle time.Duration) map[string]string {
	return map[string]string{"search_path": s.schema, "statement_timeout": fmt.Sprint(statement.Milliseconds()),
		"lock_timeout": fmt.Sprint(lock.Milliseconds()), "idle_in_transaction_session_timeout": fmt.Sprint(idle.Milliseconds())}
}

// with is the configuration of connections that are set to something.
func (s *server) with(settings map[string]string) *pgconn.Config {
	out := s.config.Copy()
	maps.Copy(out.RuntimeParams, settings)
	return out
}

// tried tells whether connections are PostgreSQL's own, which has their settings and the
// process that was told of. PgBouncer refuses settings or, where it is told to, forgets
// them, and makes its own numbers of processes.
func (s *server) tried(ctx context.Context) (bool, error) {
	settings := s.settings(0, time.Millisecond, 0)
	settings["default_transaction_read_only"] = "on"
	wire, err := pgconn.ConnectConfig(ctx, s.with(settings))
	var e *pgconn.PgError
	if errors.As(err, &e) && e.Code == "08P01" { // a protocol violation: unsupported startup parameter
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer wire.Close(ctx) // it has done nothing
	r := wire.ExecParams(ctx, `SELECT current_setting('search_path') = $1 AND current_setting('lock_timeout') = '1ms'
		AND current_setting('statement_timeout') = '0' AND current_setting('transaction_read_only') = 'on' AND pg_backend_pid() = $2`,
		[][]byte{[]byte(s.schema), fmt.Append(nil, wire.PID())}, []uint32{typeText, typeInt8}, nil, nil).Read()
	return r.Err == nil && string(r.Rows[0][0]) == "t", r.Err
}

// pool opens so many connections at most. They are made anew now and then, so that they
// find their way to where the database is after it has moved.
func (s *server) pool(size int, c connector, settings map[string]string) *sql.DB {
	c.config = s.config
	if s.direct {
		c.config, c.prepares = s.with(settings), !c.once
	} else {
		var each []string
		for _, name := range slices.Sorted(maps.Keys(settings)) {
			each = append(each, fmt.Sprintf(`set_config('%s', '%s', true)`, strings.TrimPrefix(name, "default_"), settings[name]))
		}
		c.before = append([]string{`SELECT ` + strings.Join(each, ", ")}, c.before...)
	}
	db := sql.OpenDB(&c)
	db.SetMaxOpenConns(size)
	db.SetMaxIdleConns(size)
	db.SetConnMaxIdleTime(5 * time.Minute)
	db.SetConnMaxLifetime(30 * time.Minute)
	return db
}

// marked is the comment by which a schema is known to be of a kind.
func (k *Kind) marked() string { return fmt.Sprintf("shopclerk %08x: %s", uint32(k.ID), k.Name) }

// inspectServer decides, without writing, whether the server and the schema are ones
// that this program can use.
func (f *File) inspectServer(ctx context.Context) error {
	var version, tables int
	var encoding string
	var mark sql.NullString
	err := f.Readers.QueryRowContext(ctx, `SELECT current_setting('server_version_num')::int, current_setting('server_encoding'),
		obj_description(to_regnamespace(?1)::oid, 'pg_namespace'), (SELECT count(*) FROM pg_class WHERE relnamespace = to_regnamespace(?1)::oid)`,
		f.kind.Schema).Scan(&version, &encoding, &mark, &tables)
	switch {
	case err != nil:
		return err
	case version < oldest:
		return fmt.Errorf("%w: it is in PostgreSQL %d, and this program knows %d and later", ErrUnusable, version/10000, oldest/10000)
	case encoding != "UTF8":
		return fmt.Errorf("%w: the database's encoding is %s: create it with ENCODING 'UTF8'", ErrUnusable, encoding)
	case tables > 0 && mark.String != f.kind.marked():
		return f.foreign(fmt.Sprintf("%d tables and indexes, comment %q", tables, mark.String))
	}
	return nil
}

// markServer makes the schema where there is none, and says in its comment what it is.
func (f *File) markServer(ctx context.Context, tx *sql.Tx) error {
	var exists bool
	var mark sql.NullString
	// read in the table: what to_regnamespace knew before the lock may stand in its cache
	err := tx.QueryRowContext(ctx, `SELECT n.oid IS NOT NULL, obj_description(n.oid, 'pg_namespace')
		FROM (SELECT 1) AS one LEFT JOIN pg_namespace AS n ON n.nspname = ?1`, f.kind.Schema).Scan(&exists, &mark)
	if err == nil && !exists { // one that the owner has made needs no right to make any
		_, err = tx.ExecContext(ctx, `CREATE SCHEMA `+f.kind.Schema)
	}
	if err == nil && mark.String != f.kind.marked() {
		_, err = tx.ExecContext(ctx, fmt.Sprintf(`COMMENT ON SCHEMA %s IS '%s'`, f.kind.Schema, f.kind.marked()))
	}
	return err
}

// diagnoseServer is [File.diagnose] of PostgreSQL's errors.
func (f *File) diagnoseServer(err error) error {
	var e *pgconn.PgError
	if errors.As(err, &e) && (e.Code == "XX001" || e.Code == "XX002") && !errors.Is(err, ErrUnusable) { // data or index corrupted
		return f.Damaged(err.Error())
	}
	return err
}

// ErrAway reports what was not tried, because the database was away a moment ago.
var ErrAway = errors.New("the database is away")

// Away tells whether an error says that a PostgreSQL database can not be reached, or takes
// nothing at the moment: it is stopped, being switched over, or has too many clients. The
// same may go well in a few seconds. Of a transaction whose end was not heard it may have
// been committed.
func Away(err error) bool {
	var connecting *pgconn.ConnectError
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return strings.HasPrefix(e.Code, "08") || strings.HasPrefix(e.Code, "57P") || e.Code == "25006" || e.Code == "53300" || e.Code == "55P03"
	}
	var net net.Error
	return errors.Is(err, ErrAway) || errors.As(err, &connecting) || errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &net) && !net.Timeout()
}

// fullServer is [Full] of PostgreSQL's errors: disk_full.
func fullServer(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && e.Code == "53100"
}
