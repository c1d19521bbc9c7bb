package index

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"shopclerk/agent/durable/durabletest"
	"shopclerk/catalog/patch"
)

func TestMain(m *testing.M) { durabletest.Main(m, patchForever) }

// patchForever lets several processes' worth of writers add patches, some together, and
// tells what was acknowledged.
func patchForever(_ context.Context, path string, tell func(string) error) error {
	dir := filepath.Dir(path)
	failed := make(chan error, 4)
	go func() { // and the log is written anew all the time
		for {
			if _, err := compactPatches(dir, 1<<10); err != nil {
				failed <- err
				return
			}
		}
	}()
	for w := range 3 {
		go func() {
			for n := int64(1); ; n++ {
				stock := int(n)
				at := int64(os.Getpid())<<32 + n
				if err := AppendPatches(dir, []patch.Patch{{ID: fmt.Sprint(w), Version: at, Stock: &stock}, {ID: fmt.Sprint(w, "b"), Version: at, Stock: &stock}}); err != nil {
					failed <- err
					return
				}
				if err := tell(fmt.Sprintf("%d %d", w, at)); err != nil {
					failed <- err
					return
				}
			}
		}()
	}
	return <-failed
}

// all reads every patch.
func all(t *testing.T, dir string) []Logged {
	t.Helper()
	var out []Logged
	var at Position
	for {
		batch, next, err := ReadPatches(dir, at)
		if err != nil {
			t.Fatal(err)
		}
		if len(batch) == 0 {
			return out
		}
		out, at = append(out, batch...), next
	}
}

// What is acknowledged is there after any kill, whole, unless a later version has made it
// void.
func TestPatchesKilled(t *testing.T) {
	dir := t.TempDir()
	acknowledged := map[string]bool{}
	durabletest.Kill(t, filepath.Join(dir, "patches"), func(line string) { acknowledged[line] = true }, func(kill int) {
		latest := map[string]int64{}
		for _, l := range all(t, dir) {
			latest[l.Patch.ID] = max(latest[l.Patch.ID], l.Patch.Version)
		}
		for line := range acknowledged {
			var id string
			var version int64
			if _, err := fmt.Sscan(line, &id, &version); err != nil {
				t.Fatal(err)
			}
			for _, id := range []string{id, id + "b"} {
				if latest[id] < version {
					t.Fatalf("kill %d: %q was acknowledged, and %s has version %d", kill, line, id, latest[id])
				}
			}
		}
	})
	size := int64(0)
	paths, err := filepath.Glob(filepath.Join(dir, patchGlob))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range paths {
		if info, err := os.Stat(p); err == nil {
			size += info.Size()
		}
	}
	if size > 64<<10 {
		t.Errorf("%d bytes say six pieces of stock, in %q", size, paths)
	}
}

// A line that was being written when a process ended is not taken, and does not spoil
// the next; a damaged one is told; a full file goes on in the next.
func TestPatchLog(t *testing.T) {
	dir := t.TempDir()
	one := func(id string) {
		t.Helper()
		if err := AppendPatches(dir, []patch.Patch{{ID: id, Version: 1, Delete: true}}); err != nil {
			t.Fatal(err)
		}
	}
	one("a")
	f, err := os.OpenFile(patchLog{n: 1}.path(dir), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`deadbeef {"at":1,"patch":{"id":"to`); err != nil {
		t.Fatal(err)
	}
	if got := all(t, dir); len(got) != 1 {
		t.Errorf("half a line was read: %+v", got)
	}
	one("b")
	if first, err := rotatePatches(dir); first != 2 || err != nil {
		t.Fatalf("rotated to %d, %v", first, err)
	}
	var writers sync.WaitGroup
	for i := range 8 {
		writers.Go(func() { one(fmt.Sprint(i)) })
	}
	writers.Wait()
	if got := all(t, dir); len(got) != 10 || got[1].Patch.ID != "b" || got[0].At == 0 {
		t.Errorf("read %+v", got)
	}
	if err := sweepPatches(dir, 2); err != nil {
		t.Fatal(err)
	}
	if got := all(t, dir); len(got) != 8 {
		t.Errorf("%d are left of the second file's 8", len(got))
	}
	if _, err := f.WriteAt([]byte("x"), 3); err == nil {
		t.Error("wrote into an appended file") // O_APPEND refuses it
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(patchLog{n: 2}.path(dir))
	if err != nil {
		t.Fatal(err)
	}
	text[20] ^= 1
	if err := os.WriteFile(patchLog{n: 2}.path(dir), text, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := ReadPatches(dir, Position{}); err == nil {
		t.Error("a damaged line was read")
	}
}

// What processes share is written down once in a data directory, whoever takes it, in its
// sequence, and up to where is known after compacting, an import and a restart.
func TestTakePatches(t *testing.T) {
	dir := t.TempDir()
	var shared []Logged
	for n := int64(1); n <= 300; n++ {
		stock := int(n)
		shared = append(shared, Logged{At: 10 * n, Sequence: 10 * n, Patch: patch.Patch{ID: fmt.Sprint(n % 7), Version: n, Stock: &stock}})
	}
	var takers sync.WaitGroup
	for range 3 { // processes of one data directory
		takers.Go(func() {
			var at Position
			for n := 0; n < 200; n += 20 {
				var err error
				if at, err = TakePatches(dir, at, shared[n:n+20]); err != nil || at.Sequence < shared[n+19].Sequence {
					t.Errorf("taken up to %d, %v", at.Sequence, err)
				}
			}
		})
	}
	takers.Wait()
	got := all(t, dir)
	for i, l := range got {
		if l.Sequence != int64(10*(i+1)) {
			t.Fatalf("patch %d has the sequence %d", i, l.Sequence)
		}
	}
	if len(got) != 200 {
		t.Errorf("%d are written down, want 200", len(got))
	}
	again := func(when string, want int64) {
		t.Helper()
		if at, err := TakePatches(dir, Position{}, nil); at.Sequence != want || err != nil {
			t.Errorf("%s the sequence is %d, %v, want %d", when, at.Sequence, err, want)
		}
	}
	again("after a restart", 2000)
	late := shared[199]
	late.Sequence, late.Patch.Version = 2001, 1 // void
	if _, err := TakePatches(dir, Position{}, []Logged{late}); err != nil {
		t.Fatal(err)
	}
	if done, err := compactPatches(dir, 1<<10); !done || err != nil {
		t.Fatalf("compacted: %t, %v", done, err)
	}
	again("after compacting", 2001)
	first, err := rotatePatches(dir)
	if err == nil {
		err = sweepPatches(dir, first)
	}
	if err != nil {
		t.Fatal(err)
	}
	again("after an import", 2001)
	if _, err := TakePatches(dir, Position{}, shared[190:210]); err != nil {
		t.Fatal(err)
	}
	if got := all(t, dir); len(got) != 10 || got[0].Sequence != 2010 {
		t.Errorf("after an import %d are new, from %+v", len(got), got[0])
	}
}
