package main

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	"shopclerk/search"
	"shopclerk/views"
	"shopclerk/words"
)

// similarShown is how many similar products a page shows: one row on a laptop.
const similarShown = 4

// product shows one product; ?c names the conversation it was found in.
func (s *server) product(c echo.Context) error {
	id, err := param(c, "product")
	if err != nil {
		return err
	}
	p, whole, err := s.sold(c, id)
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
	s.looked(c, journal.Opened, cmp.Or(p.Group, p.ID))
	return send(c, http.StatusOK, views.ProductPage(views.Product{
		Page: s.frame(c, p.Title), Origin: &o, Of: described, Whole: &whole, Similar: similar, Held: held, At: views.Position(c.QueryParam),
	}))
}

// sold finds a product that the shop shows, and the one that it is a variant of, itself where
// it is none. One that it hides is [sqlite.ErrNotFound], as if it had never been.
func (s *server) sold(c echo.Context, id string) (p, whole catalog.Product, err error) {
	ctx := c.Request().Context()
	p, err = s.store(c).Product(ctx, id)
	if err == nil && (s.clerk(c).Hides(id) || s.clerk(c).Hides(p.Group)) {
		err = fmt.Errorf("product %q is hidden: %w", id, sqlite.ErrNotFound)
	}
	if err != nil {
		return p, p, err
	}
	now, err := s.clerk(c).Products(ctx, []catalog.Ref{p.Ref})
	if err != nil {
		return p, p, err
	}
	if v, ok := now[0].As(id); ok {
		return v, now[0], nil
	}
	return now[0], now[0], nil
}

// describe finds a product's category.
func (s *server) describe(c echo.Context, p *catalog.Product) (*views.Described, error) {
	category, err := s.store(c).Category(p.Category)
	if err != nil {
		return nil, err
	}
	shelf, err := s.clerk(c).Config().Engine.ShelfOf(c.Request().Context(), p.Category, p.Ref)
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

// compare shows the products that ?p names side by side; ?c names the conversation
// they were found in.
func (s *server) compare(c echo.Context) error {
	o, err := s.from(c)
	if err != nil {
		return err
	}
	ids := views.Picked(c.QueryParams())
	products, err := s.named(c, ids)
	if err != nil {
		return err
	}
	shown := products[:min(len(products), views.MostCompared)]
	columns, compared := make([]*views.Described, len(shown)), make([]string, len(shown))
	for i := range shown {
		if columns[i], err = s.describe(c, &shown[i]); err != nil {
			return err
		}
		compared[i] = shown[i].ID
	}
	s.looked(c, journal.Compared, compared...)
	return send(c, http.StatusOK, views.ComparePage(views.Compare{
		Page: s.frame(c, words.T(c.Request().Context(), "compare.title")), Origin: &o, Columns: columns,
		Gone: len(ids) - len(products), More: len(products) > len(shown),
	}))
}

// suggested is how many categories, values and products each are suggested: all of them
// fit on a phone above its keyboard.
const suggested = 3

// suggest completes what is being typed: a fragment of the page, for the list below
// the search box.
func (s *server) suggest(c echo.Context) error {
	text := strings.ToValidUTF8(c.QueryParam(views.FieldTyped), "")
	if utf8.RuneCountInString(text) > views.LongestMessage {
		return views.TooLong("error.long-message", "Most", views.LongestMessage)
	}
	found, err := s.clerk(c).Suggest(c.Request().Context(), strings.TrimLeft(text, " "), suggested)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "private, max-age=60")
	return send(c, http.StatusOK, views.SuggestionList(&found))
}

// opening reads what a conversation is begun with: a category, with a value of one of
// its aspects or without, or a message. The zero Input is neither.
func (s *server) opening(c echo.Context) (agent.Input, error) {
	path := c.FormValue(views.FieldCategory)
	if path == "" {
		text, err := views.ReadMessage(c.FormValue(views.FieldMessage))
		return agent.Input{Message: text}, err
	}
	category, err := s.store(c).Category(path)
	if err != nil {
		return agent.Input{}, err
	}
	in := click(search.Change{Op: search.SetScope, Text: category.Name, Categories: []string{path}})
	if key := c.FormValue(views.FieldAspect); key != "" {
		shelf, err := s.clerk(c).Config().Engine.Shelf(c.Request().Context(), category.Path)
		if err != nil {
			return agent.Input{}, err
		}
		wish, err := views.Wish(words.From(c.Request().Context()), category, shelf.Column(key), c.FormValue(views.FieldValue))
		if err != nil {
			return agent.Input{}, err
		}
		in.Changes = append(in.Changes, wish)
	}
	return in, nil
}
