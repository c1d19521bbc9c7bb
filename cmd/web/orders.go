package main

import (
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"shopclerk/agent/shop"
	"shopclerk/catalog"
	"shopclerk/cmd/web/internal/admit"
	"shopclerk/views"
	"shopclerk/words"
)

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
	if wait := s.finds.Take(admit.Network(c.RealIP()), 1, time.Now()); wait > 0 {
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
		Order: o, Page: s.frame(c, words.T(ctx, "purchase.number", "Number", o.ID)), Products: products, Possible: o.Possible(),
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
