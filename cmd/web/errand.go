package main

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/agent/shop"
	"shopclerk/agent/tools"
	"shopclerk/views"
)

// buttonErrands are the errands that a button begins, each about an order.
var buttonErrands = []string{shop.CancelOrder, shop.ReturnItems, shop.OrderStatus}

// openOwn opens a conversation in which the visitor may have things done: their own.
// Of anybody else's there is nothing at the address. It is asked before the
// conversation is gone back in, which the journal would keep.
func (s *server) openOwn(c echo.Context) (*journal.Conversation, error) {
	if _, err := s.own(c); err != nil {
		return nil, err
	}
	return s.open(c)
}

// errand takes what the visitor does about an errand: answers, the yes or no to what it would
// do, or that it is given up.
func (s *server) errand(c echo.Context, conversation *journal.Conversation) error {
	confirm := c.FormValue(views.FieldConfirm)
	in := agent.ErrandInput{
		Task: c.FormValue(views.FieldTask), Yes: confirm == views.ConfirmYes, No: confirm == views.ConfirmNo,
		Drop: c.FormValue(views.FieldDrop) != "" || strings.HasSuffix(c.Path(), "/drop"),
	}
	switch {
	case in.Drop || in.Yes || in.No:
		return s.reply(c, conversation, agent.Input{Errand: &in})
	case strings.HasSuffix(c.Path(), "/confirm"):
		return views.BadRequest("error.no-form")
	}
	var err error
	if in.Replies, err = views.Replies(c.Request().Form, &conversation.Conversation, in.Task); err != nil {
		return err
	}
	if len(in.Replies) == 0 {
		return s.back(c, conversation)
	}
	return s.reply(c, conversation, agent.Input{Errand: &in})
}

// beginErrand begins an errand by a click: in the conversation that the visitor comes
// from, if it is theirs, else in a new one.
func (s *server) beginErrand(c echo.Context) error {
	ctx := c.Request().Context()
	tool := c.FormValue(views.FieldTool)
	if !slices.Contains(buttonErrands, tool) {
		return views.BadRequest("error.no-errand")
	}
	o, err := s.sales.Order(ctx, s.known(c), c.FormValue(views.FieldOrder))
	if err != nil {
		return err
	}
	wants := &tools.Proposal{Call: tools.Call{Tool: tool, Arguments: tools.Arguments{views.FieldOrder: o.ID}}}
	person := s.session(c)
	conversation, err := s.goingOn(c)
	if err != nil {
		return err
	}
	if conversation == nil {
		if conversation, err = s.journal.New(person, s.store(c).Version()); err != nil {
			return err
		}
	}
	return s.reply(c, conversation, agent.Input{
		Wants: wants, Counter: s.counting(c, person),
		Submission: conversation.ID + ":begin:" + strconv.Itoa(conversation.Version), // the button is of no state of the conversation
	})
}

// goingOn is the visitor's conversation that a form comes from, as it is now; nil when
// it comes from none, or somebody else's, or that takes no more.
func (s *server) goingOn(c echo.Context) (*journal.Conversation, error) {
	id := readPlace(c).Conversation
	if id == "" {
		return nil, nil
	}
	conversation, err := s.journal.Load(c.Request().Context(), id)
	if errors.Is(err, journal.ErrNotFound) || err == nil && (conversation.Session != s.known(c) || conversation.Full()) {
		return nil, nil
	}
	return conversation, err
}

// submission names what was sent: the same form sent twice is one errand.
func submission(c echo.Context, conversation *journal.Conversation) string {
	return conversation.ID + ":" + c.FormValue(views.FieldVersion)
}
