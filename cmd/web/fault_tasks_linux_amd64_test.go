package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"shopclerk/agent/shop"
	"shopclerk/catalog"
	"shopclerk/search/index"
)

// tasks change the files of a data directory and tell what they have been told is done.
var tasks = map[string]func(dir string, done func(string)) error{
	"trade":  trade,
	"import": importMore,
	"prices": priceMore,
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
	kept, err := openFiles(context.Background(), &config{Data: dir})
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
	if err := kept.sales.Put(ctx, who, shop.Item{Product: "lamp", Quantity: 1}); err != nil {
		return err
	}
	_, err := kept.db.Exec(ctx, `INSERT INTO purchase (n, id, person, placed, status, document) VALUES ($1, $2, $2, 0, 'placed', '{}')`, n, who)
	return err
}

// stepped lists the steps of which there is anything in a data directory, and those of
// which there is all.
func stepped(t *testing.T, dir string) (some, all []string) {
	t.Helper()
	kept, err := openFiles(t.Context(), &config{Data: dir})
	if err != nil {
		t.Error(err)
		return nil, nil
	}
	for n := range steps {
		who := who(n)
		talks, err := 0, error(nil)
		for _, failed := range kept.journal.Conversations(t.Context(), who) {
			talks, err = talks+1, errors.Join(err, failed)
		}
		held, ordered, err2 := kept.sales.Holds(t.Context(), who)
		if err := errors.Join(err, err2); err != nil {
			t.Error(err)
		}
		parts := []bool{talks > 0, held > 0, ordered}
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
	return some, all
}

// traded makes a data directory in which some steps were taken.
func traded(t *testing.T, n int) string {
	t.Helper()
	dir := t.TempDir()
	kept, err := openFiles(t.Context(), &config{Data: dir})
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
		s, err := index.Open(t.Context(), dir, nil)
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
		if len(done) > 0 && len(s.Notes) > 0 {
			t.Errorf("what was imported is damaged: %q", s.Notes)
		}
		if again, err := index.Build(t.Context(), dir, index.FromSeq(marked(1)), index.Options{}); err != nil || again.Version != next {
			t.Errorf("imported again, it is version %s: %v", again.Version, err)
		}
	}
	everyFault(t, "import", dir, check)
}

// priceMore sets the stock of one product after the other.
func priceMore(dir string, done func(string)) error {
	for n := range steps {
		p := catalog.PriceChange{ID: fmt.Sprint("p0-", n), Stock: new(int)}
		*p.Stock = 70 + n
		if err := index.SetPrices(context.Background(), dir, []catalog.PriceChange{p}); err != nil {
			fmt.Fprintln(os.Stderr, err)
		} else {
			done(strconv.Itoa(n))
		}
	}
	return nil
}

// Every stock that was acknowledged is sold from, and another can be set.
func TestFaultsWhilePricing(t *testing.T) {
	dir := t.TempDir()
	if _, err := index.Build(t.Context(), dir, index.FromSeq(marked(0)), index.Options{}); err != nil {
		t.Fatal(err)
	}
	everyFault(t, "prices", dir, func(t *testing.T, dir string, done []string) {
		more := 5
		if err := index.SetPrices(t.Context(), dir, []catalog.PriceChange{{ID: "p0-9", Stock: &more}}); err != nil {
			t.Error(err)
		}
		s, err := index.Open(t.Context(), dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		for _, text := range append(done, "9") {
			p, err := s.Catalogue.Product(t.Context(), "p0-"+text)
			n, _ := strconv.Atoi(text)
			if want := 70 + n; err != nil || text != "9" && p.Stock != want || text == "9" && p.Stock != more {
				t.Errorf("p0-%s has a stock of %d, %v", text, p.Stock, err)
			}
		}
	})
}
