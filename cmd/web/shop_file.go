package main

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
)

// mostShopFile bounds shop.toml, in bytes.
const mostShopFile = 1 << 20

// shopInfo reads what the shop tells of itself from shop.toml. A missing file tells nothing;
// a damaged one leaves in force what was. It is safe for concurrent use, and a nil shopInfo
// tells nothing.
type shopInfo struct {
	Path string

	reading sync.Mutex // one reads at a time
	text    []byte     // as last read; nil: there is no file
	info    atomic.Pointer[merchant.Info]
}

// Info returns what is in force; it is not to be changed.
func (f *shopInfo) Info() *merchant.Info {
	if f == nil {
		return nil
	}
	return f.info.Load()
}

// Refresh reads the file and puts it in force if it has changed. It compares the text and no
// times, which are too coarse to tell two versions of one moment apart.
func (f *shopInfo) Refresh(context.Context) error {
	f.reading.Lock()
	defer f.reading.Unlock()
	text, err := readShopFile(f.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.text = nil
		f.info.Store(nil)
		return nil
	case err != nil:
		return err
	case f.text != nil && bytes.Equal(text, f.text):
		return nil
	}
	info, err := merchant.Parse(text)
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(f.Path), err)
	}
	f.text = text
	f.info.Store(info)
	return nil
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
