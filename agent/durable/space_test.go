package durable_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

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

// A copy is a file of its own with all that was committed.
func TestCopy(t *testing.T) {
	dir := t.TempDir()
	f := open(t, filepath.Join(dir, "diary.db"), pages())
	write(t, f, `INSERT INTO page VALUES ('dear diary')`)
	to := filepath.Join(dir, "it's a copy?.db")
	if err := f.Copy(t.Context(), to); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(to); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the copy's mode is %v, %v", info.Mode(), err)
	}
	write(t, f, `DELETE FROM page`)
	var text string
	if err := open(t, to, pages()).Readers.QueryRow(`SELECT text FROM page`).Scan(&text); err != nil || text != "dear diary" {
		t.Errorf("the copy says %q, %v", text, err)
	}
	if err := f.Copy(t.Context(), to); !errors.Is(err, os.ErrExist) {
		t.Errorf("over a file that is there: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	none := filepath.Join(dir, "none.db")
	if err := f.Copy(ctx, none); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := os.Stat(none); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("half a copy was left: %v", err)
	}
}
