package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"shopclerk/catalog/demo"
	"shopclerk/cmd/internal/progress"
	"shopclerk/search/index"
)

// TestKill kills an import at one stage after the other. Each time the catalogue
// that was there must be as good as before, and the next import must go through and tidy up.
func TestKill(t *testing.T) {
	feeds := writeFeeds(t)
	dir := filepath.Join(t.TempDir(), "shop")
	small := 0
	for _, stage := range []string{"Profiling", "Storing", "Training", "Indexing", "Merging"} {
		t.Run(stage, func(t *testing.T) {
			fill(t, dir, feeds.small[small])
			before := showJSON(t, dir)
			code, _ := startAndSignal(t, syscall.SIGKILL, stage, "import", "--data", dir, feeds.large)
			if code != -1 {
				t.Errorf("exit code %d of what was killed", code)
			}
			if after := showJSON(t, dir); after != before {
				t.Errorf("the catalogue changed from\n%s\nto\n%s", before, after)
			}
			shop, err := index.Open(t.Context(), dir, nil)
			if err != nil {
				t.Fatalf("opening the catalogue after the kill: %v", err)
			}
			if len(shop.Notes) > 0 {
				t.Errorf("the catalogue needed mending after the kill: %s", shop.Notes)
			}
			if err := shop.Close(); err != nil {
				t.Fatal(err)
			}
			small = 1 - small
			fill(t, dir, feeds.small[small])
			if err := checkWhole(dir); err != nil {
				t.Errorf("after the next import: %v", err)
			}
			if showJSON(t, dir) == before {
				t.Error("the next import did not replace the catalogue")
			}
		})
	}
}

// TestInterrupt stops imports politely: nothing of them must stay.
func TestInterrupt(t *testing.T) {
	feeds := writeFeeds(t)
	for _, test := range []struct {
		stage  string
		signal syscall.Signal
	}{
		{"Storing", syscall.SIGINT},
		{"Indexing", syscall.SIGINT},
		{"Training", syscall.SIGTERM},
	} {
		t.Run(test.stage, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "shop")
			fill(t, dir, feeds.small[0])
			before := showJSON(t, dir)
			code, notes := startAndSignal(t, test.signal, test.stage, "import", "--data", dir, feeds.large)
			if code != exitStopped {
				t.Errorf("exit code %d, want %d", code, exitStopped)
			}
			if want := fmt.Sprintf("catalog: stopped; the catalogue in %s is as it was\n", dir); !strings.HasSuffix(notes, want) {
				t.Errorf("it said %q, want at the end %q", notes, want)
			}
			if err := checkWhole(dir); err != nil {
				t.Error(err)
			}
			if after := showJSON(t, dir); after != before {
				t.Errorf("the catalogue changed from\n%s\nto\n%s", before, after)
			}
		})
	}
}

// startAndSignal starts a command that is held in a stage, sends it sig, and returns its
// exit code (-1 when the signal killed it) and what it wrote to standard error.
func startAndSignal(t *testing.T, sig syscall.Signal, stage string, args ...string) (code int, notes string) {
	t.Helper()
	c := exec.Command("held", args...)
	c.Env = append(os.Environ(), "GORACE="+quickExit, heldIn+"="+stage)
	r, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	sent := false
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		fmt.Fprintln(&b, lines.Text())
		if !sent && lines.Text() == stage {
			sent = true
			if err := c.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait() // the exit code tells
	if !sent {
		t.Errorf("the import has no stage %q: %s", stage, b.String())
	}
	return c.ProcessState.ExitCode(), b.String()
}

// heldIn names the variable of the environment that holds the stage in which held waits.
const heldIn = "SHOPCLERK_HELD_IN"

// held is the catalog command that begins a stage and goes on only after a signal.
func held() {
	w := &holding{stage: os.Getenv(heldIn) + "\n"}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	w.signalled = ctx.Done()
	os.Exit(run(ctx, os.Args[1:], streams{os.Stdout, w, progress.New(w)}))
}

// holding writes to standard error, and waits for a signal after it has written the stage.
type holding struct {
	stage     string
	signalled <-chan struct{}
}

func (h *holding) Write(b []byte) (int, error) {
	n, err := os.Stderr.Write(b)
	if string(b) == h.stage {
		<-h.signalled
	}
	return n, err
}

// fill imports a feed.
func fill(t *testing.T, dir, path string) {
	t.Helper()
	var out, notes bytes.Buffer
	if code := run(context.Background(), []string{"import", "--data", dir, path}, streams{&out, &notes, progress.New(&notes)}); code != exitOK {
		t.Fatalf("importing %s: exit code %d: %s", path, code, notes.String())
	}
}

// showJSON returns what `show --json` says, after checking that it is JSON.
func showJSON(t *testing.T, dir string) string {
	t.Helper()
	var out, notes bytes.Buffer
	if code := run(context.Background(), []string{"show", "--data", dir, "--json"}, streams{&out, &notes, progress.New(&notes)}); code != exitOK {
		t.Fatalf("showing %s: exit code %d: %s", dir, code, notes.String())
	}
	var s shown
	if err := json.Unmarshal(out.Bytes(), &s); err != nil || s.Products == 0 {
		t.Fatalf("showing %s: %d products, %v", dir, s.Products, err)
	}
	return out.String()
}

// feedFiles are generated feeds: one large enough for every stage of an import, and two that
// import at once.
type feedFiles struct {
	large string
	small [2]string
}

func writeFeeds(t *testing.T) feedFiles {
	t.Helper()
	dir := t.TempDir()
	write := func(name string, perCategory int, seed uint64) string {
		var b bytes.Buffer
		for r := range demo.Records(seed, perCategory) {
			fmt.Fprintf(&b, `{"id":%q,"title":%q,"description":%q,"category":%q,"brand":%q,"price":"%.2f EUR"}`+"\n", r.ID, r.Title, r.Description, r.Category, r.Brand, r.Price.Major())
		}
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return feedFiles{
		large: write("large.jsonl", 10, 1),
		small: [2]string{write("small-a.jsonl", 2, 2), write("small-b.jsonl", 2, 3)},
	}
}
