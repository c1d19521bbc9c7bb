// Package desk serves the merchandiser's desk: what was asked and answered, the conversations,
// what was typed, products and orders, and the shop's settings. Every table of a page is one query
// over the store, a file in the folder sql.
package desk

import (
	"context"
	"log/slog"
	"math"
	"net/http"
	"strconv"

	"github.com/a-h/templ"

	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	"shopclerk/static"
	"shopclerk/views"
	view "shopclerk/views/desk"
	"shopclerk/words"
)

// Root is the address below which the desk is.
const Root = view.Root

// Desk serves the pages. It is safe for concurrent use.
type Desk struct {
	Shop     string // the shop's name
	Versions *Versions
	Store    func(context.Context) *sqlite.Store // the catalogue of a request

	door *door
}

// New returns the desk of a shop that the password of a hash opens.
func New(d Desk, hash string, secure bool) *Desk {
	d.door = newDoor(hash, secure)
	return &d
}

// Route is one page, or what a form of one is sent to.
type Route struct {
	Method, Path string // a name after a colon stands for any part of the path
	Handle       func(w http.ResponseWriter, r *http.Request, address string) error
}

// Routes lists the desk's routes. All but signing in are closed to strangers.
func (d *Desk) Routes() []Route {
	out := []Route{
		{http.MethodGet, Root + "/sign-in", d.signInPage},
		{http.MethodPost, Root + "/sign-in", d.signIn},
	}
	for _, r := range []Route{
		{http.MethodPost, Root + "/sign-out", d.signOut},
		{http.MethodGet, Root, d.report((*report).today)},
		{http.MethodGet, Root + "/questions", d.report((*report).questions)},
		{http.MethodGet, Root + "/question", d.report((*report).question)},
		{http.MethodGet, Root + "/words", d.report((*report).typed)},
		{http.MethodGet, Root + "/products", d.report((*report).products)},
		{http.MethodGet, Root + "/orders", d.report((*report).sales)},
		{http.MethodGet, Root + "/conversations", d.report((*report).conversations)},
		{http.MethodGet, Root + "/conversations.jsonl", d.export},
		{http.MethodGet, Root + "/conversation/:id", d.conversation},
		{http.MethodGet, settingsRoot, d.settings},
		{http.MethodGet, settingsRoot + ".json", d.download},
		{http.MethodPost, settingsRoot, d.replaceSettings},
		{http.MethodGet, settingsRoot + "/:kind", d.setting},
		{http.MethodPost, settingsRoot + "/:kind", d.setting},
	} {
		handle := r.Handle
		r.Handle = func(w http.ResponseWriter, r *http.Request, address string) error {
			w.Header().Set("Cache-Control", "no-store")
			if d.door.in(r) {
				return handle(w, r, address)
			}
			http.Redirect(w, r, Root+"/sign-in", http.StatusSeeOther)
			return nil
		}
		out = append(out, r)
	}
	return out
}

func (d *Desk) signInPage(w http.ResponseWriter, r *http.Request, _ string) error {
	return d.askPassword(w, r, http.StatusOK, "")
}

// signIn takes the password.
func (d *Desk) signIn(w http.ResponseWriter, r *http.Request, address string) error {
	ok, wait := d.door.try(address, r.PostFormValue(view.FieldPassword))
	switch {
	case wait > 0:
		seconds := int(math.Ceil(wait.Seconds()))
		w.Header().Set("Retry-After", strconv.Itoa(seconds))
		slog.WarnContext(r.Context(), "too many passwords tried for the desk", "from", address)
		return d.askPassword(w, r, http.StatusTooManyRequests, words.N(r.Context(), "desk.wait", seconds))
	case !ok:
		slog.WarnContext(r.Context(), "a wrong password for the desk", "from", address)
		return d.askPassword(w, r, http.StatusForbidden, words.T(r.Context(), "desk.wrong"))
	}
	slog.InfoContext(r.Context(), "the desk was entered", "from", address)
	http.SetCookie(w, d.door.cookie(true))
	http.Redirect(w, r, Root, http.StatusSeeOther)
	return nil
}

func (d *Desk) askPassword(w http.ResponseWriter, r *http.Request, status int, trouble string) error {
	w.Header().Set("Cache-Control", "no-store")
	return send(w, r, status, view.SignInPage(d.page(words.T(r.Context(), "desk.title"), ""), trouble))
}

func (d *Desk) signOut(w http.ResponseWriter, r *http.Request, _ string) error {
	http.SetCookie(w, d.door.cookie(false))
	http.Redirect(w, r, Root+"/sign-in", http.StatusSeeOther)
	return nil
}

// page returns the frame of a page.
func (d *Desk) page(title, here string) view.Page {
	return view.Page{Title: title, Shop: d.Shop, Here: here, Style: static.URL("desk.css"), Icon: static.URL("icon.svg")}
}

// send renders a page, then sends it.
func send(w http.ResponseWriter, r *http.Request, status int, page templ.Component) error {
	body, err := views.Render(r.Context(), page)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(body) // whoever has left needs no page
	return nil
}

// label returns what shoppers see an aspect called.
func label(categories []catalog.Category, category, aspect string) string {
	for _, c := range categories {
		if category == "" || c.Path == category {
			if a, ok := c.Aspect(aspect); ok {
				return a.Label
			}
		}
	}
	return aspect
}
