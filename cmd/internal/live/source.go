package live

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"shopclerk/agent"
	"shopclerk/agent/llm"
	"shopclerk/search/index"
	"shopclerk/search/weaviate"
)

// Source opens the catalogue of a data directory, import after import. It is for one
// goroutine at a time, as a [Shop] calls it.
type Source struct {
	Data string // the data directory
	// Cluster has the products, of which turns are made of Pool candidates; nil: the data
	// directory has them.
	Cluster *weaviate.Client
	Pool    int
	Model   *llm.Client // which finds by vectors of its own where it embeds; nil: there is none
	// First opens the catalogue that the shop opens with; those after it are in place.
	First func(context.Context) (*index.Shop, error)
	// Hire makes the clerk of an import, who may look things up for as long as it is sold from.
	Hire func(context.Context, *index.Shop) (*agent.Agent, error)

	sold  *index.Shop  // what was opened last
	hired *agent.Agent // who has learned the latest import's words
}

// Open returns what is sold from by now; nil where that is what was, for
// [New]. An error changes nothing: what cannot be opened is opened with the next
// call. Other prices make a snapshot that shares the rest with the one before; another
// catalogue is opened, and so is one whose index a search found damaged, with another index.
func (s *Source) Open(ctx context.Context, now *Snapshot) (*Snapshot, error) {
	open := s.First
	if now != nil {
		open = func(ctx context.Context) (*index.Shop, error) { return index.Open(ctx, s.Data, nil) }
		if !s.sold.Lost() {
			next, err := s.sold.Repriced(ctx)
			if err == nil && next != nil {
				return s.snapshot(s.hired.With(func(c *agent.Config) { c.Engine = next.Engine }), next), nil
			}
			if !errors.Is(err, index.ErrReplaced) {
				return nil, err
			}
		} else if err := s.sold.Repair(); err != nil {
			return nil, err
		}
	}
	shop, err := open(ctx)
	if err != nil {
		return nil, err
	}
	over, err := shop.Over(ctx, s.Cluster, s.Pool)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("opening %s: %w", s.Data, err), shop.Close())
	}
	shop = over
	if s.Model != nil && s.Model.EmbeddingModel() != "" {
		if err := shop.UseRemote(ctx, s.Model); err != nil {
			return nil, errors.Join(err, shop.Close())
		}
	}
	for _, note := range shop.Notes {
		slog.Warn(note)
	}
	// what it looks up later is not bound to the time that opening may take
	clerk, err := s.Hire(context.WithoutCancel(ctx), shop)
	if err != nil {
		return nil, errors.Join(err, shop.Close())
	}
	s.hired = clerk
	return s.snapshot(clerk, shop), nil
}

func (s *Source) snapshot(clerk *agent.Agent, shop *index.Shop) *Snapshot {
	s.sold = shop
	return &Snapshot{Clerk: clerk, Store: shop.Catalogue, ID: shop.Snapshot(), Published: shop.Catalogue.Published(), SetPrices: shop.SetPrices, Close: shop.Close}
}
