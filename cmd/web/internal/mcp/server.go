// Package mcp serves the shop to other people's agents by the Model Context Protocol,
// over Streamable HTTP and over standard input and output. Three of its tools have the
// names and shapes of the Universal Commerce Protocol's catalogue (see ucp.go):
// search_catalog, lookup_catalog and get_product. The fourth, clarify, decides for
// agents about calls of tools of their own (see clarify.go). The others are those of the
// counter: baskets and orders (see errand.go), and get_order of the protocol's.
//
// # Whose baskets and orders
//
// Of one person for each API key, and over standard input and output of the person at
// this machine; their ids are random to everybody who has not the secret. Where nobody
// needs a key there is nobody whose orders they could be, or else they were everybody's:
// the counter's tools are not offered then.
//
// # Clarification
//
// A search whose need is unclear has the clerk's questions. One call asks once, with at
// most [MostQuestions] of them in one form (see form.go):
//
//   - A client that declares form elicitation is asked before it gets a result, by
//     "input required" since protocol version 2026-07-28 and by a request of the server's
//     before. Accepting sharpens the list, declining gives the list as it is, and
//     cancelling ends the call without one.
//   - Any other client gets the questions beside the products, as structured content,
//     with a state: it answers in its next call.
//
// Over HTTP the answer of a client from before 2026-07-28 comes in a request of its own, to
// whichever process: see older.go. One that does not answer, or can not be asked, is of the
// second kind. The SDK keeps such sessions in the memory of a process, and refuses requests of
// the server's where there are none.
//
// A tool of the counter asks in the same two ways, but in as many rounds as it takes, for
// what is missing, ambiguous or impossible; and for a yes to exactly what can not be
// undone.
//
// # What is kept
//
// Of what is asked, nothing. What the shop would have to remember travels as a sealed state that expires,
// opens for the caller it was given to, and fits the request it was given for (see
// state.go): any process with the same secret goes on from it. What agents search for
// is neither journaled nor tallied, because it tells what programs do, not shoppers. What
// is done is kept with the baskets and orders, under an idempotency key: see errand.go.
//
// # Errors
//
// What a caller can mend is a tool error, with its place in the arguments and the
// remedy. Texts for people follow the language of the request; errors are in English,
// for whoever reads the program's log.
package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"runtime/debug"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"shopclerk/agent"
	"shopclerk/agent/tools"
	"shopclerk/cmd/internal/live"
	"shopclerk/cmd/internal/seal"
	"shopclerk/cmd/web/internal/api"
	"shopclerk/words"
)

// Config is what a server is made of.
type Config struct {
	Live   *live.Shop // what is sold; a call is answered of one generation of it
	Sealer *seal.Sealer
	Shop   string // its name
	// Counter is where a person can have things done, as they stand, in the language of
	// the context; nil: nothing can.
	Counter func(ctx context.Context, person string) (agent.Counter, error)
	// Letterbox has what older clients answer; nil: the process is alone, and has one.
	Letterbox Letterbox
	Language  *words.Language  // where a request asks for none that there is; nil: English
	Now       func() time.Time // nil: time.Now
}

// MostQuestions is how many questions a call asks at most: whoever answers is in the
// middle of something else, and two questions chosen jointly tell most of what three do.
const MostQuestions = 2

// Server serves the tools. It is safe for concurrent use and holds no session's state.
type Server struct {
	Config
	*live.Generation // that a call is answered of; nil outside of calls
	rule             tools.Rule
	formTime         time.Duration // see [formTime]
	forms            chan struct{} // holds who waits for one
	leaving          chan struct{} // closed: nobody does any more
	leave            func()
	public           *sdk.Server // the tools for those whom nobody knows
	served           *sdk.Server // and for those whose baskets and orders there can be
}

// mostAsked is how many questions an errand asks at once: a name with its street, town
// and postcode is one thing to a person.
const mostAsked = 4

// New makes a server.
func New(c Config) (*Server, error) {
	if c.Language == nil {
		c.Language = words.English
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Letterbox == nil {
		c.Letterbox = &letters{waits: map[string]*letter{}}
	}
	s := &Server{Config: c, formTime: formTime, forms: make(chan struct{}, mostForms), leaving: make(chan struct{})}
	s.leave = sync.OnceFunc(func() { close(s.leaving) })
	var err error
	if s.rule, err = tools.NewRule("joint", nil); err != nil {
		return nil, fmt.Errorf("opening the MCP server: %w", err)
	}
	s.rule.Batch = mostAsked
	if s.public, err = s.open(instructions); err != nil {
		return nil, fmt.Errorf("opening the MCP server: %w", err)
	}
	if s.served = s.public; s.Counter == nil {
		return s, nil
	}
	if s.served, err = s.open(instructions + errandInstructions); err == nil {
		err = s.addErrands(s.served)
	}
	if err != nil {
		return nil, fmt.Errorf("opening the MCP server: %w", err)
	}
	return s, nil
}

// open makes a server of the protocol with the tools that everybody gets.
func (s *Server) open(told string) (*sdk.Server, error) {
	out := sdk.NewServer(
		&sdk.Implementation{Name: "shopclerk", Title: s.Shop, Version: programVersion()},
		&sdk.ServerOptions{Instructions: told, Capabilities: &sdk.ServerCapabilities{}, PageSize: 100},
	)
	return out, s.addTools(out)
}

// programVersion is the program's, as the build knows it.
func programVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "unknown"
}

// instructions tell a model how the tools go together.
const instructions = "Search the shop's catalogue with search_catalog, in the shopper's own words. " +
	"Where the need is unclear the result has clarification: put its questions to the shopper, and search again with the same " +
	"catalog and with clarification.request_state and clarification.answers. Look products up with lookup_catalog and get_product."

// errandInstructions tell how the tools of the counter go on.
const errandInstructions = " Baskets and orders are those of one shopper. A tool that lacks something asks: put what clarification asks to the " +
	"shopper, and call again with the same arguments and with clarification.request_state and clarification.answers. What can not be undone has " +
	"a preview, which only the shopper can confirm: show it, and call again with clarification.confirm."

// longestBody bounds a request in bytes: the tools that an agent has clarify decide about
// take most, some hundred thousand for the largest servers known.
const longestBody = 1 << 20

// requestTime bounds one request over HTTP: a search takes milliseconds, so whatever
// takes this long is stuck.
const requestTime = 10 * time.Second

// Admit lets a request through and names the holder of its key; otherwise it has
// answered the request.
type Admit func(w http.ResponseWriter, r *http.Request) (holder string, ok bool)

// Handler serves Streamable HTTP. No request depends on one before, so that any number
// of processes with one secret can share them out without sticky sessions. admit nil
// serves whoever asks. proxied says that a proxy on this machine passes requests on;
// otherwise a request that arrives at a loopback address must name one as its host, or
// a web page could reach the server by rebinding its own name (DNS rebinding).
func (s *Server) Handler(admit Admit, proxied bool) http.Handler {
	h := sdk.NewStreamableHTTPHandler(func(r *http.Request) *sdk.Server {
		if caller(r.Context()) != "" {
			return s.served
		}
		return s.public
	}, &sdk.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, PropagateRequestCancellation: true,
		MaxRequestBodyBytes: longestBody, DisableLocalhostProtection: proxied,
	})
	own := http.NewCrossOriginProtection().Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := r.Context()
		if admit != nil {
			holder, ok := admit(w, r)
			if !ok {
				return
			}
			ctx = context.WithValue(ctx, holderKey{}, holder)
		}
		s.serveOlder(w, r.WithContext(ctx), h)
	}))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		api.Guard(w.Header())
		own.ServeHTTP(w, r)
	})
}

// holderKey is the context's key to the holder of the request's API key.
type holderKey struct{}

// caller names who calls: the holder of the key, "" where no keys are asked for.
func caller(ctx context.Context) string {
	holder, _ := ctx.Value(holderKey{}).(string)
	return holder
}

// personKey is the context's key to the person whose baskets and orders a request is
// about.
type personKey struct{}

// person is whose baskets and orders a call is about: the key's, or those of the one at
// this machine.
func (s *Server) person(ctx context.Context) string {
	if holder := caller(ctx); holder != "" {
		return api.Person(s.Sealer, holder)
	}
	person, _ := ctx.Value(personKey{}).(string)
	return person
}

// Stdio serves one client over standard input and output, until the input ends or ctx
// is done. Whatever else writes to standard output breaks the protocol.
func (s *Server) Stdio(ctx context.Context) error { return s.Serve(ctx, lines(os.Stdin, os.Stdout)) }

// Serve serves the person at this machine over a transport, until the client leaves or
// ctx is done.
func (s *Server) Serve(ctx context.Context, over sdk.Transport) error {
	err := s.served.Run(context.WithValue(ctx, personKey{}, s.Sealer.Alias("person", "at this machine")), over)
	if ctx.Err() != nil || errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// speak returns a context in the language that a request asks for: in its arguments,
// else in its header.
func (s *Server) speak(ctx context.Context, r *sdk.CallToolRequest, c *Context) context.Context {
	l := s.Language
	if r.Extra != nil {
		l = words.Match(r.Extra.Header.Get("Accept-Language"), l)
	}
	if c != nil {
		l = words.Match(c.Language, l)
	}
	return words.With(ctx, l)
}

// fault is an error that the caller can mend: what is wrong, at which place of the
// arguments, and what to do.
type fault struct{ at, what string }

func (f *fault) Error() string { return f.at + ": " + f.what }

// wrong makes a fault at a place of the arguments.
func wrong(at, what string, values ...any) error { return &fault{at, fmt.Sprintf(what, values...)} }

// errOurs is what a caller gets to know of an error that it can not mend.
var errOurs = errors.New("the fault is the shop's, not the request's: try again later, or tell the shop's operator")

// guarded answers with what the caller may know of errors: faults as they are, and of
// anything else only that it happened. The rest is for the log. A panic is an error too:
// the SDK calls handlers outside the goroutines that the HTTP server watches over.
func guarded[In, Out any](s *Server, tool string, h func(*Server, context.Context, *sdk.CallToolRequest, In) (*sdk.CallToolResult, Out, error)) sdk.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, r *sdk.CallToolRequest, in In) (res *sdk.CallToolResult, out Out, err error) {
		defer func() {
			if p := recover(); p != nil {
				slog.ErrorContext(ctx, "a tool panicked", "tool", tool, "panic", p, "stack", string(debug.Stack()))
				res, err = nil, errOurs
			}
		}()
		ctx, release, err := s.Live.Enter(ctx)
		if err != nil {
			return nil, out, errOurs
		}
		defer release()
		at := *s
		at.Generation = live.From(ctx)
		res, out, err = h(&at, ctx, r, in)
		var f *fault
		switch {
		case err == nil, errors.As(err, &f):
		case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
			err = fmt.Errorf("the answer took more than %s: try again later", requestTime)
		default:
			slog.ErrorContext(ctx, "answering an agent", "tool", tool, "error", err)
			err = errOurs
		}
		return res, out, err
	}
}
