package desk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"shopclerk/agent/shop/merchant"
	"shopclerk/search/index"
)

// ErrDamaged reports a file that can not be read, and is therefore not overwritten:
// somebody has typed what would be lost.
var ErrDamaged = errors.New("the file can not be read")

// mostShopFile bounds the file, in bytes: all topics in ten languages, each text as long
// as may be, are less.
const mostShopFile = 1 << 20

// ShopFile holds what the shop tells of itself as the file shop.toml has it, and writes
// it there. A file that is not there tells nothing. One that is damaged leaves in force
// what was, nothing at the start. It is safe for concurrent use, and who reads sees one
// version; a nil ShopFile tells nothing.
type ShopFile struct {
	Path string

	doing sync.Mutex // one reads or writes at a time
	now   atomic.Pointer[shopVersion]
}

// shopVersion is the file as it was last read.
type shopVersion struct {
	info *merchant.Info // in force
	text []byte         // of the file; nil: there is none
	err  error          // why the text is not what is in force
}

// Info returns what is in force; it is not to be changed.
func (f *ShopFile) Info() *merchant.Info { return f.version().info }

// Err tells what is wrong with the file, nil when it is in force.
func (f *ShopFile) Err() error { return f.version().err }

func (f *ShopFile) version() *shopVersion {
	if f != nil {
		if v := f.now.Load(); v != nil {
			return v
		}
	}
	return &shopVersion{}
}

// Refresh reads the file, and puts it in force if it has changed. It returns what
// [ShopFile.Err] does then.
func (f *ShopFile) Refresh(context.Context) error {
	f.doing.Lock()
	defer f.doing.Unlock()
	return f.refresh()
}

// refresh compares the whole text, and no times: they are too coarse to tell two
// versions of one moment apart, and the file is a few kilobytes.
func (f *ShopFile) refresh() error {
	before := f.version()
	after := &shopVersion{info: before.info}
	text, err := readShopFile(f.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		after.info = nil
	case err != nil:
		after.text, after.err = before.text, fmt.Errorf("%w: %w", ErrDamaged, err)
	case before.text != nil && before.err == nil && bytes.Equal(text, before.text):
		return nil
	default:
		after.text = text
		info, err := merchant.Parse(text)
		if err != nil {
			after.err = fmt.Errorf("%w: %s: %w", ErrDamaged, filepath.Base(f.Path), err)
		} else {
			after.info = info
		}
	}
	f.now.Store(after)
	return after.err
}

func readShopFile(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, mostShopFile+1))
	if err == nil && len(text) > mostShopFile {
		err = fmt.Errorf("%s has more than %d bytes. Shorten it", filepath.Base(path), mostShopFile)
	}
	return append([]byte{}, text...), err
}

// Change puts in force what edit makes of what the file has now, and writes it there;
// the version before is kept beside it, with ".bak" after its name. What is wrong with
// it is returned as problems, and then nothing is changed. A damaged file is
// [ErrDamaged]. What is acknowledged is on disk.
func (f *ShopFile) Change(edit func(*merchant.Info) *merchant.Info) ([]*merchant.Problem, error) {
	f.doing.Lock()
	defer f.doing.Unlock()
	if err := f.refresh(); err != nil {
		return nil, err
	}
	before := f.version()
	info, problems := edit(before.info).Tidy()
	if len(problems) > 0 {
		return problems, nil
	}
	was, wasErr := before.info.Encode()
	text, err := info.Encode()
	if err := errors.Join(wasErr, err); err != nil {
		return nil, err
	}
	if bytes.Equal(was, text) {
		return nil, nil // the file keeps its comments
	}
	if before.text != nil {
		if err := replaceFile(f.Path+".bak", before.text); err != nil {
			return nil, err
		}
	}
	if err := replaceFile(f.Path, text); err != nil {
		return nil, err
	}
	f.now.Store(&shopVersion{info: info, text: text})
	return nil, nil
}

// replaceFile puts a text in the place of a file's: who opens the file reads the one
// text or the other, and so does who comes after a loss of power.
func replaceFile(path string, text []byte) error {
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	dir, name := filepath.Dir(path), filepath.Base(path)
	file, err := os.CreateTemp(dir, name+"-*")
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	_, err = file.Write(text)
	if err = index.Finish(file, path, errors.Join(err, file.Chmod(mode))); err == nil {
		err = index.Sync(dir)
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return nil
}
