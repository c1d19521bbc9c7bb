package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"shopclerk/agent/durable"
	"shopclerk/agent/durable/durabletest"
	"shopclerk/agent/journal"
	"shopclerk/agent/shop/basket"
	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/password"
	"shopclerk/cmd/internal/live"
	"shopclerk/cmd/web/internal/present"
	"shopclerk/search/index/hold"
	"shopclerk/views"
)

// shopAt opens a shop over files or a database, with its doors, until close is called.
func shopAt(t *testing.T, data, database string) (b *branch, closing func()) {
	t.Helper()
	s, err := openDemo()
	if err != nil {
		t.Fatal(err)
	}
	kept, err := openFiles(t.Context(), data, database)
	if err != nil {
		t.Fatal(err)
	}
	kept.accounts.Hasher = password.NewHasher(4, password.Trifling)
	b = &branch{dir: data}
	if b.server, err = newServer(config{Name: "Shopclerk"}, live.Fixed(s.clerk.Clone(), s.shop.Catalogue), kept); err != nil {
		t.Fatal(err)
	}
	stop := b.work(t.Context())
	b.doors = httptest.NewServer(b.handler())
	return b, func() {
		b.doors.Close()
		stop()
		if err := kept.close(); err != nil {
			t.Error(err)
		}
	}
}

// livedIn is a data directory with whatever shoppers and merchandisers leave: of every table
// rows, and rows that are gone.
func livedIn(t *testing.T) string {
	t.Helper()
	data := t.TempDir()
	b, closing := shopAt(t, data, "")
	defer closing()
	ann, guest := visit(t, b.doors), visit(t, b.doors)
	list, _ := ann.ordered()
	ann.say(list, "not red")
	productAt := productOf(t, list.Find(".card h4 a").First().AttrOr("href", ""))
	ann.post("/basket", url.Values{present.FieldProduct: {productAt}, views.FieldQuantity: {"2"}})
	ann.register("Ann@example.com", annsPassword)
	cancel := ann.submit(ann.get(ann.get("/orders").Find(".order-entry a").AttrOr("href", "")), ".order-steps form:has(input[value=cancel_order])", nil)
	for range 3 {
		if cancel.Find(formErrand).Length() > 0 {
			cancel = ann.submit(cancel, formErrand, url.Values{"e0": {views.NoneValue}})
		}
	}
	ann.submit(cancel, formConfirm, url.Values{views.FieldConfirm: {views.ConfirmYes}})
	guest.begin("Rucksäcke 🎒 \\ \t 'x'")
	gone := guest.begin("suitcase")

	ctx := t.Context()
	act := func(person string) orders.Act {
		return orders.Act{Key: random(16), Person: person, Call: json.RawMessage(`{"tool":"ship"}`)}
	}
	shipped, erased := b.order(t, random(16)), b.order(t, random(16))
	_, shipErr := b.orders.Serve(ctx, act("keeper"), shipped.ID, func(o orders.Order) (orders.Order, error) {
		o.Status = orders.Shipped
		return o, nil
	})
	_, eraseErr := b.orders.Erase(ctx, erased.Person)
	_, placeErr := b.orders.Place(ctx, act(random(16)), func(p orders.Person) (orders.Placement, error) {
		p.Name = "Bob"
		return orders.Placement{Person: p, Basket: random(16), Order: orders.Order{Status: orders.Placed,
			Lines: []orders.Line{{Article: orders.Article{ID: "lamp", Product: "lamp", Title: "Lamp"}, Quantity: 1}}}}, nil
	})
	importErr := b.orders.Import(ctx, orders.World{Variants: []orders.Variant{
		{Article: orders.Article{ID: "red", Product: "lamp", Title: "Lamp"}, Available: true}, {Article: orders.Article{ID: "blue", Product: "lamp", Title: "Lamp"}}}})
	_, _, deedErr := b.baskets.Do(ctx, random(16), "deed", func([]basket.Line) ([]basket.Line, error) {
		return []basket.Line{{Product: "lamp", Title: "Lamp", Quantity: 3}}, nil
	})
	_, redactErr := b.journal.Redact(ctx, time.Now())
	_, controlErr := b.journal.AppendControls(ctx, 0, journal.Control{Who: "ann", Kind: "set", Payload: json.RawMessage(`{"a":"ä"}`)})
	_, codeErr := b.journal.UseCode(ctx, "ann", 12345)
	signInErr := b.journal.SignIn(ctx, "key", "ann", time.Now())
	deleteErr := b.journal.Delete(ctx, strings.Split(gone.at.Path, "/")[2])
	guest.begin("backpack")
	if err := errors.Join(shipErr, eraseErr, placeErr, importErr, deedErr, redactErr, controlErr, codeErr, signInErr, deleteErr); err != nil {
		t.Fatal(err)
	}
	return data
}

// both opens two places and calls look with the files of each.
func both(t *testing.T, data, other string, look func(a, b []*durable.File)) {
	t.Helper()
	a, err := openAll(t.Context(), data, "")
	if err != nil {
		t.Fatal(err)
	}
	dir, database := other, ""
	if durable.Postgres(other) {
		dir, database = "", durable.Aside(other)
	}
	b, err := openAll(t.Context(), dir, database)
	if err != nil {
		t.Fatal(err)
	}
	look(a, b)
	if err := errors.Join(closeAll(a), closeAll(b)); err != nil {
		t.Fatal(err)
	}
}

// holds tells how many of the four places have something.
func holds(t *testing.T, files []*durable.File) int {
	t.Helper()
	n := 0
	for _, f := range files {
		if err := f.Empty(t.Context()); errors.Is(err, durable.ErrHeld) {
			n++
		} else if err != nil {
			t.Fatal(err)
		}
	}
	return n
}

// A shop goes into a database and back: every table is the same, and the shop goes on,
// with new numbers.
func TestMigrate(t *testing.T) {
	server := durabletest.Cluster(t)
	database := server.Database(t)
	data, back := livedIn(t), filepath.Join(t.TempDir(), "back")
	migrations := func(m migrate) error { m.Database = database; return m.Run(t.Context()) }
	if err := migrations(migrate{Data: back, To: toFiles}); err == nil || !strings.Contains(err.Error(), "nothing to copy") {
		t.Errorf("out of an empty database: %v", err)
	}
	if err := migrations(migrate{Data: t.TempDir(), To: toPostgres}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("out of an empty folder: %v", err)
	}
	if err := migrations(migrate{Data: data, To: toPostgres, DryRun: true}); err != nil {
		t.Fatal(err)
	}
	both(t, data, database, func(a, b []*durable.File) {
		if holds(t, a) != 4 || holds(t, b) != 0 {
			t.Errorf("after the dry run %d of the source and %d of the target hold something", holds(t, a), holds(t, b))
		}
	})
	if err := errors.Join(migrations(migrate{Data: data, To: toPostgres}), migrations(migrate{Data: data, To: toPostgres, Verify: true}),
		migrations(migrate{Data: back, To: toFiles, DryRun: true})); err != nil {
		t.Fatal(err)
	}
	if found, err := filepath.Glob(filepath.Join(back, "*")); err != nil || len(found) != 1 { // use.lock
		t.Errorf("the dry run left %q, %v", found, err)
	}
	if err := migrations(migrate{Data: back, To: toFiles}); err != nil {
		t.Fatal(err)
	}
	both(t, data, back, func(a, b []*durable.File) {
		all, err := durable.Compare(t.Context(), a, b)
		if err != nil || len(all) != 18 {
			t.Errorf("%d tables, %v", len(all), err)
		}
		for _, table := range all {
			if table.Rows == 0 && table.Name != "orders.rewriting" {
				t.Errorf("there is nothing in %s", table.Name)
			}
		}
	})
	for _, to := range []string{toPostgres, toFiles} {
		if err := migrations(migrate{Data: back, To: to}); !errors.Is(err, durable.ErrHeld) {
			t.Errorf("onto rows, to %s: %v", to, err)
		}
	}
	for name, at := range map[string]string{"database": database, "files": ""} {
		b, closing := shopAt(t, back, at)
		before := b.latestOrder(t)
		if after := b.order(t, random(16)); after.ID != fmt.Sprint("S", before+1) {
			t.Errorf("%s: after the order %d comes %s", name, before, after.ID)
		}
		v := visit(t, b.doors)
		v.ordered()
		if v.signIn("ann@example.com", annsPassword); len(v.get("/orders").texts(".order-entry")) != 2 {
			t.Errorf("%s: the orders are %q", name, v.get("/orders").texts(".order-entry"))
		}
		if _, err := b.journal.AppendControls(t.Context(), 1, journal.Control{Who: "ann", Kind: "set", Payload: json.RawMessage(`{}`)}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		closing()
	}
}

// latestOrder is the number of the order that was placed last.
func (b *branch) latestOrder(t *testing.T) int {
	t.Helper()
	latest := 0
	for _, status := range orders.Statuses() {
		page, _, err := b.orders.Page(t.Context(), status, 0, 100)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range page {
			var n int
			if _, err := fmt.Sscanf(o.ID, "S%d", &n); err != nil {
				t.Fatal(err)
			}
			latest = max(latest, n)
		}
	}
	return latest
}

// A shop that is open is refused, wherever its files are, and so is what the comparison
// finds.
func TestMigrateRefuses(t *testing.T) {
	server := durabletest.Cluster(t)
	database := server.Database(t)
	data := t.TempDir()
	there, verify := &migrate{Data: data, Database: database, To: toPostgres}, &migrate{Data: data, Database: database, To: toPostgres, Verify: true}
	b, closing := shopAt(t, data, "")
	if err := b.baskets.Add(t.Context(), random(16), basket.Line{Product: "p1", Quantity: 2}); err != nil {
		t.Fatal(err)
	}
	if err := there.Run(t.Context()); !errors.Is(err, hold.ErrInUse) {
		t.Errorf("while the shop is open: %v", err)
	}
	closing()
	_, closing = shopAt(t, t.TempDir(), database)
	if err := there.Run(t.Context()); !errors.Is(err, durable.ErrServed) {
		t.Errorf("while a shop is open over the database: %v", err)
	}
	closing()
	for begin := time.Now(); errors.Is(durable.Served(t.Context(), database), durable.ErrServed) && time.Since(begin) < 10*time.Second; {
		time.Sleep(10 * time.Millisecond) // the server ends its part of a connection a moment later
	}
	if err := errors.Join(there.Run(t.Context()), verify.Run(t.Context())); err != nil {
		t.Fatal(err)
	}
	for _, doctor := range []string{`UPDATE line SET quantity = 3`, `UPDATE line SET quantity = 2, title = 'P'`, `DELETE FROM line`} {
		if _, err := durabletest.Raw(t, database, "basket").Exec(doctor); err != nil {
			t.Fatal(err)
		}
		if err := verify.Run(t.Context()); !errors.Is(err, durable.ErrDifferent) || !strings.Contains(err.Error(), "basket.line") {
			t.Errorf("%s: %v", doctor, err)
		}
	}
}

// Whenever the program is killed, the target holds nothing or all, and the next run goes
// well.
func TestMigrateKilled(t *testing.T) {
	server := durabletest.Cluster(t)
	data, whole := t.TempDir(), server.Database(t)
	b, closing := shopAt(t, data, "")
	b.order(t, random(16))
	closing()
	lengthen(t, data)
	if err := (&migrate{Data: data, Database: whole, To: toPostgres}).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, to := range []string{toPostgres, toFiles} {
		kills := 0
		for after := 200 * time.Millisecond; ; after = after * 8 / 5 {
			m := &migrate{Data: data, Database: server.Database(t), To: to}
			if to == toFiles {
				m.Data, m.Database = filepath.Join(t.TempDir(), "new"), whole
			}
			ctx, cancel := context.WithTimeout(t.Context(), after)
			cmd := program(t, "migrate", "--data", m.Data, "--database", m.Database, "--to", to)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			go func() { <-ctx.Done(); _ = cmd.Process.Kill() }() // its error, that it has ended, shows below
			err := cmd.Wait()
			cancel()
			if err == nil {
				break
			}
			kills++
			if to == toFiles {
				release, err := use(m.Data) // which finishes what was decided
				if err == nil {
					err = release()
				}
				if err != nil && !errors.Is(err, os.ErrNotExist) { // it had not begun
					t.Fatal(err)
				}
			}
			other := m.Database
			if to == toFiles {
				other = m.Data
			}
			if to == toFiles && !slices.ContainsFunc(databases, func(name string) bool { return exists(filepath.Join(m.Data, name)) }) {
				continue
			}
			both(t, data, other, func(a, b []*durable.File) {
				if n := holds(t, b); n == 0 {
					return
				}
				if _, err := durable.Compare(t.Context(), a, b); err != nil {
					t.Errorf("killed after %v, to %s: %v", after, to, err)
				}
			})
			if t.Failed() || kills%3 > 0 {
				continue
			}
			if err := m.Run(t.Context()); err != nil && !errors.Is(err, durable.ErrHeld) {
				t.Errorf("killed after %v and run again, to %s: %v", after, to, err)
			}
		}
		t.Logf("to %s: %d kills", to, kills)
		if kills < 3 {
			t.Errorf("to %s it was killed %d times only", to, kills)
		}
	}
}

// lengthen gives a journal some ten thousand events.
func lengthen(t *testing.T, data string) {
	t.Helper()
	db := durabletest.Raw(t, filepath.Join(data, journalFile), "")
	for _, statement := range []string{
		`INSERT INTO conversation (id, session, catalogue, created, updated) VALUES ('long', 'somebody', 'v1', 1, 1)`,
		`INSERT INTO event (conversation, version, kind, at, exchanges, payload)
			WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 20000) SELECT 'long', n, 'k', 1, 1, hex(randomblob(500)) FROM n`,
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}
