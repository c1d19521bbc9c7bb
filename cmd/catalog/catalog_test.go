package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/testscript"

	"shopclerk/agent/llm/llmtest"
	"shopclerk/catalog/sqlite"
	"shopclerk/cmd/internal/progress"
	"shopclerk/search/index"
)

// lineInterval is the environment variable that, in tests, sets how far apart the
// lines of progress are.
const lineInterval = "CATALOG_TEST_LINE_INTERVAL"

// quickExit as GORACE spares each command the second that a program built with the
// race detector otherwise waits at its end.
const quickExit = "atexit_sleep_ms=0"

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"catalog": func() {
		bar := progress.New(os.Stderr)
		if d, err := time.ParseDuration(os.Getenv(lineInterval)); err == nil {
			bar = bar.Every(d)
		}
		ctx, stop := untilSignal(context.Background())
		code := run(ctx, os.Args[1:], streams{out: os.Stdout, notes: os.Stderr, bar: bar})
		stop()
		os.Exit(code)
	}})
}

func TestScripts(t *testing.T) {
	says := llmtest.Says(`{"parts":[{"text":"somewhere to nap in the green","act":"need","demands":[
		{"quote":"to nap in the green","category":"Tents"},{"quote":"green","aspect":"style","value":"bucolic"}]}]}`)
	model := llmtest.New(t, llmtest.By(func(a llmtest.Asked) llmtest.Play {
		switch {
		case a.Model == "others":
			return llmtest.Status(404)
		case a.Input != nil:
			return llmtest.Embeds
		}
		return says
	}))
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits": exits,
			"lines": lines,
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

// lines checks that no line of a file or of stdout is longer than a number of
// columns: lines 100 stdout.
func lines(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: lines columns file")
	}
	most, err := strconv.Atoi(args[0])
	ts.Check(err)
	for line := range strings.Lines(ts.ReadFile(args[1])) {
		line = strings.TrimSuffix(line, "\n")
		if n := utf8.RuneCountInString(line); n > most {
			ts.Fatalf("%d columns: %s", n, line)
		}
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
