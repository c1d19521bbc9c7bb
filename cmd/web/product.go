package main

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"shopclerk/agent/journal"
	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	"shopclerk/views"
)

// similarShown is how many similar products a page shows: one row on a laptop.
const similarShown = 4

// product shows one product; ?c names the conversation it was found in.
func (s *server) product(c echo.Context) error {
	id, err := param(c, "product")
	if err != nil {
		return err
	}
	p, err := s.sold(c, id)
	if err != nil {
		return err
	}
	o, err := s.from(c)
	if err != nil {
		return err
	}
	described, err := s.describe(c, &p)
	if err != nil {
		return err
	}
	similar, err := s.similar(c, &p, similarShown)
	if err != nil {
		return err
	}
	held, err := s.held(c, p.ID)
	if err != nil {
		return err
	}
	whole, err := s.whole(c, &p)
	if err != nil {
		return err
	}
	s.looked(c, journal.Opened, cmp.Or(p.Group, p.ID))
	return s.html(c, views.ProductPage(views.Product{
		Page: s.frame(c, p.Title), Origin: &o, Of: described, Whole: whole, Similar: similar, Held: held, At: views.Position(c.QueryParam),
	}))
}

// whole reads the product that a variant is of; one without variants is whole.
func (s *server) whole(c echo.Context, p *catalog.Product) (*catalog.Product, error) {
	if p.Group == "" {
		return p, nil
	}
	list, err := s.clerk(c).Products(c.Request().Context(), []catalog.Ref{p.Ref})
	if err != nil {
		return nil, err
	}
	return &list[0], nil
}

// sold finds a product that the shop shows. One that it hides is
// [sqlite.ErrNotFound], as if it had never been.
func (s *server) sold(c echo.Context, id string) (catalog.Product, error) {
	if s.clerk(c).Hides(id) {
		return catalog.Product{}, fmt.Errorf("product %q is hidden: %w", id, sqlite.ErrNotFound)
	}
	ctx := c.Request().Context()
	p, err := s.store(c).Product(ctx, id)
	if err != nil {
		return p, err
	}
	if p.Group != "" && s.clerk(c).Hides(p.Group) {
		return catalog.Product{}, fmt.Errorf("product %q is hidden: %w", p.Group, sqlite.ErrNotFound)
	}
	now, err := s.clerk(c).Products(ctx, []catalog.Ref{p.Ref})
	if err != nil {
		return p, err
	}
	if v, ok := now[0].As(id); ok {
		return v, nil
	}
	return now[0], nil
}

// describe finds a product's category.
func (s *server) describe(c echo.Context, p *catalog.Product) (*views.Described, error) {
	category, err := s.store(c).Category(p.Category)
	if err != nil {
		return nil, err
	}
	shelf, err := s.clerk(c).ShelfOf(c.Request().Context(), p.Category, p.Ref)
	if err != nil {
		return nil, err
	}
	row, ok := shelf.Row(p.Ref)
	if !ok {
		return nil, errors.New("the shelf of " + p.Category + " lacks product " + p.ID)
	}
	return &views.Described{Product: p, Category: category, Shelf: shelf, Row: row}, nil
}

// similar finds products like one, best first.
func (s *server) similar(c echo.Context, p *catalog.Product, k int) ([]catalog.Product, error) {
	hits, err := s.clerk(c).Similar(c.Request().Context(), p.Category, p.Ref, k)
	if err != nil {
		return nil, err
	}
	refs := make([]catalog.Ref, len(hits))
	for i, h := range hits {
		refs[i] = h.Ref
	}
	return s.store(c).Products(c.Request().Context(), refs)
}

// picture draws a product that has no picture of its own.
func (s *server) picture(c echo.Context) error {
	id, err := param(c, "product")
	if err != nil {
		return err
	}
	p, err := s.store(c).Product(c.Request().Context(), strings.TrimSuffix(id, ".svg"))
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "public, max-age=86400")
	return c.Blob(http.StatusOK, svg, views.ProductDrawing(&p))
}

// svg is the media type of what is drawn.
const svg = "image/svg+xml; charset=utf-8"

// tile draws a category.
func (s *server) tile(c echo.Context) error {
	path, err := param(c, "category")
	if err != nil {
		return err
	}
	path = strings.TrimSuffix(path, ".svg")
	if _, err := s.store(c).Category(path); err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "public, max-age=86400")
	return c.Blob(http.StatusOK, svg, views.CategoryDrawing(path))
}
