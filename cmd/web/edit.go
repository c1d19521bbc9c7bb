package main

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/search"
	"shopclerk/views"
	"shopclerk/words"
)

const (
	// fieldChange is the form field that names a change of the conversation.
	fieldChange = "change"
	// fieldEdit names in a conversation's address the change that is open to be said
	// anew.
	fieldEdit = "edit"
)

// editing returns how the changes of a conversation are addressed to be said anew;
// "" for those that no longer count.
func editing(c *journal.Conversation, l listing) func(change int) string {
	inForce := map[int]bool{}
	for _, ch := range search.InForce(c.Changes()) {
		inForce[ch.ID] = true
	}
	return func(change int) string {
		if !inForce[change] {
			return ""
		}
		return l.address(c) + "&" + fieldEdit + "=" + strconv.Itoa(change) + "#edit"
	}
}

// reopen presents the form that says anew what the address names; the zero Edit when
// it names nothing that counts.
func (s *server) reopen(c echo.Context, conversation *journal.Conversation, list listing, state views.Form) (views.Edit, error) {
	change, err := strconv.Atoi(c.QueryParam(fieldEdit))
	if err != nil {
		return views.Edit{}, nil
	}
	e := views.Edit{Form: state, Cancel: list.address(conversation), MaxLength: longestMessage}
	e.Form.Hidden = append(slices.Clip(e.Form.Hidden), views.Field{Name: fieldChange, Value: strconv.Itoa(change)})
	q, err := s.clerk(c).Reopen(c.Request().Context(), &conversation.Conversation, change)
	if err == nil {
		e.Ask = question(&q, questionName(0))
		return e, nil
	}
	if !errors.Is(err, memory.ErrNoSuch) {
		return views.Edit{}, err
	}
	ch, err := conversation.Find(change)
	if err != nil {
		return views.Edit{}, nil // an old address: the page is as good without
	}
	e.Text = wording(&ch)
	return e, nil
}

// wording is what a change said, to be changed.
func wording(ch *search.Change) string {
	if ch.Text != "" {
		return ch.Text
	}
	return strings.Join(ch.Words, " ")
}

// edit says anew what was said before. What was said since stays.
func (s *server) edit(c echo.Context) error {
	conversation, err := s.open(c)
	if err != nil {
		return err
	}
	change, err := strconv.Atoi(c.FormValue(fieldChange))
	if err != nil {
		return bad("error.no-change", "Number", c.FormValue(fieldChange))
	}
	ch, err := conversation.Find(change)
	if err != nil {
		return err
	}
	if ch.Answer != nil {
		return s.answerAnew(c, conversation, change)
	}
	text, err := message(c)
	if err != nil {
		return err
	}
	if text == wording(&ch) {
		return s.back(c, conversation)
	}
	return s.reply(c, conversation, agent.Input{Message: text, Changes: []search.Change{{Op: search.Drop, Target: change}}})
}

// answerAnew answers the question behind a change anew. What is typed under "Other"
// is read like a message.
func (s *server) answerAnew(c echo.Context, conversation *journal.Conversation, change int) error {
	form, err := c.FormParams()
	if err != nil {
		return bad("error.no-form")
	}
	g, text, err := given(form[questionName(0)], form.Get(questionName(0)+views.OtherText))
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
