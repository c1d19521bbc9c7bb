// Package api is what other programs can ask of the shop: search, product, categories,
// converse, clarify and prices. Each operation is a function of a typed request. Mount registers them
// with huma, which derives the OpenAPI document, validates requests and writes problem
// details (RFC 9457); package mcp offers the same functions as tools.
//
// A [Caller] is known by its API key. Its conversations are in the journal under its own
// session and to others are not found; basket and orders are those of the same session. What
// the clerk says follows Accept-Language; errors are in English, for whoever writes the
// program.
package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	lru "github.com/hashicorp/golang-lru/v2"

	"shopclerk/agent"
	"shopclerk/agent/dialog"
	"shopclerk/agent/journal"
	"shopclerk/agent/store"
	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	"shopclerk/cmd/internal/live"
)

// Root is the path below which all operations are.
const Root = "/api/v1"

// Operations answers programs. It is safe for concurrent use. The context of a call carries a
// [Caller], a snapshot of the catalogue ([live.With]) and a language ([words.With]).
type Operations struct {
	Shop    *live.Shop
	Journal *journal.Journal
	// Counter opens the counter for a session's basket and orders; nil: there is none.
	Counter func(ctx context.Context, session string) (agent.Counter, error)
	// Turned is told how long the clerk took for each turn; nil: nobody is.
	Turned func(took time.Duration, turn *dialog.Exchange)

	replies *lru.Cache[string, *Turn] // by the names of turns
}

// New returns the operations of a shop over a journal and a counter.
func New(shop *live.Shop, j *journal.Journal, counter func(context.Context, string) (agent.Counter, error)) *Operations {
	replies, _ := lru.New[string, *Turn](mostReplies) // its only error is a size below 1
	return &Operations{Shop: shop, Journal: j, Counter: counter, replies: replies}
}

const (
	// longestTurn bounds the body of a turn in bytes: the longest message and a dozen answers
	// are a few kilobytes.
	longestTurn = 64 << 10
	// longestPrices bounds a list of prices in bytes: some forty thousand products.
	longestPrices = 4 << 20
	// longestTask bounds the body of a task in bytes: the tools of the largest servers known
	// take some hundred thousand.
	longestTask = 1 << 20
)

// Config returns huma's configuration: the document is at Root/openapi.json.
func Config() huma.Config {
	c := huma.DefaultConfig("Shopclerk", "1")
	c.Info.Description = "Search, conversation and clarification of a shop. Errors are problem details (RFC 9457) with the place of each fault."
	c.Servers = []*huma.Server{{URL: Root}}
	c.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"key": {Type: "http", Scheme: "bearer", Description: "Key from web api-key NAME."}}
	c.Security = []map[string][]string{{"key": {}}}
	c.DocsPath, c.SchemasPath, c.CreateHooks = "", "", nil
	c.RejectUnknownQueryParameters = true
	return c
}

// Mount registers the operations, with an example of each request.
func (o *Operations) Mount(h huma.API) {
	get(h, "search", "/search", "Search products by words and limits", o.Search)
	get(h, "product", "/products/{id}", "Read one product", o.Product)
	get(h, "categories", "/categories", "List categories, or the aspects of one", o.Categories)
	write(h, http.MethodPost, "converse", "/converse", "Take a turn of a conversation", longestTurn, ConverseRequest{Message: "a backpack for hiking, not black"},
		func(ctx context.Context, in *turnInput) (*Turn, error) { return o.Converse(ctx, &in.Body, in.Key) })
	write(h, http.MethodPost, "clarify", "/clarify", "Decide whether to carry out, ask about, confirm or decline a call of your own tools", longestTask, clarifyExample,
		func(ctx context.Context, in *body[ClarifyRequest]) (*Decision, error) {
			return o.Clarify(ctx, &in.Body)
		})
	write(h, http.MethodPatch, "prices", "/products", "Set prices and stock, with a key for that", longestPrices, []any{map[string]any{"id": "bp-000001", "price": 79.9, "stock": 12}},
		func(ctx context.Context, in *body[[]catalog.PriceChange]) (*PricesSet, error) {
			return o.Prices(ctx, in.Body)
		})
	huma.Register(h, huma.Operation{OperationID: "forget", Method: http.MethodDelete, Path: "/converse/{state}", Summary: "Delete a conversation", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *struct {
			State string `path:"state"`
		}) (*struct{}, error) {
			return nil, Problem(ctx, o.Forget(ctx, in.State))
		})
}

// body is the input of an operation whose request is its body.
type body[T any] struct{ Body T }

// turnInput is the input of a turn.
type turnInput struct {
	Body ConverseRequest
	Key  string `header:"Idempotency-Key" maxLength:"200" doc:"Names the turn: sent again with the same key, it gets the same reply, and what it had done is not done twice."`
}

func get[In, Out any](h huma.API, id, path, summary string, f func(context.Context, *In) (*Out, error)) {
	register(h, huma.Operation{OperationID: id, Method: http.MethodGet, Path: path, Summary: summary}, f)
}

func write[In, Out any](h huma.API, method, id, path, summary string, longest int64, example any, f func(context.Context, *In) (*Out, error)) {
	register(h, huma.Operation{OperationID: id, Method: method, Path: path, Summary: summary, MaxBodyBytes: longest,
		RequestBody: &huma.RequestBody{Content: map[string]*huma.MediaType{"application/json": {Example: example}}}}, f)
}

func register[In, Out any](h huma.API, op huma.Operation, f func(context.Context, *In) (*Out, error)) {
	huma.Register(h, op, func(ctx context.Context, in *In) (*body[*Out], error) {
		out, err := f(ctx, in)
		if err != nil {
			return nil, Problem(ctx, err)
		}
		return &body[*Out]{out}, nil
	})
}

// Fault is an error of a request at a place, such as body.answers[0].question; the detail
// says what is wrong and what to do.
func Fault(status int, place, detail string, values ...any) error {
	m := &huma.ErrorModel{Status: status, Title: http.StatusText(status), Detail: fmt.Sprintf(detail, values...)}
	if place != "" {
		m.Errors = []*huma.ErrorDetail{{Message: m.Detail, Location: place}}
	}
	return m
}

// bad is a [Fault] of a request that is well-formed and cannot be answered.
func bad(place, detail string, values ...any) error {
	return Fault(http.StatusUnprocessableEntity, place, detail, values...)
}

// Problem returns what a program is told of an error, nil for none. What is no fault of the
// request is logged, and not given.
func Problem(ctx context.Context, err error) error {
	var told huma.StatusError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &told):
		return told
	case errors.Is(err, journal.ErrConflict):
		return Fault(http.StatusConflict, "body.state", "Another turn of the conversation was taken meanwhile. Send the turn again to go on after it.")
	case errors.Is(err, journal.ErrFull):
		return Fault(http.StatusConflict, "body.state", "The conversation takes no more turns. Leave state out to begin one.")
	case errors.Is(err, journal.ErrNotFound), errors.Is(err, sqlite.ErrNotFound):
		return Fault(http.StatusNotFound, "", "The shop has no such thing.")
	case store.Full(err), store.Away(err), store.Failing(err):
		slog.ErrorContext(ctx, "answering a program", "error", err)
		return Fault(http.StatusServiceUnavailable, "", "The shop can store nothing at the moment. Try again later.")
	case errors.Is(err, context.DeadlineExceeded):
		return Fault(http.StatusServiceUnavailable, "", "The answer took too long. Try again later.")
	}
	slog.ErrorContext(ctx, "answering a program", "error", err)
	return Fault(http.StatusInternalServerError, "", "The fault is the shop's. Tell its operator the number in the header X-Request-Id.")
}
