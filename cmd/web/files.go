package main

import (
	"context"
	"log/slog"
	"path/filepath"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/agent/shop"
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
	shop    *shopInfo // nil: the shop tells nothing of itself

	statistics *agent.Statistics // of the journal, by which questions are chosen
}

// openFiles opens the store, in a data directory or a database. What the shop tells of itself
// need not be there, and is no reason to stay closed: a damaged file is logged, and tells
// nothing until it is repaired.
func openFiles(ctx context.Context, dir, database string) (f keptFiles, err error) {
	place := dir
	if database != "" {
		place = database
	}
	if f.db, err = store.Open(ctx, place); err != nil {
		return f, err
	}
	f.journal, f.sales, f.statistics = journal.New(f.db), shop.New(f.db), &agent.Statistics{}
	if err := f.count(ctx); err != nil {
		slog.Warn("the clerk does not know what shoppers answered", "error", err)
	}
	f.shop = &shopInfo{Path: filepath.Join(dir, shopFile)}
	if err := f.shop.Refresh(ctx); err != nil {
		slog.Error("the clerk knows nothing about the shop", "error", err)
	}
	return f, nil
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
	if s.shop != nil {
		c.Shop = s.shop.Info
	}
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
