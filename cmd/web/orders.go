package main

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/labstack/echo/v4"

	"shopclerk/agent/shop/orders"
	"shopclerk/catalog"
	"shopclerk/views"
)

// purchases lists the visitor's orders.
func (s *server) purchases(c echo.Context) error {
	all, err := s.sales.Orders(c.Request().Context(), s.known(c))
	if err != nil {
		return err
	}
	products, err := s.ordered(c, all)
	if err != nil {
		return err
	}
	page := s.presenter(c).Purchases(all, products)
	page.Page = s.frame(c, page.Page)
	return s.private(c, http.StatusOK, views.OrdersPage(page))
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
	trail, err := s.sales.TrailOf(ctx, o.ID)
	if err != nil {
		return err
	}
	products, err := s.ordered(c, []orders.Order{o})
	if err != nil {
		return err
	}
	at, err := s.counterOf(ctx, person)
	if err != nil {
		return err
	}
	page := s.presenter(c).Purchase(o, trail, at.Possible(o.ID), products)
	page.Page = s.frame(c, page.Page)
	return s.private(c, http.StatusOK, views.OrderPage(page))
}

// ordered reads the products of orders that the shop still has, by their ids.
func (s *server) ordered(c echo.Context, all []orders.Order) (map[string]*catalog.Product, error) {
	var ids []string
	for _, o := range all {
		for _, l := range o.Lines {
			ids = append(ids, l.Product)
		}
	}
	return s.namedByID(c, ids)
}

// ordersLink leads to the orders of a person who has some. Who can not be told so can
// still read the page.
func (s *server) ordersLink(ctx context.Context, person string) string {
	has, err := s.sales.Any(ctx, person)
	if err != nil {
		slog.ErrorContext(ctx, "a page does not tell that there are orders", "error", err)
	}
	if !has {
		return ""
	}
	return views.OrdersPath
}
