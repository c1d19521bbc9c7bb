// Package desk serves the merchandiser's desk: what was asked and answered, the conversations,
// and the shop's settings. Every table is one query over the views of the store's schema.
package desk

import (
	"context"
	"encoding/csv"
	"log/slog"
	"math"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"

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
		{http.MethodGet, Root, d.home},
		{http.MethodPost, Root + "/sign-out", d.signOut},
		{http.MethodGet, Root + "/questions", d.questions},
		{http.MethodGet, Root + "/question", d.question},
		{http.MethodGet, Root + "/conversations", d.conversations},
		{http.MethodGet, Root + "/conversations.jsonl", d.export},
		{http.MethodGet, Root + "/conversation/:id", d.conversation},
		{http.MethodGet, Root + "/settings", d.settings},
		{http.MethodGet, Root + "/settings.json", d.download},
		{http.MethodPost, Root + "/settings", d.save},
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

func (d *Desk) home(w http.ResponseWriter, r *http.Request, _ string) error {
	http.Redirect(w, r, Root+"/questions", http.StatusSeeOther)
	return nil
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

// sendTable sends a page of a table, or, where the request wants it so, the table as CSV. A
// text that a spreadsheet would take for a formula begins with an apostrophe there.
func (d *Desk) sendTable(w http.ResponseWriter, r *http.Request, p view.Page, f view.Filter, t view.Table, beside ...views.Link) error {
	if r.URL.Query().Get("format") != "csv" {
		return send(w, r, http.StatusOK, view.TablePage(p, f, t, beside...))
	}
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="`+path.Base(r.URL.Path)+`.csv"`)
	out := csv.NewWriter(w)
	_ = out.Write(t.Head) // Error tells
	for _, row := range t.Rows {
		line := make([]string, len(row))
		for i, c := range row {
			line[i] = c.Text
			if c.Text != "" && strings.Contains("=+-@\t\r", c.Text[:1]) {
				line[i] = "'" + c.Text
			}
		}
		_ = out.Write(line)
	}
	out.Flush()
	return out.Error()
}

// usualDays is how far back a page looks that is not given.
const usualDays = 30

// filter reads what a page is to show, and between which moments, in microseconds.
func (d *Desk) filter(r *http.Request) (f view.Filter, from, to int64, err error) {
	q := r.URL.Query()
	f = view.Filter{From: q.Get("from"), To: q.Get("to"), Category: q.Get("category"), Text: strings.TrimSpace(q.Get("text"))}
	for _, c := range d.Store(r.Context()).Categories() {
		f.Categories = append(f.Categories, c.Path)
	}
	if !q.Has("from") {
		f.From = time.Now().AddDate(0, 0, -usualDays).Format(time.DateOnly)
	}
	from, to = 0, 1<<62
	for _, bound := range []struct {
		day   string
		add   int
		micro *int64
	}{{f.From, 0, &from}, {f.To, 1, &to}} {
		if bound.day == "" {
			continue
		}
		at, err := time.ParseInLocation(time.DateOnly, bound.day, time.Local)
		if err != nil {
			return f, 0, 0, views.BadRequest("desk.no-day", "Day", bound.day)
		}
		*bound.micro = at.AddDate(0, 0, bound.add).UnixMicro()
	}
	return f, from, to, nil
}

// address returns a page of the same filter, with other values beside it: names and values in
// turn.
func address(page string, f view.Filter, more ...string) string {
	q := url.Values{"from": {f.From}, "to": {f.To}, "category": {f.Category}, "text": {f.Text}}
	for i := 0; i+1 < len(more); i += 2 {
		q.Set(more[i], more[i+1])
	}
	return page + "?" + q.Encode()
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
