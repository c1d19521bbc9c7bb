package main

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/agent/store"
	"shopclerk/catalog"
	"shopclerk/cmd/internal/live"
	"shopclerk/search"
	"shopclerk/views"
	"shopclerk/words"
)

// recentShown is how many of a shopper's conversations the start page lists.
const recentShown = 5

// start shows the start page.
func (s *server) start(c echo.Context) error {
	ctx := c.Request().Context()
	recent, err := s.journal.Recent(ctx, s.session(c), recentShown)
	if err != nil {
		return err
	}
	faces, err := s.store(c).Faces(ctx)
	if err != nil {
		return err
	}
	p := s.presenter(c)
	page := views.Start{
		Page: s.frame(c, ""), Categories: views.BySize(p.Categories), Faces: faces, Recent: make([]views.Recent, len(recent)), Now: time.Now(),
		Stored: views.Stored{Days: s.config.KeepDays, TextDays: s.config.KeepTextDays},
	}
	page.Offers, page.Sentences = s.clerk(c).Settings().Begin(p.Code())
	for i, id := range recent {
		conversation, err := s.journal.Load(ctx, id)
		if err != nil {
			return err
		}
		page.Recent[i] = views.Recent{ID: id, Title: p.Recalled(&conversation.Conversation), Updated: conversation.Updated}
	}
	return s.private(c, http.StatusOK, views.StartPage(page))
}

// begin starts a conversation with a message, a category or a value of one.
func (s *server) begin(c echo.Context) error {
	in, err := s.opening(c)
	if err != nil {
		return err
	}
	if in.Message == "" && len(in.Changes) == 0 {
		return c.Redirect(http.StatusSeeOther, "/")
	}
	if address := s.leadsTo(c, in.Message); address != "" {
		return lead(c, address)
	}
	session := s.session(c)
	conversation, err := s.journal.New(session, s.store(c).Version())
	if err != nil {
		return err
	}
	in.Counter, in.Submission = s.counting(c, session), submission(c, conversation)
	return s.reply(c, conversation, in)
}

// show shows a conversation as it is, or, with ?v=N, as it was at version N.
func (s *server) show(c echo.Context) error {
	ctx := c.Request().Context()
	conversation, err := s.read(ctx, c.Param("id"))
	if v := c.QueryParam("v"); v != "" && err == nil {
		n, convErr := strconv.Atoi(v)
		if convErr != nil || n < 0 {
			return views.BadRequest("error.no-version", "Version", v)
		}
		if n < conversation.Version {
			conversation, err = s.journal.At(ctx, c.Param("id"), n)
		}
	}
	if err != nil {
		return err
	}
	at := at(c, conversation)
	turn, err := s.turn(c, conversation, at)
	if err != nil {
		return err
	}
	if last := conversation.Last(); last != nil {
		turn.Questions, turn.Reply = last.Questions, last.Reply
	}
	named, err := s.about(c, conversation)
	if err != nil {
		return err
	}
	own := conversation.Session == s.known(c)
	talk := s.presenter(c).Talk(&conversation.Conversation, turn, at, named, own)
	if talk.Edit, err = s.reopen(c, conversation, at); err != nil {
		return err
	}
	if own {
		talk.Delete = views.DeleteURL(conversation.ID)
	}
	if put := c.QueryParam(views.FieldPut); put != "" {
		lines, err := s.lines(c)
		if err != nil {
			return err
		}
		talk.Results.Tell(put, views.PutNotice(words.From(ctx), lines, put, s.known(c) != ""))
	}
	talk.Page = s.frame(c, talk.Title)
	if talk.Page.Basket != "" {
		talk.Page.Basket = (&views.Origin{Place: at}).Address("/basket")
	}
	return s.private(c, http.StatusOK, views.TalkPage(talk))
}

// read returns a conversation to be shown. What the turn before it has left is what the
// journal has, while that is at the same version: an event is written only when it reads
// back as it was.
func (s *server) read(ctx context.Context, id string) (*journal.Conversation, error) {
	if last, ok := s.last.Peek(id); ok {
		if _, version, err := s.journal.Head(ctx, id); err != nil || version == last.conversation.Version {
			return last.conversation, err
		}
	}
	return s.journal.Load(ctx, id)
}

// turn looks at what a conversation shows at a place, unless the turn has just
// been made.
func (s *server) turn(c echo.Context, conversation *journal.Conversation, at views.Place) (*agent.Turn, error) {
	if conversation.OnlyErrands() {
		return &agent.Turn{}, nil // nothing was searched for
	}
	page := search.Page{Order: at.Order, Limit: max(at.Show, s.clerk(c).Config().Page)}
	usual := at.Order == search.ByRelevance && page.Limit == s.clerk(c).Config().Page
	if usual {
		if made := s.last.take(conversation, s.clerk(c).Settings()); made != nil {
			s.of(c, made.of, made.release)
			return made.turn, nil
		}
	}
	need := s.presenter(c).Legible(conversation.Need(), journal.Redacted)
	turn, err := s.clerk(c).Look(c.Request().Context(), need, page)
	if err == nil && usual && conversation.Unlisted() { // as the turn was made
		turn.Ranking.Items, turn.Products = nil, nil
	}
	return turn, err
}

// say takes a message.
func (s *server) say(c echo.Context) error {
	text, err := views.ReadMessage(c.FormValue(views.FieldMessage))
	if err != nil {
		return err
	}
	conversation, err := s.open(c)
	if err != nil {
		return err
	}
	if text == "" {
		return s.back(c, conversation)
	}
	if address := s.leadsTo(c, text); address != "" {
		return lead(c, address)
	}
	return s.reply(c, conversation, agent.Input{Message: text})
}

// leadsTo returns the address that the shop redirects a message to, empty for none.
func (s *server) leadsTo(c echo.Context, message string) string {
	_, address := s.clerk(c).Settings().Redirect(message)
	return address
}

// lead sends the browser to an address. htmx follows no redirect to another site by itself.
func lead(c echo.Context, address string) error {
	if c.Request().Header.Get("HX-Request") != "" {
		c.Response().Header().Set("HX-Redirect", address)
		return c.NoContent(http.StatusNoContent)
	}
	return c.Redirect(http.StatusSeeOther, address)
}

// offer takes what the clerk offered with an answer: a change of the need, or another
// category in place of what is not sold.
func (s *server) offer(c echo.Context, conversation *journal.Conversation) error {
	changes, err := s.presenter(c).Taken(&conversation.Conversation, c.FormValue)
	if err != nil {
		return err
	}
	return s.reply(c, conversation, agent.Input{Changes: changes})
}

// about reads the products that the latest answers name.
func (s *server) about(c echo.Context, conversation *journal.Conversation) ([]catalog.Product, error) {
	last := conversation.Last()
	if last == nil {
		return nil, nil
	}
	var ids []string
	for i := range last.Acts {
		ids = append(ids, last.Acts[i].Products...)
	}
	if len(ids) == 0 {
		return nil, nil
	}
	return s.named(c, ids)
}

// facet takes the rail's form, all of it one step.
func (s *server) facet(c echo.Context, conversation *journal.Conversation) error {
	turn, err := s.clerk(c).Look(c.Request().Context(), conversation.Need(), search.Page{})
	if err != nil {
		return err
	}
	changes, err := views.Restated(words.From(c.Request().Context()), turn, conversation.Changes(), c.Request().Form)
	if err != nil {
		return err
	}
	if len(changes) == 0 {
		return s.back(c, conversation)
	}
	return s.reply(c, conversation, agent.Input{Changes: changes})
}

// drop takes back one change: a chip was removed.
func (s *server) drop(c echo.Context, conversation *journal.Conversation) error {
	target, err := strconv.Atoi(c.FormValue("change"))
	if err != nil || !slices.ContainsFunc(conversation.Changes(), func(ch search.Change) bool { return ch.ID == target }) {
		return views.BadRequest("error.no-change", "Number", c.FormValue("change"))
	}
	return s.reply(c, conversation, click(search.Change{Op: search.Drop, Target: target}))
}

// undo forgets the last turn; the journal keeps that it was there.
func (s *server) undo(c echo.Context, conversation *journal.Conversation) error {
	if len(conversation.Exchanges) > 1 {
		conversation.Exchanges = conversation.Exchanges[:len(conversation.Exchanges)-1]
		if err := s.keep(c, conversation, journal.Undo()); err != nil {
			return err
		}
	}
	return s.back(c, conversation)
}

// reset starts over within the conversation.
func (s *server) reset(c echo.Context, conversation *journal.Conversation) error {
	return s.reply(c, conversation, click(search.Change{Op: search.Reset}))
}

// keep writes down what was just done in a conversation. Where it is somebody else's,
// conversation becomes one of the visitor's own that continues it, and the one that it was
// stays as it is.
func (s *server) keep(c echo.Context, conversation *journal.Conversation, done journal.Event) (err error) {
	ctx := c.Request().Context()
	if session := s.session(c); conversation.Session != session {
		other := *conversation
		own, err := s.journal.Continue(session, s.store(c).Version(), &other)
		if err != nil {
			return err
		}
		*conversation = *own
	}
	if conversation.Stored() {
		conversation.Version, err = s.journal.Append(ctx, conversation.ID, conversation.Version, done)
	} else {
		conversation.Version, err = s.journal.Begin(ctx, conversation, done)
	}
	if err == nil {
		s.door.growth.Spend(s.comesFrom(c), size(done), s.door.now())
	}
	return err
}

// reply lets the clerk answer, writes the exchange down and shows the new state. In
// their own conversation the shopper can have things done; with the turn that continues
// somebody else's the clerk only searches.
func (s *server) reply(c echo.Context, conversation *journal.Conversation, in agent.Input) error {
	ctx := c.Request().Context()
	began := time.Now()
	if in.Counter == nil && conversation.Session == s.session(c) {
		in.Counter, in.Submission = s.counting(c, conversation.Session), submission(c, conversation)
	}
	in.Checkout = true
	inForce := s.clerk(c).Settings()
	turn, err := s.clerk(c).Reply(ctx, &conversation.Conversation, in)
	if err != nil {
		return err
	}
	s.metrics.turn(time.Since(began), conversation.Last())
	err = s.keep(c, conversation, journal.Exchange(*conversation.Last()))
	if (store.Full(err) || store.Away(err)) && len(turn.Errands) == 0 {
		slog.ErrorContext(ctx, "a turn is answered and not kept", "error", err)
		return s.unkept(c, conversation, turn)
	}
	if err != nil {
		return err
	}
	of := live.From(ctx)
	s.last.put(&lastTurn{conversation: conversation, settings: inForce, turn: turn, of: of, release: s.live.Reacquire(of)})
	at := at(c, conversation)
	if order, asked := views.WantedOrder(conversation.Last()); asked {
		at.Order = order
	}
	if len(conversation.Last().Changes) == 0 { // nothing else is listed: it stays as long as it was
		return c.Redirect(http.StatusSeeOther, at.Back())
	}
	return c.Redirect(http.StatusSeeOther, at.Sorted(at.Order))
}

// unkept shows the answer of a turn that could not be written down.
func (s *server) unkept(c echo.Context, conversation *journal.Conversation, turn *agent.Turn) error {
	named, err := s.about(c, conversation)
	if err != nil {
		return err
	}
	talk := s.presenter(c).Talk(&conversation.Conversation, turn, views.Place{}, named, false)
	talk.Page = s.frame(c, talk.Title)
	c.Response().Header().Set("HX-Push-Url", "false") // at that address nothing can be read again
	return s.private(c, http.StatusOK, views.TalkPage(talk))
}

// back redirects to the conversation's state, its list in the order it was in: POST,
// redirect, GET.
func (s *server) back(c echo.Context, conversation *journal.Conversation) error {
	at := at(c, conversation)
	return c.Redirect(http.StatusSeeOther, at.Sorted(at.Order))
}

// open loads a conversation to go on with it. The form carries the version it was
// made of. A shopper who went back and goes on from there means that state: what
// came after is undone first, in the journal as well. Another's is opened as that state
// and changed by nothing: see [server.keep].
func (s *server) open(c echo.Context) (*journal.Conversation, error) {
	ctx := c.Request().Context()
	now, err := s.journal.Load(ctx, c.Param("id"))
	if err != nil {
		return nil, err
	}
	v, err := strconv.Atoi(c.FormValue(views.FieldVersion))
	if err != nil || v < 0 || v > now.Version {
		return nil, views.BadRequest("error.no-state")
	}
	then, another := now, now.Session != s.known(c)
	if v < now.Version {
		if then, err = s.journal.At(ctx, c.Param("id"), v); err != nil {
			return nil, err
		}
	}
	if another {
		then.HideErrands()
	}
	var events []journal.Event
	if !another {
		then.Version, events = now.Version, journal.Back(now.Exchanges, then.Exchanges)
	}
	if then.Version+len(events) >= journal.MostEvents {
		return nil, journal.ErrFull
	}
	if len(events) == 0 {
		return then, nil
	}
	if err := s.grow(c, size(events...)); err != nil {
		return nil, err
	}
	if then.Version, err = s.journal.Append(ctx, then.ID, now.Version, events...); err != nil {
		return nil, err
	}
	return then, nil
}

// param returns a part of the path. Where the path has an escaped slash, echo
// leaves its parts escaped.
func param(c echo.Context, name string) (string, error) {
	value := c.Param(name)
	if c.Request().URL.RawPath == "" {
		return value, nil
	}
	value, err := url.PathUnescape(value)
	if err != nil {
		return "", views.BadRequest("error.no-address")
	}
	return value, nil
}

// private sends a page that no cache keeps.
func (s *server) private(c echo.Context, code int, page templ.Component) error {
	c.Response().Header().Set("Cache-Control", "no-store")
	return send(c, code, page)
}

// send renders a page, then sends it.
func send(c echo.Context, code int, page templ.Component) error {
	body, err := views.Render(c.Request().Context(), page)
	if err != nil {
		return err
	}
	spoken(c)
	return c.HTMLBlob(code, body)
}
