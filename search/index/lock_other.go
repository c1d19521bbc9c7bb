//go:build !unix

package index

import (
	"fmt"
	"os"
)

// lock makes the data directory. Systems without advisory locks on directories
// do not keep two builds apart.
func lock(dir string) (unlock func() error, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("making the data directory: %w", err)
	}
	return func() error { return nil }, nil
}

// lockPatches keeps nobody away: see lock.
func lockPatches(string) (unlock func() error, err error) { return func() error { return nil }, nil }
