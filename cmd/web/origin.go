package main

import (
	"cmp"
	"errors"

	"github.com/labstack/echo/v4"

	"shopclerk/agent/journal"
	"shopclerk/cmd/web/internal/present"
)

// readPlace reads a place from a request: from the address of a conversation, or from
// what a page reached from there carries. What can not be true is left out.
func readPlace(c echo.Context) present.Place {
	id := cmp.Or(c.Param("id"), c.FormValue(present.FieldConversation))
	if !journal.ValidID(id) {
		return present.Place{}
	}
	return present.ReadPlace(id, c.FormValue)
}

// from reads where a shopper comes from. A conversation that is not there any
// more is none: its products still are.
func (s *server) from(c echo.Context) (present.Origin, error) {
	ctx := c.Request().Context()
	none := present.Origin{Back: s.presenter(c).ToStart()}
	o := present.Origin{Place: readPlace(c)}
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

// listed reads the listing from an address or a form.
func (s *server) listed(c echo.Context) present.Listing {
	return present.ReadListing(c.FormValue, c.QueryParams(), s.clerk(c).Config().Page)
}
