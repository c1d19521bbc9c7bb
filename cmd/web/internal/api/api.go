// Package api answers other programs, at /api/v1 and below: searching, single
// products, categories, the conversation, one turn at a time, and whether a call of
// anybody's tools is clear enough to be carried out. It is plain net/http, and
// openapi.json is its contract: requests are checked against the file before a handler
// sees them, tests check the answers.
//
// # Who may ask
//
// Whoever has a key of the configuration, which holds the hashes of keys. Without keys
// there is no API: a server that is opened to the network by mistake gives away
// nothing. Each key has its own rate. There are no cookies, so that no other site's
// page can ask in somebody's name; pages of other origins may ask only where the
// configuration names the origin.
//
// # Whose baskets and orders
//
// A conversation can put things into a basket, order them, and cancel and send back what
// was ordered: see errand.go. All of it is of one person for each key ([Person]).
//
// # What is kept
//
// Of what is said, nothing. The state of a conversation travels with it, sealed: see
// state.go. What programs say is neither journaled nor tallied, and no experiment counts
// it: all of these tell what shoppers do, and belong to sessions that are not here; and a
// program that keeps its shoppers' words to itself can forget them when they ask. What is
// done is kept: the baskets and orders of the key's person, and the audit trail of
// orders.
//
// # Errors
//
// Problem details (RFC 9457), each with the places of what is wrong and what to do: see
// problem.go. They are in English, for those who write the program; what the clerk says
// follows Accept-Language.
package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"shopclerk/agent"
	"shopclerk/agent/durable"
	"shopclerk/catalog/sqlite"
	"shopclerk/cmd/internal/live"
	"shopclerk/cmd/internal/seal"
	"shopclerk/cmd/web/internal/admit"
	"shopclerk/words"
)

// Root is the address below which everything is.
const Root = "/api/v1"

// Serves reports whether a path is the API's to answer.
func Serves(path string) bool { return path == Root || strings.HasPrefix(path, Root+"/") }

// Config is what the API is made of.
type Config struct {
	Live   *live.Shop // what is sold; a request is answered of one generation of it
	Sealer *seal.Sealer
	// Counter is where a person can have things done, as they stand, in the language of
	// the context; nil: nothing can, and all words are about products.
	Counter  func(ctx context.Context, person string) (agent.Counter, error)
	Keys     []Key
	Rate     float64         // requests a second that a key may make in the long run, above 0
	Origins  []string        // whose pages may ask; none: no page may
	Language *words.Language // of the clerk's words where the request asks for none that there is; nil: English
	Now      func() time.Time
	From     func(*http.Request) string // where a request comes from, for the log; nil: its RemoteAddr
}

// API is the handler. It is safe for concurrent use.
type API struct {
	Config
	*live.Generation // that an operation answers of; nil outside of operations
	*desks
}

// desks are what all requests share.
type desks struct {
	callers  atomic.Pointer[[]Key]
	paces    *admit.Paces
	contract *contract
	mux      *http.ServeMux
	refusals rate.Sometimes // are logged
	unlogged atomic.Int64   // refusals since the last that was
}

// operation is one method of one path.
type operation struct {
	id     string // its operationId in openapi.json
	method string
	path   string // below Root
	open   bool   // needs no key
	// longest bounds its body in bytes.
	longest int64
	answer  func(*API, *request) (any, error)
}

// operations lists all there is.
var operations = []operation{
	{"openapi", http.MethodGet, "/openapi.json", true, 0, (*API).openapi},
	{"search", http.MethodGet, "/search", false, 0, (*API).search},
	{"product", http.MethodGet, "/products/{id}", false, 0, (*API).product},
	{"categories", http.MethodGet, "/categories", false, 0, (*API).categories},
	{"category", http.MethodGet, "/categories/{path}", false, 0, (*API).category},
	{"converse", http.MethodPost, "/converse", false, longestTurn, (*API).converse},
	{"clarify", http.MethodPost, "/clarify", false, longestTask, (*API).clarify},
}

// Paths lists the paths there are, below [Root]; a parameter is "{name}".
func Paths() []string {
	out := make([]string, len(operations))
	for i, op := range operations {
		out[i] = op.path
	}
	return out
}

// New makes the API.
func New(c Config) (*API, error) {
	if c.Rate <= 0 {
		return nil, fmt.Errorf("opening the API: %v requests a second are none: give a rate above 0", c.Rate)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Language == nil {
		c.Language = words.English
	}
	if c.From == nil {
		c.From = func(r *http.Request) string { return r.RemoteAddr }
	}
	a := &API{Config: c, desks: &desks{mux: http.NewServeMux(), paces: admit.NewPaces(c.Rate, burst(c.Rate)), refusals: rate.Sometimes{First: 10, Interval: time.Second}}}
	if err := a.SetKeys(c.Keys); err != nil {
		return nil, fmt.Errorf("opening the API: %w", err)
	}
	var err error
	if a.contract, err = readContract(); err != nil {
		return nil, fmt.Errorf("reading openapi.json: %w", err)
	}
	allowed := map[string][]string{}
	for i := range operations {
		op := &operations[i]
		a.mux.HandleFunc(op.method+" "+Root+op.path, a.handle(op))
		allowed[op.path] = append(allowed[op.path], op.method)
	}
	for path, methods := range allowed {
		a.mux.HandleFunc(Root+path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Allow", strings.Join(methods, ", "))
			fail(w, r, problem(MethodNotAllowed, "%s is not answered at %s: use %s.", r.Method, r.URL.Path, strings.Join(methods, " or ")))
		})
	}
	a.mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		fail(w, r, problem(NotFound, "There is nothing at %s: %s lists what there is.", r.URL.Path, Root+"/openapi.json"))
	})
	return a, nil
}

// requestTime bounds one request: a turn takes milliseconds, so whatever takes this
// long is stuck.
const requestTime = 10 * time.Second

// request is a request whose query and body keep the contract.
type request struct {
	*http.Request
	caller *Key
	query  url.Values
	body   []byte // JSON; nil where the operation takes none
	words  *words.Language
}

// Guard sets the headers of every answer to a program: a browser that is led to one takes
// it for nothing else, and keeps nothing of it.
func Guard(h http.Header) {
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
	h.Set("Cache-Control", "no-store")
}

// ServeHTTP answers whatever is below [Root].
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	Guard(h)
	defer func() {
		if p := recover(); p != nil {
			slog.ErrorContext(r.Context(), "the API panicked", "panic", p, "stack", string(debug.Stack()))
			fail(w, r, problem(Internal, ""))
		}
	}()
	if a.crossOrigin(w, r) {
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), requestTime)
	defer cancel()
	l := words.Match(r.Header.Get("Accept-Language"), a.Language)
	a.mux.ServeHTTP(w, r.WithContext(words.With(ctx, l)))
}

// crossOrigin tells browsers which origins' pages may ask, and answers their asking
// beforehand. Without configured origins it says nothing, which browsers take for no.
func (a *API) crossOrigin(w http.ResponseWriter, r *http.Request) (answered bool) {
	if len(a.Origins) == 0 {
		return false
	}
	h := w.Header()
	h.Add("Vary", "Origin")
	for _, o := range a.Origins {
		if r.Header.Get("Origin") != o {
			continue
		}
		h.Set("Access-Control-Allow-Origin", o)
		h.Set("Access-Control-Expose-Headers", "Retry-After, "+requestID)
		if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
			h.Set("Access-Control-Allow-Methods", "GET, POST")
			h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Accept-Language, "+idempotencyKey)
			h.Set("Access-Control-Max-Age", "600")
			w.WriteHeader(http.StatusNoContent)
			return true
		}
	}
	return false
}

// handle answers an operation: it asks for the key, holds the request against the
// contract, and writes what the handler returns.
func (a *API) handle(op *operation) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		l := words.From(r.Context())
		w.Header().Set("Content-Language", l.Code())
		w.Header().Add("Vary", "Accept-Language")
		in := &request{Request: r, words: l}
		err := a.admit(op, w, in)
		if err == nil {
			err = a.contract.check(op, w, in)
		}
		var out any
		if err == nil {
			out, err = a.of(op, in)
		}
		if g := live.From(in.Context()); g != nil { // another than the one the request began with
			w.Header().Set(live.Header, g.ID)
		}
		if err != nil {
			fail(w, r, err)
			return
		}
		send(w, http.StatusOK, "application/json", out)
	}
}

// of answers an operation of the generation that is sold from when it begins.
func (a *API) of(op *operation, in *request) (any, error) {
	ctx, release, err := a.Live.Enter(in.Context())
	if err != nil {
		return nil, problem(Busy, "The shop is closing. Try again later.")
	}
	defer release()
	in.Request = in.WithContext(ctx)
	at := *a
	at.Generation = live.From(ctx)
	return op.answer(&at, in)
}

// admit lets a request through that has a key, as often as its rate allows.
func (a *API) admit(op *operation, w http.ResponseWriter, r *request) error {
	if op.open {
		return nil
	}
	var err error
	if r.caller, err = a.known(r.Request); err != nil {
		w.Header().Set("WWW-Authenticate", `Bearer realm="`+Root+`"`)
		a.refused(r, "")
		return err
	}
	if r.caller.Feed {
		a.refused(r, r.caller.Name)
		return problem(Forbidden, "The key %q is not for this: a key is for the feed, or for everything else. The shop's operator gives keys.", r.caller.Name)
	}
	return a.paced(w, r.caller)
}

// refused logs that a key was refused, with the name of one that is known, and nothing of
// what was sent for one. Guessing does not fill the log: the first few are logged, and
// then one in a second.
func (a *API) refused(r *request, name string) {
	a.unlogged.Add(1)
	a.refusals.Do(func() {
		slog.WarnContext(r.Context(), "a key was refused", "name", name, "from", a.From(r.Request), "path", r.URL.Path, "since", a.unlogged.Swap(0))
	})
}

// openapi answers with the contract itself.
func (a *API) openapi(*request) (any, error) { return a.contract.document, nil }

// mapped maps the errors of the rooms below to problems, once.
func mapped(err error) *Problem {
	var p *Problem
	switch {
	case errors.As(err, &p):
		return p
	case errors.Is(err, sqlite.ErrNotFound):
		return problem(NotFound, "The shop has no such thing.")
	case durable.Full(err):
		return problem(Busy, "The shop can store nothing at the moment. Try again later.")
	case durable.Away(err):
		return problem(Busy, "The shop's database does not answer. Try again later.")
	case errors.Is(err, context.DeadlineExceeded):
		return problem(Busy, "The answer took more than %s. Try again later.", requestTime)
	}
	return nil
}

// fail answers an error. What is no fault of the request is logged, and not told.
func fail(w http.ResponseWriter, r *http.Request, err error) {
	p := mapped(err)
	if p == nil {
		slog.ErrorContext(r.Context(), "answering a program", "path", r.URL.Path, "error", err)
		p = problem(Internal, "")
	}
	if p.Kind.status == http.StatusInternalServerError && p.Detail == "" {
		p.Detail = "The fault is the shop's. Tell its operator the number in the header " + requestID + "."
	}
	told := *p
	told.Type, told.Title, told.Status, told.Request = p.Kind.uri(), p.Kind.title, p.Kind.status, w.Header().Get(requestID)
	send(w, told.Status, "application/problem+json", &told)
}
