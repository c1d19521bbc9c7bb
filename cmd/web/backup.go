package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"shopclerk/agent/durable"
	"shopclerk/search/index"
)

// What nothing can make again. A shop may be without an API's secret, and tell nothing of
// itself.
var (
	databases = []string{accountFile, journalFile, basketFile, ordersFile}
	others    = []string{shopFile, secretFile}
)

// manifestFile tells what is in a backup, in its folder.
const manifestFile = "backup.json"

// manifest is what a backup holds.
type manifest struct {
	Moment time.Time `json:"moment"` // of all of its files
	Files  []saved   `json:"files"`
}

// saved is a file of a backup.
type saved struct {
	Name     string            `json:"name"`
	Bytes    int64             `json:"bytes"`
	SHA256   string            `json:"sha256"`
	Contents *durable.Contents `json:"contents,omitempty"` // of a database
}

// backup copies what nothing can make again while the shop goes on, all files as they are
// at one moment: see [durable.Copy].
type backup struct {
	Data     string `default:"shop" env:"SHOPCLERK_DATA" help:"Data directory of the shop."`
	Verify   bool   `help:"Make none, but read the backup that is there from end to end, and tell what it holds or what is damaged."`
	Database string `env:"SHOPCLERK_DATABASE" placeholder:"URI" help:"PostgreSQL database of the shop: what is there is not copied, and has backups of its own (pg_dump, pg_basebackup)."`
	To       string `arg:"" help:"Folder of the backup, made once all of it is written and verified; one that holds anything already is refused."`
}

// errElsewhere reports that what shoppers left is not in files.
var errElsewhere = errors.New("the shop is in a PostgreSQL database (--database, SHOPCLERK_DATABASE): back it up and restore it by PostgreSQL's own means, " +
	"pg_dump and pg_restore or a base backup with its write-ahead log; shop.toml and api.secret are files in the data directory")

// Run is called by kong.
func (b *backup) Run(ctx context.Context) error {
	var m *manifest
	var err error
	if b.Database != "" && !b.Verify {
		return errElsewhere
	}
	if b.Verify {
		if m, err = verify(ctx, b.To); err != nil {
			return fmt.Errorf("verifying the backup %s: %w", b.To, err)
		}
	} else if m, err = b.make(ctx); err != nil {
		return fmt.Errorf("backing up: %w", err)
	}
	fmt.Printf("%s holds the shop as it was at %s:\n", b.To, m.Moment.Format(time.RFC3339Nano))
	for _, f := range m.Files {
		fmt.Printf("%12d bytes  %s", f.Bytes, f.Name)
		if f.Contents != nil {
			rows := int64(0)
			for _, n := range f.Contents.Rows {
				rows += n
			}
			fmt.Printf(": %d rows, schema %d", rows, f.Contents.Schema)
		}
		fmt.Println()
	}
	return nil
}

// make writes a backup beside its folder, reads it again, and gives it its name.
func (b *backup) make(ctx context.Context) (m *manifest, err error) {
	release, err := use(b.Data)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, release()) }()
	to := filepath.Clean(b.To)
	if info, err := os.Lstat(to); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s: %w", to, fs.ErrExist)
	}
	if err := os.Remove(to); err != nil && !errors.Is(err, fs.ErrNotExist) { // it removes an empty folder alone
		return nil, err
	}
	partial := to + ".partial"
	if err := errors.Join(os.RemoveAll(partial), os.MkdirAll(partial, 0o700)); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(partial))
		}
	}()
	paths := make([]string, len(databases))
	for i, name := range databases {
		paths[i] = filepath.Join(b.Data, name)
	}
	m = &manifest{}
	err = durable.Copy(ctx, partial, paths, func() error {
		m.Moment = time.Now().UTC()
		for _, name := range others {
			text, err := os.ReadFile(filepath.Join(b.Data, name)) // whoever changes it puts another in its place
			if err == nil {
				err = os.WriteFile(filepath.Join(partial, name), text, 0o600)
			}
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := m.measure(ctx, partial); err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err == nil {
		err = os.WriteFile(filepath.Join(partial, manifestFile), append(text, '\n'), 0o600)
	}
	if err != nil {
		return nil, err
	}
	return m, publish(partial, to)
}

// measure reads the files of a backup, and examines its databases.
func (m *manifest) measure(ctx context.Context, dir string) error {
	for _, name := range slices.Concat(databases, others) {
		f, err := measure(ctx, dir, name)
		if errors.Is(err, fs.ErrNotExist) && slices.Contains(others, name) {
			continue
		}
		if err != nil {
			return err
		}
		m.Files = append(m.Files, f)
	}
	return nil
}

func measure(ctx context.Context, dir, name string) (saved, error) {
	s := saved{Name: name}
	f, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		return s, err
	}
	defer f.Close()
	hash := sha256.New()
	if s.Bytes, err = io.Copy(hash, f); err != nil {
		return s, err
	}
	s.SHA256 = hex.EncodeToString(hash.Sum(nil))
	if slices.Contains(databases, name) {
		c, err := durable.Examine(ctx, f.Name())
		if err != nil {
			return s, err
		}
		s.Contents = &c
	}
	return s, nil
}

// publish gives a folder that is written its name, with all that is in it on disk.
func publish(partial, to string) error {
	entries, err := os.ReadDir(partial)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err := index.Sync(filepath.Join(partial, e.Name())); err != nil {
			return err
		}
	}
	if err := index.Sync(partial); err != nil {
		return err
	}
	if err := os.Rename(partial, to); err != nil {
		return err
	}
	return index.Sync(filepath.Dir(to))
}

// verify reads a backup from end to end and returns what it holds.
func verify(ctx context.Context, dir string) (*manifest, error) {
	text, err := os.ReadFile(filepath.Join(dir, manifestFile))
	if err != nil {
		return nil, err
	}
	var told, found manifest
	if err := json.Unmarshal(text, &told); err != nil {
		return nil, fmt.Errorf("%s: %w", manifestFile, err)
	}
	if err := found.measure(ctx, dir); err != nil {
		return nil, err
	}
	for i, f := range found.Files {
		if i >= len(told.Files) || told.Files[i].Name != f.Name || told.Files[i].Bytes != f.Bytes || told.Files[i].SHA256 != f.SHA256 {
			return nil, fmt.Errorf("%s is not what %s says", f.Name, manifestFile)
		}
	}
	if len(told.Files) > len(found.Files) {
		return nil, fmt.Errorf("of %d files %d are there", len(told.Files), len(found.Files))
	}
	return &told, nil
}
