// Package llm asks a language model's endpoint that speaks as OpenAI's does: chat answers
// that fit a JSON schema, and embeddings. A request has a timeout and its turn
// among concurrent ones; answers can be cached by the hash of their request, so that an
// evaluation can be replayed; an endpoint that keeps failing is left alone for a while. The
// product works without one.
package llm

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/sashabaranov/go-openai"
)

const (
	// maxResponseBytes bounds one response: an embedding of a hundred texts takes about half of it.
	maxResponseBytes = 4 << 20
	// maxFailures is how many failures in a row begin a pause: two can be chance, and each
	// may cost a shopper the whole timeout.
	maxFailures = 3
)

var (
	// ErrPaused reports that the endpoint failed [maxFailures] times in a row and is not asked for a while.
	ErrPaused = errors.New("the model's endpoint keeps failing and is not asked for a while")
	// ErrMalformed reports an answer that fits no schema, also after one repair.
	ErrMalformed = errors.New("the model's answer fits no schema")
	// ErrRefused reports that the model declined to answer.
	ErrRefused = errors.New("the model refused to answer")
	// ErrUncached reports that only the cache may answer and has no answer.
	ErrUncached = errors.New("the cache has no answer")
)

// Key is an endpoint's secret. It prints nothing of itself.
type Key string

// String implements [fmt.Stringer].
func (Key) String() string { return "(secret)" }

// GoString implements [fmt.GoStringer].
func (k Key) GoString() string { return k.String() }

// LogValue implements [slog.LogValuer].
func (k Key) LogValue() slog.Value { return slog.StringValue(k.String()) }

// MarshalText implements [encoding.TextMarshaler].
func (k Key) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Config describes an endpoint. A zero number takes the default named beside it.
type Config struct {
	URL   string // of the API, such as http://localhost:11434/v1
	Key   Key    // "": the endpoint takes none
	Model string // of /chat/completions

	EmbeddingModel string // of /embeddings

	Timeout     time.Duration // of one request, its repair included; 2 s
	Retries     int           // of a failed request, within its timeout: the first after 0.5 s, each next after twice as long
	Concurrency int           // requests at the same time; 4
	Pause       time.Duration // after maxFailures failures in a row; 30 s

	Cache  string // folder of answers by the hash of their request; "": none is kept
	Cached bool   // the cache alone answers
}

// Client asks one endpoint. It is safe for concurrent use.
type Client struct {
	config   Config
	api      *openai.Client
	slots    chan struct{}
	failures atomic.Int32 // in a row
	paused   atomic.Int64 // until this time, Unix nanoseconds
}

// New returns a client, which connects when it is first asked. It fails on a configuration
// that cannot be used.
func New(c Config) (*Client, error) {
	u, err := url.Parse(c.URL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("the model's address %q is not an http or https URL", c.URL)
	}
	if c.Model+c.EmbeddingModel == "" && !c.Cached {
		return nil, errors.New("a model's address needs the model's name")
	}
	if c.Cache != "" {
		if err := os.MkdirAll(c.Cache, 0o700); err != nil {
			return nil, fmt.Errorf("opening the cache of answers: %w", err)
		}
	}
	c.Timeout = cmp.Or(c.Timeout, 2*time.Second)
	c.Concurrency = cmp.Or(c.Concurrency, 4)
	c.Pause = cmp.Or(c.Pause, 30*time.Second)
	// Redirects are not followed: what shoppers said goes nowhere else.
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = c.Concurrency
	api := openai.DefaultConfig(string(c.Key))
	api.BaseURL, api.HTTPClient = c.URL, &http.Client{Transport: limiter{transport}, CheckRedirect: stay}
	return &Client{config: c, api: openai.NewClientWithConfig(api), slots: make(chan struct{}, c.Concurrency)}, nil
}

// Model returns the name of the chat model.
func (c *Client) Model() string { return c.config.Model }

// EmbeddingModel returns the name of the embedding model, "" if there is none.
func (c *Client) EmbeddingModel() string { return c.config.EmbeddingModel }

// request sends one request within the timeout, takes its turn among concurrent ones, and
// pauses after repeated failures.
func request[T any](ctx context.Context, c *Client, send func(context.Context) (T, error)) (T, error) {
	var zero T
	if time.Now().UnixNano() < c.paused.Load() {
		return zero, ErrPaused
	}
	ctx, cancel := context.WithTimeout(ctx, c.config.Timeout)
	defer cancel()
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
	case <-ctx.Done():
		return zero, fmt.Errorf("waiting for the model: %w", ctx.Err())
	}
	out, err := send(ctx)
	for n := range c.config.Retries {
		if err == nil || errors.Is(err, ErrRefused) {
			break
		}
		select {
		case <-time.After(time.Second / 2 << n):
			out, err = send(ctx)
		case <-ctx.Done():
		}
	}
	switch {
	case err == nil, errors.Is(err, ErrRefused):
		c.failures.Store(0)
	case errors.Is(ctx.Err(), context.Canceled): // nobody waits any more, which is not the model's fault
	default:
		slog.WarnContext(ctx, "the language model did not answer", "model", cmp.Or(c.config.Model, c.config.EmbeddingModel), "error", err)
		c.failed()
	}
	if err != nil {
		return zero, fmt.Errorf("asking the model: %.200w", err)
	}
	return out, nil
}

// failed counts a failure, and begins a pause with the last that is tolerated.
func (c *Client) failed() {
	if c.failures.Add(1) >= maxFailures && c.config.Cache == "" { // a cached run must not depend on its pace
		c.failures.Store(0)
		c.paused.Store(time.Now().Add(c.config.Pause).UnixNano())
	}
}

// cached returns the stored answer to a request, or sends it and stores the answer. Errors
// are not stored.
func cached[T any](c *Client, params any, send func() (T, error)) (T, error) {
	if c.config.Cache == "" {
		return send()
	}
	var out T
	text, err := json.Marshal(params)
	if err != nil {
		return out, fmt.Errorf("hashing a request: %w", err)
	}
	hash := sha256.Sum256(text)
	file := filepath.Join(c.config.Cache, hex.EncodeToString(hash[:])+".json")
	if stored, err := os.ReadFile(file); err == nil && json.Unmarshal(stored, &out) == nil {
		return out, nil
	}
	if c.config.Cached {
		return out, ErrUncached
	}
	if out, err = send(); err != nil {
		return out, err
	}
	stored, err := json.Marshal(out)
	if err == nil {
		err = os.WriteFile(file+".new", stored, 0o600)
	}
	if err == nil {
		err = os.Rename(file+".new", file)
	}
	if err != nil {
		return out, fmt.Errorf("storing an answer: %w", err)
	}
	return out, nil
}

// limiter bounds the bodies of responses.
type limiter struct{ http.RoundTripper }

// RoundTrip implements [http.RoundTripper].
func (l limiter) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := l.RoundTripper.RoundTrip(r)
	if err == nil {
		resp.Body = http.MaxBytesReader(nil, resp.Body, maxResponseBytes)
	}
	return resp, err
}
