package main

import (
	"errors"
	"strconv"

	"github.com/labstack/echo/v4"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/cmd/web/internal/complaint"
	"shopclerk/cmd/web/internal/present"
	"shopclerk/search"
	"shopclerk/views"
	"shopclerk/words"
)

// reopen presents the form that says anew what the address names; the zero Edit when
// it names nothing that counts.
func (s *server) reopen(c echo.Context, conversation *journal.Conversation, list present.Listing, hidden []views.Field) (views.Edit, error) {
	change, err := strconv.Atoi(c.QueryParam(present.FieldEdit))
	if err != nil {
		return views.Edit{}, nil
	}
	posed, err := s.clerk(c).Reopen(c.Request().Context(), &conversation.Conversation, change)
	asked := &posed
	if errors.Is(err, memory.ErrNoSuch) {
		asked, err = nil, nil
	}
	if err != nil {
		return views.Edit{}, err
	}
	return present.Edit(presented(conversation), list, change, asked, hidden), nil
}

// edit says anew what was said before. What was said since stays.
func (s *server) edit(c echo.Context) error {
	conversation, err := s.open(c)
	if err != nil {
		return err
	}
	change, err := strconv.Atoi(c.FormValue(present.FieldChange))
	if err != nil {
		return complaint.Bad("error.no-change", "Number", c.FormValue(present.FieldChange))
	}
	ch, err := conversation.Find(change)
	if err != nil {
		return err
	}
	if ch.Answer != nil {
		return s.answerAnew(c, conversation, change)
	}
	text, err := present.Message(c.FormValue(views.FieldMessage))
	if err != nil {
		return err
	}
	if text == present.Wording(&ch) {
		return s.back(c, conversation)
	}
	return s.reply(c, conversation, agent.Input{Message: text, Changes: []search.Change{{Op: search.Drop, Target: change}}})
}

// answerAnew answers the question behind a change anew. What is typed under "Other"
// is read like a message.
func (s *server) answerAnew(c echo.Context, conversation *journal.Conversation, change int) error {
	form, err := c.FormParams()
	if err != nil {
		return complaint.Bad("error.no-form")
	}
	g, text, err := present.Given(form, present.QuestionName(0))
	if err != nil {
		return err
	}
	if text != "" {
		g.Other = false // the words say it better
	}
	changes, err := conversation.Revise(words.From(c.Request().Context()), change, g)
	if err != nil {
		return err
	}
	return s.reply(c, conversation, agent.Input{Changes: changes, Message: text})
}

// ask asks questions again in a conversation where no more were wanted.
func (s *server) ask(c echo.Context) error {
	conversation, err := s.open(c)
	if err != nil {
		return err
	}
	return s.reply(c, conversation, click(search.Change{Op: search.Unhush}))
}
