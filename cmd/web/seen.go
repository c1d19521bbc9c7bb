package main

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"shopclerk/cmd/internal/live"
)

// seenCookie holds up to which of the fleet's patches a shopper has seen: a price that one
// process has shown is not taken back by another.
const seenCookie = "seen"

const (
	// catchUpTime is how long a page waits at most for what its reader has seen elsewhere.
	catchUpTime = 500 * time.Millisecond
	// catchUpLook is how often it looks meanwhile: laying patches over takes milliseconds.
	catchUpLook = 5 * time.Millisecond
)

// upToDate answers of a catalogue that is no older than the one its reader has seen, at
// whichever process.
func (s *server) upToDate(next echo.HandlerFunc) echo.HandlerFunc {
	if s.fleet == nil {
		return next
	}
	return func(c echo.Context) error {
		if part(c.Path()) {
			return next(c)
		}
		name := s.hosted(seenCookie)
		seen := int64(0)
		if k, err := c.Cookie(name); err == nil {
			seen, _ = strconv.ParseInt(k.Value, 10, 64) // what is no number was not ours
		}
		if !live.From(c.Request().Context()).Has(seen) {
			s.catchUp(c, seen)
		}
		if now := live.From(c.Request().Context()).Sequence; now > seen {
			c.SetCookie(&http.Cookie{Name: name, Value: strconv.FormatInt(now, 10), Path: "/", HttpOnly: true, Secure: s.config.Secure, SameSite: http.SameSiteLaxMode})
		}
		return next(c)
	}
}

// catchUp goes on with the request in a generation that has a patch, where there is such a
// patch, and it can be had in time.
func (s *server) catchUp(c echo.Context, sequence int64) {
	ctx, cancel := context.WithTimeout(c.Request().Context(), catchUpTime)
	defer cancel()
	if !s.feed.reaches(ctx, sequence) {
		return // no process has shown it, or it can not be had
	}
	s.live.Poke()
	for ; ctx.Err() == nil; time.Sleep(catchUpLook) {
		g, release := s.live.Pin()
		if g != nil && g.Has(sequence) {
			s.of(c, g, release)
			return
		}
		release()
	}
}
