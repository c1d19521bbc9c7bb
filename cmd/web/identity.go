package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"shopclerk/agent/journal"
	"shopclerk/agent/shop/merchant"
	"shopclerk/views"
	"shopclerk/words"
)

// A shopper is known by a cookie. Its value is a secret that no file holds: its hash is the
// session's id, under which conversations, baskets and orders are stored. Whoever learns an id
// can do nothing with it, because no cookie that anybody could find hashes to it.

const (
	// sessionCookie names the cookie.
	sessionCookie = "session"
	// hostPrefix begins its name where it is for HTTPS only: browsers then take it from
	// this very host alone, so that no neighbouring one can plant it (RFC 6265bis,
	// 4.1.3.2).
	hostPrefix = "__Host-"
	// sessionDays is how long a shopper is known after the first visit: long enough to come
	// back to a purchase. The default of --keep-text-days is as long.
	sessionDays    = 90
	sessionSeconds = int(sessionDays * 24 * time.Hour / time.Second)
)

// identityKey is where a request's context holds the session's id, once that is known.
const identityKey = "identity"

// known returns the id of the shopper's session, "" on the first visit.
func (s *server) known(c echo.Context) string {
	if id, ok := c.Get(identityKey).(string); ok {
		return id
	}
	id := ""
	if k, err := c.Cookie(s.hosted(sessionCookie)); err == nil && journal.ValidID(k.Value) {
		id = sessionID(k.Value)
	}
	c.Set(identityKey, id)
	return id
}

// asideTime is how long a page waits for what it can do without.
const asideTime = 2 * time.Second

// aside is the context of that, whether or not the request's own time is over.
func aside(c echo.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(c.Request().Context()), asideTime)
}

// sessionID is the id that belongs to a cookie's value.
func sessionID(secret string) string {
	hash := sha256.Sum256([]byte(secret))
	id, err := journal.NewID(bytes.NewReader(hash[:]))
	if err != nil {
		panic(err) // a hash is long enough
	}
	return id
}

// session returns the id of the shopper's session, and begins one on the first visit.
func (s *server) session(c echo.Context) string {
	id := s.known(c)
	if id == "" {
		secret := random(16)
		c.SetCookie(s.cookie(sessionCookie, secret, sessionSeconds))
		id = sessionID(secret)
		c.Set(identityKey, id)
	}
	return id
}

// hosted returns the name of a cookie of this host alone.
func (s *server) hosted(name string) string {
	if s.config.Secure {
		return hostPrefix + name
	}
	return name
}

// cookie makes a cookie that no script reads; a negative age, in seconds, deletes it. In a
// frame of another site's page browsers send only what says that it may be sent there, which
// needs TLS, and keep it apart for each such site.
func (s *server) cookie(name, value string, age int) *http.Cookie {
	k := &http.Cookie{
		Name: s.hosted(name), Value: value, Path: "/", MaxAge: age,
		HttpOnly: true, Secure: s.config.Secure, SameSite: http.SameSiteLaxMode,
	}
	if k.Secure && len(s.config.EmbedOrigins) > 0 {
		k.SameSite, k.Partitioned = http.SameSiteNoneMode, true
	}
	return k
}

const (
	// languageCookie names the cookie that holds the language a shopper chose.
	languageCookie = "language"
	// languageSeconds is how long a choice holds, a year: whoever chose once should not
	// have to again.
	languageSeconds = int(365 * 24 * time.Hour / time.Second)
)

// speak puts the language of the answer into the request's context: the one that the
// shopper chose, or the one that suits what their browser asks for.
func (s *server) speak(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		var l *words.Language
		if k, err := c.Cookie(s.hosted(languageCookie)); err == nil {
			l = words.Lookup(k.Value)
		}
		if l == nil {
			l = words.Match(c.Request().Header.Get("Accept-Language"), words.Lookup(s.config.Language))
		}
		c.SetRequest(c.Request().WithContext(words.With(merchant.With(c.Request().Context(), s.shop), l)))
		return next(c)
	}
}

// spoken sets the headers that tell which language a page is in, and what that
// depends on.
func spoken(c echo.Context) {
	h := c.Response().Header()
	h.Set("Content-Language", words.From(c.Request().Context()).Code())
	h.Add("Vary", "Accept-Language")
	h.Add("Vary", "Cookie")
}

// chooseLanguage keeps the language that a shopper chose, and leads back to the page
// they chose it on.
func (s *server) chooseLanguage(c echo.Context) error {
	l := words.Lookup(c.FormValue(views.FieldLanguage))
	if l == nil {
		return views.BadRequest("error.no-language", "Language", c.FormValue(views.FieldLanguage))
	}
	c.SetCookie(s.cookie(languageCookie, l.Code(), languageSeconds))
	return c.Redirect(http.StatusSeeOther, cameFrom(c.Request()))
}

// cameFrom is the address of the page that a form was sent from, "/" when the
// browser does not tell or it is not one of the shop's: the shop leads to nobody
// else's.
func cameFrom(r *http.Request) string {
	u, err := url.Parse(r.Referer())
	if err != nil || u.Host == "" || u.Host != r.Host || strings.HasPrefix(u.Path, "//") { // "//" begins another's address
		return "/"
	}
	return (&url.URL{Path: u.Path, RawPath: u.RawPath, RawQuery: u.RawQuery}).RequestURI()
}
