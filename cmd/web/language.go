package main

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"shopclerk/views"
	"shopclerk/words"
)

const (
	// languageCookie names the cookie that holds the language a shopper chose.
	languageCookie = "language"
	// languageDays is how long a choice holds, a year: whoever chose once should not
	// have to again.
	languageDays = 365
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
		c.SetRequest(c.Request().WithContext(words.With(c.Request().Context(), l)))
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
	c.SetCookie(&http.Cookie{
		Name: s.hosted(languageCookie), Value: l.Code(), Path: "/", MaxAge: int((languageDays * 24 * time.Hour).Seconds()),
		HttpOnly: true, Secure: s.config.Secure, SameSite: http.SameSiteLaxMode,
	})
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
