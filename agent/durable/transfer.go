package durable

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

var (
	// ErrHeld reports a place that holds something already.
	ErrHeld = errors.New("something is there already")
	// ErrDifferent reports two places that do not hold the same.
	ErrDifferent = errors.New("the two sides do not hold the same")
	// ErrServed reports a database that shops are connected to.
	ErrServed = errors.New("the database is in use")
)

// Transferred is what was copied of a table, or compared.
type Transferred struct {
	Name     string // of the schema and the table
	Rows     int64
	Bytes    int64 // of the values
	Replaced int64 // texts in which U+FFFD stands for what PostgreSQL does not hold: zero bytes, and what is not UTF-8
	Hash     string
	Total    int64 // rows that there are, of which Rows are a sample
	Took     time.Duration
}

// Transfer copies what is in each of some files into the one of the same kind among
// others, which hold nothing else: from files to the schemas of one database, or back. It
// reads both sides again before it commits, and returns what it has compared. The schemas
// of a database are filled in one transaction, and files in one each: where one of them
// fails, others may have been committed. Memory is bounded, whatever is copied.
//
// With a sample it copies so many rows of each table at most, and then nothing has
// happened.
func Transfer(ctx context.Context, from, to []*File, sample int64) ([]Transferred, error) {
	w, err := beginWriting(ctx, to)
	if err != nil {
		return nil, err
	}
	defer w.end() // without effect once committed
	var all []Transferred
	for i, f := range from {
		filled, err := fill(ctx, f, w.sides[i], sample)
		if err != nil {
			return nil, errors.Join(f.Wrap("copying "+f.kind.Name, err), ctx.Err())
		}
		all = append(all, filled...)
	}
	if sample > 0 {
		return all, nil
	}
	return all, w.commit()
}

// Served returns [ErrServed] where a shop is connected to a database: each names itself.
// Connections that PgBouncer keeps are such as well, until it closes them.
func Served(ctx context.Context, database string) error {
	config, err := pgconn.ParseConfig(database)
	if err != nil {
		return err
	}
	name := config.RuntimeParams["application_name"]
	if name == "" {
		name = applicationName
	}
	config.RuntimeParams["application_name"], config.ConnectTimeout = aside, dialTime
	wire, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer wire.Close(ctx) // it has done nothing
	r := wire.ExecParams(ctx, `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = $1`,
		[][]byte{[]byte(name)}, []uint32{typeText}, nil, nil).Read()
	if r.Err != nil {
		return r.Err
	}
	if n := string(r.Rows[0][0]); n != "0" {
		return fmt.Errorf("%w: %s connections of shops (application_name %s): stop them; those that PgBouncer keeps end with its server_idle_timeout or RECONNECT",
			ErrServed, n, name)
	}
	return nil
}

// Aside is a database's URI for one who is no shop: see [Served].
func Aside(database string) string {
	if strings.Contains(database, "application_name=") {
		return database
	}
	mark := "?"
	if strings.Contains(database, "?") {
		mark = "&"
	}
	return database + mark + "application_name=" + aside
}

// What connections are called that the URI gives no name.
const (
	applicationName = "shopclerk"
	aside           = "shopclerk-migrate"
)

// written are transactions that write to files: one of each, or one of all schemas.
type written struct {
	sides []*side
	txs   []*sql.Tx
	close []func() error
}

func (w *written) commit() error {
	for i, tx := range w.txs {
		if err := tx.Commit(); err != nil {
			return w.sides[i].file.Wrap("committing "+w.sides[i].file.kind.Name, err)
		}
	}
	return nil
}

func (w *written) end() {
	for _, tx := range w.txs {
		_ = tx.Rollback() // it is committed, or what went wrong is told already
	}
	for _, end := range w.close {
		_ = end() // nothing is left in it
	}
}

// beginWriting begins to write to files, or to all schemas of one database.
func beginWriting(ctx context.Context, to []*File) (_ *written, err error) {
	w := &written{}
	defer func() {
		if err != nil {
			w.end()
		}
	}()
	for i, f := range to {
		if f.server != nil && i > 0 {
			w.sides = append(w.sides, &side{file: f, tx: w.sides[0].tx, conn: w.sides[0].conn})
			continue
		}
		db := f.Writer
		if f.server != nil {
			db = f.server.bulk(to)
			w.close = append(w.close, db.Close)
		}
		conn, err := db.Conn(ctx)
		if err != nil {
			return nil, err
		}
		w.close = append([]func() error{conn.Close}, w.close...)
		tx, err := conn.BeginTx(ctx, nil)
		if err != nil {
			return nil, f.Wrap("writing to "+f.kind.Name, err)
		}
		w.txs = append(w.txs, tx)
		w.sides = append(w.sides, &side{file: f, tx: tx, conn: conn})
	}
	return w, nil
}

// bulk is a connection whose transaction writes to all of some schemas, takes the time
// it takes, and reads by cursors.
func (s *server) bulk(to []*File) *sql.DB {
	const write = `BEGIN ISOLATION LEVEL READ COMMITTED`
	var locks []string
	for _, f := range to {
		locks = append(locks, fmt.Sprintf(`SELECT pg_advisory_xact_lock(%d, %d)`, lockClass, f.kind.ID))
	}
	return s.pool(1, connector{begin: write, before: locks, cursors: true, once: true}, s.settings(0, stepLockTime, 0))
}

// beginReading begins to read one state of a file.
func beginReading(ctx context.Context, f *File) (*side, error) {
	tx, err := f.Readers.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	return &side{file: f, tx: tx}, nil
}

// fill copies a file and compares.
func fill(ctx context.Context, from *File, to *side, sample int64) ([]Transferred, error) {
	tables, given, out, err := pour(ctx, from, to, sample)
	if err != nil {
		return nil, err
	}
	again, err := beginReading(ctx, from) // whoever has changed it meanwhile is found out
	if err != nil {
		return nil, err
	}
	defer again.tx.Rollback() // nothing is written
	for i, t := range tables {
		same, err := compared(ctx, again, to, t, sample)
		if err != nil {
			return nil, err
		}
		same.Took += out[i].Took
		if sample > 0 {
			if err := again.tx.QueryRowContext(ctx, `SELECT count(*) FROM `+again.name(t.name)).Scan(&same.Total); err != nil {
				return nil, err
			}
		}
		if err := to.goOn(ctx, t, given[i]); err != nil {
			return nil, err
		}
		out[i] = same
	}
	return out, nil
}

// pour copies a file's rows, and returns the tables and the greatest numbers given.
func pour(ctx context.Context, from *File, to *side, sample int64) (tables []*table, given []int64, out []Transferred, err error) {
	fail := func(err error) ([]*table, []int64, []Transferred, error) { return nil, nil, nil, err }
	source, err := beginReading(ctx, from)
	if err != nil {
		return fail(err)
	}
	defer source.tx.Rollback() // nothing is written
	if err := to.empty(ctx); err != nil {
		return fail(err)
	}
	if tables, err = paired(ctx, source, to); err != nil {
		return fail(err)
	}
	awake, err := to.silenced(ctx, tables)
	if err != nil {
		return fail(err)
	}
	for _, t := range slices.Backward(tables) { // of a new schema
		if _, err := to.tx.ExecContext(ctx, `DELETE FROM `+to.name(t.name)); err != nil {
			return fail(err)
		}
	}
	given, out = make([]int64, len(tables)), make([]Transferred, len(tables))
	for i, t := range tables {
		begin := time.Now()
		if t.number != "" {
			if given[i], err = source.given(ctx, t); err != nil {
				return fail(err)
			}
		}
		if err := to.take(ctx, source, t, sample); err != nil {
			return fail(fmt.Errorf("the table %s: %w", t.name, err))
		}
		out[i].Took = time.Since(begin)
	}
	return tables, given, out, awake()
}

// take copies a table's rows.
func (s *side) take(ctx context.Context, from *side, t *table, sample int64) error {
	rows, err := from.read(ctx, t, sample)
	if err != nil {
		return err
	}
	defer rows.Close()
	if s.file.server != nil {
		return s.conn.Raw(func(c any) error {
			_, err := c.(*pgConn).wire.CopyFrom(ctx, &copied{rows: rows}, fmt.Sprintf(`COPY %s (%s) FROM STDIN`, s.name(t.name), t.all()))
			return err
		})
	}
	quick := context.WithoutCancel(ctx) // a row takes microseconds, and watching for the end as many
	marks := strings.TrimPrefix(strings.Repeat(", ?", len(t.columns)), ", ")
	insert, err := s.tx.PrepareContext(ctx, fmt.Sprintf(`INSERT INTO %s (%s) VALUES (%s)`, s.name(t.name), t.all(), marks))
	if err != nil {
		return err
	}
	defer insert.Close()
	for {
		values, err := rows.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := insert.ExecContext(quick, values...); err != nil {
			return err
		}
	}
}

// copied reads records as lines of PostgreSQL's COPY.
type copied struct {
	rows *records
	line []byte // what is not read yet
	room []byte
}

// escaped are what a value of a line is written with.
var escaped = strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\r", `\r`, "\t", `\t`)

// Read implements [io.Reader].
func (c *copied) Read(into []byte) (int, error) {
	if len(c.line) == 0 {
		values, err := c.rows.next()
		if err != nil {
			return 0, err
		}
		line := c.room[:0]
		for i, v := range values {
			if i > 0 {
				line = append(line, '\t')
			}
			if line, err = appended(line, v); err != nil {
				return 0, err
			}
		}
		c.room = append(line, '\n')
		c.line = c.room
	}
	n := copy(into, c.line)
	c.line = c.line[n:]
	return n, nil
}

// appended writes a value of a line.
func appended(line []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case nil:
		return append(line, `\N`...), nil
	case int64:
		return fmt.Append(line, v), nil
	case float64:
		return fmt.Append(line, v), nil
	case string:
		return append(line, escaped.Replace(storable(v))...), nil
	case []byte:
		return fmt.Appendf(line, `\\x%x`, v), nil
	}
	return nil, fmt.Errorf("a value is a %T", v)
}
