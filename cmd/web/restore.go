package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"shopclerk/search/index"
	"shopclerk/search/index/hold"
)

// restore puts a backup into a data directory: all of it or, where it is killed before
// that is decided, nothing. What is decided is finished by whoever opens the files next.
type restore struct {
	From     string `arg:"" type:"existingdir" help:"Folder of the backup, which is verified first."`
	Data     string `default:"shop" env:"SHOPCLERK_DATA" help:"Data directory, made where there is none. A shop that uses it is to be stopped first."`
	Database string `env:"SHOPCLERK_DATABASE" placeholder:"URI" help:"PostgreSQL database of the shop: what is there is not restored, and has backups of its own (pg_dump, pg_basebackup)."`
	Replace  bool   `help:"Put the backup in the place of the files that are there, which are kept in a folder replaced-TIME beside them."`
}

// A restoring is folders in the data directory, one after the other, each made of the one
// before by a rename: the copies being made; the copies, while what is in the way is
// moved into the folder replacedDir among them; the copies, while they are moved out.
const (
	restoreCopying = "restore.copying"
	restoreDecided = hold.RestoreDecided
	restoreCleared = hold.RestoreCleared
	replacedDir    = "replaced"
)

// Run is called by kong.
func (r *restore) Run(ctx context.Context) (err error) {
	if r.Database != "" {
		return errElsewhere
	}
	m, err := verify(ctx, r.From)
	if err == nil {
		err = os.MkdirAll(r.Data, 0o755)
	}
	if err != nil {
		return fmt.Errorf("restoring %s: %w", r.From, err)
	}
	release, err := hold.Use(r.Data, hold.Alone)
	if err != nil {
		return fmt.Errorf("restoring %s: %w: stop the shop first", r.From, err)
	}
	defer func() { err = errors.Join(err, release()) }()
	if err := errors.Join(finishRestore(r.Data), r.put(ctx, m)); err != nil {
		return fmt.Errorf("restoring %s: %w", r.From, err)
	}
	fmt.Printf("%s is as it was at %s\n", r.Data, m.Moment.Format(time.RFC3339Nano))
	return nil
}

func (r *restore) put(ctx context.Context, m *manifest) error {
	for _, name := range slices.Concat(databases, others) {
		if _, err := os.Lstat(filepath.Join(r.Data, name)); err == nil && !r.Replace {
			return fmt.Errorf("%s has a %s already: --replace puts the backup in its place", r.Data, name)
		}
	}
	copying := filepath.Join(r.Data, restoreCopying)
	if err := errors.Join(os.RemoveAll(copying), os.MkdirAll(filepath.Join(copying, replacedDir), 0o700)); err != nil {
		return err
	}
	for _, f := range m.Files {
		if err := copyFile(filepath.Join(r.From, f.Name), filepath.Join(copying, f.Name)); err != nil {
			return err
		}
		if copied, err := measure(ctx, copying, f.Name); err != nil || copied.SHA256 != f.SHA256 {
			return errors.Join(fmt.Errorf("the copy of %s is not what was verified", f.Name), err)
		}
	}
	if err := publish(copying, filepath.Join(r.Data, restoreDecided)); err != nil {
		return err
	}
	return finishRestore(r.Data)
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// finishRestore finishes a restoring that was decided. Whoever calls it uses the data
// directory alone. Each of its steps can be taken again.
func finishRestore(dir string) error {
	decided, cleared := filepath.Join(dir, restoreDecided), filepath.Join(dir, restoreCleared)
	if exists(decided) {
		for _, name := range slices.Concat(databases, others) {
			for _, part := range []string{"", "-wal", "-shm"} {
				if err := move(dir, filepath.Join(decided, replacedDir), name+part); err != nil {
					return err
				}
			}
		}
		if err := publish(decided, cleared); err != nil {
			return err
		}
	}
	if !exists(cleared) {
		return nil
	}
	for _, name := range slices.Concat(databases, others) {
		if err := move(cleared, dir, name); err != nil {
			return err
		}
	}
	if err := index.Sync(dir); err != nil {
		return err
	}
	if err := os.Remove(filepath.Join(cleared, replacedDir)); errors.Is(err, fs.ErrExist) { // it is not empty
		if err := os.Rename(filepath.Join(cleared, replacedDir), filepath.Join(dir, "replaced-"+time.Now().UTC().Format("20060102T150405.000"))); err != nil {
			return err
		}
	}
	return os.Remove(cleared)
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// move moves a file, where it is there, from one folder to another.
func move(from, to, name string) error {
	if err := os.Rename(filepath.Join(from, name), filepath.Join(to, name)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// use tells others that the files in a folder are in use, until release is called, once
// what was being restored there is in place.
func use(dir string) (release func() error, err error) {
	for {
		if release, err = hold.UseRestored(dir); !errors.Is(err, hold.ErrRestoring) {
			return release, err
		}
		if release, err = hold.Use(dir, hold.Alone); err != nil {
			return nil, err
		}
		if err := errors.Join(finishRestore(dir), release()); err != nil {
			return nil, fmt.Errorf("finishing a restoring: %w", err)
		}
	}
}
