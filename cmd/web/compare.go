package main

import (
	"github.com/labstack/echo/v4"

	"shopclerk/agent/journal"
	"shopclerk/views"
	"shopclerk/words"
)

// compare shows the products that ?p names side by side; ?c names the conversation
// they were found in.
func (s *server) compare(c echo.Context) error {
	ctx := c.Request().Context()
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
	page := s.presenter(c).Compare(columns, &o)
	page.Page = s.frame(c, page.Page)
	page.Notes = views.CompareNotes(words.From(ctx), len(ids)-len(products), products[len(shown):])
	return s.html(c, views.ComparePage(page))
}
