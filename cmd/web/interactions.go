package main

import (
	"errors"
	"log/slog"
	"net/http"
	"shopclerk/views"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"

	"shopclerk/agent/journal"
)

// newRecorder makes a recorder whose losses are counted.
func newRecorder(book *journal.Journal, registry *prometheus.Registry) *journal.Recorder {
	lost := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "shopclerk_interactions_lost_total", Help: "Interactions with products that were not written down.",
	}, []string{"reason"})
	lost.WithLabelValues(string(journal.QueueFull))
	lost.WithLabelValues(string(journal.WriteFailed))
	registry.MustRegister(lost)
	return journal.NewRecorder(book, func(why journal.Loss, n int) { lost.WithLabelValues(string(why)).Add(float64(n)) })
}

// looked notes what a shopper did by looking at a page. A visitor without a session,
// such as a crawler, is not noted, nor is a page that the browser fetches ahead.
func (s *server) looked(c echo.Context, act journal.Act, products ...string) {
	if session := s.known(c); session != "" && c.Request().Method == http.MethodGet && c.Request().Header.Get("Sec-Purpose") == "" {
		s.did(c, journal.Interaction{Session: session, Act: act}, products...)
	}
}

// did notes what a shopper did with products. What the request tells of the list that
// led to them is kept where it can be true, and else unknown: nobody adds to what is told
// of another's conversation.
func (s *server) did(c echo.Context, i journal.Interaction, products ...string) {
	i.At = time.Now()
	if from := readPlace(c); from.Conversation != "" && s.owns(c, i.Session, from.Conversation) {
		i.Conversation, i.Version = from.Conversation, from.Version
		if len(products) == 1 && i.Version > 0 {
			i.Position = views.Position(c.FormValue)
		}
	}
	for _, i.Product = range products {
		s.recorder.Note(i)
	}
}

// owns tells whether a conversation is a session's, or nobody's any more: what was done
// with that is left out, see [journal.Journal.Record].
func (s *server) owns(c echo.Context, session, conversation string) bool {
	owner, err := s.journal.Owner(c.Request().Context(), conversation)
	if errors.Is(err, journal.ErrNotFound) {
		return true
	}
	if err != nil {
		slog.ErrorContext(c.Request().Context(), "an interaction is noted without its conversation", "error", err)
	}
	return err == nil && owner == session
}
