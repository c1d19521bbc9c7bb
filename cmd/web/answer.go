package main

import (
	"github.com/labstack/echo/v4"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/catalog"
)

// offer takes what the clerk offered with an answer: a change of the need, or another
// category in place of what is not sold.
func (s *server) offer(c echo.Context) error {
	conversation, err := s.open(c)
	if err != nil {
		return err
	}
	changes, err := s.presenter(c).Taken(&conversation.Conversation, c.FormValue)
	if err != nil {
		return err
	}
	return s.reply(c, conversation, agent.Input{Changes: changes})
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
