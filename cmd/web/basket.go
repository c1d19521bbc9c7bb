package main

import (
	"errors"
	"log/slog"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"shopclerk/agent/journal"
	"shopclerk/agent/shop"
	"shopclerk/catalog"
	"shopclerk/cmd/internal/live"
	"shopclerk/cmd/web/internal/admit"
	"shopclerk/views"
	"shopclerk/words"
)

// frame is the frame of a page of a title, with what it tells of the shopper: how much is in the
// basket, and whether there are orders. Who can not be told so can still read the page.
func (s *server) frame(c echo.Context, title string) views.Page {
	o := views.Origin{Place: readPlace(c)}
	page := views.Page{Title: title, Shop: s.config.Name, Catalogue: s.clerk(c).Config().Language}
	if s.shop.OrdersHere() {
		page.Basket = o.Address("/basket")
	}
	if session := s.known(c); session != "" {
		ctx, cancel := aside(c) // a page for trouble comes when the request's time is over
		defer cancel()
		var err error
		if page.Pieces, page.Orders, err = s.sales.Holds(ctx, session); err != nil {
			slog.ErrorContext(ctx, "a page does not tell what is in the basket", "error", err)
		}
	}
	return page
}

// lines returns the shopper's basket. One who comes for the first time has none.
func (s *server) lines(c echo.Context) ([]shop.Item, error) {
	session := s.known(c)
	if session == "" {
		return nil, nil
	}
	return s.sales.Basket(c.Request().Context(), session)
}

// held returns how many of a product are in the shopper's basket.
func (s *server) held(c echo.Context, product string) (int, error) {
	lines, err := s.lines(c)
	if i := slices.IndexFunc(lines, func(l shop.Item) bool { return l.Product == product }); i >= 0 {
		return lines[i].Quantity, nil
	}
	return 0, err
}

// basket shows the basket, with today's prices.
func (s *server) basket(c echo.Context) error {
	o, err := s.from(c)
	if err != nil {
		return err
	}
	lines, err := s.lines(c)
	if err != nil {
		return err
	}
	ids := make([]string, len(lines))
	for i, l := range lines {
		ids[i] = l.Product
	}
	products, err := s.namedByID(c, ids)
	if err != nil {
		return err
	}
	w := words.From(c.Request().Context())
	page := views.Basket{Page: s.frame(c, w.T("basket.title")), Origin: &o, Lines: lines, Products: products}
	if put := c.QueryParam(views.FieldPut); put != "" {
		page.Notice = views.PutNotice(w, lines, put, s.known(c) != "")
	}
	return s.private(c, http.StatusOK, views.BasketPage(page))
}

// named reads products by their ids, in that order; those that the shop does not
// have, or hides, are left out.
func (s *server) named(c echo.Context, ids []string) ([]catalog.Product, error) {
	ctx := c.Request().Context()
	return readShown(ctx, live.From(ctx), ids, s.clerk(c).Products)
}

// namedByID reads products as [server.named] does, by their ids.
func (s *server) namedByID(c echo.Context, ids []string) (map[string]*catalog.Product, error) {
	products, err := s.named(c, ids)
	out := make(map[string]*catalog.Product, len(products))
	for i := range products {
		out[products[i].ID] = &products[i]
	}
	return out, err
}

// putIn puts a product into the basket.
func (s *server) putIn(c echo.Context) error {
	quantity, err := pieces(c)
	if err != nil {
		return err
	}
	p, _, err := s.sold(c, c.FormValue(views.FieldProduct))
	if err != nil {
		return err
	}
	if len(p.Variants) > 0 { // by a form from before it had any
		o := views.Origin{Place: readPlace(c)}
		return c.Redirect(http.StatusSeeOther, o.Address("/p/"+url.PathEscape(p.ID)))
	}
	if !p.ForSale() {
		return views.BadRequest("error.not-for-sale", "Title", p.Title)
	}
	line := shop.Item{Product: p.ID, Title: p.Title, Quantity: quantity, Price: p.Price}
	session := s.session(c)
	if err := s.sales.Put(c.Request().Context(), session, line); err != nil {
		return refused(c, err)
	}
	s.did(c, journal.Interaction{Session: session, Act: journal.Basket, Quantity: quantity, Price: p.Price.Minor}, p.ID)
	put := views.Field{Name: views.FieldPut, Value: p.ID}
	if at := readPlace(c); c.FormValue(views.FieldStay) != "" && at.Conversation != "" {
		return c.Redirect(http.StatusSeeOther, at.Back(put))
	}
	return s.toBasket(c, put)
}

// changeBasket sets how many of a product are in the basket; 0 takes it out.
func (s *server) changeBasket(c echo.Context) error {
	quantity, err := pieces(c)
	if err != nil {
		return err
	}
	if err := s.sales.SetQuantity(c.Request().Context(), s.session(c), c.FormValue(views.FieldProduct), quantity); err != nil {
		return refused(c, err)
	}
	return s.toBasket(c)
}

// undoBasket gives the basket back what it held before something was done by words.
func (s *server) undoBasket(c echo.Context) error {
	if err := s.sales.Undo(c.Request().Context(), s.known(c), c.FormValue(views.FieldDeed)); err != nil {
		return refused(c, err)
	}
	return s.toBasket(c)
}

// pieces reads how many there shall be.
func pieces(c echo.Context) (int, error) {
	n, err := strconv.Atoi(strings.TrimSpace(c.FormValue(views.FieldQuantity)))
	if err != nil {
		return 0, views.BadRequest("error.quantity", "Most", shop.MostPieces)
	}
	return n, nil
}

// refused tells a shopper's mistake from the shop's.
func refused(c echo.Context, err error) error {
	if r := (*shop.Refusal)(nil); errors.As(err, &r) {
		return views.BadRequest("error.basket", "Why", catalog.Capital(r.Say(words.From(c.Request().Context()))))
	}
	return err
}

// toBasket redirects to the basket: POST, redirect, GET.
func (s *server) toBasket(c echo.Context, fields ...views.Field) error {
	o := views.Origin{Place: readPlace(c)}
	return c.Redirect(http.StatusSeeOther, o.Address("/basket", fields...))
}

// purchases lists the visitor's orders.
func (s *server) purchases(c echo.Context) error {
	return s.listPurchases(c, http.StatusOK, views.FindOrder{})
}

func (s *server) listPurchases(c echo.Context, status int, form views.FindOrder) error {
	all, err := s.sales.Orders(c.Request().Context(), s.known(c))
	if err != nil {
		return err
	}
	products, err := s.ordered(c, all)
	if err != nil {
		return err
	}
	title := words.T(c.Request().Context(), "purchase.title")
	return s.private(c, status, views.OrdersPage(views.OrderList{Page: s.frame(c, title), Orders: all, Products: products, Find: form}))
}

const (
	// findEvery is how often one network may look for an order, and findBurst how often at
	// once: a few mistakes are made, and numbers of orders can be guessed.
	findEvery = time.Minute
	findBurst = 5
)

// findPurchase makes an order the visitor's who knows its number and e-mail address.
func (s *server) findPurchase(c echo.Context) error {
	form := views.FindOrder{Number: strings.TrimSpace(c.FormValue(views.FieldOrder)), Email: strings.TrimSpace(c.FormValue(views.FieldEmail))}
	if wait := s.finds.Take(admit.Networks(c.RealIP()), 1, time.Now()); wait > 0 {
		form.Wait = int(math.Ceil(wait.Seconds()))
		c.Response().Header().Set("Retry-After", strconv.Itoa(form.Wait))
		slog.WarnContext(c.Request().Context(), "orders are looked for too often", "from", c.RealIP())
		return s.listPurchases(c, http.StatusTooManyRequests, form)
	}
	o, err := s.sales.Claim(c.Request().Context(), s.session(c), form.Number, form.Email)
	if errors.Is(err, shop.ErrNone) {
		form.Missing = true
		return s.listPurchases(c, http.StatusNotFound, form)
	}
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, views.OrderURL(o.ID))
}

// purchase shows one order. At the address of anybody else's is nothing.
func (s *server) purchase(c echo.Context) error {
	ctx := c.Request().Context()
	person := s.known(c)
	id, err := param(c, "order")
	if err != nil {
		return err
	}
	o, err := s.sales.Order(ctx, person, id)
	if err != nil {
		return err
	}
	products, err := s.ordered(c, []shop.Order{o})
	if err != nil {
		return err
	}
	return s.private(c, http.StatusOK, views.OrderPage(views.Order{
		Order: o, Page: s.frame(c, words.T(ctx, "purchase.number", "Number", o.ID)), Products: products, Possible: o.Possible(), New: c.QueryParam(views.FieldPlaced) != "",
	}))
}

// ordered reads the products of orders that the shop still has, by their ids.
func (s *server) ordered(c echo.Context, all []shop.Order) (map[string]*catalog.Product, error) {
	var ids []string
	for _, o := range all {
		for _, l := range o.Lines {
			ids = append(ids, l.Product)
		}
	}
	return s.namedByID(c, ids)
}
