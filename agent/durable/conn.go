package durable

import (
	"context"
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"shopclerk/stage"
)

// connector makes connections to PostgreSQL for a [sql.DB]: SQL is written as for SQLite,
// with ? and ?1 for arguments, and what is said here is said before it.
type connector struct {
	config  *pgconn.Config
	begin   string   // a transaction
	before  []string // statements that each transaction begins with
	cursors bool     // results within a transaction are fetched as they are read

	prepares bool // the connection keeps statements that are prepared

	tripStage, transactionStage string // what round trips and transactions are called in traces
}

// Connect implements [driver.Connector].
func (c *connector) Connect(ctx context.Context) (driver.Conn, error) {
	wire, err := pgconn.ConnectConfig(ctx, c.config)
	if err != nil {
		return nil, err
	}
	return &conn{wire: wire, connector: c, used: time.Now(), prepared: map[string]string{}}, nil
}

// Driver implements [driver.Connector].
func (c *connector) Driver() driver.Driver { return nil }

// conn is a connection. Whatever is done on it is one round trip: the statements are sent
// together, unprepared where the next transaction may be on another of PgBouncer's
// connections, and where no transaction is open they are one, because PostgreSQL
// commits only at the end of such a line of statements. Results are read whole, or, in
// transactions that read, in parts by a cursor; so that, as with SQLite, several results
// can be read at the same time.
type conn struct {
	*connector
	wire    *pgconn.PgConn
	within  bool // a transaction
	stage   stage.Stage
	named   int // cursors so far, of the transaction
	closing []string
	used    time.Time

	prepared map[string]string // names of statements by what was prepared
}

// mostPrepared bounds what a connection keeps; the stores have some hundred statements.
const mostPrepared = 256

// prepare returns the name of a statement that is prepared, "" for one that is not.
func (c *conn) prepare(ctx context.Context, text string, types []uint32) (string, error) {
	if !c.prepares || len(types) == 0 || strings.HasPrefix(text, "DECLARE ") {
		return "", nil
	}
	key := fmt.Sprint(types, text)
	name := c.prepared[key]
	if name == "" && len(c.prepared) < mostPrepared {
		name = fmt.Sprint("said", len(c.prepared))
		if _, err := c.wire.Prepare(ctx, name, text, types); err != nil {
			return "", err
		}
		c.prepared[key] = name
	}
	return name, nil
}

// outdated tells whether an error says that a statement was prepared for a schema that has
// been changed since.
func outdated(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && e.Code == "0A000"
}

// fetched is how many rows a cursor fetches at a time: a megabyte of events.
const fetched = 256

// checkedAfter is how long a connection may have been idle before it is tried: one whose
// server has gone would fail what it is wanted for.
const checkedAfter = time.Second

// run carries statements out in one round trip, the last of them with arguments, and
// returns what that gives.
func (c *conn) run(ctx context.Context, query string, args []driver.NamedValue, before ...string) (_ *pgconn.Result, err error) {
	if c.within {
		ctx = c.stage.Within(ctx)
	}
	ctx, trip := stage.Begin(ctx, c.tripStage)
	defer func() { trip.Failed(err); trip.End() }()
	text, most := numbered(query, len(args))
	values, types, err := encoded(args[:most])
	if err != nil {
		return nil, err
	}
	batch := &pgconn.Batch{}
	for _, b := range before {
		batch.ExecParams(b, nil, nil, nil, nil)
	}
	name, err := c.prepare(ctx, text, types)
	if err != nil {
		return nil, err
	}
	if name != "" {
		batch.ExecPrepared(name, values, nil, nil)
	} else {
		batch.ExecParams(text, values, types, nil, nil)
	}
	results, err := c.wire.ExecBatch(ctx, batch).ReadAll()
	c.used = time.Now()
	if err != nil {
		if outdated(err) { // the next connection prepares anew
			_ = c.wire.Close(ctx) // what is wrong is told already
		}
		if pgconn.SafeToRetry(err) { // nothing has been sent
			return nil, driver.ErrBadConn
		}
		return nil, err
	}
	return results[len(results)-1], nil
}

// lost has a [sql.DB] try again by another connection where this one is lost: for what can
// be done twice.
func (c *conn) lost(ctx context.Context, err error) error {
	if c.wire.IsClosed() && ctx.Err() == nil {
		return driver.ErrBadConn
	}
	return err
}

// alone is what comes before a statement: outside a transaction it is one of its own.
func (c *conn) alone() []string {
	if !c.within {
		return c.before
	}
	closing := c.closing
	c.closing = nil
	return closing
}

// ExecContext implements [driver.ExecerContext].
func (c *conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	r, err := c.run(ctx, query, args, c.alone()...)
	if err != nil {
		return nil, err
	}
	return driver.RowsAffected(r.CommandTag.RowsAffected()), nil
}

// QueryContext implements [driver.QueryerContext].
func (c *conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if !c.within || !c.cursors {
		r, err := c.run(ctx, query, args, c.alone()...)
		if err != nil && c.cursors {
			err = c.lost(ctx, err) // whoever only reads can read again
		}
		if err != nil {
			return nil, err
		}
		return &rows{result: r}, nil
	}
	c.named++
	name := fmt.Sprint("read", c.named)
	if _, err := c.run(ctx, `DECLARE `+name+` NO SCROLL CURSOR FOR `+query, args, c.alone()...); err != nil {
		return nil, err
	}
	out := &rows{conn: c, ctx: ctx, cursor: name}
	return out, out.fetch()
}

// BeginTx implements [driver.ConnBeginTx]. What a transaction may do is the connector's.
func (c *conn) BeginTx(ctx context.Context, _ driver.TxOptions) (driver.Tx, error) {
	all := append([]string{c.begin}, c.before...)
	last := len(all) - 1
	ctx, c.stage = stage.Begin(ctx, c.transactionStage)
	_, err := c.run(ctx, all[last], nil, all[:last]...)
	if err != nil {
		c.stage.Failed(err)
		if c.wire.IsClosed() {
			c.stage.End()
		} else {
			err = errors.Join(err, c.finish(`ROLLBACK`))
		}
		return nil, c.lost(ctx, err) // nothing has been done in it
	}
	c.within, c.named, c.closing = true, 0, nil
	return c, nil
}

// Commit implements [driver.Tx].
func (c *conn) Commit() error { return c.finish(`COMMIT`) }

// Rollback implements [driver.Tx].
func (c *conn) Rollback() error { return c.finish(`ROLLBACK`) }

// finish ends a transaction, whoever was waiting for it.
func (c *conn) finish(how string) error {
	defer c.stage.End()
	c.within = false
	ctx, cancel := context.WithTimeout(c.stage.Within(context.Background()), finishTime)
	defer cancel()
	r, err := c.run(ctx, how, nil)
	if err != nil {
		return err
	}
	if done := r.CommandTag.String(); done != how { // a statement has failed in it
		return fmt.Errorf("the transaction ended with %s", done)
	}
	return nil
}

// Begin implements [driver.Conn].
func (c *conn) Begin() (driver.Tx, error) {
	return c.BeginTx(context.Background(), driver.TxOptions{})
}

// Prepare implements [driver.Conn]: the text is kept, and the server knows nothing of it.
func (c *conn) Prepare(query string) (driver.Stmt, error) { return &statement{c, query}, nil }

// Close implements [driver.Conn].
func (c *conn) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), dialTime)
	defer cancel()
	return c.wire.Close(ctx)
}

// ResetSession implements [driver.SessionResetter].
func (c *conn) ResetSession(ctx context.Context) error {
	if !c.IsValid() || time.Since(c.used) > checkedAfter && c.wire.Ping(ctx) != nil {
		return driver.ErrBadConn
	}
	return nil
}

// IsValid implements [driver.Validator].
func (c *conn) IsValid() bool { return !c.wire.IsClosed() && c.wire.TxStatus() == 'I' }

// Ping implements [driver.Pinger].
func (c *conn) Ping(ctx context.Context) error { return c.wire.Ping(ctx) }

// statement is a text and where it is said.
type statement struct {
	conn *conn
	text string
}

func (s *statement) Close() error  { return nil }
func (s *statement) NumInput() int { return -1 } // the server counts them

func (s *statement) Exec([]driver.Value) (driver.Result, error) { return nil, errors.ErrUnsupported }
func (s *statement) Query([]driver.Value) (driver.Rows, error)  { return nil, errors.ErrUnsupported }

func (s *statement) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	return s.conn.ExecContext(ctx, s.text, args)
}

func (s *statement) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	return s.conn.QueryContext(ctx, s.text, args)
}

// rows are a result, or the part of it that a cursor has fetched last.
type rows struct {
	result *pgconn.Result
	next   int // row

	conn   *conn // of a cursor, else nil
	ctx    context.Context
	cursor string
}

func (r *rows) fetch() (err error) {
	r.next = 0
	r.result, err = r.conn.run(r.ctx, fmt.Sprintf(`FETCH %d FROM %s`, fetched, r.cursor), nil)
	return err
}

// Columns implements [driver.Rows].
func (r *rows) Columns() []string {
	out := make([]string, len(r.result.FieldDescriptions))
	for i := range out {
		out[i] = r.result.FieldDescriptions[i].Name
	}
	return out
}

// Close implements [driver.Rows]. The cursor goes with what is asked next.
func (r *rows) Close() error {
	if r.conn != nil && r.conn.within {
		r.conn.closing = append(r.conn.closing, `CLOSE `+r.cursor)
		r.conn = nil
	}
	return nil
}

// Next implements [driver.Rows].
func (r *rows) Next(into []driver.Value) error {
	if r.next == len(r.result.Rows) {
		if r.conn == nil || r.next < fetched {
			return io.EOF
		}
		if err := r.fetch(); err != nil {
			return err
		}
		if len(r.result.Rows) == 0 {
			return io.EOF
		}
	}
	for i, text := range r.result.Rows[r.next] {
		var err error
		if into[i], err = decoded(r.result.FieldDescriptions[i].DataTypeOID, text); err != nil {
			return fmt.Errorf("reading the column %s: %w", r.result.FieldDescriptions[i].Name, err)
		}
	}
	r.next++
	return nil
}

// The types of PostgreSQL that arguments and columns here have, as pg_type numbers them.
const (
	typeBool   = 16
	typeBytes  = 17
	typeInt8   = 20
	typeInt2   = 21
	typeInt4   = 23
	typeText   = 25
	typeFloat8 = 701
)

// encoded gives arguments their text and type. An integer is as wide as Go's, whatever it
// is compared with; a NULL is of the type that its place wants.
func encoded(args []driver.NamedValue) (values [][]byte, types []uint32, err error) {
	values, types = make([][]byte, len(args)), make([]uint32, len(args))
	for i, a := range args {
		switch v := a.Value.(type) {
		case nil:
		case int64:
			values[i], types[i] = strconv.AppendInt(nil, v, 10), typeInt8
		case string:
			values[i], types[i] = []byte(storable(v)), typeText
		case bool:
			values[i], types[i] = strconv.AppendBool(nil, v), typeBool
		case float64:
			values[i], types[i] = strconv.AppendFloat(nil, v, 'g', -1, 64), typeFloat8
		case []byte:
			values[i], types[i] = []byte(`\x`+hex.EncodeToString(v)), typeBytes
		default:
			return nil, nil, fmt.Errorf("argument %d is a %T", i+1, v)
		}
	}
	return values, types, nil
}

// storable is a text as PostgreSQL has it, which knows neither a zero byte nor what is not
// UTF-8: both are U+FFFD there. Who writes texts has seen to that before; here it keeps
// what a stranger looks for from being an error.
func storable(text string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", "\uFFFD"), "\uFFFD")
}

// decoded reads a column's text.
func decoded(kind uint32, text []byte) (driver.Value, error) {
	if text == nil {
		return nil, nil
	}
	switch kind {
	case typeBool:
		return string(text) == "t", nil
	case typeInt2, typeInt4, typeInt8:
		return strconv.ParseInt(string(text), 10, 64)
	case typeFloat8:
		return strconv.ParseFloat(string(text), 64)
	case typeBytes:
		return hex.DecodeString(string(text[min(2, len(text)):]))
	}
	return string(text), nil
}
