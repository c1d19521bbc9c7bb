package durable_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"shopclerk/agent/durable"
)

// Copies are files of their own, as they all were at one moment: of what was written to
// one file and then to the other, the second never has more than the first, nor less by
// more than what was being written.
func TestCopyIsOfOneMoment(t *testing.T) {
	dir := t.TempDir()
	paths := []string{filepath.Join(dir, "second.db"), filepath.Join(dir, "it's the first?.db")}
	second, first := open(t, paths[0], pages()), open(t, paths[1], pages())
	write(t, second, `INSERT INTO page VALUES (hex(randomblob(4000000)))`) // so that copying takes a while
	stop, sum := make(chan struct{}), 0
	var writing sync.WaitGroup
	writing.Go(func() {
		for {
			for _, f := range []*durable.File{first, second} {
				if _, err := f.Writer.Exec(`INSERT INTO page VALUES ('dear diary')`); err != nil {
					t.Error(err)
					return
				}
			}
			select {
			case <-stop:
				return
			default:
			}
		}
	})
	for range 20 {
		to, taken, later := t.TempDir(), int64(0), int64(0)
		err := durable.Copy(t.Context(), to, paths, func() error {
			err := first.Readers.QueryRow(`SELECT count(*) FROM page`).Scan(&taken)
			time.Sleep(5 * time.Millisecond) // nobody writes meanwhile
			return errors.Join(err, first.Readers.QueryRow(`SELECT count(*) FROM page`).Scan(&later))
		})
		if err != nil || taken != later {
			t.Fatalf("%v; at the moment the first had %d rows, and then %d", err, taken, later)
		}
		var rows [2]int64
		for i, path := range paths {
			c, err := durable.Examine(t.Context(), filepath.Join(to, filepath.Base(path)))
			if err != nil || c.ID != pages().ID || c.Schema != 1 {
				t.Fatalf("%+v, %v", c, err)
			}
			rows[i] = c.Rows["page"]
		}
		rows[0]-- // the large one
		if rows[1] != taken || rows[0] > rows[1] || rows[0] < rows[1]-1 {
			t.Fatalf("at the moment the first had %d rows; the copies have %d of the first and %d of the second", taken, rows[1], rows[0])
		}
		sum += int(rows[1])
	}
	close(stop)
	writing.Wait()
	if sum == 0 {
		t.Error("nothing was written meanwhile")
	}
}

func TestCopy(t *testing.T) {
	dir, to := t.TempDir(), t.TempDir()
	path := filepath.Join(dir, "diary.db")
	f := open(t, path, pages())
	write(t, f, `INSERT INTO page VALUES ('dear diary')`)
	nothing := func() error { return nil }
	if err := durable.Copy(t.Context(), to, []string{path}, nothing); err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(to, "diary.db")
	if info, err := os.Stat(copied); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the copy's mode is %v, %v", info.Mode(), err)
	}
	if entries, err := os.ReadDir(to); err != nil || len(entries) != 1 {
		t.Errorf("beside the copy there is %v, %v", entries, err)
	}
	if err := durable.Copy(t.Context(), to, []string{path}, nothing); !errors.Is(err, os.ErrExist) {
		t.Errorf("over a file that is there: %v", err)
	}
	if err := durable.Copy(t.Context(), t.TempDir(), []string{filepath.Join(dir, "none.db")}, nothing); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("of nothing: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := durable.Copy(ctx, t.TempDir(), []string{path}, nothing); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	write(t, f, `DELETE FROM page`)
	var text string
	if err := open(t, copied, pages()).Readers.QueryRow(`SELECT text FROM page`).Scan(&text); err != nil || text != "dear diary" {
		t.Errorf("the copy says %q, %v", text, err)
	}
}

// While somebody writes, the moment waits; who does not end is given up, and nobody is
// kept waiting for them.
func TestCopyWaitsForWriters(t *testing.T) {
	path := filepath.Join(t.TempDir(), "diary.db")
	f := open(t, path, pages())
	tx, err := f.Writer.Begin()
	if err != nil {
		t.Fatal(err)
	}
	to, copied := t.TempDir(), make(chan error)
	go func() { copied <- durable.Copy(t.Context(), to, []string{path}, func() error { return nil }) }()
	if _, err := tx.Exec(`INSERT INTO page VALUES ('dear diary')`); err != nil {
		t.Fatal(err)
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := <-copied; err != nil {
		t.Fatal(err)
	}
}

// Examine finds damage to any page, and rows that name what is not there.
func TestExamine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "diary.db")
	f, err := durable.Open(t.Context(), path, pages())
	if err != nil {
		t.Fatal(err)
	}
	write(t, f, `CREATE TABLE book (id INTEGER PRIMARY KEY); CREATE TABLE leaf (book INTEGER REFERENCES book (id)); CREATE INDEX leaves ON leaf (book)`)
	write(t, f, `INSERT INTO book VALUES (1); INSERT INTO leaf VALUES (1)`)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := durable.Examine(t.Context(), path); err != nil || c.Rows["book"] != 1 || c.Rows["leaf"] != 1 {
		t.Fatalf("%+v, %v", c, err)
	}
	found := 0
	for at := 4096; at < len(whole); at += 4096 {
		damaged := append([]byte(nil), whole...)
		for i := range 4096 {
			damaged[at+i] ^= 0x55
		}
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := durable.Examine(t.Context(), path); errors.Is(err, durable.ErrUnusable) {
			found++
		}
	}
	if pages := len(whole)/4096 - 1; found != pages {
		t.Errorf("of %d damaged pages %d were found", pages, found)
	}
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	f = open(t, path, pages())
	write(t, f, `PRAGMA foreign_keys = OFF`)
	write(t, f, `DELETE FROM book`)
	to := t.TempDir()
	if err := durable.Copy(t.Context(), to, []string{path}, func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	if _, err := durable.Examine(t.Context(), filepath.Join(to, "diary.db")); !errors.Is(err, durable.ErrUnusable) {
		t.Errorf("a leaf of no book: %v", err)
	}
}
