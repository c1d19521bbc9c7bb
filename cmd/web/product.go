package main

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"shopclerk/agent/journal"
	"shopclerk/catalog"
	"shopclerk/catalog/picture"
	"shopclerk/search"
	"shopclerk/views"
)

// fieldConversation is the parameter by which a page knows the conversation it was
// reached from.
const fieldConversation = "c"

// origin is where a shopper comes from when they look at products: a conversation,
// or none.
type origin struct {
	conversation string // its id; empty for none
	need         search.Need
	back         views.Link
}

// from reads where a shopper comes from. A conversation that is not there any
// more is none: its products still are.
func (s *server) from(c echo.Context) (origin, error) {
	none := origin{back: views.Link{Text: "To the start page", URL: "/"}}
	id := c.FormValue(fieldConversation)
	if id == "" {
		return none, nil
	}
	conversation, err := s.journal.Load(c.Request().Context(), id)
	if errors.Is(err, journal.ErrNotFound) {
		return none, nil
	}
	if err != nil {
		return none, err
	}
	return origin{id, conversation.Need(), views.Link{Text: "Back to the conversation", URL: "/c/" + id}}, nil
}

// query begins the query of an address reached from here.
func (o *origin) query() url.Values {
	if o.conversation == "" {
		return url.Values{}
	}
	return url.Values{fieldConversation: {o.conversation}}
}

// hidden is what a form sent from here carries.
func (o *origin) hidden(more ...views.Field) []views.Field {
	if o.conversation != "" {
		more = append(more, views.Field{Name: fieldConversation, Value: o.conversation})
	}
	return more
}

// address adds the query of an origin to a path.
func (o *origin) address(path string, more ...string) string {
	q := o.query()
	for i := 0; i+1 < len(more); i += 2 {
		q.Add(more[i], more[i+1])
	}
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}

// similarShown is how many similar products a page shows: one row on a laptop.
const similarShown = 4

// product shows one product; ?c names the conversation it was found in.
func (s *server) product(c echo.Context) error {
	ctx := c.Request().Context()
	id, err := param(c, "product")
	if err != nil {
		return err
	}
	p, err := s.store.Product(ctx, id)
	if err != nil {
		return err
	}
	o, err := s.from(c)
	if err != nil {
		return err
	}
	described, err := s.describe(ctx, &p)
	if err != nil {
		return err
	}
	similar, err := s.similar(ctx, &p, similarShown)
	if err != nil {
		return err
	}
	held, err := s.held(c, p.ID)
	if err != nil {
		return err
	}
	page := s.present.product(described, similar, held, &o)
	page.Page = s.frame(c, page.Page)
	s.opened(c, p.ID)
	return s.html(c, views.ProductPage(page))
}

// described is a product with what is known of its category.
type described struct {
	*catalog.Product
	category *catalog.Category
	shelf    *catalog.Shelf
	row      int // of the shelf
}

// describe finds a product's category.
func (s *server) describe(ctx context.Context, p *catalog.Product) (*described, error) {
	category, err := s.store.Category(p.Category)
	if err != nil {
		return nil, err
	}
	shelf, err := s.clerk.Engine.Shelf(ctx, p.Category)
	if err != nil {
		return nil, err
	}
	row, ok := shelf.Row(p.Ref)
	if !ok {
		return nil, errors.New("the shelf of " + p.Category + " lacks product " + p.ID)
	}
	return &described{p, category, shelf, row}, nil
}

// similar finds products like one, best first.
func (s *server) similar(ctx context.Context, p *catalog.Product, k int) ([]catalog.Product, error) {
	hits, err := s.clerk.Engine.Similar(ctx, p.Category, p.Ref, k)
	if err != nil {
		return nil, err
	}
	refs := make([]catalog.Ref, len(hits))
	for i, h := range hits {
		refs[i] = h.Ref
	}
	return s.store.Products(ctx, refs)
}

// picture draws a product that has no picture of its own.
func (s *server) picture(c echo.Context) error {
	id, err := param(c, "product")
	if err != nil {
		return err
	}
	p, err := s.store.Product(c.Request().Context(), strings.TrimSuffix(id, ".svg"))
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "public, max-age=86400")
	return c.Blob(http.StatusOK, "image/svg+xml", picture.SVG(p.Category, p.Title, colours(&p), uint64(p.Ref)))
}

// colours finds what the product says of its colour, by the names feeds use.
func colours(p *catalog.Product) []string {
	var out []string
	for _, a := range p.Attributes {
		if strings.Contains(a.Key, "colour") || strings.Contains(a.Key, "color") {
			for _, v := range a.Values {
				out = append(out, v.Text)
			}
		}
	}
	return out
}
