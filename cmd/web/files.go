package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/agent/shop"
	"shopclerk/agent/shop/merchant"
	"shopclerk/agent/store"
	"shopclerk/cmd/internal/live"
)

// shopFile is the file of the data directory in which the shop tells of itself.
const shopFile = "shop.toml"

// keptFiles are what shoppers leave in the shop, and what the shop tells of itself. What
// shoppers leave is stored under the id of their session: see [server.session].
type keptFiles struct {
	db      *store.DB
	journal *journal.Journal
	sales   *shop.Store
	shop    *merchant.Info // nil: the shop tells nothing of itself

	statistics *agent.Statistics // of the journal, by which questions are chosen
}

// openFiles opens the store, in a data directory or a database. What the shop tells of itself
// need not be there, and is no reason to stay closed: a damaged file is logged, and tells
// nothing.
func openFiles(ctx context.Context, c *config) (f keptFiles, err error) {
	if f.db, err = store.Open(ctx, cmp.Or(c.Database, c.Data)); err != nil {
		return f, err
	}
	f.journal, f.sales, f.statistics = journal.New(f.db), shop.New(f.db), &agent.Statistics{}
	if err := f.count(ctx); err != nil {
		slog.Warn("the clerk does not know what shoppers answered", "error", err)
	}
	text, err := readShopFile(c.path())
	if err == nil {
		f.shop, err = merchant.Parse(text)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		slog.Error("the clerk knows nothing about the shop", "file", c.path(), "error", err)
	}
	return f, nil
}

// mostShopFile bounds shop.toml, in bytes.
const mostShopFile = 1 << 20

func readShopFile(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, mostShopFile+1))
	if err == nil && len(text) > mostShopFile {
		err = fmt.Errorf("%s has more than %d bytes. Shorten it", path, mostShopFile)
	}
	return text, err
}

// countedEvents is of how many of the latest events of the journal the clerk learns: a
// category's habits are known after tens of forms, and these are thousands.
const countedEvents = 20_000

// count counts the answer statistics anew.
func (f *keptFiles) count(ctx context.Context) error {
	counts, err := f.journal.Seen(ctx, countedEvents)
	if err == nil {
		f.statistics.Set(counts)
	}
	return err
}

// outfit gives a clerk what these files know beside the catalogue.
func (s *server) outfit(g *live.Snapshot, c *agent.Config) {
	c.Statistics = s.statistics
	c.Shop = func() *merchant.Info { return s.shop }
	if s.sales != nil {
		c.Reserve = shop.Shop{Store: s.sales}.Reserve
	}
}

// close closes the store.
func (f *keptFiles) close() error {
	if f.db == nil {
		return nil
	}
	return f.db.Close()
}
