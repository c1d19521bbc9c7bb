// Package hold keeps programs out of each other's way in a data directory.
package hold

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// How is how something is held.
type How int

const (
	Alone   How = iota // nobody else may
	Waiting            // the same, once nobody else has it
	Sharing            // others may as well
)

var (
	// ErrBusy reports what somebody else holds.
	ErrBusy = errors.New("another program holds it")
	// ErrInUse reports a data directory whose files somebody uses who must not be there now.
	ErrInUse = errors.New("the data directory is in use")
	// ErrRestoring reports a data directory whose files are not yet those of the backup.
	ErrRestoring = errors.New("a restoring of the data directory is not finished: the shop's program finishes it when it starts")
)

// Dir holds a directory, making it if need be, alone, until release is called or the
// process ends, however it does.
func Dir(dir string) (release func() error, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("making the data directory: %w", err)
	}
	f, err := os.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("locking the data directory: %w", err)
	}
	return flock(f, Alone)
}

// File holds a file, making it if need be, as [Dir] does.
func File(path string, how How) (release func() error, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("locking the data directory: %w", err)
	}
	return flock(f, how)
}

// Use tells others that the files of a data directory are in use, as [Dir] does. It
// returns [ErrInUse] where somebody keeps this one out.
func Use(dir string, how How) (release func() error, err error) {
	release, err = File(filepath.Join(dir, "use.lock"), how)
	if errors.Is(err, ErrBusy) {
		err = fmt.Errorf("%w: %s", ErrInUse, dir)
	}
	return release, err
}

// The folders in a data directory in which a restoring goes on that was decided.
const (
	RestoreDecided = "restore.decided"
	RestoreCleared = "restore.cleared"
)

// UseRestored is [Use], sharing; it returns [ErrRestoring] where a restoring that was
// decided is not finished.
func UseRestored(dir string) (release func() error, err error) {
	if release, err = Use(dir, Sharing); err != nil {
		return nil, err
	}
	for _, name := range []string{RestoreDecided, RestoreCleared} {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			return nil, errors.Join(fmt.Errorf("%w: %s", ErrRestoring, dir), release())
		}
	}
	return release, nil
}
