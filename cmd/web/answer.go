package main

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/labstack/echo/v4"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/agent/voice"
	"shopclerk/catalog"
	"shopclerk/cmd/web/internal/complaint"
	"shopclerk/cmd/web/internal/present"
	"shopclerk/search"
	"shopclerk/views"
)

// offer takes what the clerk offered with an answer: a change of the need, or another
// category in place of what is not sold.
func (s *server) offer(c echo.Context) error {
	conversation, err := s.open(c)
	if err != nil {
		return err
	}
	act, err := strconv.Atoi(c.FormValue(views.FieldAct))
	if err != nil {
		return complaint.Bad("error.no-offer")
	}
	var changes []search.Change
	if c.FormValue(views.FieldNearest) != "" {
		changes, err = s.instead(c, &conversation.Conversation, act, c.FormValue(views.FieldNearest))
	} else {
		var i int
		if i, err = strconv.Atoi(c.FormValue(views.FieldOffer)); err == nil {
			changes, err = conversation.Offered(act, i)
		}
	}
	switch {
	case errors.Is(err, memory.ErrNoSuch), errors.Is(err, strconv.ErrSyntax), errors.Is(err, strconv.ErrRange):
		return complaint.Bad("error.no-offer")
	case err != nil:
		return err
	}
	return s.reply(c, conversation, agent.Input{Changes: changes})
}

// instead is the change that looks in a category that was named in place of what is not
// sold. One that the catalogue does not have any more is [memory.ErrNoSuch].
func (s *server) instead(e echo.Context, c *memory.Conversation, act int, field string) ([]search.Change, error) {
	i, err := strconv.Atoi(field)
	if err != nil {
		return nil, err
	}
	path, err := c.Instead(act, i)
	if err != nil {
		return nil, err
	}
	categories := present.Below(s.store(e).Categories(), path)
	if len(categories) == 0 {
		return nil, fmt.Errorf("category %q: %w", path, memory.ErrNoSuch)
	}
	return []search.Change{{Op: search.SetScope, Text: voice.CategoryName(path), Categories: categories}}, nil
}

// about reads the products that the latest answers name.
func (s *server) about(c echo.Context, conversation *journal.Conversation) ([]catalog.Product, error) {
	last := conversation.Last()
	if last == nil {
		return nil, nil
	}
	var ids []string
	for i := range last.Acts {
		ids = append(ids, last.Acts[i].Products...)
	}
	if len(ids) == 0 {
		return nil, nil
	}
	return s.named(c, ids)
}

// wantedOrder is the order that a message asked the list to be in, "" for none that a
// list can be in.
func wantedOrder(e *memory.Exchange) (o search.Order, asked bool) {
	for _, a := range e.Acts {
		by := search.Order(a.By)
		if by == "-"+search.ByRating {
			by = search.ByRating // it has no other direction
		}
		if a.Kind == memory.Sort && present.Sortable(by) {
			o, asked = by, true
		}
	}
	return o, asked
}
