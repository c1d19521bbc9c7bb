//go:build !unix

package index

import "os"

// lock makes the data directory: systems without advisory locks keep no imports apart.
func lock(dir string) (unlock func() error, err error) {
	return func() error { return nil }, os.MkdirAll(dir, 0o755)
}
