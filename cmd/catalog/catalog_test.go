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

	"github.com/rogpeppe/go-internal/testscript"

	"shopclerk/agent/llm/llmtest"
	"shopclerk/catalog/sqlite"
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
