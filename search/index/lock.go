package index

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// hold is how a file is locked.
type hold int

const (
	alone   hold = iota // nobody else may
	waiting             // the same, once nobody else has it
	sharing             // others may as well
)

// lock keeps other builds out of the data directory, making it if need be, until
// unlock is called or the process ends, however it does.
func lock(dir string) (unlock func() error, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("making the data directory: %w", err)
	}
	f, err := os.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("locking the data directory: %w", err)
	}
	return flock(f, alone)
}

// lockPatches waits until no other process adds to the patches of a data directory, and
// keeps the others waiting until unlock is called or the process ends. It takes as long
// as writing some patches does.
func lockPatches(dir string) (unlock func() error, err error) {
	return lockFile(filepath.Join(dir, "patches.lock"), waiting)
}

func lockFile(path string, how hold) (unlock func() error, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("locking the data directory: %w", err)
	}
	return flock(f, how)
}

// ErrInUse reports a data directory whose files somebody uses who must not be there now.
var ErrInUse = errors.New("the data directory is in use")

// Use tells others that the files of a data directory are in use, until release is called
// or the process ends, however it does. Alone, nobody else may use them meanwhile. It
// returns [ErrInUse] where somebody keeps this one out.
func Use(dir string, byItself bool) (release func() error, err error) {
	how := sharing
	if byItself {
		how = alone
	}
	release, err = lockFile(filepath.Join(dir, "use.lock"), how)
	if errors.Is(err, ErrBusy) {
		err = fmt.Errorf("%w: %s", ErrInUse, dir)
	}
	return release, err
}
