package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"shopclerk/agent/shopper"
	"shopclerk/agent/store"
	"shopclerk/cmd/web/internal/desk"
	"shopclerk/search/index"
	view "shopclerk/views/desk"
)

// Of what simulated people leave in a shop, each table of the desk tells something, and a command
// writes all of it while the server runs, the same as the page.
func TestVisitors(t *testing.T) {
	dir := t.TempDir()
	s, doors := openServed(t, config{Name: "Shopclerk", DeskPasswordHash: deskHash}, staffDemo(t), filepath.Join(dir, "store.db"))
	g, release := s.live.Acquire()
	defer release()
	street, err := shopper.NewStreet(s.db, g.Clerk, 11)
	if err != nil {
		t.Fatal(err)
	}
	again := openFilesAt(t, t.TempDir())
	twin, err := shopper.NewStreet(again.db, g.Clerk, 11)
	if err != nil {
		t.Fatal(err)
	}
	from := time.Now().AddDate(0, 0, -20)
	const visits = 50
	for i := range visits {
		if err := street.Visit(t.Context(), from.Add(time.Duration(i)*time.Hour)); err != nil {
			t.Fatal(err)
		}
		if i < 10 {
			if err := twin.Visit(t.Context(), from.Add(time.Duration(i)*time.Hour)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if first, second := eventsBefore(t, s.db, from.Add(10*time.Hour)), eventsBefore(t, again.db, from.Add(10*time.Hour)); !slices.Equal(first, second) || len(first) < 10 {
		t.Errorf("equal seeds leave %d and %d events", len(first), len(second))
	}
	v := visit(t, doors)
	v.signIn()
	byPage := string(v.get("/desk/conversations.jsonl").body)
	if err := os.Symlink(index.CatalogPath(filepath.Join(binaryDir, "demo")), index.CatalogPath(dir)); err != nil {
		t.Fatal(err)
	}
	x := desk.Export{Data: dir, Database: databaseAt(t, dir), To: filepath.Join(dir, "talks.jsonl")}
	if err := x.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	over, stop := context.WithCancel(t.Context())
	stop()
	if err := x.Run(over); !errors.Is(err, context.Canceled) {
		t.Errorf("a command that was stopped ends with %v", err)
	}
	if text, err := os.ReadFile(x.To); err != nil || string(text) != byPage {
		t.Errorf("the command wrote %d bytes, the page sends %d; %v", len(text), len(byPage), err)
	}
	if left, err := filepath.Glob(x.To + "?*"); err != nil || len(left) > 0 {
		t.Errorf("%v lies beside the file, %v", left, err)
	}
	x.From, x.Until = from.AddDate(0, 0, 1), from.AddDate(0, 0, 1)
	if err := x.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(x.To); err != nil || strings.Count(string(text), `"turn":1,`) != 24 {
		t.Errorf("of a day of 24 visits the command wrote %d, %v", strings.Count(string(text), `"turn":1,`), err)
	}
	found := map[string]int{}
	for _, line := range strings.Split(strings.TrimSpace(byPage), "\n") {
		var turn view.Turn
		if err := json.Unmarshal([]byte(line), &turn); err != nil {
			t.Fatal(err)
		}
		if turn.N == 1 {
			found["conversations"]++
		}
		found["orders"], found["unknown"] = found["orders"]+len(turn.Orders), found["unknown"]+len(turn.Unknown)
		for _, q := range turn.Questions {
			found[q.Outcome]++
		}
		for _, d := range turn.Done {
			found[d.What]++
		}
	}
	for _, what := range []string{"orders", "unknown", "left", "skipped", "passed", "answered", "opened", "compared", "basket", "ordered"} {
		if found[what] == 0 {
			t.Errorf("nobody's is %q of %v", what, found)
		}
	}
	if found["conversations"] != visits {
		t.Errorf("%d conversations of %d visits", found["conversations"], visits)
	}
}

// eventsBefore lists the events of conversations that began before a time.
func eventsBefore(t *testing.T, db *store.DB, at time.Time) []string {
	t.Helper()
	events, err := store.List(t.Context(), db.Reader, func(row *sql.Rows) (text string, err error) {
		var payload string
		err = row.Scan(&text, &payload)
		return text + payload, err
	}, `SELECT e.conversation, e.payload FROM event e JOIN conversation c ON c.id = e.conversation WHERE c.created < $1 ORDER BY e.conversation, e.version`, at.UnixMicro())
	if err != nil {
		t.Fatal(err)
	}
	return events
}
