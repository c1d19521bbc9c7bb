package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"shopclerk/agent/durable"
	"shopclerk/agent/shop/basket"
	"shopclerk/agent/shop/orders"
	"shopclerk/catalog/patch"
	"shopclerk/search/index"
)

// tasks change the files of a data directory and tell what they have been told is done.
var tasks = map[string]func(dir string, done func(string)) error{
	"trade":   trade,
	"import":  importMore,
	"patch":   patchMore,
	"backup":  func(dir string, done func(string)) error { return told(backedUp(dir), done) },
	"restore": func(dir string, done func(string)) error { return told(restored(dir), done) },
	"upgrade": func(dir string, done func(string)) error { return told(opened(dir), done) },
}

func told(err error, done func(string)) error {
	if err == nil {
		done("it")
	}
	return err
}

// steps are what people do: each changes three files.
const steps = 6

// trade takes steps, and goes on after one that fails.
func trade(dir string, done func(string)) error {
	kept, err := openFiles(context.Background(), dir, "")
	if err != nil {
		return err
	}
	for n := range steps {
		if err := takeStep(&kept, n); err != nil {
			fmt.Fprintln(os.Stderr, err)
		} else {
			done(strconv.Itoa(n))
		}
	}
	return kept.close()
}

// who is the session of a step.
func who(n int) string { return string(rune('a'+n)) + strings.Repeat("a", 25) }

func takeStep(kept *keptFiles, n int) error {
	ctx, who := context.Background(), who(n)
	if _, err := kept.journal.Start(ctx, who, "v1"); err != nil {
		return err
	}
	if err := kept.baskets.Add(ctx, who, basket.Line{Product: "lamp", Quantity: 1}); err != nil {
		return err
	}
	_, err := kept.orders.Move(ctx, orders.Act{Key: who, Person: who, Call: json.RawMessage(`{"tool":"change_address"}`)},
		func(p orders.Person) (orders.Person, error) { p.Name = who; return p, nil })
	return err
}

// stepped lists the steps of which there is anything in a data directory, and those of
// which there is all.
func stepped(t *testing.T, dir string) (some, all []string) {
	t.Helper()
	kept, err := openFiles(t.Context(), dir, "")
	if err != nil {
		t.Error(err)
		return nil, nil
	}
	for n := range steps {
		who := who(n)
		talks, err := kept.journal.Export(t.Context(), who)
		held, err2 := kept.baskets.Pieces(t.Context(), who)
		person, err3 := kept.orders.Person(t.Context(), who)
		if errors.Is(err3, orders.ErrNone) {
			err3 = nil
		}
		if err := errors.Join(err, err2, err3); err != nil {
			t.Error(err)
		}
		parts := []bool{talks != nil && len(talks.Conversations) > 0, held > 0, person.Name != ""}
		if slices.Contains(parts, true) {
			some = append(some, strconv.Itoa(n))
		}
		if !slices.Contains(parts, false) {
			all = append(all, strconv.Itoa(n))
		}
	}
	if err := kept.close(); err != nil {
		t.Error(err)
	}
	for _, name := range databases {
		if _, err := durable.Examine(t.Context(), filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	return some, all
}

// traded makes a data directory in which some steps were taken.
func traded(t *testing.T, n int) string {
	t.Helper()
	dir := t.TempDir()
	kept, err := openFiles(t.Context(), dir, "")
	for k := range n {
		err = errors.Join(err, takeStep(&kept, k))
	}
	if err := errors.Join(err, kept.close()); err != nil {
		t.Fatal(err)
	}
	return dir
}

// What was acknowledged is there, whatever the disk did, and the files are whole.
func TestFaultsWhileTrading(t *testing.T) {
	everyFault(t, "trade", traded(t, 0), func(t *testing.T, dir string, done []string) {
		_, all := stepped(t, dir)
		for _, n := range done {
			if !slices.Contains(all, n) {
				t.Errorf("of step %s, which was acknowledged, not all is there", n)
			}
		}
	})
}

// importMore imports a second feed over the first.
func importMore(dir string, done func(string)) error {
	_, err := index.Build(context.Background(), dir, index.FromSeq(marked(1)), index.Options{})
	return told(err, done)
}

// After an import, whatever happened to it, one catalogue or the other is there, whole; and
// an import can be made.
func TestFaultsWhileImporting(t *testing.T) {
	dir := t.TempDir()
	old, err := index.Build(t.Context(), dir, index.FromSeq(marked(0)), index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	next := ""
	check := func(t *testing.T, dir string, done []string) {
		s, err := index.OpenAsIs(t.Context(), dir)
		if err != nil {
			t.Error(err)
			return
		}
		defer s.Close()
		version := s.Catalogue.Version()
		if next == "" { // without a fault
			next = version
		}
		if version != old.Version && version != next || len(done) > 0 && version != next {
			t.Errorf("the catalogue is of version %s; the import's is %s, and that before %s", version, next, old.Version)
		}
		mended, err := s.Mend(t.Context(), dir)
		if err != nil || mended && len(done) > 0 {
			t.Errorf("what was imported is damaged: %v", err)
		}
		if again, err := index.Build(t.Context(), dir, index.FromSeq(marked(1)), index.Options{}); err != nil || again.Version != next {
			t.Errorf("imported again, it is version %s: %v", again.Version, err)
		}
	}
	everyFault(t, "import", dir, check)
}

// patchMore writes patches down, one after the other.
func patchMore(dir string, done func(string)) error {
	for n := range steps {
		if err := index.AppendPatches(dir, []patch.Patch{{ID: fmt.Sprint("p", n), Delete: true}}); err != nil {
			fmt.Fprintln(os.Stderr, err)
		} else {
			done(fmt.Sprint("p", n))
		}
	}
	return nil
}

// Every patch that was acknowledged is there, and more can be written.
func TestFaultsWhilePatching(t *testing.T) {
	everyFault(t, "patch", t.TempDir(), func(t *testing.T, dir string, done []string) {
		if err := index.AppendPatches(dir, []patch.Patch{{ID: "last", Delete: true}}); err != nil {
			t.Error(err)
		}
		read, _, err := index.ReadPatches(dir, index.Position{})
		if err != nil {
			t.Error(err)
		}
		var ids []string
		for _, l := range read {
			ids = append(ids, l.Patch.ID)
		}
		for _, id := range append(done, "last") {
			if !slices.Contains(ids, id) {
				t.Errorf("patch %s, which was acknowledged, is not among %q", id, ids)
			}
		}
	})
}

func backedUp(dir string) error {
	return (&backup{Data: dir, To: filepath.Join(dir, "backup")}).Run(context.Background())
}

// A backup is whole or is not there, and can be made again.
func TestFaultsWhileBackingUp(t *testing.T) {
	everyFault(t, "backup", traded(t, 2), func(t *testing.T, dir string, done []string) {
		to := filepath.Join(dir, "backup")
		made := exists(to)
		if made != (len(done) > 0) && !made {
			t.Error("a backup that was acknowledged is not there")
		}
		if made {
			if _, err := verify(t.Context(), to); err != nil {
				t.Error(err)
			}
			if err := os.RemoveAll(to); err != nil {
				t.Fatal(err)
			}
		}
		if err := backedUp(dir); err != nil {
			t.Errorf("once more: %v", err)
		}
		if _, all := stepped(t, dir); len(all) != 2 {
			t.Errorf("what was backed up has %q", all)
		}
	})
}

func restored(dir string) error {
	return (&restore{From: filepath.Join(dir, "backup"), Data: dir, Replace: true}).Run(context.Background())
}

// After a restoring, all files are of the backup or all are as they were.
func TestFaultsWhileRestoring(t *testing.T) {
	dir := traded(t, 2)
	err := backedUp(dir)
	kept, err2 := openFiles(t.Context(), dir, "")
	if err := errors.Join(err, err2, takeStep(&kept, 2), takeStep(&kept, 3), kept.close()); err != nil {
		t.Fatal(err)
	}
	everyFault(t, "restore", dir, func(t *testing.T, dir string, done []string) {
		some, all := stepped(t, dir)
		if n := len(all); len(some) != n || n != 2 && n != 4 || len(done) > 0 && n != 2 {
			t.Errorf("there is something of steps %q, and all of %q", some, all)
		}
	})
}

func opened(dir string) error {
	kept, err := openFiles(context.Background(), dir, "")
	return errors.Join(err, kept.close())
}

// schemas are the steps of each file's schema, and what a file of the first step holds.
var schemas = map[string]struct{ folder, row string }{
	journalFile: {"agent/journal", `INSERT INTO conversation (id, session, catalogue, created, updated) VALUES ('a', '` + who(0) + `', 'v1', 1, 1)`},
	basketFile:  {"agent/shop/basket", `INSERT INTO line VALUES ('` + who(0) + `', 'lamp', 'Lamp', 1, NULL, '', 1, 1)`},
	ordersFile: {"agent/shop/orders/sqlite", `INSERT INTO person (id, name, email, street, extra, city, region, zip, country, payments)
		VALUES ('` + who(0) + `', 'Ann', '', '', '', '', '', '', '', '[]')`},
	accountFile: {"agent/shop/account", ``},
}

// aged makes the files as older programs made them: each of a step of its schema, or its
// last where that is earlier. It returns how many steps the longest has.
func aged(t *testing.T, step int) (dir string, longest int) {
	t.Helper()
	fresh := traded(t, 0)
	dir = t.TempDir()
	for name, s := range schemas {
		c, err := durable.Examine(t.Context(), filepath.Join(fresh, name))
		paths, err2 := filepath.Glob(filepath.Join("..", "..", s.folder, "migrations", "*.sql"))
		if err := errors.Join(err, err2); err != nil || len(paths) == 0 {
			t.Fatalf("%s: %q, %v", name, paths, err)
		}
		longest = max(longest, len(paths))
		taken := fstest.MapFS{}
		for _, path := range paths[:min(step, len(paths))] {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			taken[filepath.Base(path)] = &fstest.MapFile{Data: text}
		}
		f, err := durable.Open(t.Context(), filepath.Join(dir, name), durable.Kind{Name: name, ID: c.ID, Migrations: taken, Readers: 1})
		if err == nil && s.row != "" {
			_, err = f.Writer.Exec(s.row)
		}
		if err := errors.Join(err, f.Close()); err != nil {
			t.Fatalf("%s at %d: %v", name, step, err)
		}
	}
	return dir, longest
}

// From each earlier schema the files come to the latest, whatever happens on the way, with
// what they held.
func TestFaultsWhileUpgrading(t *testing.T) {
	_, longest := aged(t, 1)
	latest := map[string]int64{}
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		c, err := durable.Examine(t.Context(), filepath.Join(traded(t, 0), name))
		if err != nil {
			t.Fatal(err)
		}
		latest[name] = c.Schema
	}
	for n := 1; n < longest; n++ {
		if *mostFaults == 1 && n > 1 {
			break
		}
		t.Run(fmt.Sprint("from ", n), func(t *testing.T) {
			dir, _ := aged(t, n)
			everyFault(t, "upgrade", dir, func(t *testing.T, dir string, _ []string) {
				if _, all := stepped(t, dir); !slices.Contains(all, "0") {
					t.Error("what the files held is not there")
				}
				for name, schema := range latest {
					if c, err := durable.Examine(t.Context(), filepath.Join(dir, name)); err != nil || c.Schema != schema {
						t.Errorf("%s is of schema %d, %v; want %d", name, c.Schema, err, schema)
					}
				}
			})
		})
	}
}
