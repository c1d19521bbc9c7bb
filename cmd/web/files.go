package main

import (
	"context"
	"errors"
	"path/filepath"

	"shopclerk/agent/account"
	"shopclerk/agent/basket"
	"shopclerk/agent/journal"
	ordersdb "shopclerk/agent/orders/sqlite"
)

// The files that nothing can make again, in the data directory and in a backup.
const (
	journalFile = "journal.db"
	basketFile  = "basket.db"
	ordersFile  = "orders.db"
	accountFile = "account.db"
)

// files are what shoppers left in the shop. All of it is kept under one id for each of
// them: see [server.session].
type files struct {
	journal  *journal.Journal
	baskets  *basket.Store
	orders   *ordersdb.Store
	accounts *account.Store // nil: all are guests
}

// openFiles opens the files in a folder, making those that are not there.
func openFiles(ctx context.Context, dir string) (f files, err error) {
	defer func() {
		if err != nil {
			err = errors.Join(err, f.close())
		}
	}()
	if f.journal, err = journal.Open(ctx, filepath.Join(dir, journalFile)); err != nil {
		return f, err
	}
	if f.baskets, err = basket.Open(ctx, filepath.Join(dir, basketFile)); err != nil {
		return f, err
	}
	if f.orders, err = ordersdb.Open(ctx, filepath.Join(dir, ordersFile)); err != nil {
		return f, err
	}
	f.accounts, err = account.Open(ctx, filepath.Join(dir, accountFile))
	return f, err
}

// close closes those that are open.
func (f *files) close() error {
	var errs []error
	if f.accounts != nil {
		errs = append(errs, f.accounts.Close())
	}
	if f.orders != nil {
		errs = append(errs, f.orders.Close())
	}
	if f.baskets != nil {
		errs = append(errs, f.baskets.Close())
	}
	if f.journal != nil {
		errs = append(errs, f.journal.Close())
	}
	return errors.Join(errs...)
}
