package depot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"shopclerk/search/index"
	"shopclerk/search/index/hold"
)

// Dir is a store in a folder, which several machines may have mounted where its file
// system locks files over them (flock). It is made by the first Put.
type Dir string

func (d Dir) at(name string) string { return filepath.Join(string(d), filepath.FromSlash(name)) }

// Get implements [Store].
func (d Dir) Get(_ context.Context, name string) (io.ReadCloser, error) {
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return nil, fmt.Errorf("%w: %q", ErrNone, name)
	}
	f, err := os.Open(d.at(name))
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w: %w", ErrNone, err)
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

// partial is in the names of what is being written: it is never anybody's name.
const partial = ".partial"

// Put implements [Store].
func (d Dir) Put(ctx context.Context, name string, content io.Reader, size int64) (err error) {
	at := d.at(name)
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(at), filepath.Base(at)+"*"+partial)
	if err != nil {
		return err
	}
	n, err := io.Copy(f, while(ctx, content))
	if err == nil && n != size {
		err = io.ErrUnexpectedEOF
	}
	if err := index.Finish(f, at, errors.Join(err, f.Chmod(0o644))); err != nil {
		return err
	}
	return index.Sync(filepath.Dir(at))
}

// List implements [Store].
func (d Dir) List(_ context.Context, prefix string) (out []Entry, err error) {
	err = filepath.WalkDir(filepath.Dir(d.at(prefix+"x")), func(at string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(string(d), at)
		if name = filepath.ToSlash(name); err == nil && strings.HasPrefix(name, prefix) {
			out = append(out, Entry{name, info.Size(), info.ModTime()})
		}
		return err
	})
	return out, err
}

// Remove implements [Store].
func (d Dir) Remove(_ context.Context, name string) error {
	if err := os.Remove(d.at(name)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Claim implements [Store]: who was killed holds nothing.
func (d Dir) Claim(ctx context.Context) (context.Context, func() error, error) {
	if err := os.MkdirAll(string(d), 0o755); err != nil {
		return nil, nil, err
	}
	release, err := hold.File(d.at("publishing.lock"), hold.Alone)
	if errors.Is(err, hold.ErrBusy) {
		err = fmt.Errorf("publishing: %w", ErrBusy)
	}
	return ctx, release, err
}

// while reads until ctx is done.
func while(ctx context.Context, r io.Reader) io.Reader { return &reader{ctx, r} }

type reader struct {
	ctx context.Context
	r   io.Reader
}

func (r *reader) Read(p []byte) (int, error) {
	if err := context.Cause(r.ctx); err != nil {
		return 0, err
	}
	return r.r.Read(p)
}
