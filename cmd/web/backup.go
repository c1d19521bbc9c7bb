package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"shopclerk/agent/basket"
	"shopclerk/agent/journal"
)

// The files that nothing can make again, in the data directory and in a backup.
const (
	journalFile = "journal.db"
	basketFile  = "basket.db"
)

// backup copies what nothing can make again, while the shop goes on.
type backup struct {
	Data string `default:"shop" env:"SHOPCLERK_DATA" help:"Data directory of the shop."`
	To   string `arg:"" help:"Folder to write the copies to, made where there is none; one that holds a backup already is refused."`
}

// Run is called by kong.
func (b *backup) Run(ctx context.Context) error {
	if err := os.MkdirAll(b.To, 0o700); err != nil {
		return fmt.Errorf("backing up: %w", err)
	}
	return errors.Join(
		b.copy(journalFile, func(from, to string) error {
			j, err := journal.Open(ctx, from)
			if err != nil {
				return err
			}
			return errors.Join(j.Copy(ctx, to), j.Close())
		}),
		b.copy(basketFile, func(from, to string) error {
			s, err := basket.Open(ctx, from)
			if err != nil {
				return err
			}
			return errors.Join(s.Copy(ctx, to), s.Close())
		}),
	)
}

// copy copies one file if the shop has it: opening would make it.
func (b *backup) copy(name string, open func(from, to string) error) error {
	from := filepath.Join(b.Data, name)
	if _, err := os.Stat(from); err != nil {
		return fmt.Errorf("backing up: %w", err)
	}
	return open(from, filepath.Join(b.To, name))
}
