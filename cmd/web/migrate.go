package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"shopclerk/agent/durable"
	"shopclerk/agent/journal"
	"shopclerk/agent/shop/account"
	"shopclerk/agent/shop/basket"
	ordersdb "shopclerk/agent/shop/orders/sqlite"
	"shopclerk/search/index/hold"
)

// Where [migrate] copies to.
const (
	toPostgres = "postgres"
	toFiles    = "files"
)

// sampleRows is how many rows of each table a dry run copies: a second or two in all.
const sampleRows = 5000

// migrate copies what shoppers left from the files of a data directory into a PostgreSQL
// database, or back: all of it or nothing. See [durable.Transfer].
type migrate struct {
	Data     string `default:"shop" env:"SHOPCLERK_DATA" help:"Data directory of the shop, which is to be stopped first, as are all that use the database."`
	Database string `required:"" env:"SHOPCLERK_DATABASE" placeholder:"URI" help:"PostgreSQL database, 15 or later: postgres://…"`
	To       string `required:"" enum:"postgres,files" placeholder:"postgres|files" help:"Where to copy to, from the other: ${enum}. What holds anything already is refused."`
	DryRun   bool   `xor:"how" help:"Copy a sample and take it back, and tell how much there is and about how long it takes."`
	Verify   bool   `xor:"how" help:"Copy nothing, but read both sides from end to end, and tell whether they hold the same."`
}

// Run is called by kong.
func (m *migrate) Run(ctx context.Context) error {
	if err := checkDatabase(m.Database); err != nil {
		return err
	}
	if err := m.run(ctx); err != nil {
		return fmt.Errorf("migrating: %w", err)
	}
	return nil
}

func (m *migrate) run(ctx context.Context) (err error) {
	if _, err := os.Stat(filepath.Join(m.Data, journalFile)); err != nil && (m.To == toPostgres || m.Verify) {
		return err // it would be made
	}
	if err := os.MkdirAll(m.Data, 0o755); err != nil {
		return err
	}
	release, err := hold.Use(m.Data, hold.Alone)
	if err != nil {
		return fmt.Errorf("%w: stop the shop first", err)
	}
	defer func() { err = errors.Join(err, release()) }()
	if err := errors.Join(finishRestore(m.Data), durable.Served(ctx, m.Database)); err != nil {
		return err
	}
	database, err := openAll(ctx, "", durable.Aside(m.Database))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeAll(database)) }()
	if m.To == toFiles && !m.Verify {
		return m.fromDatabase(ctx, database)
	}
	kept, err := openAll(ctx, m.Data, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeAll(kept)) }()
	if m.Verify {
		return printTables(durable.Compare(ctx, kept, database))
	}
	if err := m.transfer(ctx, kept, database); err != nil || m.DryRun {
		return err
	}
	fmt.Printf("The database has it now: serve the shop with --database. %s and %s stay in %s. The files of the four are as they were,\n"+
		"and a shop with --database does not use them: move them away, and keep them as you keep a backup.\n", shopFile, secretFile, m.Data)
	return nil
}

// fromDatabase makes files beside their place, and puts them there as a restoring does.
func (m *migrate) fromDatabase(ctx context.Context, database []*durable.File) error {
	if err := m.makeRoom(ctx); err != nil {
		return err
	}
	copying := filepath.Join(m.Data, restoreCopying)
	if err := errors.Join(os.RemoveAll(copying), os.Mkdir(copying, 0o700)); err != nil {
		return err
	}
	made, err := openAll(ctx, copying, "")
	if err == nil {
		err = errors.Join(m.transfer(ctx, database, made), closeAll(made))
	}
	if err != nil || m.DryRun {
		return errors.Join(err, os.RemoveAll(copying))
	}
	for _, name := range databases { // they hold nothing
		if err := os.Remove(filepath.Join(m.Data, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := errors.Join(publish(copying, filepath.Join(m.Data, restoreDecided)), finishRestore(m.Data)); err != nil {
		return err
	}
	fmt.Printf("%s has it now: serve the shop without --database. The database is as it was: keep it as you keep a backup, and then\n"+
		"drop its schemas, journal, basket, orders and account.\n", m.Data)
	return nil
}

// makeRoom sees to it that the files that are there hold nothing.
func (m *migrate) makeRoom(ctx context.Context) error {
	for _, k := range storeKinds() {
		at := filepath.Join(m.Data, k.file)
		if !exists(at) {
			continue
		}
		f, err := durable.Open(ctx, at, k.kind)
		if err != nil {
			return err
		}
		if err := errors.Join(f.Empty(ctx), f.Close()); err != nil {
			return fmt.Errorf("%w: move %s away, or give another --data", err, at)
		}
	}
	return nil
}

// transfer copies, or measures how long that takes.
func (m *migrate) transfer(ctx context.Context, from, to []*durable.File) error {
	empty := true
	for _, f := range from {
		if err := f.Empty(ctx); err != nil && !errors.Is(err, durable.ErrHeld) {
			return err
		} else if err != nil {
			empty = false
		}
	}
	if empty {
		return errors.New("there is nothing to copy: see whether --data, --database and --to are what you mean")
	}
	if !m.DryRun {
		return printTables(durable.Transfer(ctx, from, to, 0))
	}
	tables, err := durable.Transfer(ctx, from, to, sampleRows)
	if err != nil {
		return err
	}
	var bytes, total float64
	var took time.Duration
	for _, t := range tables {
		share := float64(t.Total) / float64(max(t.Rows, 1))
		fmt.Printf("%12d rows, about %11.0f bytes  %s\n", t.Total, float64(t.Bytes)*share, t.Name)
		bytes, total = bytes+float64(t.Bytes)*share, total+float64(t.Total)
		took += time.Duration(float64(t.Took) * share)
	}
	fmt.Printf("%.0f rows, about %.1f MB: about %v, as a sample of %d rows a table at most took, which was taken back\n", total, bytes/1e6, took.Round(time.Second/10), sampleRows)
	return nil
}

// printTables tells what both sides hold.
func printTables(tables []durable.Transferred, err error) error {
	if err != nil {
		return err
	}
	for _, t := range tables {
		fmt.Printf("%12d rows of hash %s on both sides  %s\n", t.Rows, t.Hash, t.Name)
		if t.Replaced > 0 {
			fmt.Printf("%12d texts of them have U+FFFD for what PostgreSQL does not hold: zero bytes, and what is not UTF-8\n", t.Replaced)
		}
	}
	return nil
}

// storeKind is how a kind of file is opened behind its store's back.
type storeKind struct {
	file string
	kind durable.Kind
}

// storeKinds are those of the four files.
func storeKinds() []storeKind {
	return []storeKind{{accountFile, account.FileKind()}, {journalFile, journal.FileKind()}, {basketFile, basket.FileKind()}, {ordersFile, ordersdb.FileKind()}}
}

// openAll opens the files in a folder, or their schemas in a database.
func openAll(ctx context.Context, dir, database string) (files []*durable.File, err error) {
	for _, k := range storeKinds() {
		at := database
		if at == "" {
			at = filepath.Join(dir, k.file)
		}
		f, err := durable.Open(ctx, at, k.kind)
		if err != nil {
			return nil, errors.Join(err, closeAll(files))
		}
		files = append(files, f)
	}
	return files, nil
}

func closeAll(files []*durable.File) error {
	var errs []error
	for _, f := range files {
		errs = append(errs, f.Close())
	}
	return errors.Join(errs...)
}
