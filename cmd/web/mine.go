package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"shopclerk/agent/journal"
	"shopclerk/agent/shop"
	"shopclerk/views"
	"shopclerk/words"
)

// mine answers with all that is stored of the shopper, as a file, what was done a moment ago
// included. It is sent as it is read, for as long as the server writes. Ended by an error the
// answer is cut, so that nobody takes it for all.
func (s *server) mine(c echo.Context) error {
	session, ctx := s.known(c), context.WithoutCancel(c.Request().Context())
	if err := s.recorder.Flush(c.Request().Context()); err != nil {
		return fmt.Errorf("exporting a session: %w", err)
	}
	lines, err := s.sales.Basket(ctx, session)
	if err != nil {
		return err
	}
	bought, err := s.sales.Orders(ctx, session)
	if err != nil {
		return err
	}
	rest, err := json.MarshalIndent(map[string]any{"basket": append([]shop.Item{}, lines...), "orders": append([]shop.Order{}, bought...)}, "", "  ")
	if err != nil {
		return err
	}
	h, w := c.Response().Header(), c.Response()
	h.Set(echo.HeaderContentType, echo.MIMEApplicationJSON)
	h.Set("Content-Disposition", `attachment; filename="shopclerk.json"`)
	h.Set("Cache-Control", "no-store")
	if _, err = fmt.Fprintf(w, "{\n  \"session\": %q", session); err == nil {
		err = sendList(w, "conversations", s.journal.Conversations(ctx, session))
	}
	if err == nil {
		err = sendList(w, "interactions", s.journal.Interactions(ctx, session))
	}
	if err == nil {
		_, err = fmt.Fprintf(w, ",%s\n", rest[1:])
	}
	if err != nil {
		slog.ErrorContext(ctx, "exporting a session", "error", err)
		panic(http.ErrAbortHandler)
	}
	return nil
}

// sendList sends a list as a further member of a JSON object, an element at a time.
func sendList[T any](w io.Writer, name string, list iter.Seq2[T, error]) error {
	before := fmt.Sprintf(",\n  %q: [\n    ", name)
	for one, err := range list {
		if err != nil {
			return err
		}
		text, err := json.MarshalIndent(one, "    ", "  ")
		if err == nil {
			_, err = fmt.Fprintf(w, "%s%s", before, text)
		}
		if err != nil {
			return err
		}
		before = ",\n    "
	}
	_, err := io.WriteString(w, strings.TrimPrefix(before, ",\n    ")+"]")
	return err
}

// askDeleteMine asks before all that is stored of the shopper is deleted, and says what
// of it stays.
func (s *server) askDeleteMine(c echo.Context) error {
	p := s.presenter(c)
	placed, err := s.sales.Orders(c.Request().Context(), s.known(c))
	if err != nil {
		return err
	}
	return s.private(c, http.StatusOK, views.ConfirmPage(views.Confirm{
		Page: s.frame(c, p.T("mine.page-title")), Form: views.Form{Action: views.DeleteMinePath}, Back: p.ToStart(), Orders: placed,
	}))
}

// deleteMine deletes all that is stored of the shopper, and the cookie with it.
func (s *server) deleteMine(c echo.Context) error {
	if session := s.known(c); session != "" {
		if err := s.erase(c.Request().Context(), session); err != nil {
			return err
		}
	}
	c.SetCookie(s.cookie(sessionCookie, "", -1))
	return c.Redirect(http.StatusSeeOther, "/")
}

// askDelete asks before a conversation is deleted.
func (s *server) askDelete(c echo.Context, conversation *journal.Conversation) error {
	need, w := conversation.Need(), words.From(c.Request().Context())
	return s.private(c, http.StatusOK, views.ConfirmPage(views.Confirm{
		Page: s.frame(c, w.T("mine.page-title")), Title: views.Title(w, &conversation.Conversation, &need, true),
		Form: views.Form{Action: views.DeleteURL(conversation.ID)},
		Back: s.presenter(c).ToConversation("/c/" + conversation.ID),
	}))
}

// delete deletes a conversation. Its address is then one of those where nothing is.
func (s *server) delete(c echo.Context, conversation *journal.Conversation) error {
	if err := s.journal.Delete(c.Request().Context(), conversation.ID); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/")
}

// own loads a conversation that the shopper began. Others who have its address may
// read it and go on with a copy, but there is nothing at the address that deletes it.
func (s *server) own(c echo.Context) (*journal.Conversation, error) {
	conversation, err := s.journal.Load(c.Request().Context(), c.Param("id"))
	if err == nil && conversation.Session != s.known(c) {
		return nil, fmt.Errorf("deleting conversation %s of another session: %w", conversation.ID, journal.ErrNotFound)
	}
	return conversation, err
}

// retention is how long what shoppers leave is stored.
type retention struct {
	days       int // a conversation after its last turn; 0: for ever
	textDays   int // what was typed; 0: as long as its conversation
	basketDays int // a basket that nobody touched; 0: for ever
}

// sweepEvery is how often what is too old is looked for: a day, because the limits are days.
const sweepEvery = 24 * time.Hour

// sweep deletes and redacts what is too old. Orders stay until their owner erases them.
func (r retention) sweep(ctx context.Context, kept keptFiles, now time.Time) error {
	var errs []error
	var told []any
	for _, limit := range []struct {
		days  int
		what  string
		older func(context.Context, time.Time) (int, error)
	}{
		{r.days, "conversations deleted", kept.journal.Prune},
		{r.textDays, "events redacted", kept.journal.Redact},
		{r.basketDays, "basket lines forgotten", kept.sales.Forget},
	} {
		if limit.days <= 0 {
			continue
		}
		n, err := limit.older(ctx, now.AddDate(0, 0, -limit.days))
		if err != nil {
			errs = append(errs, fmt.Errorf("%s after %d days: %w", limit.what, limit.days, err))
		}
		if n > 0 {
			told = append(told, limit.what, n)
		}
	}
	if len(told) > 0 {
		slog.Info("what is too old is gone", told...)
	}
	return errors.Join(errs...)
}

// run sweeps once, and again at every tick, until ctx is done. An error is logged and the next
// sweep tries again.
func (r retention) run(ctx context.Context, kept keptFiles, ticks <-chan time.Time) {
	for now := time.Now(); ; {
		if err := r.sweep(ctx, kept, now); err != nil && ctx.Err() == nil {
			slog.Error("deleting what is too old", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case now = <-ticks:
		}
	}
}

// erase deletes all that is stored of a session, as [server.mine] tells it. What was sold
// stays, of nobody: see [shop.Store.Erase].
func (s *server) erase(ctx context.Context, session string) error {
	if err := s.recorder.Flush(ctx); err != nil { // it would come after what is deleted
		return fmt.Errorf("deleting a session: %w", err)
	}
	if err := s.journal.DeleteSession(ctx, session); err != nil {
		return err
	}
	return s.sales.Erase(ctx, session)
}
