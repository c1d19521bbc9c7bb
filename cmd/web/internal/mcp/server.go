// Package mcp serves the shop to other people's agents by the Model Context Protocol,
// over Streamable HTTP and over standard input and output. Three of its tools have the
// names and shapes of the Universal Commerce Protocol's catalogue (see ucp.go):
// search_catalog, lookup_catalog and get_product. The fourth, clarify, decides for
// agents about calls of tools of their own (see clarify.go).
//
// # Clarification
//
// A search whose need is unclear has the clerk's questions. One call asks once, with at
// most [Config.Questions] of them in one form (see form.go):
//
//   - A client that declares form elicitation is asked before it gets a result, by
//     "input required" since protocol version 2026-07-28 and by a request of the server's
//     before. Accepting sharpens the list, declining gives the list as it is, and
//     cancelling ends the call without one.
//   - Any other client gets the questions beside the products, as structured content,
//     with a state: it answers in its next call.
//
// # What is kept
//
// Nothing. What the shop would have to remember travels as a sealed state that expires,
// opens for the caller it was given to, and fits the request it was given for (see
// state.go): any process with the same secret goes on from it. What agents search for
// is neither journaled nor tallied, because it tells what programs do, not shoppers.
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
	"runtime/debug"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"shopclerk/agent"
	"shopclerk/catalog/sqlite"
	"shopclerk/cmd/internal/seal"
	"shopclerk/words"
)

// Config is what a server is made of.
type Config struct {
	Clerk  *agent.Agent
	Store  *sqlite.Store
	Sealer *seal.Sealer
	Shop   string // its name
	// Questions is how many a call asks at most, from 1; 0 is [DefaultQuestions].
	Questions int
	Language  *words.Language  // where a request asks for none that there is; nil: English
	Now       func() time.Time // nil: time.Now
}

// DefaultQuestions is how many questions a call asks at most: whoever answers is in the
// middle of something else, and two questions chosen jointly tell most of what three do.
const DefaultQuestions = 2

// Server serves the tools. It is safe for concurrent use and holds no session's state.
type Server struct {
	Config
	tools *sdk.Server
}

// New makes a server.
func New(c Config) (*Server, error) {
	if c.Questions == 0 {
		c.Questions = DefaultQuestions
	}
	if c.Questions < 0 {
		return nil, fmt.Errorf("opening the MCP server: %d questions a call are none: give 1 or more", c.Questions)
	}
	if c.Language == nil {
		c.Language = words.English
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	s := &Server{Config: c, tools: sdk.NewServer(
		&sdk.Implementation{Name: "shopclerk", Title: c.Shop, Version: version()},
		&sdk.ServerOptions{Instructions: instructions, Capabilities: &sdk.ServerCapabilities{}, PageSize: 100},
	)}
	if err := s.addTools(); err != nil {
		return nil, fmt.Errorf("opening the MCP server: %w", err)
	}
	return s, nil
}

// version is the program's, as the build knows it.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "unknown"
}

// instructions tell a model how the tools go together.
const instructions = "Search the shop's catalogue with search_catalog, in the shopper's own words. " +
	"Where the need is unclear the result has clarification: put its questions to the shopper, and search again with the same " +
	"catalog and with clarification.request_state and clarification.answers. Look products up with lookup_catalog and get_product."

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
	h := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s.tools }, &sdk.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, PropagateRequestCancellation: true,
		MaxRequestBodyBytes: longestBody, DisableLocalhostProtection: proxied,
	})
	return http.NewCrossOriginProtection().Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), requestTime)
		defer cancel()
		if admit != nil {
			holder, ok := admit(w, r)
			if !ok {
				return
			}
			ctx = context.WithValue(ctx, holderKey{}, holder)
		}
		h.ServeHTTP(w, r.WithContext(ctx))
	}))
}

// holderKey is the context's key to the holder of the request's API key.
type holderKey struct{}

// caller names who calls: the holder of the key, "" where no keys are asked for.
func caller(ctx context.Context) string {
	holder, _ := ctx.Value(holderKey{}).(string)
	return holder
}

// Stdio serves one client over standard input and output, until the input ends or ctx
// is done. Whatever else writes to standard output breaks the protocol.
func (s *Server) Stdio(ctx context.Context) error { return s.Serve(ctx, &sdk.StdioTransport{}) }

// Serve serves one client over a transport, until the client leaves or ctx is done.
func (s *Server) Serve(ctx context.Context, over sdk.Transport) error {
	err := s.tools.Run(ctx, over)
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
func guarded[In, Out any](tool string, h sdk.ToolHandlerFor[In, Out]) sdk.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, r *sdk.CallToolRequest, in In) (res *sdk.CallToolResult, out Out, err error) {
		defer func() {
			if p := recover(); p != nil {
				slog.Error("a tool panicked", "tool", tool, "panic", p, "stack", string(debug.Stack()))
				res, err = nil, errOurs
			}
		}()
		res, out, err = h(ctx, r, in)
		var f *fault
		switch {
		case err == nil, errors.As(err, &f):
		case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
			err = fmt.Errorf("the answer took more than %s: try again later", requestTime)
		default:
			slog.Error("answering an agent", "tool", tool, "error", err)
			err = errOurs
		}
		return res, out, err
	}
}
