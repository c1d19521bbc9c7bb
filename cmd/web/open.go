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
	"path/filepath"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/agent/llm"
	"shopclerk/agent/shop"
	"shopclerk/agent/shop/merchant"
	"shopclerk/agent/store"
	"shopclerk/catalog/demo"
	"shopclerk/catalog/sqlite"
	"shopclerk/cmd/internal/live"
	"shopclerk/cmd/internal/progress"
	"shopclerk/search/index"
)

// open opens the catalogue, which first opens, and the files, has next go on with them, and
// closes all in reverse.
func (c *config) open(ctx context.Context, first func(context.Context) (*index.Shop, error), next func(*live.Shop, keptFiles) error) (err error) {
	client, err := c.Model.Open(nil)
	if err != nil {
		return err
	}
	catalogues, err := c.catalogues(client, first)
	if err != nil {
		return err
	}
	shop, err := live.New(ctx, catalogues.Open)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closed(ctx, shop)) }()
	kept, err := openFiles(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kept.close()) }()
	return next(shop, kept)
}

// closed closes the catalogue once the last answer that is made of it is given.
func closed(ctx context.Context, shop *live.Shop) error {
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	return shop.Close(end)
}

// demoSeed makes the demonstration shop the same everywhere.
const demoSeed = 1

// openCatalogue opens the catalogue, creating the demonstration shop where there is none.
func openCatalogue(ctx context.Context, c config) (*index.Shop, error) {
	bar := progress.New(os.Stderr)
	defer bar.Done()
	shop, err := index.Open(ctx, c.Data, bar.Report)
	if !errors.Is(err, sqlite.ErrNoCatalogue) || c.Demo <= 0 || c.Search != "" {
		return shop, err
	}
	if _, statErr := os.Stat(filepath.Join(c.Data, index.CatalogFile)); !errors.Is(statErr, fs.ErrNotExist) {
		return nil, err // there is a catalogue, but not one to read: never overwrite it
	}
	if err := unused(ctx, c); err != nil {
		return nil, err
	}
	fmt.Fprintf(os.Stderr, "No catalogue in %s: creating the demonstration shop, %d products a category.\n", c.Data, c.Demo)
	if _, err := index.Build(ctx, c.Data, index.FromSeq(demo.Records(demoSeed, c.Demo)), index.Options{Hints: demo.Hints, Progress: bar.Report}); err != nil {
		return nil, fmt.Errorf("creating the demonstration shop: %w", err)
	}
	return index.Open(ctx, c.Data, bar.Report)
}

// unused reports an error where the place of a missing catalogue has orders or conversations: a
// shop in use sells nothing that was made up.
func unused(ctx context.Context, c config) error {
	orders, conversations, err := store.Used(ctx, c.Database, c.Data)
	if err == nil && orders+conversations > 0 {
		err = fmt.Errorf("%w in %s, beside %d orders and %d conversations of a shop in use: import it again with \"catalog import\", or restore it from your backup; "+
			"the demonstration shop is made only where nobody has been", sqlite.ErrNoCatalogue, c.Data, orders, conversations)
	}
	return err
}

// hire makes the clerk, who asks the language model where there is one that answers in words,
// and has read what the first shoppers would wait for.
func hire(ctx context.Context, shop *index.Shop, client *llm.Client) (*agent.Agent, error) {
	clerk, err := agent.Hire(ctx, shop.Engine)
	if err != nil {
		return nil, err
	}
	clerk.Config().Reader.Completer() // nobody who types waits for it
	if client == nil || client.Model() == "" {
		return clerk, nil
	}
	return clerk.With(func(c *agent.Config) { c.Model = client }), nil
}

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
	f.sales.Ceiling = f.shop.Ceiling()
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
func (s *server) outfit(c *agent.Config) {
	c.Statistics = s.statistics
	c.Shop = func() *merchant.Info { return s.shop }
	c.Taken = s.sales.Taken
}

// close closes the store.
func (f *keptFiles) close() error { return f.db.Close() }
