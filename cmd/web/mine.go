package main

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"shopclerk/agent/journal"
	"shopclerk/views"
	"shopclerk/words"
)

// The addresses of what is kept of a shopper.
const (
	minePath       = "/mine"
	deleteMinePath = minePath + "/delete"
)

// mine answers with all that is stored of the shopper, as a file.
func (s *server) mine(c echo.Context) error {
	all, err := s.export(c.Request().Context(), s.known(c))
	if err != nil {
		return err
	}
	body, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return fmt.Errorf("exporting a session: %w", err)
	}
	h := c.Response().Header()
	h.Set("Content-Disposition", `attachment; filename="shopclerk.json"`)
	h.Set("Cache-Control", "no-store")
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, body)
}

// askDeleteMine asks before all that is stored of the shopper is deleted, and says what
// of it stays.
func (s *server) askDeleteMine(c echo.Context) error {
	p := s.presenter(c)
	page := views.Confirm{
		Page: s.frame(c, p.T("mine.page-title")),
		Form: views.Form{Action: deleteMinePath}, Back: p.ToStart(),
	}
	placed, err := s.sales.Orders(c.Request().Context(), s.known(c))
	if err != nil {
		return err
	}
	page.Ordered = len(placed) > 0
	for _, o := range placed {
		if o.Status.UnderWay() {
			page.Stays = append(page.Stays, views.Link{Text: p.T("purchase.number", "Number", o.ID), URL: views.OrderURL(o.ID)})
		}
	}
	return s.private(c, http.StatusOK, views.ConfirmPage(page))
}

// deleteMine deletes all that is stored of the shopper, and the cookie with it.
func (s *server) deleteMine(c echo.Context) error {
	if session := s.known(c); session != "" {
		if err := s.erase(c.Request().Context(), session); err != nil {
			return err
		}
	}
	c.SetCookie(s.cookie("", -1))
	return c.Redirect(http.StatusSeeOther, "/")
}

// askDelete asks before a conversation is deleted.
func (s *server) askDelete(c echo.Context, conversation *journal.Conversation) error {
	need, w := conversation.Need(), words.From(c.Request().Context())
	return s.private(c, http.StatusOK, views.ConfirmPage(views.Confirm{
		Page: s.frame(c, w.T("mine.page-title")), Title: views.Title(w, &conversation.Conversation, &need, true),
		Form: views.Form{Action: views.DeleteURL(conversation.ID)},
		Back: s.presenter(c).ToConversation("/c/" + conversation.ID),
	}))
}

// delete deletes a conversation. Its address is then one of those where nothing is.
func (s *server) delete(c echo.Context, conversation *journal.Conversation) error {
	if err := s.journal.Delete(c.Request().Context(), conversation.ID); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/")
}

// own loads a conversation that the shopper began. Others who have its address may
// read it and go on with a copy, but there is nothing at the address that deletes it.
func (s *server) own(c echo.Context) (*journal.Conversation, error) {
	conversation, err := s.journal.Load(c.Request().Context(), c.Param("id"))
	if err == nil && conversation.Session != s.known(c) {
		return nil, fmt.Errorf("deleting conversation %s of another session: %w", conversation.ID, journal.ErrNotFound)
	}
	return conversation, err
}
