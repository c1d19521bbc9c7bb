package durable_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"shopclerk/agent/durable"
	"shopclerk/agent/durable/durabletest"
)

// A schema is opened as a file is, and what its two pools do is what those of a file do.
func TestOnPostgres(t *testing.T) {
	durabletest.OnPostgres(t, map[string]func(*testing.T){
		"OpenTogether": TestOpenTogether, "BrokenStep": TestBrokenStep, "OpenEndsWithItsContext": TestOpenEndsWithItsContext,
		"WritersTakeTurns": TestWritersTakeTurns, "ReadersSeeOneState": TestReadersSeeOneState, "ReadersCanNotWrite": TestReadersCanNotWrite,
		"Foreign": testForeign, "FileAlone": testFileAlone, "FailedStatement": testFailedStatement, "NothingIsLeft": testNothingIsLeft,
		"Beside": testBeside, "Passwords": testPasswords, "StuckWriter": testStuckWriter,
	})
}

// counting is a kind with a number in it, and rows.
func counting() durable.Kind {
	k := kind(1)
	const steps = "-- +goose Up\nCREATE TABLE counted (n INTEGER NOT NULL);\nINSERT INTO counted VALUES (0);\nCREATE TABLE page (n INTEGER NOT NULL);\n"
	k.Migrations = fstest.MapFS{"00001_all.sql": {Data: []byte(steps)}, "postgres/00001_all.sql": {Data: []byte(steps)}}
	return k
}

// count adds one in a transaction that reads before it writes.
func count(ctx context.Context, f *durable.File) error {
	tx, err := f.Writer.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // without effect once committed
	var n int
	if err := tx.QueryRowContext(ctx, `SELECT n FROM counted`).Scan(&n); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE counted SET n = ?`, n+1); err != nil {
		return err
	}
	return tx.Commit()
}

// Of those who write at the same time, through several openings of one place, each sees
// what the one before did, and none is refused.
func TestWritersTakeTurns(t *testing.T) {
	const openings, writers, times = 3, 3, 10
	path := durabletest.Place(t, "diary.db")
	var wg sync.WaitGroup
	for range openings {
		f := open(t, path, counting())
		for range writers {
			wg.Go(func() {
				for range times {
					if err := count(t.Context(), f); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
	}
	wg.Wait()
	var n int
	if err := open(t, path, counting()).Readers.QueryRow(`SELECT n FROM counted`).Scan(&n); err != nil || n != openings*writers*times {
		t.Errorf("counted %d, %v", n, err)
	}
}

// A transaction that reads sees one state, however much it reads and with however many
// results open.
func TestReadersSeeOneState(t *testing.T) {
	const rows = 1000 // more than are fetched at a time
	f := open(t, durabletest.Place(t, "diary.db"), counting())
	for n := range rows {
		if _, err := f.Writer.Exec(`INSERT INTO page VALUES (?)`, n); err != nil {
			t.Fatal(err)
		}
		if n == 0 { // each takes a transaction; the rest come together
			if _, err := f.Writer.Exec(`INSERT INTO page WITH RECURSIVE more (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < ?) SELECT n FROM more`, rows-1); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	tx, err := f.Readers.BeginTx(t.Context(), &sql.TxOptions{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback() // nothing to keep
	again, err := tx.PrepareContext(t.Context(), `SELECT n FROM counted WHERE n < ?`)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	pages, err := tx.QueryContext(t.Context(), `SELECT n FROM page WHERE n >= ? ORDER BY n`, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer pages.Close()
	read := 0
	for ; pages.Next(); read++ {
		var n, counted int
		if err := pages.Scan(&n); err != nil || n != read {
			t.Fatalf("row %d is %d, %v", read, n, err)
		}
		if read%100 != 0 {
			continue
		}
		if err := count(t.Context(), f); err != nil {
			t.Fatal(err)
		}
		if err := again.QueryRow(rows).Scan(&counted); err != nil || counted != 0 {
			t.Fatalf("it counts %d, %v", counted, err)
		}
	}
	if err := pages.Err(); err != nil || read != rows {
		t.Errorf("%d rows, %v", read, err)
	}
}

// The pool that reads refuses to write, in a transaction and outside of one.
func TestReadersCanNotWrite(t *testing.T) {
	f := open(t, durabletest.Place(t, "diary.db"), counting())
	if _, err := f.Readers.Exec(`UPDATE counted SET n = 7`); err == nil {
		t.Error("it wrote")
	}
	tx, err := f.Readers.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback() // nothing to keep
	if _, err := tx.Exec(`UPDATE counted SET n = 7`); err == nil {
		t.Error("it wrote in a transaction")
	}
}

// A schema of another program's, and one of a newer schema, are refused and left alone.
func testForeign(t *testing.T) {
	place := durabletest.Place(t, "diary.db")
	db := durabletest.Raw(t, place, "diary")
	if _, err := db.Exec(`CREATE SCHEMA diary; CREATE TABLE theirs (n INTEGER)`); err != nil {
		t.Fatal(err)
	}
	if _, err := durable.Open(t.Context(), place, kind(1)); !errors.Is(err, durable.ErrUnusable) || !strings.Contains(err.Error(), "diary") {
		t.Errorf("opening it: %v", err)
	}
	var tables int
	if err := db.QueryRow(`SELECT count(*) FROM pg_tables WHERE schemaname = 'diary'`).Scan(&tables); err != nil || tables != 1 {
		t.Errorf("%d tables, %v", tables, err)
	}
	if _, err := db.Exec(`DROP TABLE theirs`); err != nil {
		t.Fatal(err)
	}
	open(t, place, kind(2)) // a schema that its owner made, and that has nothing in it
	if _, err := durable.Open(t.Context(), place, kind(1)); !errors.Is(err, durable.ErrUnusable) {
		t.Errorf("opening a newer schema: %v", err)
	}
	other := kind(2)
	other.ID++
	if _, err := durable.Open(t.Context(), place, other); !errors.Is(err, durable.ErrUnusable) {
		t.Errorf("opening it as another kind: %v", err)
	}
}

// A program goes on and starts beside a newer one whose steps only add, and not beside one
// whose steps do more.
func testBeside(t *testing.T) {
	place := durabletest.Place(t, "diary.db")
	older := open(t, place, kind(2))
	for _, tc := range []struct {
		steps        int
		since        int64
		opens, fails []int
	}{
		{steps: 3, since: 2, opens: []int{2, 3}, fails: []int{1}},
		{steps: 4, since: 2, opens: []int{2, 3, 4}, fails: []int{1}},
		{steps: 5, since: 4, opens: []int{4, 5}, fails: []int{2, 3}},
		{steps: 6, opens: []int{6}, fails: []int{4, 5}},
	} {
		newer := kind(tc.steps)
		newer.Since = tc.since
		open(t, place, newer)
		for _, steps := range tc.opens {
			if steps == tc.steps {
				open(t, place, newer)
			} else if _, err := open(t, place, kind(steps)).Writer.Exec(`INSERT INTO t1 VALUES (1)`); err != nil {
				t.Errorf("beside schema %d, one of %d: %v", tc.steps, steps, err)
			}
		}
		for _, steps := range tc.fails {
			if _, err := durable.Open(t.Context(), place, kind(steps)); !errors.Is(err, durable.ErrUnusable) {
				t.Errorf("beside schema %d, one of %d: %v", tc.steps, steps, err)
			}
		}
		if _, err := older.Writer.Exec(`INSERT INTO t1 VALUES (1)`); err != nil {
			t.Errorf("beside schema %d, one that was open: %v", tc.steps, err)
		}
	}
	if _, err := durabletest.Raw(t, place, "diary").Exec(`COMMENT ON TABLE goose_db_version IS NULL`); err != nil {
		t.Fatal(err)
	}
	if _, err := durable.Open(t.Context(), place, kind(5)); !errors.Is(err, durable.ErrUnusable) {
		t.Errorf("beside one that says nothing: %v", err)
	}
}

// What has no schema is kept in a file alone.
func testFileAlone(t *testing.T) {
	k := kind(1)
	k.Schema = ""
	if _, err := durable.Open(t.Context(), durabletest.Place(t, "diary.db"), k); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("opening: %v", err)
	}
}

// After a statement that failed nothing of its transaction is committed, and that is told.
func testFailedStatement(t *testing.T) {
	f := open(t, durabletest.Place(t, "diary.db"), counting())
	tx, err := f.Writer.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(`UPDATE counted SET n = 7`); err != nil {
		t.Fatal(err)
	}
	_, err = tx.Exec(`UPDATE nothing SET n = 7`) // told now or at the end
	if end := tx.Commit(); err == nil && end == nil {
		t.Error("it was committed")
	}
	if err := count(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	var n int
	if err := f.Readers.QueryRow(`SELECT n FROM counted`).Scan(&n); err != nil || n != 1 {
		t.Errorf("counted %d, %v", n, err)
	}
}

// A connection that is put back has no locks of ours, and one of PgBouncer's no statements.
func testNothingIsLeft(t *testing.T) {
	f := open(t, durabletest.Place(t, "diary.db"), counting())
	if err := count(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	for name, db := range map[string]*sql.DB{"writer": f.Writer, "readers": f.Readers} {
		conn, err := db.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var n int
		err = conn.QueryRowContext(t.Context(), `SELECT count(*) FROM pg_prepared_statements`).Scan(&n)
		if err != nil || n != 0 && os.Getenv("SHOPCLERK_TEST_PGBOUNCER") != "" {
			t.Errorf("%s: %d prepared statements, %v", name, n, err)
		}
		if err := conn.Close(); err != nil {
			t.Error(err)
		}
	}
	var locks int
	if err := durabletest.Raw(t, durabletest.Place(t, ""), "public").QueryRow(`SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'`).Scan(&locks); err != nil || locks != 0 {
		t.Errorf("%d locks, %v", locks, err)
	}
}

// Who holds everybody up by a transaction that does nothing is cut off, and the others go on.
func testStuckWriter(t *testing.T) {
	place := durabletest.Place(t, "diary.db")
	stuck, other := open(t, place, counting()), open(t, place, counting())
	tx, err := stuck.Writer.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var n int
	if err := tx.QueryRow(`SELECT n FROM counted`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	if err := count(t.Context(), other); err == nil || !durable.Away(err) {
		t.Errorf("while another is stuck: %v", err)
	}
	for begin := time.Now(); ; {
		err := count(t.Context(), other)
		if err == nil {
			break
		}
		if time.Since(begin) > 30*time.Second {
			t.Fatal(err)
		}
	}
	if err := tx.Commit(); err == nil {
		t.Error("what was stuck was committed")
	}
	if err := count(t.Context(), stuck); err != nil {
		t.Errorf("it does not go on: %v", err)
	}
}

// No message has the password of a connection URI.
func testPasswords(t *testing.T) {
	for _, uri := range []string{"postgres://shop:s3cret@/nowhere?host=/nowhere", "postgres://shop:s3cret@localhost:bad/shop", durabletest.Place(t, "") + "&password=s3cret&dbname=nowhere"} {
		if _, err := durable.Open(t.Context(), uri, kind(1)); err == nil || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("opening: %v", err)
		}
	}
}

// A server that is killed and comes back has what was acknowledged, and is found again
// without a restart of ours.
func TestServerKilled(t *testing.T) {
	s := durabletest.Cluster(t)
	f := open(t, s.Database(t), counting())
	acknowledged := 0
	for range 3 {
		for range 5 {
			if err := count(t.Context(), f); err != nil {
				t.Fatal(err)
			}
			acknowledged++
		}
		s.Stop(t, syscall.SIGKILL)
		err := count(t.Context(), f)
		for begin := time.Now(); err == nil && time.Since(begin) < 10*time.Second; err = count(t.Context(), f) {
			acknowledged++ // a backend outlives its postmaster by a moment
		}
		if err == nil || !durable.Away(err) {
			t.Errorf("without a server: %v", err)
		}
		if _, err := f.Readers.Exec(`SELECT 1`); err == nil || !durable.Away(err) {
			t.Errorf("reading without a server: %v", err)
		}
		s.Start(t)
		var n int
		for begin := time.Now(); ; time.Sleep(10 * time.Millisecond) {
			err := f.Readers.QueryRow(`SELECT n FROM counted`).Scan(&n)
			if err == nil {
				break
			}
			if time.Since(begin) > 10*time.Second {
				t.Fatal(err)
			}
		}
		if n != acknowledged && n != acknowledged+1 { // the one whose acknowledgement was lost
			t.Errorf("it counts %d of %d", n, acknowledged)
		}
		acknowledged = n
		if err := f.Write(t.Context()); err != nil {
			t.Errorf("writing again: %v", err)
		}
	}
	if durable.Away(fmt.Errorf("something else: %w", sql.ErrNoRows)) {
		t.Error("a row that is not there is no server that is away")
	}
}
