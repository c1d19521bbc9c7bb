package index

import (
	"errors"
	"os"
)

// Sync has a folder or a file on disk.
func Sync(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// Finish gives a file that was written its name, with all that is in it on disk. After
// an error, that of the writing too, the file is gone.
func Finish(f *os.File, name string, err error) error {
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
