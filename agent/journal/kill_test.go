package journal_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"shopclerk/agent/journal"
)

// kills is how often the child is killed: few in every run of the tests, and as many
// as it takes to believe it with
//
//	go test ./agent/journal -run Killed -kills 200
var kills = flag.Int("kills", 10, "how often TestKilled kills the program that appends to its journal")

// childJournal, when set, makes the test binary a program that appends to the
// journal it names until it is killed.
const childJournal = "JOURNAL_TEST_APPEND_TO"

func TestMain(m *testing.M) {
	if path := os.Getenv(childJournal); path != "" {
		fmt.Fprintln(os.Stderr, appendForever(path))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// appendForever runs four writers, each in a conversation of its own, where every
// event is followed by a look at a product. Both acknowledged, they are printed, on
// one line, as their conversation and version.
func appendForever(path string) error {
	ctx := context.Background()
	j, err := journal.Open(ctx, path)
	if err != nil {
		return err
	}
	failed := make(chan error)
	var printing sync.Mutex
	for range 4 {
		go func() {
			id, err := j.Start(ctx, alice, "v1")
			for version := 0; err == nil; {
				if version, err = j.Append(ctx, id, version, said(sentence(id, version+1))); err == nil {
					err = j.Record(ctx, opened(alice, id, sentence(id, version)))
				}
				if err == nil {
					printing.Lock()
					_, err = fmt.Println(id, version)
					printing.Unlock()
				}
			}
			failed <- err
		}()
	}
	return <-failed
}

// sentence is what the child says in a conversation to make a version.
func sentence(id string, version int) string { return fmt.Sprintf("%s says %d", id, version) }

// Acknowledged means stored: whenever the process is killed, every event and every
// interaction it had printed is in the journal, which opens as if nothing had
// happened.
func TestKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	acknowledged := map[string]int{} // conversation → latest version
	total := 0
	for kill := range *kills {
		// each time another moment, up to a tenth of a second after the first event
		n := runAndKill(t, path, time.Duration(kill*11%103)*time.Millisecond, acknowledged)
		if n == 0 {
			t.Fatalf("kill %d: nothing was acknowledged", kill+1)
		}
		total += n
		j := open(t, path)
		looks := map[string][]string{} // conversation → products
		for _, i := range export(t, j, alice).Interactions {
			looks[i.Conversation] = append(looks[i.Conversation], i.Product)
		}
		for id, version := range acknowledged {
			c := load(t, j, id)
			if c.Version < version {
				t.Fatalf("kill %d: conversation %s is at version %d, %d was acknowledged", kill+1, id, c.Version, version)
			}
			if n := len(looks[id]); n < version || n > c.Version {
				t.Fatalf("kill %d: conversation %s has %d interactions, %d were acknowledged", kill+1, id, n, version)
			}
			for i, product := range looks[id] {
				if want := sentence(id, i+1); product != want {
					t.Fatalf("kill %d: interaction %d is with %q, want %q", kill+1, i+1, product, want)
				}
			}
			for i, e := range c.Exchanges {
				if want := sentence(id, i+1); e.Said != want {
					t.Fatalf("kill %d: exchange %d says %q, want %q", kill+1, i+1, e.Said, want)
				}
			}
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d kills, %d events acknowledged, none missing", *kills, total)
}

// runAndKill starts the child, lets it run for a while after its first
// acknowledgement, kills it, and returns how many it printed.
func runAndKill(t *testing.T, path string, after time.Duration, acknowledged map[string]int) int {
	t.Helper()
	child := exec.CommandContext(t.Context(), os.Args[0])
	child.Env = append(os.Environ(), childJournal+"="+path)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	n := 0
	for lines := bufio.NewReader(out); ; n++ {
		line, err := lines.ReadString('\n')
		if err != nil {
			break // the end, perhaps in the middle of a line
		}
		var id string
		var version int
		if _, err := fmt.Sscan(line, &id, &version); err != nil {
			t.Fatalf("the child printed %q: %v", line, err)
		}
		acknowledged[id] = version
		if n == 0 {
			// Kill sends SIGKILL; its error, that the child is already gone, shows below.
			time.AfterFunc(after, func() { _ = child.Process.Kill() })
		}
	}
	if err := child.Wait(); err == nil || child.ProcessState.Exited() {
		t.Fatalf("the child ended by itself: %v", err)
	}
	return n
}
