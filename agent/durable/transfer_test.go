package durable_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"shopclerk/agent/durable"
	"shopclerk/agent/durable/durabletest"
)

// archive is a kind with whatever a schema may have: all types, numbers that the database
// gives in both dialects or in one, references, a row from the beginning, and triggers that
// count, and that refuse changes.
func archive() durable.Kind {
	const file = `-- +goose Up
CREATE TABLE account (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT) STRICT;
CREATE TABLE a_leaf (book TEXT NOT NULL REFERENCES zbook (id) ON DELETE CASCADE, place INTEGER NOT NULL, flag INTEGER NOT NULL, share REAL, bytes BLOB, PRIMARY KEY (book, place)) STRICT, WITHOUT ROWID;
CREATE TABLE zbook (id TEXT PRIMARY KEY, owner INTEGER REFERENCES account (id)) STRICT;
CREATE TABLE trail (n INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE due (key TEXT NOT NULL PRIMARY KEY REFERENCES trail (key) DEFERRABLE INITIALLY DEFERRED) STRICT;
CREATE TABLE state ("only" INTEGER PRIMARY KEY, changes INTEGER NOT NULL) STRICT;
INSERT INTO state VALUES (1, 1);
-- +goose StatementBegin
CREATE TRIGGER counted AFTER INSERT ON a_leaf BEGIN UPDATE state SET changes = changes + 1; END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER kept BEFORE DELETE ON trail BEGIN SELECT RAISE(ABORT, 'it is kept'); END;
-- +goose StatementEnd
`
	const schema = `-- +goose Up
CREATE TABLE account (name TEXT, id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY);
CREATE TABLE zbook (id TEXT PRIMARY KEY, owner INTEGER REFERENCES account (id));
CREATE TABLE a_leaf (book TEXT NOT NULL REFERENCES zbook (id) ON DELETE CASCADE, place SMALLINT NOT NULL, flag BOOLEAN NOT NULL, share DOUBLE PRECISION, bytes BYTEA, PRIMARY KEY (book, place));
CREATE TABLE trail (n BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key TEXT NOT NULL UNIQUE);
CREATE TABLE due (key TEXT NOT NULL PRIMARY KEY REFERENCES trail (key) DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE state ("only" INTEGER PRIMARY KEY, changes BIGINT NOT NULL);
INSERT INTO state VALUES (1, 1);
-- +goose StatementBegin
CREATE FUNCTION counted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE diary.state SET changes = changes + 1; RETURN NULL; END $$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'it is kept'; END $$;
-- +goose StatementEnd
CREATE TRIGGER counted AFTER INSERT ON a_leaf FOR EACH ROW EXECUTE FUNCTION counted();
CREATE TRIGGER kept BEFORE DELETE ON trail FOR EACH ROW EXECUTE FUNCTION kept();
`
	k := kind(1)
	k.Migrations = fstest.MapFS{"00001_all.sql": {Data: []byte(file)}, "postgres/00001_all.sql": {Data: []byte(schema)}}
	return k
}

// filled is a file with rows of all kinds, of which the last that were numbered are gone.
func filled(t *testing.T, leaves int) *durable.File {
	t.Helper()
	f := open(t, filepath.Join(t.TempDir(), "archive.db"), archive())
	write(t, f, `INSERT INTO account (name) VALUES (NULL), (''), ('tab	back\slash' || char(10) || char(13) || '\N "quoted" ''ä€😀'), ('gone'), ('gone')`)
	write(t, f, `DELETE FROM account WHERE name = 'gone'`)
	write(t, f, `INSERT INTO zbook VALUES ('b', NULL), ('B', 1), ('ä', 3)`)
	write(t, f, fmt.Sprintf(`INSERT INTO a_leaf WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < %d)
		SELECT CASE n %% 3 WHEN 0 THEN 'b' WHEN 1 THEN 'B' ELSE 'ä' END, n, n %% 2,
		CASE WHEN n %% 5 > 0 THEN n / 7.0 - 1e300 * (n %% 4 = 0) END,
		CASE n WHEN 1 THEN x'' WHEN 2 THEN x'00ff5c0a' WHEN 3 THEN NULL ELSE randomblob(n %% 50) END FROM n`, leaves))
	write(t, f, `INSERT INTO trail VALUES (3, 'three'), (40, 'forty')`)
	write(t, f, `INSERT INTO due VALUES ('forty')`)
	return f
}

func hashes(all []durable.Transferred) string {
	var out strings.Builder
	for _, t := range all {
		fmt.Fprintln(&out, t.Name, t.Rows, t.Hash)
	}
	return out.String()
}

// What was copied into a database and back is the same, numbers go on after all that were
// given, and what triggers do they do again.
func TestTransfer(t *testing.T) {
	database := durabletest.Cluster(t).Database(t)
	const leaves = 3000
	f, schema, back := filled(t, leaves), open(t, database, archive()), open(t, filepath.Join(t.TempDir(), "back.db"), archive())
	there, err := durable.Transfer(t.Context(), []*durable.File{f}, []*durable.File{schema}, 0)
	if err != nil {
		t.Fatal(err)
	}
	again, err := durable.Transfer(t.Context(), []*durable.File{schema}, []*durable.File{back}, 0)
	if err != nil {
		t.Fatal(err)
	}
	same, err := durable.Compare(t.Context(), []*durable.File{f}, []*durable.File{back})
	if err != nil {
		t.Fatal(err)
	}
	want := hashes(there)
	if hashes(again) != want || hashes(same) != want || !strings.Contains(want, fmt.Sprint("diary.a_leaf ", leaves, " ")) {
		t.Errorf("there:\n%sand back:\n%sin the files:\n%s", want, hashes(again), hashes(same))
	}
	for name, f := range map[string]*durable.File{"database": schema, "file": back} {
		var changes, n, flags int64
		if err := f.Readers.QueryRow(`SELECT changes, (SELECT count(*) FROM a_leaf WHERE CAST(flag AS INTEGER) = 1) FROM state`).Scan(&changes, &flags); err != nil || changes != leaves+1 || flags != leaves/2 {
			t.Errorf("%s: %d changes, %d flags, %v", name, changes, flags, err)
		}
		if err := f.Writer.QueryRow(`INSERT INTO account (name) VALUES ('new') RETURNING id`).Scan(&n); err != nil || n != 6 {
			t.Errorf("%s: the next account is %d, %v", name, n, err)
		}
		if err := f.Writer.QueryRow(`INSERT INTO trail (key) VALUES ('new') RETURNING n`).Scan(&n); err != nil || n != 41 {
			t.Errorf("%s: the next of the trail is %d, %v", name, n, err)
		}
		if _, err := f.Writer.Exec(`DELETE FROM trail`); err == nil || !strings.Contains(err.Error(), "it is kept") {
			t.Errorf("%s: deleting from the trail: %v", name, err)
		}
		if _, err := f.Writer.Exec(`DELETE FROM a_leaf WHERE book = 'b'`); err != nil {
			t.Error(err)
		}
		write(t, f, `INSERT INTO a_leaf (book, place, flag) SELECT 'b', 1, flag FROM a_leaf WHERE book = 'B' AND place = 1`)
		if err := f.Readers.QueryRow(`SELECT changes FROM state`).Scan(&changes); err != nil || changes != leaves+2 {
			t.Errorf("%s: after one more leaf %d changes, %v", name, changes, err)
		}
	}
}

// Whatever a value becomes, the comparison finds it; and a target that holds anything is
// refused and stays as it was.
func TestCompareFindsDifferences(t *testing.T) {
	server := durabletest.Cluster(t)
	f := filled(t, 10)
	for _, doctor := range []string{
		`UPDATE a_leaf SET flag = NOT flag WHERE place = 4`, `UPDATE a_leaf SET share = share * 1.0000000000000002 WHERE place = 4`,
		`UPDATE a_leaf SET bytes = NULL WHERE place = 1`, `UPDATE a_leaf SET bytes = '\x00ff5c0b' WHERE place = 2`,
		`UPDATE account SET name = '' WHERE name IS NULL`, `UPDATE account SET name = trim(name, 'ä€😀')`,
		`DELETE FROM due`, `UPDATE zbook SET owner = 2 WHERE owner = 1`, `UPDATE state SET changes = 10`,
		`INSERT INTO zbook VALUES ('c', NULL)`,
	} {
		t.Run(doctor, func(t *testing.T) {
			to := open(t, server.Database(t), archive())
			if _, err := durable.Transfer(t.Context(), []*durable.File{f}, []*durable.File{to}, 0); err != nil {
				t.Fatal(err)
			}
			if _, err := durable.Compare(t.Context(), []*durable.File{f}, []*durable.File{to}); err != nil {
				t.Fatal(err)
			}
			write(t, to, doctor)
			if _, err := durable.Compare(t.Context(), []*durable.File{f}, []*durable.File{to}); !errors.Is(err, durable.ErrDifferent) {
				t.Errorf("%s: %v", doctor, err)
			}
			if _, err := durable.Transfer(t.Context(), []*durable.File{f}, []*durable.File{to}, 0); !errors.Is(err, durable.ErrHeld) {
				t.Errorf("onto rows: %v", err)
			}
		})
	}
}

// A sample is taken back; what was cancelled has left nothing; and then it can be done.
func TestTransferTakesBack(t *testing.T) {
	server := durabletest.Cluster(t)
	file, there := filled(t, 5000), open(t, server.Database(t), archive())
	if _, err := durable.Transfer(t.Context(), []*durable.File{file}, []*durable.File{there}, 0); err != nil {
		t.Fatal(err)
	}
	for name, ends := range map[string][2]*durable.File{
		"into a database": {file, open(t, server.Database(t), archive())}, "into a file": {there, open(t, filepath.Join(t.TempDir(), "to.db"), archive())},
	} {
		from, to := []*durable.File{ends[0]}, []*durable.File{ends[1]}
		all, err := durable.Transfer(t.Context(), from, to, 100)
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range all {
			if table.Name == "diary.a_leaf" && (table.Rows != 100 || table.Total != 5000 || table.Bytes < 100 || table.Took <= 0) {
				t.Errorf("%s: the sample is %+v", name, table)
			}
		}
		for _, after := range []time.Duration{0, 2, 5, 10, 20, 40} {
			if err := ends[1].Empty(t.Context()); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), after*time.Millisecond)
			_, err := durable.Transfer(ctx, from, to, 0)
			cancel()
			if err == nil {
				t.Logf("%s: it was done within %d ms", name, after)
				break
			}
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: cancelled after %d ms: %v", name, after, err)
			}
		}
		if _, err := durable.Transfer(t.Context(), from, to, 0); err != nil && !errors.Is(err, durable.ErrHeld) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := durable.Compare(t.Context(), from, to); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What PostgreSQL does not hold is replaced, and told.
func TestTransferOfStrangeTexts(t *testing.T) {
	f := filled(t, 1)
	write(t, f, `UPDATE account SET name = 'a' || char(0) || CAST(x'ff' AS TEXT) WHERE id = 1`)
	to := open(t, durabletest.Cluster(t).Database(t), archive())
	all, err := durable.Transfer(t.Context(), []*durable.File{f}, []*durable.File{to}, 0)
	if err != nil {
		t.Fatal(err)
	}
	var replaced int64
	for _, table := range all {
		replaced += table.Replaced
	}
	var name sql.NullString
	if err := to.Readers.QueryRow(`SELECT name FROM account WHERE id = 1`).Scan(&name); err != nil || name.String != "a\uFFFD\uFFFD" || replaced != 1 {
		t.Errorf("%q, %d replaced, %v", name.String, replaced, err)
	}
}
