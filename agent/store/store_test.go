package store_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"shopclerk/agent/journal"
	"shopclerk/agent/shop"
	"shopclerk/agent/store"
	"shopclerk/agent/store/storetest"
)

func TestOnPostgres(t *testing.T) {
	storetest.OnPostgres(t, map[string]func(*testing.T){
		"OpenTogether": TestOpenTogether, "Transact": TestTransact, "WritersQueue": TestWritersQueue, "ViewIsOneState": TestViewIsOneState,
		"Newer": TestNewer, "Upgrades": TestUpgrades, "Away": testAway,
	})
}

// Several may open a store at the same time, also for the first time.
func TestOpenTogether(t *testing.T) {
	at := storetest.Place(t)
	var opening sync.WaitGroup
	for range 8 {
		opening.Go(func() {
			db, err := store.Open(t.Context(), at)
			if err != nil {
				t.Error(err)
				return
			}
			if err := errors.Join(db.Probe(t.Context()), db.Close()); err != nil {
				t.Error(err)
			}
		})
	}
	opening.Wait()
	if info, err := os.Stat(filepath.Join(at, store.File)); !store.IsPostgres(at) && (err != nil || info.Mode().Perm() != 0o600) {
		t.Errorf("the file is %v, %v", info, err)
	}
}

const insert = `INSERT INTO conversation (id, session, catalogue, created, updated) VALUES ($1, 's', 'v1', 1, 1)`

func count(t *testing.T, from store.Querier) (n int) {
	t.Helper()
	if err := from.QueryRowContext(t.Context(), `SELECT count(*) FROM conversation`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// A step is stored whole or not at all, and readers cannot write a file.
func TestTransact(t *testing.T) {
	db, no := storetest.New(t), errors.New("no")
	if n, err := db.Exec(t.Context(), insert, "a"); n != 1 || err != nil {
		t.Fatalf("%d rows, %v", n, err)
	}
	if err := db.Transact(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.ExecContext(t.Context(), insert, "b")
		return errors.Join(err, no)
	}); !errors.Is(err, no) {
		t.Errorf("%v", err)
	}
	if n := count(t, db.Reader); n != 1 {
		t.Errorf("%d rows are stored, want 1", n)
	}
	if _, err := db.Reader.ExecContext(t.Context(), insert, "c"); err == nil && !db.Postgres() {
		t.Error("a reader has written")
	}
}

// What a step reads holds until it has written, over all processes.
func TestWritersQueue(t *testing.T) {
	at := storetest.Place(t)
	stores := []*store.DB{storetest.Open(t, at), storetest.Open(t, at)}
	var writing sync.WaitGroup
	for i := range 16 {
		writing.Go(func() {
			db := stores[i%2]
			if err := db.Transact(t.Context(), func(tx *sql.Tx) error {
				_, err := tx.ExecContext(t.Context(), insert, fmt.Sprint("number ", count(t, tx)))
				return err
			}); err != nil {
				t.Error(err)
			}
		})
	}
	writing.Wait()
	if n := count(t, stores[0].Reader); n != 16 {
		t.Errorf("%d rows, want 16", n)
	}
}

func TestViewIsOneState(t *testing.T) {
	db := storetest.New(t)
	if err := db.View(t.Context(), func(tx *sql.Tx) error {
		before := count(t, tx)
		if _, err := db.Exec(t.Context(), insert, "a"); err != nil {
			return err
		}
		if after := count(t, tx); after != before {
			t.Errorf("%d rows, and then %d", before, after)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

func TestNewer(t *testing.T) {
	at := storetest.Place(t)
	storetest.Open(t, at)
	if _, err := storetest.Raw(t, at).Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, '1')`); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(t.Context(), at); !errors.Is(err, store.ErrUnusable) || !strings.Contains(err.Error(), "newer program") {
		t.Errorf("opening it: %v", err)
	}
}

// A file that is something else or damaged is told with the remedy and left as it is.
func TestUnusable(t *testing.T) {
	for name, tc := range map[string]struct {
		make func(t *testing.T, file string)
		want string
	}{
		"no database": {func(t *testing.T, file string) { write(t, file, bytes.Repeat([]byte("no database "), 500)) }, "not a store"},
		"another program's": {func(t *testing.T, file string) {
			if _, err := storetest.Raw(t, filepath.Dir(file)).Exec(`CREATE TABLE t (x)`); err != nil {
				t.Fatal(err)
			}
		}, "not a store"},
		"damaged": {func(t *testing.T, file string) {
			db, err := store.Open(t.Context(), filepath.Dir(file))
			if err == nil {
				_, err = db.Exec(t.Context(), insert, strings.Repeat("long ", 10_000))
				err = errors.Join(err, db.Close())
			}
			text, err2 := os.ReadFile(file)
			if err := errors.Join(err, err2); err != nil {
				t.Fatal(err)
			}
			copy(text[len(text)/2:], bytes.Repeat([]byte{0xff}, 5000))
			write(t, file, text)
		}, "recover"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, store.File)
			tc.make(t, file)
			before, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := store.Open(t.Context(), dir); !errors.Is(err, store.ErrUnusable) || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("opening it: %v", err)
			}
			if after, err := os.ReadFile(file); err != nil || !bytes.Equal(before, after) {
				t.Errorf("it was changed, %v", err)
			}
		})
	}
}

func write(t *testing.T, file string, text []byte) {
	t.Helper()
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// What was erased is in no file, while the store is open; where a reader holds the log, once it
// has ended.
func TestErase(t *testing.T) {
	dir := t.TempDir()
	db := storetest.Open(t, dir)
	holds := func() bool {
		for _, suffix := range []string{"", "-wal"} {
			text, err := os.ReadFile(filepath.Join(dir, store.File) + suffix)
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(text, []byte("xylocarp")) {
				return true
			}
		}
		return false
	}
	erase := func() {
		t.Helper()
		if _, err := db.Exec(t.Context(), `DELETE FROM conversation`); err != nil {
			t.Fatal(err)
		}
		if err := db.Erase(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if _, err := db.Exec(t.Context(), insert, "xylocarp"); err != nil {
			t.Fatal(err)
		}
		if !holds() {
			t.Fatal("it was never there")
		}
		if erase(); holds() {
			t.Error("it is still there")
		}
	}
	if _, err := db.Exec(t.Context(), insert, "xylocarp"); err != nil {
		t.Fatal(err)
	}
	if err := db.View(t.Context(), func(tx *sql.Tx) error { count(t, tx); erase(); return nil }); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it is still there, and nobody reads")
		}
	}
}

func TestFull(t *testing.T) {
	db := storetest.Open(t, t.TempDir())
	_, err := db.Exec(t.Context(), `PRAGMA max_page_count = 1`)
	for i := 0; err == nil && i < 1000; i++ {
		_, err = db.Exec(t.Context(), insert, fmt.Sprint(i, strings.Repeat(" long", 1000)))
	}
	if !store.Full(err) || store.Away(err) {
		t.Errorf("a full disk is %v", err)
	}
}

// A database that is away is told, and is there again when it is back.
func testAway(t *testing.T) {
	cluster := storetest.Cluster(t)
	db := storetest.Open(t, cluster.Database(t))
	cluster.Stop()
	if err := db.Probe(t.Context()); !store.Away(err) || store.Full(err) {
		t.Errorf("with the server stopped: %v", err)
	}
	cluster.Start(t)
	if err := db.Probe(t.Context()); err != nil {
		t.Errorf("with the server back: %v", err)
	}
}

// old opens a file of an earlier version.
func old(t *testing.T, dir, file string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite3", filepath.Join(dir, file))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// lay lays down what earlier versions kept.
func lay(t *testing.T, at string) {
	t.Helper()
	for _, name := range []string{"journal", "basket", "orders"} {
		text, err := os.ReadFile(filepath.Join("testdata", name+".sql"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := old(t, at, name+".db").Exec(string(text)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}

// What earlier versions kept is copied once, and the old places stay as they are.
func TestTakesOver(t *testing.T) {
	at := t.TempDir()
	lay(t, at)
	for range 2 {
		db := storetest.Open(t, at)
		book, sold := journal.New(db), shop.New(db)
		c, err := book.Load(t.Context(), "aaaaaaaaaaaaaaaaaaaaaaaaaa")
		if err != nil || len(c.Exchanges) != 1 || c.Exchanges[0].Said != "a lamp" || c.Version != 1 || c.Session != "s" {
			t.Errorf("the conversation is %+v, %v", c, err)
		}
		looks := 0
		for look, err := range book.Interactions(t.Context(), "s") {
			if looks++; err != nil || look.Price != 999 || looks > 1 {
				t.Errorf("the session has %+v, %v", look, err)
			}
		}
		lines, err := sold.Basket(t.Context(), "s")
		if err != nil || len(lines) != 1 || lines[0].Quantity != 2 || lines[0].Price.Minor != 999 {
			t.Errorf("the basket is %+v, %v", lines, err)
		}
		o, err := sold.Order(t.Context(), "s", "S1001")
		if err != nil || o.Name != "Ann" || o.Address.City != "York" || len(o.Lines) != 2 || o.Lines[1].Article.ID != "mug" || o.Lines[0].Price.Minor != 3900 ||
			o.Lines[0].Options[0].Value != "black" || o.Lines[1].Price.Known() || o.Email != "ann@example.com" || o.Placed.UnixMicro() != 7 {
			t.Errorf("the order is %+v, %v", o, err)
		}
	}
}

// An older file than the last version's is refused, and nothing of the others is copied.
func TestTakesOverTheLastSchemaOnly(t *testing.T) {
	dir := t.TempDir()
	lay(t, dir)
	if _, err := old(t, dir, "orders.db").Exec(`UPDATE goose_db_version SET version_id = 2`); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(t.Context(), dir); !errors.Is(err, store.ErrUnusable) || !strings.Contains(err.Error(), "orders.db") {
		t.Errorf("opening it: %v", err)
	}
	if err := os.Remove(filepath.Join(dir, "orders.db")); err != nil {
		t.Fatal(err)
	}
	if n := count(t, storetest.Open(t, dir).Reader); n != 1 {
		t.Errorf("without it %d conversations are copied", n)
	}
}

// A store of the schema before the orders' documents held the e-mail address keeps what is in
// it.
func TestUpgrades(t *testing.T) {
	at := storetest.Place(t)
	folder, begin := "sqlite", `PRAGMA application_id = 0x73637331; CREATE TABLE goose_db_version (id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL, is_applied INTEGER NOT NULL, tstamp TIMESTAMP DEFAULT (datetime('now')));`
	if store.IsPostgres(at) {
		folder, begin = "postgres", `CREATE SCHEMA shop; COMMENT ON SCHEMA shop IS 'shopclerk store'; CREATE TABLE goose_db_version (
			id INTEGER PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY, version_id BIGINT NOT NULL, is_applied BOOLEAN NOT NULL, tstamp TIMESTAMP NOT NULL DEFAULT now());`
	}
	for _, file := range []string{"00001_store", "00002_desk"} {
		text, err := os.ReadFile(filepath.Join("migrations", folder, file+".sql"))
		if err != nil {
			t.Fatal(err)
		}
		begin += string(text)
	}
	if _, err := storetest.Raw(t, at).Exec(begin + `;
		INSERT INTO goose_db_version (version_id, is_applied) VALUES (0, '1'), (1, '1'), (2, '1');
		INSERT INTO person (id, email, changed, document) VALUES ('s', 'ann@example.com', 1, '{"id":"s"}'), ('erased', '', 1, '{"id":"erased"}');
		INSERT INTO purchase (n, id, person, placed, status, forget, document) VALUES
			(1, 'S1001', 's', 7, 'placed', 0, '{"name":"Ann","address":{"street":"1 Mill Lane","city":"York","zip":"YO1"},"lines":[{"id":"S1001/1","article":"lamp","quantity":2}]}'),
			(2, 'S1002', 'erased', 8, 'delivered', 1, '{"lines":[]}');
		INSERT INTO purchase_line (purchase, place, article, product, title, quantity, price, currency) VALUES ('S1001', 0, 'lamp', 'lamp', 'Lamp', 2, 3900, 'EUR');
		INSERT INTO setting (version, at, who, json) VALUES (1, 1, 'desk', ''), (2, 1, 'desk', '{"stops": []}'), (3, 1, 'desk',
			'{"hidden": ["p1"], "pins": [{"query": "lamp", "products": ["p2", "p3"]}, {"category": "Lamps", "products": ["p4"]}], "synonyms": []}');
		INSERT INTO trail (at, key, person, call, about, id, before, after) VALUES (7, 'k', 's', '{"tool":"place_order"}', 'order', 'S1001', '', '{}')`); err != nil {
		t.Fatal(err)
	}
	db := storetest.Open(t, at)
	for version, want := range map[int]string{1: ``, 2: `{"stops": []}`,
		3: `{"ranking":[{"act":"pin","products":["p2","p3"],"query":"lamp"},{"act":"pin","category":"Lamps","products":["p4"]},{"act":"hide","products":["p1"]}],"synonyms":[]}`} {
		var got string
		if err := db.Reader.QueryRowContext(t.Context(), `SELECT json FROM setting WHERE version = $1`, version).Scan(&got); err != nil {
			t.Fatal(err)
		}
		var settings any
		if json.Unmarshal([]byte(got), &settings) == nil {
			text, _ := json.Marshal(settings)
			got = string(text)
		}
		if got != strings.ReplaceAll(want, ": ", ":") {
			t.Errorf("version %d of the settings is %s, want %s", version, got, want)
		}
	}
	sold := shop.New(db)
	o, err := sold.Claim(t.Context(), "new", "S1001", "ann@example.com")
	if err != nil || o.Name != "Ann" || o.Address.City != "York" || o.Lines[0].Quantity != 2 {
		t.Errorf("the order is %+v, %v", o, err)
	}
	if taken, err := sold.Taken(t.Context()); err != nil || taken["lamp"] != 2 {
		t.Errorf("orders take %v, %v", taken, err)
	}
}

// A store that is missing, or empty, beside what else a shop in use has is an error that names
// the backup, and is not begun anew.
func TestLost(t *testing.T) {
	for name, lose := range map[string]func(file string) error{
		"missing": os.Remove,
		"empty":   func(file string) error { return os.Truncate(file, 0) },
		"missing beside its log": func(file string) error {
			return errors.Join(os.Remove(file), os.Remove(filepath.Join(filepath.Dir(file), "store.txt")), os.WriteFile(file+"-wal", []byte("log"), 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			at := t.TempDir()
			db, err := store.Open(t.Context(), at)
			if err != nil {
				t.Fatal(err)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(at, store.File)
			backup, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := lose(file); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if db, err := store.Open(t.Context(), at); !errors.Is(err, store.ErrUnusable) || !strings.Contains(err.Error(), "backup") {
					t.Errorf("opened %v, %v", db, err)
				}
			}
			_ = os.Remove(file + "-wal")
			if err := os.WriteFile(file, backup, 0o600); err != nil {
				t.Fatal(err)
			}
			if db, err = store.Open(t.Context(), at); err != nil {
				t.Fatalf("with the backup: %v", err)
			}
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// Damage that is met, and a file that is gone, keep a store from being ready; a lock says so.
func TestFailing(t *testing.T) {
	at := t.TempDir()
	db, err := store.Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	file := filepath.Join(at, store.File)
	other, err := sql.Open("sqlite3", "file:"+file+"?_busy_timeout=1")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	other.SetMaxOpenConns(1)
	if _, err := other.Exec(`BEGIN IMMEDIATE`); err != nil {
		t.Fatal(err)
	}
	if err := db.Probe(t.Context()); !store.Failing(err) || store.Full(err) {
		t.Errorf("locked: %v", err)
	}
	if _, err := other.Exec(`ROLLBACK`); err != nil {
		t.Fatal(err)
	}
	if err := db.Probe(t.Context()); err != nil {
		t.Errorf("after the lock: %v", err)
	}
	if err := os.Rename(file, file+".away"); err != nil {
		t.Fatal(err)
	}
	if err := db.Probe(t.Context()); !store.Failing(err) {
		t.Errorf("gone: %v", err)
	}
	if err := os.Rename(file+".away", file); err != nil {
		t.Fatal(err)
	}
}
