package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"

	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
)

// PricesPath is where a data directory has the prices, list prices and stocks that were set
// since its import.
func PricesPath(dir string) string { return filepath.Join(dir, "prices.db") }

// metaBegun is the name under which the store keeps when an import began to read its feed,
// microseconds since 1970.
const metaBegun = "begun"

// begun is when an import began to read its feed: what was set before is void, because the
// feed was read later.
func begun(ctx context.Context, store *sqlite.Store) (int64, error) {
	text, err := store.Meta(ctx, metaBegun)
	at, parseErr := strconv.ParseInt(string(text), 10, 64)
	if err = cmp.Or(err, parseErr); err != nil {
		return 0, fmt.Errorf("reading when the import began: %w", err)
	}
	return at, nil
}

// ErrPricesClustered reports prices of products that are in a cluster.
var ErrPricesClustered = errors.New("the catalogue's products are in a cluster, which takes no prices: import the feed again with the new ones")

// SetPrices sets prices, list prices and stocks of a data directory in one transaction: all
// of them or, with an error, none. Every process that has the directory open follows; an
// import that began to read its feed before loses nothing, one that begins later has the last
// word.
func SetPrices(ctx context.Context, dir string, changes []catalog.PriceChange) error {
	store, err := sqlite.Open(ctx, CatalogPath(dir))
	if err != nil {
		return err
	}
	return errors.Join(setPrices(ctx, dir, store, changes), store.Close())
}

// SetPrices is [SetPrices] of the data directory that the shop was opened from.
func (s *Shop) SetPrices(ctx context.Context, changes []catalog.PriceChange) error {
	return setPrices(ctx, s.dir, s.Catalogue, changes)
}

func setPrices(ctx context.Context, dir string, store *sqlite.Store, changes []catalog.PriceChange) error {
	if len(changes) == 0 {
		return nil
	}
	if c, err := readClustered(ctx, store); err != nil {
		return err
	} else if c != nil {
		return ErrPricesClustered
	}
	if err := store.CheckPrices(ctx, changes); err != nil {
		return err
	}
	since, err := begun(ctx, store)
	if err != nil {
		return err
	}
	return sqlite.WritePrices(ctx, PricesPath(dir), changes, since)
}

// price applies the prices that were set since the import.
func (s *Shop) price(ctx context.Context) error {
	since, err := begun(ctx, s.Catalogue)
	if err != nil {
		return err
	}
	rows, mark, err := sqlite.ReadPrices(ctx, PricesPath(s.dir), sqlite.PriceMark{}, since)
	if err != nil {
		return err
	}
	s.priced = mark
	if len(rows) > 0 {
		s.Catalogue, err = s.Catalogue.WithPrices(ctx, rows)
	}
	return err
}

// Repriced returns the shop with the prices that were set since it was opened; nil where
// there are none. It shares all but the columns of prices that differ with this one; both are
// to be closed. It returns [ErrReplaced] where the directory is to be opened anew.
func (s *Shop) Repriced(ctx context.Context) (*Shop, error) {
	path := PricesPath(s.dir)
	if s.Catalogue.Replaced(CatalogPath(s.dir)) || s.priced.Replaced(path) {
		return nil, ErrReplaced
	}
	since, err := begun(ctx, s.Catalogue)
	if err != nil {
		return nil, err
	}
	rows, mark, err := sqlite.ReadPrices(ctx, path, s.priced, since)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	out := *s
	out.priced = mark
	if out.Catalogue, err = s.Catalogue.WithPrices(ctx, rows); err != nil {
		return nil, err
	}
	out.Engine = s.Engine.Repriced(out.Catalogue, out.Catalogue.Repriced)
	s.users.Add(1)
	return &out, nil
}

// ErrReplaced reports that other files stand in a data directory than those that are open.
var ErrReplaced = errors.New("the data directory has another catalogue")
