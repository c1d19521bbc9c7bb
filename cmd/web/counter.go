package main

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/agent/shop"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/cmd/internal/live"
	"shopclerk/views"
	"shopclerk/words"
)

// toolsOf opens the shop's tools for a person as things stand, in the language of the
// context; note, unless nil, is told what was carried out.
func (s *server) toolsOf(ctx context.Context, person string, note func(tools.Call, shop.Outcome)) (*shop.Tools, error) {
	g := live.From(ctx)
	return shop.Shop{
		Store: s.sales, Note: note, Info: s.shop,
		Products: func(ctx context.Context, ids []string) ([]catalog.Product, error) {
			return readShown(ctx, g, ids, g.Store.Products)
		},
	}.For(ctx, person, words.From(ctx))
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

// counting opens the tools for a visitor, when the clerk has to: what comes into the basket
// there is noted like what comes into it by a form, and what is ordered as well.
func (s *server) counting(c echo.Context, person string) func(context.Context) (agent.Counter, error) {
	return func(ctx context.Context) (agent.Counter, error) { return s.toolsOf(ctx, person, s.noting(c, person)) }
}

// noting notes what a visitor has done by the shop's tools.
func (s *server) noting(c echo.Context, person string) func(tools.Call, shop.Outcome) {
	ctx := c.Request().Context()
	return func(call tools.Call, out shop.Outcome) {
		switch call.Tool {
		case shop.AddToBasket:
			i := journal.Interaction{Session: person, Act: journal.Basket, Quantity: out.Quantity}
			if p, err := s.store(c).Product(ctx, out.Product); err == nil {
				i.Price = p.Price.Minor
			}
			s.did(c, i, out.Product)
		case shop.PlaceOrder:
			for _, l := range out.Order.Lines {
				s.recorder.Note(journal.Interaction{Session: person, Act: journal.Ordered, Product: l.Article.ID, Quantity: l.Quantity, Price: l.Price.Minor, At: out.Order.Placed})
			}
		case shop.CancelOrder:
			if err := errors.Join(s.recorder.Flush(ctx), s.journal.Cancel(ctx, person, out.Order.Placed)); err != nil {
				slog.Error("the numbers count an order that was cancelled", "error", err)
			}
		}
	}
}

// newRecorder makes a recorder whose losses are counted.
func newRecorder(book *journal.Journal, registry *prometheus.Registry) *journal.Recorder {
	lost := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "shopclerk_interactions_lost_total", Help: "Interactions with products that were not written down.",
	}, []string{"reason"})
	lost.WithLabelValues(string(journal.QueueFull))
	lost.WithLabelValues(string(journal.WriteFailed))
	registry.MustRegister(lost)
	return journal.NewRecorder(book, func(why journal.Loss) { lost.WithLabelValues(string(why)).Inc() })
}

// looked notes what a shopper did by looking at a page. A visitor without a session,
// such as a crawler, is not noted, nor is a page that the browser fetches ahead.
func (s *server) looked(c echo.Context, act journal.Act, products ...string) {
	if session := s.known(c); session != "" && c.Request().Method == http.MethodGet && c.Request().Header.Get("Sec-Purpose") == "" {
		s.did(c, journal.Interaction{Session: session, Act: act}, products...)
	}
}

// did notes what a shopper did with products. What the request tells of the list that
// led to them is kept where it can be true, and else unknown: nobody adds to what is told
// of another's conversation.
func (s *server) did(c echo.Context, i journal.Interaction, products ...string) {
	i.At = time.Now()
	if from := readPlace(c); from.Conversation != "" {
		owner, _, err := s.journal.Head(c.Request().Context(), from.Conversation)
		// what was done with a conversation that is nobody's any more is left out: see [journal.Journal.Record]
		if err == nil && owner == i.Session || errors.Is(err, journal.ErrNotFound) {
			i.Conversation, i.Version = from.Conversation, from.Version
			if len(products) == 1 && i.Version > 0 {
				i.Position = views.Position(c.FormValue)
			}
		}
	}
	if s.grow(c, lookGrowth*len(products)) != nil {
		return // the statistics do without
	}
	for _, i.Product = range products {
		s.recorder.Note(i)
	}
}
