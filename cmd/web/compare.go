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
	return s.html(c, views.ComparePage(views.Compare{
		Page: s.frame(c, words.T(c.Request().Context(), "compare.title")), Origin: &o, Columns: columns,
		Gone: len(ids) - len(products), Left: products[len(shown):],
	}))
}
