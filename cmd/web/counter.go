package main

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/orders/counter"
	"shopclerk/agent/shop/sales"
	"shopclerk/catalog"
	"shopclerk/cmd/internal/live"
	"shopclerk/words"
)

// counters is what counters of the shop work with, in a snapshot of its catalogue. The
// clerk says what is hidden.
func counters(sold *sales.Store, g *live.Snapshot) counter.Shop {
	return counter.Shop{
		Orders: sold, Baskets: sold, Counted: counted(g),
		Products: func(ctx context.Context, ids []string) ([]catalog.Product, error) {
			return readShown(ctx, g, ids, g.Store.Products)
		},
	}
}

// counted tells when stock was counted: when it was imported, or set since.
func counted(g *live.Snapshot) func(*catalog.Product, string) time.Time {
	return func(_ *catalog.Product, id string) time.Time {
		if at := g.Store.Counted(id); at > 0 {
			return time.UnixMicro(at)
		}
		return g.Published
	}
}

// readShown reads products by their ids, in that order; those that the shop does not have,
// or hides, are left out. A variant's id gives the product as that variant.
func readShown(ctx context.Context, g *live.Snapshot, ids []string, read func(context.Context, []catalog.Ref) ([]catalog.Product, error)) ([]catalog.Product, error) {
	refs, err := g.Store.Refs(ctx, ids)
	if err != nil {
		return nil, err
	}
	var list []catalog.Ref
	var named []string
	for _, id := range ids {
		if ref, ok := refs[id]; ok && !g.Clerk.Hides(id) {
			list, named = append(list, ref), append(named, id)
		}
	}
	products, err := read(ctx, list)
	if err != nil {
		return nil, err
	}
	out := products[:0]
	for i := range products {
		if g.Clerk.Hides(products[i].ID) { // named by a variant
			continue
		}
		if v, ok := products[i].As(named[i]); ok {
			products[i] = v
		}
		out = append(out, products[i])
	}
	return out, nil
}

// counterOf opens the counter for a person, whose basket goes by the same id, as things
// stand; it speaks the language of the context.
func (s *server) counterOf(ctx context.Context, person string) (*counter.Counter, error) {
	g := live.From(ctx)
	return counters(s.sales, g).At(ctx, counter.Shopper{
		Person: person, Session: person, Today: time.Now().Format(time.DateOnly),
	}, words.From(ctx))
}

// served opens the counter for the person on whose behalf another program asks.
func (s *server) served(ctx context.Context, person string) (agent.Counter, error) {
	at, err := s.counterOf(ctx, person)
	if err != nil {
		return nil, err
	}
	return at, nil
}

// counting opens the counter for a visitor, when the clerk has to: what comes into the
// basket there is noted like what comes into it by a form, and what is ordered as well.
func (s *server) counting(c echo.Context, person string) func(context.Context) (agent.Counter, error) {
	return func(ctx context.Context) (agent.Counter, error) {
		at, err := s.served(ctx, person)
		if err != nil {
			return nil, err
		}
		return agent.Noting{Counter: at, Put: func(put counter.Done) {
			i := journal.Interaction{Session: person, Act: journal.Basket, Quantity: put.Quantity}
			if p, err := s.store(c).Product(ctx, put.Product); err == nil {
				i.Price = p.Price.Minor
			}
			s.did(c, i, put.Product)
		}, Ordered: func(l orders.Line, at time.Time) {
			s.recorder.Note(journal.Interaction{Session: person, Act: journal.Ordered, Product: l.Article.ID, Quantity: l.Quantity, Price: l.Price.Minor, At: at})
		}, Cancelled: func(at time.Time) {
			if err := errors.Join(s.recorder.Flush(ctx), s.journal.Cancel(ctx, person, at)); err != nil {
				slog.Error("the numbers count an order that was cancelled", "error", err)
			}
		}}, nil
	}
}

// errandTools are the tools that metrics tell apart: all that are declared.
var errandTools = sync.OnceValue(func() []string {
	var names []string
	for _, t := range counter.Declared(words.English) {
		names = append(names, t.Name)
	}
	return names
})

// measured is a tool as metrics name it: one of ours, or none.
func measured(tool string) string {
	if slices.Contains(errandTools(), tool) {
		return tool
	}
	return "none"
}
