// Package mcp offers the operations of package api as tools of the Model Context Protocol,
// over streamable HTTP and over standard input and output. A tool has no logic of its own: its
// schemas are inferred from the operation's types, and its text is the JSON of its result.
//
// Where the client shows forms, what converse and clarify would ask is put to the person
// before the result: one form a call (see form.go). Any other client gets the questions in the
// result, and answers in its next call.
package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"shopclerk/cmd/internal/live"
	"shopclerk/cmd/web/internal/api"
)

// Server serves the tools. It is safe for concurrent use and keeps no session, so that any
// process over the same journal answers the next request.
type Server struct {
	sdk  *sdk.Server
	shop *live.Shop
}

const instructions = "Search the shop with search, in the shopper's own words, or talk to its clerk with converse: pass what the shopper says on, " +
	"put the questions to the shopper, and answer them by their ids in the next call with the state of the reply. Basket and orders are the " +
	"conversation's too; what an errand's preview says, only the shopper can confirm. clarify decides about calls of your other tools."

// New makes a server of a shop's operations; name is the shop's.
func New(o *api.Operations, shop *live.Shop, name string) *Server {
	s := &Server{shop: shop, sdk: sdk.NewServer(&sdk.Implementation{Name: "shopclerk", Title: name, Version: "1"},
		&sdk.ServerOptions{Instructions: instructions, Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}}})} // the list does not change
	reads := &sdk.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: new(bool)}
	acts := &sdk.ToolAnnotations{DestructiveHint: new(true), OpenWorldHint: new(bool)} // it empties baskets and cancels orders, and what is put in twice is there twice
	add(s, &sdk.Tool{Name: "search", Title: "Search products", Annotations: reads,
		Description: "Searches the shop for products, by words and by limits on their aspects, and counts them by aspects."}, plain(o.Search))
	add(s, &sdk.Tool{Name: "product", Title: "Look at a product", Annotations: reads,
		Description: "Reads one product: price, stock, attributes, description and the variants it is sold in."}, plain(o.Product))
	add(s, &sdk.Tool{Name: "categories", Title: "List categories", Annotations: reads,
		Description: "Lists the shop's categories, or the aspects and values of one, as search takes them for limits."}, plain(o.Categories))
	add(s, &sdk.Tool{Name: "converse", Title: "Talk to the clerk", Annotations: acts,
		Description: "Takes a turn of a conversation with the shop's clerk, who shows products, asks which are meant, answers questions about them, and fills the basket and orders."}, converse(o))
	add(s, &sdk.Tool{Name: "clarify", Title: "Ask or act", Annotations: reads,
		Description: "Decides about candidate calls of your own tools: execute, ask (with options), confirm what cannot be undone, or decline, and says why. It calls nothing."}, clarify(o))
	return s
}

// tool answers a call.
type tool[In, Out any] func(context.Context, *sdk.CallToolRequest, *In) (*sdk.CallToolResult, *Out, error)

// plain is the tool of an operation that asks nothing.
func plain[In, Out any](f func(context.Context, *In) (*Out, error)) tool[In, Out] {
	return func(ctx context.Context, _ *sdk.CallToolRequest, in *In) (*sdk.CallToolResult, *Out, error) {
		out, err := f(ctx, in)
		return nil, out, err
	}
}

// add adds a tool that answers from one snapshot of the catalogue.
func add[In, Out any](s *Server, t *sdk.Tool, f tool[In, Out]) {
	schema, err := jsonschema.For[In](nil)
	if err != nil {
		panic(err) // the types are the operations'
	}
	describe(schema, reflect.TypeFor[In](), huma.NewMapRegistry("", huma.DefaultSchemaNamer))
	t.InputSchema = schema
	sdk.AddTool(s.sdk, t, func(ctx context.Context, r *sdk.CallToolRequest, in In) (*sdk.CallToolResult, *Out, error) {
		ctx, release, err := s.shop.Enter(ctx)
		defer release()
		if err != nil {
			return nil, nil, err
		}
		res, out, err := f(ctx, r, &in)
		return res, out, told(api.Problem(ctx, err))
	})
}

// describe gives the properties of a schema the descriptions and ranges that the type's fields
// have for the OpenAPI document, in the part of JSON Schema that strict OpenAI and Gemini take:
// every schema has one type or names all it may have.
func describe(s *jsonschema.Schema, t reflect.Type, known huma.Registry) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if len(s.Types) > 0 { // null, which leaving it out says, and another
		s.Type, s.Types = s.Types[len(s.Types)-1], nil
	}
	switch t.Kind() {
	case reflect.Slice:
		describe(s.Items, t.Elem(), known)
	case reflect.Interface:
		*s = jsonschema.Schema{Description: s.Description, AnyOf: append(scalars(), &jsonschema.Schema{Type: "array", Items: &jsonschema.Schema{AnyOf: scalars()}})}
	case reflect.Map: // a call: the names that models know best, and every other form is read as well
		*s = jsonschema.Schema{Description: s.Description, Type: "object", Properties: map[string]*jsonschema.Schema{
			"name":      {Type: "string", Description: "Of the tool."},
			"arguments": {AnyOf: []*jsonschema.Schema{{Type: "string"}, {Type: "object"}}, Description: "An object, or its JSON."},
			"weight":    {Type: "number", Minimum: new(0.0), Description: "How likely this call is, beside the others."},
		}}
	case reflect.Struct:
		for _, f := range reflect.VisibleFields(t) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if p := s.Properties[name]; p != nil {
				of := huma.SchemaFromField(known, f, "")
				p.Description, p.Enum, p.Minimum, p.Maximum, p.MaxLength, p.MaxItems = of.Description, of.Enum, of.Minimum, of.Maximum, of.MaxLength, of.MaxItems
				describe(p, f.Type, known)
			}
		}
	}
}

// scalars returns the schemas of a value that is no list.
func scalars() []*jsonschema.Schema {
	return []*jsonschema.Schema{{Type: "string"}, {Type: "number"}, {Type: "boolean"}, {Type: "object"}}
}

// told is a problem as a model reads it: its place among the arguments, and the remedy.
func told(err error) error {
	var m *huma.ErrorModel
	if !errors.As(err, &m) || len(m.Errors) == 0 {
		return err
	}
	_, place, _ := strings.Cut(m.Errors[0].Location, ".")
	return errors.New(strings.TrimPrefix(place+": "+m.Detail, ": "))
}

// longestBody bounds a request in bytes: the tools of other servers that a client has clarify
// decide about take most.
const longestBody = 1 << 20

// Handler serves streamable HTTP. proxied says that a proxy on this machine passes requests
// on; otherwise a request that arrives at a loopback address must name one as its host.
func (s *Server) Handler(proxied bool) http.Handler {
	h := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s.sdk }, &sdk.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, PropagateRequestCancellation: true, MaxRequestBodyBytes: longestBody, DisableLocalhostProtection: proxied,
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.ServeHTTP(&refusing{ResponseWriter: w}, r) })
}

// refusing writes as errors of JSON-RPC what the library refuses in plain text before it reads which
// request it is: methods that there are not, and what is no request.
type refusing struct {
	http.ResponseWriter
	refused bool
}

// WriteHeader implements [http.ResponseWriter].
func (w *refusing) WriteHeader(status int) {
	if w.refused = status == http.StatusBadRequest && strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain"); w.refused {
		w.Header().Set("Content-Type", "application/json")
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write implements [http.ResponseWriter].
func (w *refusing) Write(text []byte) (int, error) {
	if !w.refused {
		return w.ResponseWriter.Write(text)
	}
	problem := jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: strings.TrimSpace(string(text))}
	if strings.HasSuffix(problem.Message, "unsupported") {
		problem.Code = jsonrpc.CodeMethodNotFound
	}
	return len(text), json.NewEncoder(w.ResponseWriter).Encode(map[string]any{"jsonrpc": "2.0", "id": nil, "error": problem})
}

// Unwrap is for [http.ResponseController].
func (w *refusing) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Serve serves one client over a transport until it leaves or ctx is done.
func (s *Server) Serve(ctx context.Context, over sdk.Transport) error {
	if err := s.sdk.Run(ctx, over); ctx.Err() == nil && !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

// Stdio serves one client over standard input and output, to which nothing else may write.
func (s *Server) Stdio(ctx context.Context) error { return s.Serve(ctx, &sdk.StdioTransport{}) }
