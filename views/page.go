package views

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/a-h/templ"

	"shopclerk/agent/shop"
	"shopclerk/catalog"
	"shopclerk/words"
)

// Page is the frame around every page.
type Page struct {
	Title     string // of the document; the shop's name is added to it
	Shop      string // the shop's name
	Basket    string // address of the basket; "" where the shop sells elsewhere
	Pieces    int    // in it
	Orders    bool   // the shopper has some
	Asks      bool   // the page itself has a box to write into, and its head needs none
	Catalogue string // code of the language that the catalogue is in; "" where that is not known
}

// Link is a text that leads somewhere. The zero Link is not shown.
type Link struct{ Text, URL string }

// Form is where a form is sent, always by POST, and what it carries unseen. The
// zero Form is not shown.
type Form struct {
	Action string
	Hidden []Field
}

// Field is one unseen field of a form.
type Field struct{ Name, Value string }

// Presenter presents in one language.
type Presenter struct {
	*words.Language
	Categories []catalog.Category // all that are sold from
}

// ToStart leads to the start page.
func (p *Presenter) ToStart() Link { return Link{p.T("page.to-start"), "/"} }

// ToConversation leads back to the conversation at an address.
func (p *Presenter) ToConversation(address string) Link {
	return Link{p.T("page.to-conversation"), address}
}

// Stored is how long the shop keeps what it has of a shopper.
type Stored struct {
	Days     int // after which a conversation is deleted; 0: never
	TextDays int // after which what was typed is taken out of it; 0: never
}

// kept says how long what is stored of a shopper is kept.
func (s *Stored) kept(w *words.Language) string {
	text := w.T("mine.kept")
	if s.Days > 0 {
		text = w.N("mine.kept-days", s.Days)
	}
	if s.TextDays > 0 && (s.Days == 0 || s.TextDays < s.Days) {
		text += " " + w.N("mine.text-days", s.TextDays)
	}
	return text
}

// Confirm is the page before something is deleted for good: one conversation, or all that is
// stored of a shopper.
type Confirm struct {
	Page  Page
	Title string // of the conversation; empty where everything goes
	Form  Form   // deletes
	Back  Link   // keeps

	Orders []shop.Order // go with everything, but stay while they are under way
}

// stays are the orders that stay.
func (c *Confirm) stays() []shop.Order {
	return slices.DeleteFunc(slices.Clone(c.Orders), func(o shop.Order) bool { return !o.Status.UnderWay() })
}

// notice is a heading, what there is to say, and what to do: as ids of words.
type notice struct{ heading, message, remedy string }

// notice says what is about to be deleted; its remedy is the button.
func (c *Confirm) notice() notice {
	if c.Title != "" {
		return notice{"mine.delete-conversation-title", "mine.delete-conversation-text", "mine.delete-conversation-go"}
	}
	return notice{"mine.delete-all-title", "mine.delete-all-text", "mine.delete-all"}
}

// Error is the page for a request that was not answered.
type Error struct {
	Page    Page
	Status  int    // HTTP status: decides heading, message and remedy
	Away    bool   // what the shop keeps cannot be reached: the status is 503
	Detail  string // what exactly is wrong, for the shopper to read; may be empty
	Request string // number by which the log knows the request; may be empty
	Back    Link   // where to go on
}

// statuses tell HTTP statuses to a shopper. Those without words of their own are told as
// their class: the request's fault (4xx) or the shop's.
var statuses = map[int]notice{
	http.StatusBadRequest:            {"error.bad", "error.bad-text", "error.bad-remedy"},
	http.StatusNotFound:              {"error.not-found", "error.not-found-text", "error.not-found-remedy"},
	http.StatusForbidden:             {"error.foreign", "error.foreign-text", "error.foreign-remedy"},
	http.StatusConflict:              {"error.conflict", "error.conflict-text", "error.conflict-remedy"},
	http.StatusRequestEntityTooLarge: {"error.long", "error.long-text", "error.long-remedy"},
	http.StatusUnprocessableEntity:   {"error.ended", "error.ended-text", "error.ended-remedy"},
	http.StatusTooManyRequests:       {"error.fast", "error.fast-text", "error.fast-remedy"},
	http.StatusInternalServerError:   {"error.broken", "error.broken-text", "error.broken-remedy"},
	http.StatusServiceUnavailable:    {"error.unready", "error.unready-text", "error.unready-remedy"},
	http.StatusInsufficientStorage:   {"error.full", "error.full-text", "error.full-remedy"},
}

// notice tells what became of the request.
func (e Error) notice() notice {
	if e.Away {
		return notice{"error.away", "error.away-text", "error.away-remedy"}
	}
	n, known := statuses[e.Status]
	switch {
	case known:
		return n
	case e.Status >= 400 && e.Status < 500:
		return statuses[http.StatusBadRequest]
	}
	return statuses[http.StatusInternalServerError]
}

// Render draws a component to a buffer, so that status and headers are written
// only once the page is known to be whole.
func Render(ctx context.Context, c templ.Component) ([]byte, error) {
	var b bytes.Buffer
	if err := c.Render(ctx, &b); err != nil {
		return nil, fmt.Errorf("rendering: %w", err)
	}
	return b.Bytes(), nil
}

// Address returns what may stand in an href, src or action attribute: a relative,
// http or https address as it came, and nothing in place of any other. templ's own
// check lets mailto, tel and ftp pass, which a product feed has no use for.
func Address(s string) templ.SafeURL {
	if u, err := url.Parse(s); err == nil && (u.Scheme == "" || u.Scheme == "http" || u.Scheme == "https") {
		return templ.SafeURL(s)
	}
	return ""
}
