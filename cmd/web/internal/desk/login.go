package desk

import (
	"log/slog"
	"math"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"

	"shopclerk/views"
	view "shopclerk/views/desk"
)

// The desk's own addresses.
const (
	Root       = "/desk"
	loginPath  = Root + "/login"
	logoutPath = Root + "/logout"
)

// cookieName names the cookie that holds the session's id.
const cookieName = "desk"

// cookieName is that name where the cookie is for HTTPS only, and with it for this host
// alone, which takes a path of / (RFC 6265bis, 4.1.3.2).
func (d *Desk) cookieName() (name, path string) {
	if d.Secure {
		return "__Host-" + cookieName, "/"
	}
	return cookieName, Root
}

// fieldNext names the field that says where to go after the login.
const fieldNext = "next"

// cookie makes the session's cookie: for this site's own requests to the desk alone,
// out of reach of scripts. A negative age deletes it.
func (d *Desk) cookie(id string, age time.Duration) *http.Cookie {
	name, path := d.cookieName()
	return &http.Cookie{
		Name: name, Value: id, Path: path, MaxAge: int(age / time.Second),
		HttpOnly: true, Secure: d.Secure, SameSite: http.SameSiteStrictMode,
	}
}

// loginFor is the address of the login that leads back to where somebody wanted to go.
func loginFor(u *url.URL) string {
	if next := u.RequestURI(); next != Root && inDesk(next) {
		return loginPath + "?" + url.Values{fieldNext: {next}}.Encode()
	}
	return loginPath
}

// inDesk reports whether an address is one of the desk's pages, and so one to be led
// to: a path of ours without a host, which no browser reads otherwise.
func inDesk(address string) bool {
	if strings.ContainsAny(address, "\\\t\r\n") {
		return false
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || u.Opaque != "" || u.Path != path.Clean(u.Path) {
		return false
	}
	return u.Path == Root || strings.HasPrefix(u.Path, Root+"/") && u.Path != loginPath && u.Path != logoutPath
}

// nextAddress is where a request wants to go after the login.
func nextAddress(text string) string {
	if inDesk(text) {
		return text
	}
	return Root
}

// showLogin asks for the password.
func (d *Desk) showLogin(w http.ResponseWriter, r *http.Request, _ string) error {
	noStore(w)
	to := nextAddress(r.URL.Query().Get(fieldNext))
	_, known, err := d.known(r)
	if err != nil {
		return err
	}
	if known {
		http.Redirect(w, r, to, http.StatusSeeOther)
		return nil
	}
	return d.send(w, r, http.StatusOK, view.LoginPage(d.loginPage(to)))
}

func (d *Desk) loginPage(to string) view.Login {
	l := view.Login{Shop: d.Shop, Home: "/", Assets: assets(), Form: views.Form{Action: loginPath}, Named: len(d.People()) > 0}
	if to != Root {
		l.Form.Hidden = []views.Field{{Name: fieldNext, Value: to}}
	}
	return l
}

// login opens a session for whoever knows the password. The id is new with every
// login, and the one that the browser had before is of no use any more.
func (d *Desk) login(w http.ResponseWriter, r *http.Request, from string) error {
	noStore(w)
	to := nextAddress(r.PostFormValue(fieldNext))
	page := d.loginPage(to)
	name := r.PostFormValue(view.FieldName)
	switch {
	case !page.Named:
		name = ""
	case !personName.MatchString(name):
		name = "?" // nobody's: such tries are remembered together, and not at their length
	}
	if wait := d.guard.Wait(from, name, d.Now()); wait > 0 {
		page.Wait = int(math.Ceil(wait.Seconds()))
		w.Header().Set("Retry-After", strconv.Itoa(page.Wait))
		slog.WarnContext(r.Context(), "too many logins to the desk", "from", from)
		return d.send(w, r, http.StatusTooManyRequests, view.LoginPage(page))
	}
	person, ok, err := d.admits(r.Context(), name, r.PostFormValue(view.FieldPassword), r.PostFormValue(view.FieldCode))
	if err != nil {
		return err
	}
	if !ok {
		slog.WarnContext(r.Context(), "a wrong password for the desk", "from", from, "name", person.Name)
		page.Wrong = true
		return d.send(w, r, http.StatusForbidden, view.LoginPage(page))
	}
	id, err := d.begin(r.Context(), person)
	if err == nil {
		err = d.forget(r)
	}
	if err != nil {
		return err
	}
	slog.InfoContext(r.Context(), "somebody logged in at the desk", "name", person.Name, "from", from)
	http.SetCookie(w, d.cookie(id, sessionTime))
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}

// logout ends the session, here and in the browser.
func (d *Desk) logout(w http.ResponseWriter, r *http.Request) error {
	if err := d.forget(r); err != nil {
		return err
	}
	http.SetCookie(w, d.cookie("", -time.Second))
	http.Redirect(w, r, loginPath, http.StatusSeeOther)
	return nil
}
