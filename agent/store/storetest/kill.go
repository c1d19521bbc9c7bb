// Package storetest proves that what a program acknowledged is stored, by killing
// the program while it works. It is for tests alone.
package storetest

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"
)

// kills is how often the program is killed.
const kills = 10

// fileVariable, when set, makes the test binary the program, at work on the file it names
// until it is killed.
const fileVariable = "STORETEST_PLACE"

// Work works on the file at path until it fails, and tells what it has been told is
// stored, a line each. It may tell from several goroutines.
type Work func(ctx context.Context, path string, tell func(acknowledged string) error) error

// Main is for TestMain: it runs the tests, or, where [Kill] has started the binary,
// the work.
func Main(m *testing.M, work Work) {
	path := os.Getenv(fileVariable)
	if path == "" {
		os.Exit(m.Run())
	}
	var printing sync.Mutex
	fmt.Fprintln(os.Stderr, work(context.Background(), path, func(acknowledged string) error {
		printing.Lock()
		defer printing.Unlock()
		_, err := fmt.Println(acknowledged)
		return err
	}))
	os.Exit(1)
}

// Kill starts the work on a file again and again, and each time kills it, each time
// at another moment, up to a tenth of a second after the first acknowledgement. Every
// acknowledgement goes to took, and after every kill check looks at the file.
func Kill(t *testing.T, path string, took func(acknowledged string), check func(kill int)) {
	t.Helper()
	total := 0
	for kill := range kills {
		n := once(t, path, time.Duration(kill*11%103)*time.Millisecond, took)
		if n == 0 {
			t.Fatalf("kill %d: nothing was acknowledged", kill+1)
		}
		total += n
		check(kill + 1)
	}
	t.Logf("%d kills, %d acknowledged, none missing", kills, total)
}

// once starts the work, lets it go on for a while after its first acknowledgement,
// kills it, and returns how many there were.
func once(t *testing.T, path string, after time.Duration, took func(string)) int {
	t.Helper()
	child := exec.CommandContext(t.Context(), os.Args[0])
	child.Env = append(os.Environ(), fileVariable+"="+path)
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
		took(line[:len(line)-1])
		if n == 0 {
			// Kill sends SIGKILL; its error, that the child is already gone, shows below.
			time.AfterFunc(after, func() { _ = child.Process.Kill() })
		}
	}
	if err := child.Wait(); err == nil || child.ProcessState.Exited() {
		t.Fatalf("the program ended by itself: %v", err)
	}
	return n
}
