package durable_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"shopclerk/agent/durable"
	"shopclerk/agent/durable/durabletest"
)

// kind is a kind of file whose schema has so many steps: each makes a table and
// changes the one before, so that it can be taken once and only in order.
func kind(steps int) durable.Kind {
	files := fstest.MapFS{}
	for n := range steps {
		text := fmt.Sprintf("-- +goose Up\nCREATE TABLE t%d (step INTEGER NOT NULL) STRICT;\nINSERT INTO t%d VALUES (%d);\n", n+1, n+1, n+1)
		if n > 0 {
			text += fmt.Sprintf("ALTER TABLE t%d ADD COLUMN more INTEGER;\n", n)
		}
		name := fmt.Sprintf("%05d_step.sql", n+1)
		files[name] = &fstest.MapFile{Data: []byte(text)}
		files["postgres/"+name] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(text, " STRICT", ""))}
	}
	return durable.Kind{Name: "the diary", ID: 0x64696172, Migrations: files, Schema: "diary", Readers: 2}
}

func open(t *testing.T, path string, k durable.Kind) *durable.File {
	t.Helper()
	f, err := durable.Open(t.Context(), path, k)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

// sum adds up what the steps have written: each step once.
func sum(f *durable.File, steps int) (int, error) {
	total := 0
	for n := range steps {
		var rows int
		if err := f.Readers.QueryRow(fmt.Sprintf(`SELECT sum(step) FROM t%d`, n+1)).Scan(&rows); err != nil {
			return 0, err
		}
		total += rows
	}
	return total, nil
}

// Whoever opens a file together with others, for the first time or of an older
// schema, gets it with every step taken once.
func TestOpenTogether(t *testing.T) {
	const openers, steps = 16, 8
	for name, before := range map[string]int{"a new file": 0, "an old schema": 1, "a schema half way": 5, "the latest schema": steps} {
		t.Run(name, func(t *testing.T) {
			path := durabletest.Place(t, "diary.db")
			if before > 0 {
				f, err := durable.Open(t.Context(), path, kind(before))
				if err != nil {
					t.Fatal(err)
				}
				if err := f.Close(); err != nil {
					t.Fatal(err)
				}
			}
			var wg sync.WaitGroup
			for range openers {
				wg.Go(func() {
					f, err := durable.Open(t.Context(), path, kind(steps))
					if err != nil {
						t.Error(err)
						return
					}
					if got, err := sum(f, steps); err != nil || got != steps*(steps+1)/2 {
						t.Errorf("the steps add up to %d, %v", got, err)
					}
					if _, err := f.Writer.Exec(`INSERT INTO t1 (step) VALUES (0)`); err != nil {
						t.Error(err)
					}
					if err := f.Close(); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
		})
	}
}

// A step that can not be taken is reported, and those before it stay.
func TestBrokenStep(t *testing.T) {
	path := durabletest.Place(t, "diary.db")
	broken := kind(3)
	for _, name := range []string{"00003_step.sql", "postgres/00003_step.sql"} {
		broken.Migrations.(fstest.MapFS)[name].Data = []byte("-- +goose Up\nCREATE TABLE t3 (step INTEGER);\nINSERT INTO nowhere VALUES (1);\n")
	}
	if _, err := durable.Open(t.Context(), path, broken); err == nil || !strings.Contains(err.Error(), "schema 2 to 3") {
		t.Errorf("error %v", err)
	}
	if got, err := sum(open(t, path, kind(3)), 3); err != nil || got != 6 {
		t.Errorf("mended, the steps add up to %d, %v", got, err)
	}
}

func TestOpenEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := durable.Open(ctx, durabletest.Place(t, "diary.db"), kind(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// Files from before files of their kind were marked are known by a table, and
// marked.
func TestUnmarked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "diary.db")
	old := kind(1)
	f, err := durable.Open(t.Context(), path, old)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.Writer.Exec(`PRAGMA application_id = 0`)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := durable.Open(t.Context(), path, old); !errors.Is(err, durable.ErrUnusable) {
		t.Errorf("without a table to know it by: %v", err)
	}
	named := old
	named.Unmarked = "t1"
	for _, k := range []durable.Kind{named, old} { // the second finds the mark
		f, err := durable.Open(t.Context(), path, k)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	other := named
	other.ID, other.Name = 7, "the ledger"
	if _, err := durable.Open(t.Context(), path, other); !errors.Is(err, durable.ErrUnusable) || !strings.Contains(err.Error(), "is not the ledger") {
		t.Errorf("as another kind: %v", err)
	}
}

// What a power cut would take can not be seen by killing a process, so the settings
// that prevent it are read back.
func TestSettings(t *testing.T) {
	f := open(t, filepath.Join(t.TempDir(), "diary.db"), kind(1))
	for pragma, want := range map[string]string{
		"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "secure_delete": "1", "busy_timeout": "5000", "auto_vacuum": "2",
	} {
		var got string
		if err := f.Writer.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
			t.Errorf("the writer has %s = %q, %v; want %q", pragma, got, err, want)
		}
	}
	if n := f.Writer.Stats().MaxOpenConnections; n != 1 {
		t.Errorf("%d writers", n)
	}
	if _, err := f.Readers.ExecContext(t.Context(), `DELETE FROM t1`); err == nil {
		t.Error("a reader can write")
	}
}
