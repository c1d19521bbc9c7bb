package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"shopclerk/agent/journal"
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
	if k, err := c.Cookie(s.cookieName()); err == nil && journal.ValidID(k.Value) {
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
		c.SetCookie(s.cookie(secret, sessionSeconds))
		id = sessionID(secret)
		c.Set(identityKey, id)
	}
	return id
}

func (s *server) cookieName() string { return s.hosted(sessionCookie) }

// hosted returns the name of a cookie of this host alone.
func (s *server) hosted(name string) string {
	if s.config.Secure {
		return hostPrefix + name
	}
	return name
}

// cookie makes the session's cookie; a negative age deletes it.
func (s *server) cookie(secret string, age int) *http.Cookie {
	return &http.Cookie{
		Name: s.cookieName(), Value: secret, Path: "/", MaxAge: age,
		HttpOnly: true, Secure: s.config.Secure, SameSite: http.SameSiteLaxMode,
	}
}
