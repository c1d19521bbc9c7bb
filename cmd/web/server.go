package main

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"shopclerk/agent"
	"shopclerk/agent/dialog"
	"shopclerk/agent/journal"
	"shopclerk/agent/shop"
	"shopclerk/agent/store"
	"shopclerk/catalog/sqlite"
	"shopclerk/cmd/internal/live"
	"shopclerk/cmd/web/internal/admit"
	"shopclerk/cmd/web/internal/desk"
	"shopclerk/search"
	"shopclerk/static"
	"shopclerk/views"
	"shopclerk/words"
)

// server holds what handlers need.
type server struct {
	keptFiles
	config  config
	live    *live.Shop // see [server.clerk] and [server.store]
	metrics *metrics
	proxies []*net.IPNet
	door    *door

	recorder *journal.Recorder
	finds    admit.Paces // of orders, by network
	last     lastTurns
	ready    readiness
	leaving  atomic.Bool    // the process is being stopped
	programs *programs      // nil: there are none
	versions *desk.Versions // of the settings
	desk     *desk.Desk     // nil: there is none
}

func newServer(c config, shop *live.Shop, kept keptFiles) (*server, error) {
	s := &server{keptFiles: kept, config: c, live: shop, metrics: newMetrics()}
	s.metrics.follow(shop)
	s.finds = admit.NewPaces(1/findEvery.Seconds(), findBurst, admit.Widths(1)...)
	s.recorder = newRecorder(kept.journal, s.metrics.registry)
	s.last = newLastTurns()
	most := alone
	if c.Model.URL != "" {
		most = withModel
	}
	s.door = newDoor(c.PageRate, c.GrowthMB, most)
	s.door.watch(s.metrics.registry)
	for _, p := range c.Proxies {
		_, n, err := net.ParseCIDR(p)
		if err != nil {
			return nil, fmt.Errorf("proxies: %w", err)
		}
		s.proxies = append(s.proxies, n)
	}
	shop.Each(s.outfit)
	s.versions = &desk.Versions{DB: kept.db, Apply: shop.Apply}
	s.desk = s.openDesk()
	var err error
	if s.programs, err = s.openPrograms(); err != nil {
		return nil, err
	}
	return s, nil
}

// contentSecurity is the content security policy: everything comes from the shop itself,
// but product pictures, which come from where the catalogue keeps them, and the pages that
// the shop redirects queries to, which a form may lead to. Frames are the pages that may have
// it in a frame.
func contentSecurity(pictures sqlite.Origins, frames string, led ...string) string {
	return "default-src 'none'; script-src 'self'; style-src 'self'; img-src " + strings.Join(append([]string{"'self'"}, pictures...), " ") +
		"; connect-src 'self'; form-action " + strings.Join(append([]string{"'self'"}, led...), " ") + "; base-uri 'none'; frame-ancestors " + frames
}

const (
	// requestTime bounds one request: a turn takes milliseconds, so whatever takes
	// this long is stuck.
	requestTime = 10 * time.Second
	// bodyLimit bounds a form: the longest message and three typed answers are a
	// few kilobytes.
	bodyLimit = "64K"
)

// presenter presents in the request's language.
func (s *server) presenter(c echo.Context) *views.Presenter {
	return &views.Presenter{Language: words.From(c.Request().Context()), Categories: s.store(c).Categories()}
}

func (s *server) router() *echo.Echo {
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.IPExtractor = s.extractor()
	e.HTTPErrorHandler = s.fail
	if s.config.Secure {
		e.Use(secureOnly)
	}
	e.Use(s.acquire, number)
	e.Use(
		s.observe,
		middleware.RecoverWithConfig(middleware.RecoverConfig{LogErrorFunc: func(c echo.Context, err error, stack []byte) error {
			slog.ErrorContext(c.Request().Context(), "a handler panicked", "error", err, "stack", string(stack))
			return err
		}}),
		s.forPrograms(),
		s.pages(s.speak),
		s.pages(s.guard),
		s.pages(sameOrigin()),
		s.pages(middleware.BodyLimitWithConfig(middleware.BodyLimitConfig{Limit: bodyLimit, Skipper: settingsSent})),
		s.pages(middleware.ContextTimeout(requestTime)),
		s.admit,
		compress(),
	)
	get(e, "/", s.start)
	e.POST("/c", s.begin)
	get(e, "/suggest", s.suggest)
	get(e, conversationPath, s.show)
	e.POST("/c/:id/say", s.say)
	e.POST("/c/:id/answer", conversing(s.open, s.answer))
	e.POST("/c/:id/fit", conversing(s.then, s.fit))
	e.POST("/c/:id/facet", conversing(s.open, s.facet))
	e.POST("/c/:id/drop", conversing(s.open, s.drop))
	e.POST("/c/:id/offer", conversing(s.open, s.offer))
	e.POST("/c/:id/edit", conversing(s.open, s.edit))
	e.POST("/c/:id/ask", conversing(s.open, s.ask))
	e.POST("/c/:id/errand", conversing(s.openOwn, s.errand))
	e.POST("/c/:id/errand/confirm", conversing(s.openOwn, s.errand))
	e.POST("/c/:id/errand/drop", conversing(s.openOwn, s.errand))
	e.POST("/errand", s.beginErrand)
	get(e, views.OrdersPath, s.purchases)
	e.POST(views.FindOrderPath, s.findPurchase)
	get(e, views.OrdersPath+"/:order", s.purchase)
	e.POST("/c/:id/undo", conversing(s.open, s.undo))
	e.POST("/c/:id/reset", conversing(s.open, s.reset))
	get(e, "/c/:id/delete", conversing(s.own, s.askDelete))
	e.POST("/c/:id/delete", conversing(s.own, s.delete))
	get(e, views.MinePath, s.mine)
	get(e, views.DeleteMinePath, s.askDeleteMine)
	e.POST(views.DeleteMinePath, s.deleteMine)
	get(e, "/p/:product", s.product)
	get(e, "/compare", s.compare)
	if s.shop.OrdersHere() {
		get(e, "/basket", s.basket)
		e.POST("/basket", s.putIn)
		e.POST("/basket/change", s.changeBasket)
		e.POST("/basket/undo", s.undoBasket)
		get(e, views.CheckoutPath, s.checkout)
		e.POST(views.CheckoutPath, s.placeOrder)
	}
	e.POST("/language", s.chooseLanguage)
	s.mountPrograms(e)
	s.mountDesk(e)
	get(e, static.ClerkPath, echo.WrapHandler(static.Handler()))
	get(e, static.Prefix+"*", echo.WrapHandler(static.Handler()))
	get(e, "/healthz", func(c echo.Context) error { return c.String(http.StatusOK, "ok\n") })
	get(e, "/readyz", s.readyz)
	return e
}

// extractor tells where a request comes from: the connection, or what proxies of ours say.
func (s *server) extractor() echo.IPExtractor {
	if len(s.proxies) == 0 {
		return echo.ExtractIPDirect()
	}
	trust := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, n := range s.proxies {
		trust = append(trust, echo.TrustIPRange(n))
	}
	return echo.ExtractIPFromXFFHeader(trust...)
}

// sameOrigin refuses requests that change something and come from other sites.
func sameOrigin() echo.MiddlewareFunc {
	protection := http.NewCrossOriginProtection()
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if err := protection.Check(c.Request()); err != nil {
				return fmt.Errorf("%w: %w", errForeign, err)
			}
			return next(c)
		}
	}
}

// get routes GET, and HEAD with it: the same answer without its body.
func get(e *echo.Echo, path string, h echo.HandlerFunc) {
	e.GET(path, h)
	e.HEAD(path, h)
}

// conversing has a handler answer about the conversation that a request is about, as load has it.
func conversing(load func(echo.Context) (*journal.Conversation, error), handle func(echo.Context, *journal.Conversation) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		conversation, err := load(c)
		if err != nil {
			return err
		}
		return handle(c, conversation)
	}
}

// secureOnly tells browsers to come by TLS alone for a year (RFC 6797). Neighbouring hosts
// are not the shop's business.
func secureOnly(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Response().Header().Set("Strict-Transport-Security", "max-age=31536000")
		return next(c)
	}
}

// number gives each request a number of ours: one that came with it could be another's, or
// as long as a header may be.
func number(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		id := random(5)
		c.Response().Header().Set(echo.HeaderXRequestID, id)
		c.SetRequest(c.Request().WithContext(context.WithValue(c.Request().Context(), requestKey{}, id)))
		return next(c)
	}
}

// guard sets the headers that every page carries. A page has its reader's basket in
// its frame: nobody else's cache keeps it, unless its handler says more.
func (s *server) guard(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h, frames := c.Response().Header(), "'none'"
		if len(s.config.EmbedOrigins) > 0 && !strings.HasPrefix(c.Path(), desk.Root) {
			frames = "'self' " + strings.Join(s.config.EmbedOrigins, " ")
		}
		h.Set("Content-Security-Policy", contentSecurity(s.store(c).Origins(), frames, s.clerk(c).Settings().Origins()...))
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cache-Control", "private, no-cache")
		return next(c)
	}
}

// retryStore is when whoever met a store that does not answer may come again: a lock or a switch
// to another database has passed by then.
const retryStore = 5 * time.Second

// errForeign reports a request that another site made in the shopper's name.
var errForeign = errors.New("a request from another site")

// httpStatus maps the kinds of error to HTTP, once.
func httpStatus(err error) int {
	var h *echo.HTTPError
	switch {
	case errors.As(err, &h):
		return h.Code
	case errors.Is(err, views.ErrBad), errors.Is(err, dialog.ErrNoSuch):
		return http.StatusBadRequest
	case errors.Is(err, views.ErrLong):
		return http.StatusRequestEntityTooLarge
	case errors.Is(err, errForeign):
		return http.StatusForbidden
	case errors.Is(err, sqlite.ErrNotFound), errors.Is(err, shop.ErrNone), errors.Is(err, journal.ErrNotFound):
		return http.StatusNotFound
	case errors.Is(err, journal.ErrConflict):
		return http.StatusConflict
	case errors.Is(err, journal.ErrFull):
		return http.StatusUnprocessableEntity
	case store.Full(err):
		return http.StatusInsufficientStorage
	case errors.Is(err, context.DeadlineExceeded), store.Away(err), store.Failing(err):
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// fail answers an error with a page that says what can be done.
func (s *server) fail(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	if s.program(c) {
		if err := failProgram(c, err); err != nil {
			slog.Debug("the program left before the answer", "error", err)
		}
		return
	}
	// the request's context may be over, which is no reason to say nothing
	c.SetRequest(c.Request().WithContext(context.WithoutCancel(c.Request().Context())))
	code := httpStatus(err)
	if code == http.StatusServiceUnavailable {
		again(c, retryStore)
	}
	id := c.Response().Header().Get(echo.HeaderXRequestID)
	props := views.Error{Page: s.frame(c, ""), Status: code, Away: code == http.StatusServiceUnavailable, Request: id, Back: s.presenter(c).ToStart(), Detail: views.ComplaintDetail(words.From(c.Request().Context()), err)}
	if code >= http.StatusInternalServerError {
		slog.ErrorContext(c.Request().Context(), "answering a request", "route", c.Path(), "error", err)
	}
	if conversation := c.Param("id"); conversation != "" && code != http.StatusNotFound && code != http.StatusUnprocessableEntity {
		props.Back = s.presenter(c).ToConversation("/c/" + conversation)
	}
	body, renderErr := views.Render(c.Request().Context(), views.ErrorPage(props))
	if renderErr != nil {
		body = []byte(http.StatusText(code))
	}
	spoken(c)
	if err := c.HTMLBlob(code, body); err != nil {
		slog.Debug("the shopper left before the error page", "error", err)
	}
}

// random returns n random bytes in lower-case base32.
func random(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // it never fails
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(b))
}

// click is a change of the need made by a click.
func click(ch search.Change) agent.Input { return agent.Input{Changes: []search.Change{ch}} }
