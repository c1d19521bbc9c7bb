package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/agent/shop/account"
	ordersdb "shopclerk/agent/shop/orders/sqlite"
	"shopclerk/cmd/web/internal/present"
	"shopclerk/views"
	"shopclerk/words"
)

// The addresses of what is kept of a shopper.
const (
	minePath       = "/mine"
	deleteMinePath = minePath + "/delete"
)

// stored is all that is kept of a shopper, of their session or account.
type stored struct {
	*journal.Export
	Basket  []storedLine     `json:"basket"`
	Orders  ordersdb.Record  `json:"orders"`
	Account *exportedAccount `json:"account"` // null for a guest
}

// exportedAccount is an account as it is stored, but for the hash of the password,
// which is of use to those alone who mean to guess it.
type exportedAccount struct {
	Email   string           `json:"email"`
	Since   time.Time        `json:"since"`
	SignIns []account.SignIn `json:"sign_ins"` // of the browsers that are signed in
}

// storedLine is a line of a basket as it is stored.
type storedLine struct {
	Product  string    `json:"product"`
	Title    string    `json:"title"`
	Quantity int       `json:"quantity"`
	Price    int64     `json:"price_minor"` // of one when it was put in, in minor units; 0 with no currency: unknown
	Currency string    `json:"currency,omitempty"`
	Added    time.Time `json:"added"`
}

// mine answers with all that is stored of the shopper, as a file.
func (s *server) mine(c echo.Context) error {
	ctx, session := c.Request().Context(), s.known(c)
	if err := s.recorder.Flush(ctx); err != nil { // what they opened a moment ago is theirs too
		return fmt.Errorf("exporting a session: %w", err)
	}
	all := stored{Basket: []storedLine{}}
	var err error
	if all.Export, err = s.journal.Export(ctx, session); err != nil {
		return err
	}
	lines, err := s.baskets.Lines(ctx, session)
	if err != nil {
		return err
	}
	for _, l := range lines {
		all.Basket = append(all.Basket, storedLine{l.Product, l.Title, l.Quantity, l.Price.Minor, l.Price.Currency, l.Added})
	}
	if all.Orders, err = s.orders.Export(ctx, session); err != nil {
		return err
	}
	if a := s.identify(c).account; a != nil {
		all.Account = &exportedAccount{Email: a.Email, Since: a.Since}
		if all.Account.SignIns, err = s.accounts.SignIns(ctx, a.ID); err != nil {
			return err
		}
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
	page, err := s.deleteMinePage(c)
	if err != nil {
		return err
	}
	return s.private(c, http.StatusOK, views.ConfirmPage(page))
}

func (s *server) deleteMinePage(c echo.Context) (views.Confirm, error) {
	p := s.presenter(c)
	page := views.Confirm{
		Page: s.frame(c, p.Page(p.T("mine.page-title"))), Doom: views.DoomAll,
		Form: views.Form{Action: deleteMinePath}, Back: p.ToStart(),
	}
	i := s.identify(c)
	if i.account != nil {
		page.Account = i.account.Email
	}
	placed, err := s.orders.Orders(c.Request().Context(), i.id())
	if err != nil {
		return page, err
	}
	page.Ordered = len(placed) > 0
	for _, o := range placed {
		if o.Status.UnderWay() {
			page.Stays = append(page.Stays, views.Link{Text: p.T("purchase.number", "Number", o.ID), URL: present.OrderURL(o.ID)})
		}
	}
	return page, nil
}

// deleteMine deletes all that is stored of the shopper, and the cookie with it: the
// account last, so that whoever is interrupted can do it again. Who has an account has
// to know its password.
func (s *server) deleteMine(c echo.Context) error {
	ctx, session := c.Request().Context(), s.known(c)
	a := s.identify(c).account
	if a != nil {
		wait := s.tries.wait(c, a.Email)
		var err error
		if wait == 0 {
			_, err = s.accounts.Verify(ctx, a.Email, c.Request().PostFormValue(views.FieldPassword))
		}
		wrong := errors.Is(err, account.ErrWrong)
		if err != nil && !wrong {
			return err
		}
		if wait > 0 || wrong {
			page, err := s.deleteMinePage(c)
			if err != nil {
				return err
			}
			code := http.StatusTooManyRequests
			if page.Wait = wait; wrong {
				page.Problem, code = words.T(ctx, "account.wrong-now"), http.StatusForbidden
			}
			return s.private(c, code, views.ConfirmPage(page))
		}
	}
	if session != "" {
		if err := s.recorder.Flush(ctx); err != nil { // what waits would come after, and stay
			return fmt.Errorf("deleting a session: %w", err)
		}
		recent, err := s.journal.Recent(ctx, session, math.MaxInt)
		if err != nil {
			return err
		}
		var tallied [][]memory.Exchange
		for _, r := range recent {
			conversation, err := s.journal.Load(ctx, r.ID)
			if err != nil {
				continue // damaged: it was not tallied either
			}
			tallied = append(tallied, conversation.Exchanges)
		}
		if err := s.journal.DeleteSession(ctx, session); err != nil {
			return err
		}
		if err := s.baskets.Delete(ctx, session); err != nil {
			return err
		}
		for _, exchanges := range tallied {
			s.clerk(c).Config().Tally.Remove(exchanges, 0)
		}
		if _, err := s.orders.Erase(ctx, session); err != nil {
			return err
		}
		if a != nil {
			if err := s.accounts.Delete(ctx, a.ID); err != nil {
				return err
			}
			noted(c, "an account was deleted", a.ID)
		}
	}
	c.SetCookie(s.cookie("", -1))
	return c.Redirect(http.StatusSeeOther, "/")
}

// askDelete asks before a conversation is deleted.
func (s *server) askDelete(c echo.Context) error {
	conversation, err := s.own(c)
	if err != nil {
		return err
	}
	need := conversation.Need()
	return s.private(c, http.StatusOK, views.ConfirmPage(views.Confirm{
		Page: s.frame(c, s.presenter(c).Page(words.T(c.Request().Context(), "mine.page-title"))), Doom: views.DoomConversation, Title: present.Title(words.From(c.Request().Context()), &conversation.Conversation, &need, present.Viewer{Own: true}),
		Form: views.Form{Action: present.DeleteURL(conversation.ID)},
		Back: s.presenter(c).ToConversation("/c/" + conversation.ID),
	}))
}

// delete deletes a conversation. Its address is then one of those where nothing is.
func (s *server) delete(c echo.Context) error {
	conversation, err := s.own(c)
	if err != nil {
		return err
	}
	if err := s.journal.Delete(c.Request().Context(), conversation.ID); err != nil {
		return err
	}
	s.clerk(c).Config().Tally.Remove(conversation.Exchanges, 0)
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
