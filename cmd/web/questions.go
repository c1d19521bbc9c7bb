package main

import (
	"cmp"
	"errors"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"shopclerk/agent"
	"shopclerk/agent/dialog"
	"shopclerk/agent/journal"
	"shopclerk/search"
	"shopclerk/views"
	"shopclerk/words"
)

// answer takes the question form.
func (s *server) answer(c echo.Context, conversation *journal.Conversation) error {
	last := conversation.Last()
	if last == nil || len(last.Questions) == 0 {
		return s.back(c, conversation)
	}
	in, err := views.Answers(c.Request().Form, len(last.Questions))
	if err != nil {
		return err
	}
	return s.reply(c, conversation, in)
}

// then loads a conversation as it was at the version that a request names.
func (s *server) then(c echo.Context) (*journal.Conversation, error) {
	version, err := strconv.Atoi(c.FormValue(views.FieldVersion))
	if err != nil || version < 0 {
		return nil, views.BadRequest("error.no-state")
	}
	return s.journal.At(c.Request().Context(), c.Param("id"), version)
}

// fit tells how many products would fit with what is ticked so far. Nothing comes of
// it: what was typed beside the ticks is not read, and nothing is recorded.
func (s *server) fit(c echo.Context, conversation *journal.Conversation) error {
	ctx := c.Request().Context()
	var answers []dialog.Given
	var err error
	if last := conversation.Last(); last != nil {
		if answers, err = views.Ticks(c.Request().Form, len(last.Questions)); err != nil {
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

// reopen presents the form that says anew what the address names; the zero Edit when
// it names nothing that counts.
func (s *server) reopen(c echo.Context, conversation *journal.Conversation, at views.Place) (views.Edit, error) {
	change, err := strconv.Atoi(c.QueryParam(views.FieldEdit))
	if err != nil {
		return views.Edit{}, nil
	}
	posed, err := s.clerk(c).Reopen(c.Request().Context(), &conversation.Conversation, change)
	asked := &posed
	if errors.Is(err, dialog.ErrNoSuch) {
		asked, err = nil, nil
	}
	if err != nil {
		return views.Edit{}, err
	}
	return views.EditChange(&conversation.Conversation, at, change, asked), nil
}

// edit says anew what was said before. What was said since stays.
func (s *server) edit(c echo.Context, conversation *journal.Conversation) error {
	change, err := strconv.Atoi(c.FormValue(views.FieldChange))
	if err != nil {
		return views.BadRequest("error.no-change", "Number", c.FormValue(views.FieldChange))
	}
	ch, err := conversation.Find(change)
	if err != nil {
		return err
	}
	if ch.Answer != nil {
		return s.answerAnew(c, conversation, change)
	}
	text, err := views.ReadMessage(c.FormValue(views.FieldMessage))
	if err != nil {
		return err
	}
	if text == views.Wording(&ch) {
		return s.back(c, conversation)
	}
	return s.reply(c, conversation, agent.Input{Message: text, Changes: []search.Change{{Op: search.Drop, Target: change}}})
}

// answerAnew answers the question behind a change anew. What is typed under "Other"
// is read like a message.
func (s *server) answerAnew(c echo.Context, conversation *journal.Conversation, change int) error {
	g, text, err := views.ReadGiven(c.Request().Form, views.QuestionName(0))
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
func (s *server) ask(c echo.Context, conversation *journal.Conversation) error {
	return s.reply(c, conversation, click(search.Change{Op: search.Unhush}))
}

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
