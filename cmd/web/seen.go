package main

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"shopclerk/agent/memory"
	"shopclerk/cmd/internal/live"
)

// seenCookie holds up to where a shopper has seen the catalogue change: a price that one
// process has shown is not taken back by another.
const seenCookie = "seen"

// behindKey is set of a request that is answered of a catalogue older than what its reader
// has seen, and stageBehind tells it in the record of the exchange.
const (
	behindKey   = "behind"
	stageBehind = "catalogue behind"
)

// upToDate answers of a catalogue that is no older than the one its reader has seen, at
// whichever process, where that can be had in time. Where it can not, an older one is
// answered of: who looks for something is served better by that than by nothing.
func (s *server) upToDate(next echo.HandlerFunc) echo.HandlerFunc {
	if s.live.Reaches == nil {
		return next
	}
	return func(c echo.Context) error {
		if partOfPage(c.Path()) {
			return next(c)
		}
		name := s.hosted(seenCookie)
		seen := live.Seen{}
		if k, err := c.Cookie(name); err == nil {
			seen = live.ParseSeen(k.Value)
		}
		if !live.From(c.Request().Context()).Has(seen) {
			if g, release, ok := s.live.Reach(c.Request().Context(), seen); ok {
				s.of(c, g, release)
			} else {
				c.Set(behindKey, true)
			}
		}
		if shown := live.From(c.Request().Context()).Shown(seen); shown != seen {
			c.SetCookie(&http.Cookie{Name: name, Value: shown.String(), Path: "/", HttpOnly: true, Secure: s.config.Secure, SameSite: http.SameSiteLaxMode})
		}
		return next(c)
	}
}

// noteBehind notes in the record of an exchange that it was answered of an older catalogue.
func noteBehind(c echo.Context, e *memory.Exchange) {
	if c.Get(behindKey) != nil {
		e.Path = append(e.Path, stageBehind)
	}
}

// reaches is [live.Shop.Reaches]: it takes patches that are there, and has what is published
// pulled.
func (s *server) reaches(ctx context.Context, seen live.Seen) bool {
	g, release := s.live.Pin()
	defer release()
	if g == nil || seen.Begun > g.Begun && (s.supply == nil || !s.supply.Reaches(ctx, seen.Begun)) {
		return false
	}
	if seen.Sequence <= max(g.Sequence, g.Begun, seen.Begun) {
		return true
	}
	return s.fleet != nil && s.intake.Reaches(ctx, seen.Sequence)
}
