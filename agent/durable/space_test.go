package durable_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"shopclerk/agent/durable"
)

// pages is a kind of file for text.
func pages() durable.Kind {
	k := kind(1)
	k.Migrations = fstest.MapFS{"00001_page.sql": {Data: []byte("-- +goose Up\nCREATE TABLE page (text TEXT);\n")}}
	return k
}

func write(t *testing.T, f *durable.File, statement string) {
	t.Helper()
	if _, err := f.Writer.Exec(statement); err != nil {
		t.Fatal(err)
	}
}

// The space of what was deleted is not in use, and is returned.
func TestTrim(t *testing.T) {
	path := filepath.Join(t.TempDir(), "diary.db")
	used := func(f *durable.File) int64 {
		t.Helper()
		n, err := f.Used(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	f, err := durable.Open(t.Context(), path, pages())
	if err != nil {
		t.Fatal(err)
	}
	empty := used(f)
	write(t, f, `INSERT INTO page VALUES (hex(randomblob(3000000)))`) // more than one step of trimming
	full := used(f)
	write(t, f, `DELETE FROM page`)
	if full < empty+6_000_000 || used(f) > empty+8192 {
		t.Errorf("in use: %d bytes empty, %d full, %d emptied", empty, full, used(f))
	}
	if err := errors.Join(f.Trim(t.Context()), f.Trim(t.Context()), f.Close()); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() > empty+8192 {
		t.Errorf("trimmed, the file has %d bytes, %v; empty it had %d", info.Size(), err, empty)
	}
}

// What was erased is gone from the write-ahead log at once, or, where a reader holds
// it, as soon as that has ended; and when the file is opened after a kill.
func TestErased(t *testing.T) {
	path := filepath.Join(t.TempDir(), "diary.db")
	f := open(t, path, pages())
	holds := func(path string) bool {
		t.Helper()
		for _, part := range []string{"", "-wal"} {
			if text, err := os.ReadFile(path + part); err == nil && strings.Contains(string(text), "dear diary") {
				return true
			}
		}
		return false
	}
	erase := func() {
		t.Helper()
		write(t, f, `INSERT INTO page VALUES ('dear diary')`)
		write(t, f, `DELETE FROM page`)
		if !holds(path) {
			t.Fatal("there was nothing to erase")
		}
	}
	erase()
	if err := f.Erased(t.Context()); err != nil || holds(path) {
		t.Errorf("%v; still there: %t", err, holds(path))
	}

	write(t, f, `INSERT INTO page VALUES ('dear diary')`)
	tx, err := f.Readers.Begin()
	if err != nil {
		t.Fatal(err)
	}
	var n int
	if err := tx.QueryRow(`SELECT count(*) FROM page`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	write(t, f, `DELETE FROM page`)
	if err := f.Erased(t.Context()); err != nil {
		t.Errorf("while a reader holds the log: %v", err)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(10 * time.Second); holds(path); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the reader has ended and it is still there")
		}
	}

	erase()
	killed := filepath.Join(t.TempDir(), "killed.db")
	for _, part := range []string{"", "-wal"} {
		text, err := os.ReadFile(path + part)
		if err == nil {
			err = os.WriteFile(killed+part, text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if open(t, killed, pages()); holds(killed) {
		t.Error("after a kill and a start it is still there")
	}
}
