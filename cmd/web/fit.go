package main

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"shopclerk/agent/memory"
	"shopclerk/cmd/web/internal/complaint"
	"shopclerk/cmd/web/internal/present"
	"shopclerk/search"
	"shopclerk/words"
)

// fit tells how many products would fit with what is ticked so far. Nothing comes of
// it: what was typed beside the ticks is not read, and nothing is recorded.
func (s *server) fit(c echo.Context) error {
	ctx := c.Request().Context()
	version, err := strconv.Atoi(c.FormValue(present.FieldVersion))
	if err != nil || version < 0 {
		return complaint.Bad("error.no-state")
	}
	conversation, err := s.journal.At(ctx, c.Param("id"), version)
	if err != nil {
		return err
	}
	form, err := c.FormParams()
	if err != nil {
		return complaint.Bad("error.no-form")
	}
	var answers []memory.Given
	if last := conversation.Last(); last != nil {
		if answers, err = present.Ticks(form, len(last.Questions)); err != nil {
			return err
		}
	}
	w := words.From(ctx)
	changes, err := conversation.Answers(w, answers)
	if err != nil {
		return err
	}
	need := search.Fold(append(conversation.Changes(), conversation.Number(changes)...))
	turn, err := s.clerk(c).Look(ctx, need, search.Page{Limit: 1})
	if err != nil {
		return err
	}
	return c.String(http.StatusOK, w.N("questions.fit", turn.Fit()))
}
