package main

import (
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"shopclerk/agent/journal"
	"shopclerk/cmd/web/internal/complaint"
	"shopclerk/cmd/web/internal/present"
	"shopclerk/search"
	"shopclerk/views"
)

// values lists what a question can be answered with besides its options.
func (s *server) values(c echo.Context) error {
	ctx := c.Request().Context()
	version, err := strconv.Atoi(c.QueryParam(present.FieldVersion))
	if err != nil || version < 0 {
		return complaint.Bad("error.no-state")
	}
	conversation, err := s.journal.At(ctx, c.Param("id"), version)
	if err != nil {
		return err
	}
	last := conversation.Last()
	at, err := strconv.Atoi(c.QueryParam(present.FieldQuestion))
	if err != nil || last == nil || at < 0 || at >= len(last.Questions) {
		return complaint.Bad("error.no-state")
	}
	turn, err := s.clerk(c).Look(ctx, s.presenter(c).Legible(conversation.Need(), journal.Redacted), search.Page{Limit: 1})
	if err != nil {
		return err
	}
	page := s.presenter(c).Values(presented(conversation), turn, at, strings.ToValidUTF8(c.QueryParam(views.FieldTyped), ""))
	page.Page = s.frame(c, page.Page)
	return s.html(c, views.ValuesPage(page))
}
