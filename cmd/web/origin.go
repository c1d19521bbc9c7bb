package main

import (
	"cmp"
	"errors"
	"shopclerk/views"

	"github.com/labstack/echo/v4"

	"shopclerk/agent/journal"
)

// readPlace reads a place from a request: from the address of a conversation, or from
// what a page reached from there carries. What can not be true is left out.
func readPlace(c echo.Context) views.Place {
	id := cmp.Or(c.Param("id"), c.FormValue(views.FieldConversation))
	if !journal.ValidID(id) {
		return views.Place{}
	}
	return views.ReadPlace(id, c.FormValue)
}

// from reads where a shopper comes from. A conversation that is not there any
// more is none: its products still are.
func (s *server) from(c echo.Context) (views.Origin, error) {
	ctx := c.Request().Context()
	none := views.Origin{Back: s.presenter(c).ToStart()}
	o := views.Origin{Place: readPlace(c)}
	if o.Conversation == "" {
		return none, nil
	}
	conversation, err := s.journal.Load(ctx, o.Conversation)
	if err == nil && o.Version > conversation.Version {
		o.Version = 0
	}
	if err == nil && o.Version > 0 && o.Version < conversation.Version {
		conversation, err = s.journal.At(ctx, o.Conversation, o.Version)
	}
	if errors.Is(err, journal.ErrNotFound) {
		return none, nil
	}
	if err != nil {
		return none, err
	}
	o.Need = s.presenter(c).Legible(conversation.Need(), journal.Redacted)
	o.Back = s.presenter(c).ToConversation(o.Place.Back())
	return o, nil
}

// at is where in a conversation as it is now a shopper is, as far as its list goes.
func at(c echo.Context, conversation *journal.Conversation) views.Place {
	p := views.ReadPlace(conversation.ID, c.FormValue)
	p.Version, p.Card = conversation.Version, 0
	return p
}
