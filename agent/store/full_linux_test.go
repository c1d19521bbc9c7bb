package store_test

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"shopclerk/agent/store"
)

// smallDisk, when set, is where the test binary mounts a small disk of its own.
const smallDisk = "STORE_SMALL_DISK"

// On a disk without room for a byte a store opens for reading, says of every write that there is
// no room, and goes on by itself once there is some.
func TestFullDisk(t *testing.T) {
	at := os.Getenv(smallDisk)
	if at == "" {
		child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestFullDisk$", "-test.v")
		child.Env = append(os.Environ(), smallDisk+"="+t.TempDir())
		child.SysProcAttr = &syscall.SysProcAttr{
			Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
			UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}}, GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
		}
		out, err := child.CombinedOutput()
		if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EINVAL) {
			t.Skipf("no mount of its own here: %v", err)
		}
		if err != nil {
			t.Errorf("%v: %s", err, out)
		}
		return
	}
	if err := syscall.Mount("tmpfs", at, "tmpfs", 0, "size=4m"); err != nil {
		t.Skipf("mounting: %v", err)
	}
	db, err := store.Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(t.Context(), insert, "a"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	filler := filepath.Join(at, "filler")
	file, err := os.Create(filler)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.CopyN(file, zeros{}, 1<<30); !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	if db, err = store.Open(t.Context(), at); err != nil {
		t.Fatal(err)
	}
	if n := count(t, db.Reader); n != 1 {
		t.Errorf("%d rows are read, want 1", n)
	}
	if _, err := db.Exec(t.Context(), insert, "b"); !store.Full(err) {
		t.Errorf("written: %v", err)
	}
	if err := db.Probe(t.Context()); !store.Full(err) {
		t.Errorf("probed: %v", err)
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(t.Context(), insert, "c"); err != nil {
		t.Errorf("with room again: %v", err)
	}
	if n := count(t, db.Reader); n != 2 {
		t.Errorf("with room again %d rows are read, want 2", n)
	}
	if err := errors.Join(db.Probe(t.Context()), db.Close()); err != nil {
		t.Error(err)
	}
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { return len(b), nil }
