package depot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/mod/sumdb/note"

	"shopclerk/catalog/sqlite"
	"shopclerk/search/index"
	"shopclerk/search/index/hold"
)

// pulled is the folder of a data directory in which a generation comes together.
const pulled = "pulled"

// Puller brings what is published into a data directory. It is for one goroutine; several
// processes may have one of the same directory.
type Puller struct {
	Store Store
	Key   note.Verifier
	Dir   string // data directory

	newest *Manifest // the last that was read
}

// Newest is the newest generation, whose manifest the key has signed; [ErrNone] where
// nothing was published.
func (p *Puller) Newest(ctx context.Context) (*Manifest, error) {
	name, err := newest(ctx, p.Store)
	if err != nil {
		return nil, err
	}
	if p.newest != nil && p.newest.name() == name {
		return p.newest, nil
	}
	text, err := read(ctx, p.Store, name, mostManifest)
	if err != nil {
		return nil, err
	}
	m, err := parseManifest(name, text, p.Key)
	if err == nil {
		p.newest = m
	}
	return m, err
}

// Pull installs a generation as an import that was made in the data directory:
// [index.Install]. What of it is there already, by its hash, is not fetched again, so that
// one that was broken off is gone on with. It returns [index.ErrOlder] for a generation
// that is no newer than what is there, [ErrDamaged], and [ErrBusy] and [index.ErrBusy]
// where another process is at it. Whatever it returns, the import that is there is whole.
func (p *Puller) Pull(ctx context.Context, m *Manifest) (err error) {
	if here, err := index.Imported(ctx, p.Dir); err == nil && here.Began >= m.Began {
		return fmt.Errorf("%w: %s is not newer than %s", index.ErrOlder, m.Generation, here.Generation())
	} else if err != nil && !errors.Is(err, sqlite.ErrNoCatalogue) {
		return err
	}
	if err := os.MkdirAll(p.Dir, 0o755); err != nil {
		return fmt.Errorf("making the data directory: %w", err)
	}
	release, err := hold.File(filepath.Join(p.Dir, "pull.lock"), hold.Alone)
	if errors.Is(err, hold.ErrBusy) {
		return fmt.Errorf("pulling into %s: %w", p.Dir, ErrBusy)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	stage := filepath.Join(p.Dir, pulled)
	if err := p.gather(ctx, stage, m); err != nil {
		if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) { // what shoppers leave needs the room
			err = errors.Join(err, os.RemoveAll(stage))
		}
		return fmt.Errorf("pulling %s: %w", m.Generation, err)
	}
	if err := index.Install(ctx, p.Dir, stage, m.Import); err != nil {
		return fmt.Errorf("pulling %s: %w", m.Generation, err)
	}
	return os.RemoveAll(stage)
}

// gather has a folder hold the files of a generation, each checked, and no others.
func (p *Puller) gather(ctx context.Context, stage string, m *Manifest) error {
	wanted := map[string]bool{}
	for _, f := range m.Files {
		wanted[filepath.Join(stage, filepath.FromSlash(f.Path))] = true
	}
	err := filepath.WalkDir(stage, func(at string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil && !d.IsDir() && !wanted[at] { // of another generation, or broken off
			err = os.Remove(at)
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, f := range m.Files {
		to := filepath.Join(stage, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if f.is(ctx, to) {
			continue
		}
		if here := filepath.Join(p.Dir, filepath.FromSlash(f.Path)); f.is(ctx, here) {
			if err := os.Remove(to); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			if os.Link(here, to) == nil {
				continue
			}
		}
		if err := p.fetch(ctx, to, &f); err != nil {
			return err
		}
	}
	return nil
}

// is reports whether a file is what the manifest says.
func (f *File) is(ctx context.Context, at string) bool {
	if info, err := os.Lstat(at); err != nil || info.Size() != f.Size || !info.Mode().IsRegular() {
		return false
	}
	in, err := os.Open(at)
	if err != nil {
		return false
	}
	defer in.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, while(ctx, in))
	return err == nil && f.sums(sum)
}

func (f *File) sums(sum hash.Hash) bool { return hex.EncodeToString(sum.Sum(nil)) == f.SHA256 }

const (
	// fetchTime is how long a file may take to come, beside fetchRate bytes in a second: a
	// store that hangs is tried again, and a line that is slower than that is too slow for
	// catalogues.
	fetchTime = time.Minute
	fetchRate = 100_000
)

// fetch fetches a file, which is at its place once it is what the manifest says.
func (p *Puller) fetch(ctx context.Context, to string, f *File) (err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, fetchTime+time.Duration(f.Size/fetchRate)*time.Second, fmt.Errorf("the store is too slow: %w", context.DeadlineExceeded))
	defer cancel()
	in, err := p.Store.Get(ctx, contents+f.SHA256)
	if err != nil {
		return fmt.Errorf("%s: %w", f.Path, err)
	}
	defer in.Close()
	out, err := os.Create(to + partial)
	if err != nil {
		return err
	}
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(out, sum), io.LimitReader(while(ctx, in), f.Size+1))
	if err == nil && (n != f.Size || !f.sums(sum)) {
		err = fmt.Errorf("%w: %s, of which %d of %d bytes came", ErrDamaged, f.Path, n, f.Size)
	}
	return index.Finish(out, to, err)
}
