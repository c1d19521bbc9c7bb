package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"shopclerk/agent/account"
	"shopclerk/agent/basket"
	"shopclerk/agent/journal"
	ordersdb "shopclerk/agent/orders/sqlite"
)

// backup copies what nothing can make again, while the shop goes on: each file as it is
// at one moment, one after the other.
type backup struct {
	Data string `default:"shop" env:"SHOPCLERK_DATA" help:"Data directory of the shop."`
	To   string `arg:"" help:"Folder to write the copies to, made where there is none; one that holds a backup already is refused."`
}

// copied is an open file that can be copied.
type copied interface {
	Copy(ctx context.Context, to string) error
	Close() error
}

// precious lists the databases that a backup holds.
var precious = []struct {
	name string
	open func(ctx context.Context, path string) (copied, error)
}{
	{accountFile, func(ctx context.Context, path string) (copied, error) { return account.Open(ctx, path) }},
	{journalFile, func(ctx context.Context, path string) (copied, error) { return journal.Open(ctx, path) }},
	{basketFile, func(ctx context.Context, path string) (copied, error) { return basket.Open(ctx, path) }},
	{ordersFile, func(ctx context.Context, path string) (copied, error) { return ordersdb.Open(ctx, path) }},
}

// Run is called by kong.
func (b *backup) Run(ctx context.Context) error {
	if err := os.MkdirAll(b.To, 0o700); err != nil {
		return fmt.Errorf("backing up: %w", err)
	}
	var errs []error
	for _, p := range precious {
		from := filepath.Join(b.Data, p.name)
		if _, err := os.Stat(from); err != nil { // opening would make it
			errs = append(errs, fmt.Errorf("backing up: %w", err))
			continue
		}
		file, err := p.open(ctx, from)
		if err == nil {
			err = errors.Join(file.Copy(ctx, filepath.Join(b.To, p.name)), file.Close())
		}
		errs = append(errs, err)
	}
	return errors.Join(append(errs, b.copyShop())...)
}

// copyShop copies what the shop tells of itself, where it tells something. Whoever
// writes that file puts another in its place, so what is read is one version.
func (b *backup) copyShop() error {
	text, err := os.ReadFile(filepath.Join(b.Data, shopFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("backing up: %w", err)
	}
	to, err := os.OpenFile(filepath.Join(b.To, shopFile), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("backing up: %w", err)
	}
	_, err = to.Write(text)
	if err := errors.Join(err, to.Sync(), to.Close()); err != nil {
		return fmt.Errorf("backing up: %w", err)
	}
	return nil
}
