package journal_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"shopclerk/agent/durable"
	"shopclerk/agent/journal"
)

// schemas returns the migrations up to each.
func schemas(t *testing.T) []fs.FS {
	t.Helper()
	names, err := filepath.Glob("migrations/*.sql")
	if err != nil || len(names) == 0 {
		t.Fatalf("migrations %v, %v", names, err)
	}
	out := make([]fs.FS, len(names))
	for n := range names {
		steps := fstest.MapFS{}
		for _, name := range names[:n+1] {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			steps[filepath.Base(name)] = &fstest.MapFile{Data: text}
		}
		out[n] = steps
	}
	return out
}

// aged makes a journal as an older program made it, with one conversation.
func aged(t *testing.T, steps fs.FS) (path, id string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "journal.db")
	f, err := durable.Open(t.Context(), path, durable.Kind{Name: "the journal", ID: 0x73636a31, Migrations: steps, Readers: 1})
	if err != nil {
		t.Fatal(err)
	}
	id = bob
	_, err = f.Writer.Exec(`INSERT INTO conversation (id, session, catalogue, created, updated, version, exchanges) VALUES (?, ?, 'v1', 1, 2, 2, 2)`, id, alice)
	for version, payload := range []string{`{"said":"a","shown":["p1"]}`, `{"said":"b","changes":[{"id":1,"turn":2,"op":"reset"}]}`} {
		if err == nil {
			_, err = f.Writer.Exec(`INSERT INTO event (conversation, version, kind, at, exchanges, payload) VALUES (?, ?, 'exchange', 2, ?, ?)`,
				id, version+1, version+1, payload)
		}
	}
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	return path, id
}

// A journal of any schema there has been goes on with all it holds, whoever opens it
// together.
func TestOlderSchemas(t *testing.T) {
	all := schemas(t)
	for n, steps := range all {
		path, id := aged(t, steps)
		var wg sync.WaitGroup
		for range 6 {
			wg.Go(func() {
				j, err := journal.Open(t.Context(), path)
				if err != nil {
					t.Errorf("schema %d: %v", n+1, err)
					return
				}
				if err := j.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		j := open(t, path)
		if got := words(&load(t, j, id).Conversation); got != "a b" {
			t.Errorf("schema %d: the conversation says %q", n+1, got)
		}
		if got, _ := walk(t, j, journal.Span{}); len(got) != 1 || len(got[0].Events) != 2 {
			t.Errorf("schema %d: walking yields %v", n+1, got)
		}
		record(t, j, opened(alice, id, "p1"))
		if n, err := j.Redact(t.Context(), time.Now()); n != 2 || err != nil {
			t.Errorf("redacted %d, %v", n, err)
		}
	}
}
