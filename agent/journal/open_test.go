package journal_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/durable/durabletest"
	"shopclerk/agent/journal"
)

// raw runs statements on the file behind the journal's back.
func raw(t *testing.T, path string, statements ...string) {
	t.Helper()
	db := durabletest.Raw(t, path, "journal")
	defer db.Close()
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

// written makes a journal with one conversation, closes it, and returns its path.
func written(t *testing.T) (path, id string) {
	t.Helper()
	path = durabletest.Place(t, "journal.db")
	j, err := journal.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	id = start(t, j, alice)
	add(t, j, id, 0, said(strings.Repeat("long enough for several pages ", 1000)), said("b"))
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return path, id
}

func TestOpenCreates(t *testing.T) {
	tests := []struct {
		name, file string
		prepare    func(path string) error
	}{
		{"from nothing", "journal.db", nil},
		{"from an empty file", "journal.db", func(path string) error { return os.WriteFile(path, nil, 0o600) }},
		{"a path that looks like settings", "a b?mode=memory&x#y%41.db", nil},
		{"a path with a meaning to SQLite", ":memory:", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), test.file)
			if test.prepare != nil {
				if err := test.prepare(path); err != nil {
					t.Fatal(err)
				}
			}
			var id string
			for i := range 3 { // opening again changes nothing
				j, err := journal.Open(t.Context(), path)
				if err != nil {
					t.Fatal(err)
				}
				if i == 0 {
					id = start(t, j, alice)
				}
				add(t, j, id, i, said("a"))
				if err := j.Close(); err != nil {
					t.Fatal(err)
				}
			}
			if got := words(&load(t, open(t, path), id).Conversation); got != "a a a" {
				t.Errorf("the conversation says %q", got)
			}
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			if mode := info.Mode().Perm(); mode != 0o600 {
				t.Errorf("the file has mode %o", mode)
			}
		})
	}
}

// A journal that was killed between its first steps is continued.
func TestOpenHalfMade(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	raw(t, path, `PRAGMA application_id = 0x73636a31`)
	start(t, open(t, path), alice)
}

func TestOpenTogether(t *testing.T) {
	path := durabletest.Place(t, "journal.db")
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			j, err := journal.Open(t.Context(), path)
			if err != nil {
				t.Error(err)
				return
			}
			if _, err := j.Start(t.Context(), alice, "v1"); err != nil {
				t.Error(err)
			}
			if err := j.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

func TestOpenRefuses(t *testing.T) {
	overwrite := func(from int64, text string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			f, err := os.OpenFile(path, os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if _, err := f.WriteAt([]byte(text), from); err != nil {
				t.Fatal(err)
			}
		}
	}
	tests := []struct {
		name   string
		spoil  func(t *testing.T, path string)
		remedy string
	}{
		{"not a database", overwrite(0, strings.Repeat("dear diary ", 10)), "check the path"},
		{"another program's database", func(t *testing.T, path string) {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			raw(t, path, `CREATE TABLE product (ref INTEGER PRIMARY KEY)`)
		}, "check the path"},
		{"another application's mark", func(t *testing.T, path string) { raw(t, path, `PRAGMA application_id = 7`) }, "check the path"},
		{"cut short", func(t *testing.T, path string) {
			if err := os.Truncate(path, 3*4096); err != nil {
				t.Fatal(err)
			}
		}, ".recover"},
		{"a page overwritten", overwrite(3*4096, strings.Repeat("\xff", 3*4096)), ".recover"},
		{"a newer schema", func(t *testing.T, path string) {
			raw(t, path, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, 1)`)
		}, "newer program"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path, _ := written(t)
			test.spoil(t, path)
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 { // a second try fares no better and no worse
				j, err := journal.Open(t.Context(), path)
				if err == nil {
					j.Close()
				}
				if !errors.Is(err, journal.ErrUnusable) || !strings.Contains(err.Error(), test.remedy) || !strings.Contains(err.Error(), path) {
					t.Errorf("error %v, want ErrUnusable naming %s and %q", err, path, test.remedy)
				}
			}
			after, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(before, after) {
				t.Error("the file was changed")
			}
		})
	}
	t.Run("a folder that is not there", func(t *testing.T) {
		_, err := journal.Open(t.Context(), filepath.Join(t.TempDir(), "none", "journal.db"))
		if !errors.Is(err, os.ErrNotExist) {
			t.Errorf("error %v", err)
		}
	})
}

// Damage inside one conversation is named when it is read, and the others serve.
func TestLoadDamaged(t *testing.T) {
	tests := map[string]string{
		"an event missing":  `DELETE FROM event WHERE version = 1`,
		"not JSON":          `INSERT INTO event (conversation, version, kind, at, exchanges, payload) SELECT id, 3, 'exchange', 0, 3, '{' FROM conversation`,
		"an unknown kind":   `INSERT INTO event (conversation, version, kind, at, exchanges, payload) SELECT id, 3, 'sung', 0, 2, '{}' FROM conversation`,
		"an undo too early": `INSERT INTO event (conversation, version, kind, at, exchanges, payload) SELECT id, 2 + n, 'undo', 0, 0, '{}' FROM conversation, (SELECT 1 AS n UNION SELECT 2 UNION SELECT 3) AS undone`,
	}
	for name, statement := range tests {
		t.Run(name, func(t *testing.T) {
			path, id := written(t)
			raw(t, path, statement)
			j := open(t, path)
			_, err := j.Load(t.Context(), id)
			if !errors.Is(err, journal.ErrUnusable) || !strings.Contains(err.Error(), id) {
				t.Errorf("error %v", err)
			}
			other := start(t, j, alice)
			add(t, j, other, 0, said("fine"))
			load(t, j, other)
		})
	}
}

func TestEventsAreAppendOnly(t *testing.T) {
	path, id := written(t)
	before := load(t, open(t, path), id)
	if _, err := durabletest.Raw(t, path, "journal").Exec(`UPDATE event SET payload = '{}'`); err == nil {
		t.Error("an event was changed")
	}
	if diff := cmp.Diff(before, load(t, open(t, path), id)); diff != "" {
		t.Error(diff)
	}
}

// What a shopper deleted can not be found in the file.
func TestDeletedTextIsOverwritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	const secret = "a surprise for Robin"
	holds := func() bool {
		t.Helper()
		files, err := filepath.Glob(path + "*")
		if err != nil || len(files) == 0 {
			t.Fatalf("files %v, %v", files, err)
		}
		for _, name := range files {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(b, []byte(secret)) {
				return true
			}
		}
		return false
	}
	var id string
	steps := []struct {
		do   func(*journal.Journal)
		want bool
	}{
		{func(j *journal.Journal) { id = start(t, j, alice); add(t, j, id, 0, said(secret)) }, true},
		{func(j *journal.Journal) {
			if err := j.Delete(t.Context(), id); err != nil {
				t.Fatal(err)
			}
		}, false},
	}
	for i, step := range steps {
		j, err := journal.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		step.do(j)
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		if got := holds(); got != step.want {
			t.Errorf("after step %d the text is in the file: %t", i+1, got)
		}
	}
}
