package durable

import (
	"context"
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// connector makes connections to PostgreSQL for a [sql.DB]: SQL is written as for SQLite,
// with ? and ?1 for arguments, and what is said here is said before it.
type connector struct {
	config  *pgconn.Config
	begin   string   // a transaction
	before  []string // statements that each transaction begins with
	cursors bool     // results within a transaction are fetched as they are read

	prepares bool // the connection keeps statements that are prepared
	once     bool // what is said on it is not said again, and may make the tables that it names

}

// Connect implements [driver.Connector].
func (c *connector) Connect(ctx context.Context) (driver.Conn, error) {
	wire, err := pgconn.ConnectConfig(ctx, c.config)
	if err != nil {
		return nil, err
	}
	return &pgConn{wire: wire, connector: c, used: time.Now(), prepared: map[string]string{}}, nil
}

// Driver implements [driver.Connector].
func (c *connector) Driver() driver.Driver { return nil }

// pgConn is a connection. Whatever is done on it is one round trip: the statements are sent
// together, unprepared where the next transaction may be on another of PgBouncer's
// connections, and where no transaction is open they are one, because PostgreSQL
// commits only at the end of such a line of statements. Within a transaction what nobody
// has to know the result of, its beginning among it, is sent with the next that somebody
// has, or with the end: an error of it is told there, and has undone all of it. Results are
// read whole, or, in transactions that read, in parts by a cursor; so that, as with SQLite,
// several results can be read at the same time.
type pgConn struct {
	*connector
	wire  *pgconn.PgConn
	ctx   context.Context // of the transaction, nil outside of one
	begun bool            // something of it has been sent
	queue []*said         // is still to be sent
	named int             // cursors so far, of the transaction
	used  time.Time

	prepared map[string]string // names of statements by what was prepared
}

// said is a statement, and what came of it once it was sent.
type said struct {
	text   string
	values [][]byte
	types  []uint32
	result *pgconn.Result
}

// say is a statement with arguments.
func say(query string, args []driver.NamedValue) (*said, error) {
	text, most := rebind(query, len(args))
	values, types, err := encoded(args[:most])
	return &said{text: text, values: values, types: types}, err
}

// plain are statements without arguments.
func plain(texts ...string) []*said {
	var out []*said
	for _, text := range texts {
		out = append(out, &said{text: text})
	}
	return out
}

const (
	// mostPrepared bounds what a connection keeps; the stores have some hundred statements.
	mostPrepared = 256
	// mostQueued bounds what waits to be sent, a megabyte of events.
	mostQueued = 128
)

// prepare returns the name of a statement that is prepared, "" for one that is not.
func (c *pgConn) prepare(ctx context.Context, text string, types []uint32) (string, error) {
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

// flush sends what waits and a few more statements in one round trip, and returns what the
// last of all gives. A transaction of which nothing has been sent begins on a new connection
// where this one is lost.
func (c *pgConn) flush(ctx context.Context, more ...*said) (_ *pgconn.Result, err error) {
	all := append(c.queue, more...)
	first := c.ctx != nil && !c.begun
	c.queue, c.begun = nil, true
	err = c.send(ctx, all)
	if first && err != nil && c.wire.IsClosed() && ctx.Err() == nil {
		var wire *pgconn.PgConn
		if wire, err = pgconn.ConnectConfig(ctx, c.config); err == nil {
			c.wire, c.prepared = wire, map[string]string{}
			err = c.send(ctx, all)
		}
	}
	if err != nil {
		return nil, err
	}
	return all[len(all)-1].result, nil
}

func (c *pgConn) send(ctx context.Context, all []*said) error {
	batch := &pgconn.Batch{}
	for _, s := range all {
		name, err := c.prepare(ctx, s.text, s.types)
		if err != nil {
			return err
		}
		if name != "" {
			batch.ExecPrepared(name, s.values, nil, nil)
		} else {
			batch.ExecParams(s.text, s.values, s.types, nil, nil)
		}
	}
	results, err := c.wire.ExecBatch(ctx, batch).ReadAll()
	c.used = time.Now()
	if outdated(err) { // the next connection prepares anew
		_ = c.wire.Close(ctx) // what is wrong is told already
	}
	if err != nil && pgconn.SafeToRetry(err) { // nothing has been sent
		return driver.ErrBadConn
	}
	if err != nil {
		return err
	}
	for i, s := range all {
		s.result = results[i]
	}
	return nil
}

// lost has a [sql.DB] try again by another connection where this one is lost: for what can
// be done twice.
func (c *pgConn) lost(ctx context.Context, err error) error {
	if c.wire.IsClosed() && ctx.Err() == nil {
		return driver.ErrBadConn
	}
	return err
}

// ExecContext implements [driver.ExecerContext].
func (c *pgConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	s, err := say(query, args)
	if err != nil {
		return nil, err
	}
	if c.ctx == nil { // it is a transaction of its own
		c.queue = plain(c.before...)
	}
	c.queue = append(c.queue, s)
	if c.ctx == nil || c.cursors || len(c.queue) >= mostQueued {
		_, err = c.flush(ctx)
	}
	return &affected{s, c, ctx}, err
}

// affected tells what became of a statement, which may have to be sent for that.
type affected struct {
	*said
	conn *pgConn
	ctx  context.Context
}

// LastInsertId implements [driver.Result].
func (a *affected) LastInsertId() (int64, error) { return 0, errors.ErrUnsupported }

// RowsAffected implements [driver.Result].
func (a *affected) RowsAffected() (int64, error) {
	if a.result == nil {
		if !slices.Contains(a.conn.queue, a.said) {
			return 0, errors.New("the statement has failed, or was never sent")
		}
		if _, err := a.conn.flush(a.ctx); err != nil {
			return 0, err
		}
	}
	return a.result.CommandTag.RowsAffected(), nil
}

// QueryContext implements [driver.QueryerContext].
func (c *pgConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	s, err := say(query, args)
	if err != nil {
		return nil, err
	}
	if c.ctx != nil && c.cursors {
		c.named++
		name := fmt.Sprint("read", c.named)
		s.text = `DECLARE ` + name + ` NO SCROLL CURSOR FOR ` + s.text
		c.queue = append(c.queue, s)
		out := &pgRows{conn: c, ctx: ctx, cursor: name}
		return out, out.fetch()
	}
	if c.ctx == nil {
		c.queue = plain(c.before...)
	}
	r, err := c.flush(ctx, s)
	if err != nil && c.cursors {
		err = c.lost(ctx, err) // whoever only reads can read again
	}
	if err != nil {
		return nil, err
	}
	return &pgRows{result: r}, nil
}

// BeginTx implements [driver.ConnBeginTx]. What a transaction may do is the connector's.
// It begins, and a writer's waits for its lock, with the first statement.
func (c *pgConn) BeginTx(ctx context.Context, _ driver.TxOptions) (driver.Tx, error) {
	c.ctx, c.begun, c.named = ctx, false, 0
	c.queue = plain(append([]string{c.begin}, c.before...)...)
	return c, nil
}

// Commit implements [driver.Tx]. What begins a transaction does not end it: a connection
// that is lost meanwhile has done nothing, and another can begin.
func (c *pgConn) Commit() error {
	var err error
	if !c.begun {
		_, err = c.flush(c.ctx)
	}
	if err == nil {
		err = c.finish(`COMMIT`)
	}
	if err != nil && c.wire.TxStatus() != 'I' && !c.wire.IsClosed() {
		return errors.Join(err, c.Rollback())
	}
	c.over()
	return err
}

// over leaves a transaction that has ended.
func (c *pgConn) over() {
	c.ctx = nil
}

// Rollback implements [driver.Tx].
func (c *pgConn) Rollback() error {
	c.queue = nil
	var err error
	if c.begun {
		err = c.finish(`ROLLBACK`)
	}
	c.over()
	return err
}

// finish ends a transaction, whoever was waiting for it.
func (c *pgConn) finish(how string) error {
	ctx, cancel := context.WithTimeout(context.Background(), finishTime)
	defer cancel()
	r, err := c.flush(ctx, plain(how)...)
	if err != nil {
		return err
	}
	if done := r.CommandTag.String(); done != how { // a statement has failed in it
		return fmt.Errorf("the transaction ended with %s", done)
	}
	return nil
}

// Begin implements [driver.Conn].
func (c *pgConn) Begin() (driver.Tx, error) {
	return c.BeginTx(context.Background(), driver.TxOptions{})
}

// Prepare implements [driver.Conn]: the text is kept, and the server knows nothing of it.
func (c *pgConn) Prepare(query string) (driver.Stmt, error) { return &pgStatement{c, query}, nil }

// Close implements [driver.Conn].
func (c *pgConn) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), dialTime)
	defer cancel()
	return c.wire.Close(ctx)
}

// ResetSession implements [driver.SessionResetter].
func (c *pgConn) ResetSession(ctx context.Context) error {
	if !c.IsValid() || time.Since(c.used) > checkedAfter && c.wire.Ping(ctx) != nil {
		return driver.ErrBadConn
	}
	return nil
}

// IsValid implements [driver.Validator].
func (c *pgConn) IsValid() bool { return !c.wire.IsClosed() && c.wire.TxStatus() == 'I' }

// Ping implements [driver.Pinger].
func (c *pgConn) Ping(ctx context.Context) error { return c.wire.Ping(ctx) }

// pgStatement is a text and where it is said.
type pgStatement struct {
	conn *pgConn
	text string
}

func (s *pgStatement) Close() error  { return nil }
func (s *pgStatement) NumInput() int { return -1 } // the server counts them

func (s *pgStatement) Exec([]driver.Value) (driver.Result, error) { return nil, errors.ErrUnsupported }
func (s *pgStatement) Query([]driver.Value) (driver.Rows, error)  { return nil, errors.ErrUnsupported }

func (s *pgStatement) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	return s.conn.ExecContext(ctx, s.text, args)
}

func (s *pgStatement) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	return s.conn.QueryContext(ctx, s.text, args)
}

// pgRows are a result, or the part of it that a cursor has fetched last.
type pgRows struct {
	result *pgconn.Result
	next   int // row

	conn   *pgConn // of a cursor, else nil
	ctx    context.Context
	cursor string
}

func (r *pgRows) fetch() (err error) {
	r.next = 0
	r.result, err = r.conn.flush(r.ctx, plain(fmt.Sprintf(`FETCH %d FROM %s`, fetched, r.cursor))...)
	return err
}

// Columns implements [driver.Rows].
func (r *pgRows) Columns() []string {
	out := make([]string, len(r.result.FieldDescriptions))
	for i := range out {
		out[i] = r.result.FieldDescriptions[i].Name
	}
	return out
}

// Close implements [driver.Rows]. The cursor goes with what is asked next.
func (r *pgRows) Close() error {
	if r.conn != nil && r.conn.ctx != nil {
		r.conn.queue = append(r.conn.queue, plain(`CLOSE `+r.cursor)...)
		r.conn = nil
	}
	return nil
}

// Next implements [driver.Rows].
func (r *pgRows) Next(into []driver.Value) error {
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
