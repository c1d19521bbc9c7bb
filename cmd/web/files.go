package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/agent/shop/basket"
	"shopclerk/agent/shop/orders/counter"
	ordersdb "shopclerk/agent/shop/orders/sqlite"
	"shopclerk/cmd/internal/live"
	"shopclerk/cmd/web/internal/retention"
)

// The files of the data directory that nothing can make again.
const (
	journalFile = "journal.db"
	basketFile  = "basket.db"
	ordersFile  = "orders.db"
	shopFile    = "shop.toml"
)

// keptFiles are what shoppers left in the shop, and what the shop tells of itself. What
// shoppers left is kept under one id for each of them: see [server.session].
type keptFiles struct {
	journal *journal.Journal
	baskets *basket.Store
	orders  *ordersdb.Store
	shop    *shopInfo      // nil: the shop tells nothing of itself
	closers []func() error // of what is open, in the order of opening
}

// openFiles opens the files in a folder, making those that are not there; where there is a
// database, the three that shoppers leave something in are schemas of that. What the shop
// tells of itself need not be there, and is no reason to stay closed: a damaged file is
// logged, and tells nothing until it is mended.
func openFiles(ctx context.Context, dir, database string) (f keptFiles, err error) {
	place := func(name string) string {
		at := filepath.Join(dir, name)
		if database == "" {
			return at
		}
		if _, err := os.Stat(at); err == nil {
			slog.Warn("what is in a file is not used: --database is", "file", at)
		}
		return database
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.close())
		}
	}()
	if f.journal, err = journal.Open(ctx, place(journalFile)); err != nil {
		return f, err
	}
	f.closers = append(f.closers, f.journal.Close)
	if f.baskets, err = basket.Open(ctx, place(basketFile)); err != nil {
		return f, err
	}
	f.closers = append(f.closers, f.baskets.Close)
	if f.orders, err = ordersdb.Open(ctx, place(ordersFile)); err != nil {
		return f, err
	}
	f.closers = append(f.closers, f.orders.Close)
	f.shop = &shopInfo{Path: filepath.Join(dir, shopFile)}
	if err := f.shop.Refresh(ctx); err != nil {
		slog.Error("the clerk knows nothing about the shop", "error", err)
	}
	return f, nil
}

// precious are those of what shoppers left.
func (f *keptFiles) precious() retention.Kept {
	return retention.Kept{Journal: f.journal, Baskets: f.baskets, Orders: f.orders}
}

// outfit gives a clerk what these files know beside the catalogue.
func (s *server) outfit(g *live.Snapshot, c *agent.Config) {
	if s.shop != nil {
		c.Shop = s.shop.Info
	}
	if s.orders != nil {
		c.Reserve = counter.Shop{Orders: s.orders, Counted: counted(g)}.Reserve
	}
}

// close closes those that are open, in reverse.
func (f *keptFiles) close() error {
	var errs []error
	for _, c := range slices.Backward(f.closers) {
		errs = append(errs, c())
	}
	return errors.Join(errs...)
}
