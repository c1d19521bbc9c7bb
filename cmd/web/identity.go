package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"shopclerk/agent/journal"
	"shopclerk/agent/shop/account"
)

// Who a shopper is follows from a cookie, in two steps. Its value is a secret that no
// file holds: what it hashes to is the session's id. A session that is signed in stands
// for its account, and any other for itself, a guest. Either id is random, and whoever
// learns one can do nothing with it: no cookie hashes to it that anybody could find.
//
// The one id is what conversations, baskets and orders are kept under. A browser gets a
// new cookie when it signs in or out, so that a cookie that somebody has planted or
// seen before never opens an account, and nothing of an account is left to the next
// person at the same machine.

const (
	// sessionCookie names the cookie.
	sessionCookie = "session"
	// hostPrefix begins its name where it is for HTTPS only: browsers then take it from
	// this very host alone, so that no neighbouring one can plant it (RFC 6265bis,
	// 4.1.3.2).
	hostPrefix = "__Host-"
	// sessionDays is how long a shopper is known after the first visit, or after signing
	// in: long enough to come back to a purchase. The default of --keep-text-days is as
	// long.
	sessionDays    = account.SignInDays
	sessionSeconds = int(sessionDays * 24 * time.Hour / time.Second)
)

// identity is who a request is of. The zero identity has never been here.
type identity struct {
	session string           // the id of the cookie; empty: there is none
	account *account.Account // nil: a guest
}

// id is under which what is theirs is kept.
func (i identity) id() string {
	if i.account != nil {
		return i.account.ID
	}
	return i.session
}

// identityKey is where a request's context holds its identity, once that is known.
const identityKey = "identity"

// identify tells who a request is of. When the accounts can not be asked, it is a guest
// who has nothing.
func (s *server) identify(c echo.Context) identity {
	if i, ok := c.Get(identityKey).(identity); ok {
		return i
	}
	var i identity
	if k, err := c.Cookie(s.cookieName()); err == nil && journal.ValidID(k.Value) {
		ctx, cancel := aside(c)
		defer cancel()
		i.session = sessionID(k.Value)
		i.account = s.owner(ctx, i.session)
	}
	c.Set(identityKey, i)
	return i
}

// asideTime is how long a page waits for what it can do without.
const asideTime = 2 * time.Second

// aside is the context of that, whether or not the request's own time is over.
func aside(c echo.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(c.Request().Context()), asideTime)
}

// owner returns the account that a session is signed in to, nil for a guest.
func (s *server) owner(ctx context.Context, session string) *account.Account {
	if s.accounts == nil || s.pulse.away.Load() {
		return nil
	}
	a, err := s.accounts.Of(ctx, session)
	if err != nil && !errors.Is(err, account.ErrNone) {
		slog.ErrorContext(ctx, "whoever is signed in is a guest for now", "error", err)
	}
	return a
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

// session returns the id under which what is the shopper's is kept: that of the account
// they are signed in to, or the session's own. On the first visit it gives them a
// session.
func (s *server) session(c echo.Context) string {
	i := s.identify(c)
	if i.session == "" {
		secret := random(16)
		c.SetCookie(s.cookie(secret, sessionSeconds))
		i.session = sessionID(secret)
		c.Set(identityKey, i)
	}
	return i.id()
}

// known returns what [server.session] does, "" on the first visit.
func (s *server) known(c echo.Context) string { return s.identify(c).id() }

func (s *server) cookieName() string { return s.hosted(sessionCookie) }

// hosted is the name of a cookie of this host alone.
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
