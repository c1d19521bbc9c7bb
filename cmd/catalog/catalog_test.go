package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"shopclerk/agent/llm/llmtest"
	"shopclerk/catalog/sqlite"
	"shopclerk/cmd/internal/progress"
	"shopclerk/search/index"
)

// quickExit as GORACE spares each command the second that a program built with the
// race detector otherwise waits at its end.
const quickExit = "atexit_sleep_ms=0"

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"catalog": main, "held": held})
}

func TestScripts(t *testing.T) {
	model := llmtest.New(t, llmtest.By(func(a llmtest.Asked) llmtest.Play {
		if a.Model == "others" {
			return llmtest.Status(404)
		}
		return llmtest.Embeds
	}))
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits": exits,
			"whole": whole,
		},
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("GORACE", quickExit)
			e.Setenv("MODEL", model.URL)
			return nil
		},
	})
}

// exits runs a command and checks its exit code: exits 2 catalog show.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code command argument...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// whole checks that a data directory holds a catalogue with its index, and nothing
// else.
func whole(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: whole directory")
	}
	ts.Check(checkWhole(ts.MkAbs(args[0])))
}

// checkWhole returns an error unless dir holds a catalogue with its index, and
// nothing else.
func checkWhole(dir string) error {
	ctx := context.Background()
	store, err := sqlite.Open(ctx, filepath.Join(dir, index.CatalogFile))
	if err != nil {
		return err
	}
	want := []string{index.CatalogFile, "lexical-" + store.Version()}
	if err := store.Close(); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if !slices.Equal(got, want) {
		return errors.New("there is " + strings.Join(got, ", ") + "; want " + strings.Join(want, ", "))
	}
	shop, err := index.Open(ctx, dir, nil)
	if err != nil {
		return err
	}
	if len(shop.Notes) > 0 {
		err = errors.New("it needed mending: " + strings.Join(shop.Notes, "; "))
	}
	return errors.Join(err, shop.Close())
}

// Prices of a file are set, all of them or none; what cannot be read or set is told with its
// place and its remedy.
func TestImportPrices(t *testing.T) {
	dir := t.TempDir()
	data, file := filepath.Join(dir, "shop"), filepath.Join(dir, "prices")
	call := func(args ...string) (int, string) {
		var out bytes.Buffer
		code := run(t.Context(), args, streams{out: &out, notes: &out, bar: progress.New(&out)})
		return code, out.String()
	}
	if code, out := call("demo", "--data", data, "--per-category", "100"); code != exitOK {
		t.Fatal(out)
	}
	shop, err := index.Open(t.Context(), data, nil)
	if err != nil {
		t.Fatal(err)
	}
	var id string
	for p, err := range shop.Catalogue.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Variants) == 0 {
			id = p.ID
		}
	}
	if err := shop.Close(); err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		text, says string
		code       int
	}{
		"CSV":            {"id,price,list_price,stock\nID,1.25,2,\n", "Set 1 price or stock.", exitOK},
		"semicolons":     {"\ufeffID;Price;Stock\nID;1.25;4\n", "Set 1 price or stock.", exitOK},
		"JSON Lines":     {`{"id": "ID", "price": 1.25}` + "\n", "Set 1 price or stock.", exitOK},
		"nothing":        {" \n", "it is empty: give a line", exitFailure},
		"another column": {"id,colour\nID,red\n", `line 1: column "colour" is none of id, price, list_price, stock`, exitFailure},
		"a currency":     {"id,price\nID,1.25 EUR\n", `line 2: price "1.25 EUR": give a number`, exitFailure},
		"half a piece":   {"id,stock\nID,1.5\n", `line 2: stock "1.5": give a whole number`, exitFailure},
		"another field":  {`{"id": "ID", "prize": 1}`, `item 1: json: unknown field "prize": give objects such as`, exitFailure},
		"unknown":        {"id,price\nID,9\nnobody,9\n", `item 2, id "nobody": the catalogue has no such product: leave it out`, exitFailure},
	} {
		if err := os.WriteFile(file, []byte(strings.ReplaceAll(tc.text, "ID", id)), 0o600); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(tc.text, "\ufeffID") {
			if err := os.WriteFile(file, []byte("\ufeffID;Price;Stock\n"+id+";1.25;4\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if code, out := call("import", "--data", data, "--prices", file); code != tc.code || !strings.Contains(out, tc.says) {
			t.Errorf("%s: exit code %d: %s", name, code, out)
		}
	}
	if shop, err = index.Open(t.Context(), data, nil); err != nil {
		t.Fatal(err)
	}
	defer shop.Close()
	if p, err := shop.Catalogue.Product(t.Context(), id); err != nil || p.Price.Minor != 125 || p.ListPrice.Minor != 200 || p.Stock != 4 {
		t.Errorf("sold at %v of %v, %d pieces, %v", p.Price, p.ListPrice, p.Stock, err)
	}
	if code, out := call("import", "--data", data, "--prices", file, "feed.csv"); code != exitUsage || !strings.Contains(out, "--prices: import the feed by itself") {
		t.Errorf("exit code %d: %s", code, out)
	}
	if code, out := call("import", "--data", data); code != exitUsage || !strings.Contains(out, "give the files of the feed") {
		t.Errorf("exit code %d: %s", code, out)
	}
}
