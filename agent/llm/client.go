package llm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/sony/gobreaker/v2"

	"shopclerk/agent/durable"
	"shopclerk/stage"
)

const (
	// mostBytes bounds an answer: an embedding of a hundred texts is about half of it, and
	// what is asked in words takes a thousandth.
	mostBytes = 4 << 20
	// patience is how many failures in a row make the endpoint be left alone: two can be
	// chance, and each may cost a shopper the whole timeout.
	patience = 3
)

// Key is an endpoint's secret. It prints as nothing of itself.
type Key string

// String implements fmt.Stringer.
func (Key) String() string { return "(secret)" }

// GoString implements fmt.GoStringer.
func (k Key) GoString() string { return k.String() }

// LogValue implements slog.LogValuer.
func (k Key) LogValue() slog.Value { return slog.StringValue(k.String()) }

// MarshalText implements encoding.TextMarshaler.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Config is an endpoint and what it may cost. A zero number takes the default that is
// named with it.
type Config struct {
	URL   string // of the API, such as http://localhost:11434/v1
	Key   Key    // "": it takes none
	Model string // that answers in words

	EmbeddingModel, RerankModel string // of /embeddings and /rerank

	Timeout     time.Duration // of one request, its repair included; 2 s
	Retries     int           // of a request that fails, within its timeout: for those whom nobody waits for
	Concurrency int           // requests at the same time; 4
	TalkBudget  int           // tokens of a conversation; 50,000
	DayBudget   int           // tokens of all of them in a day of UTC; 5,000,000
	Rest        time.Duration // that an endpoint which keeps failing is left alone; 30 s

	Cache  string // file of answers by request; "": none is kept
	Cached bool   // nothing is asked but the cache

	Now func() time.Time // nil: time.Now
}

// Client asks one endpoint. It is safe for concurrent use.
type Client struct {
	config  Config
	api     openai.Client
	breaker *gobreaker.CircuitBreaker[any]
	slots   chan struct{}
	cache   *durable.File // of answers; nil: none
	trials  sync.WaitGroup

	mu      sync.Mutex
	day     string // that spent is of
	spent   map[string]int
	useless int       // answers in a row that fit nothing
	until   time.Time // when a model that only gives such is asked again
}

// New returns a client, which does not connect before it is asked something. An error
// reports a configuration that can not be used, or the cache's file.
func New(ctx context.Context, c Config) (*Client, error) {
	u, err := url.Parse(c.URL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("the model's address %q is none of http or https", c.URL)
	}
	if c.Model+c.EmbeddingModel+c.RerankModel == "" && !c.Cached {
		return nil, errors.New("an address of a model takes the model's name")
	}
	c.Timeout = cmp.Or(c.Timeout, 2*time.Second)
	c.Concurrency = cmp.Or(c.Concurrency, 4)
	c.TalkBudget, c.DayBudget = cmp.Or(c.TalkBudget, 50_000), cmp.Or(c.DayBudget, 5_000_000)
	c.Rest = cmp.Or(c.Rest, 30*time.Second)
	if c.Now == nil {
		c.Now = time.Now
	}
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse } // nobody is led elsewhere with what shoppers said
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = c.Concurrency
	opts := []option.RequestOption{
		option.WithBaseURL(c.URL), option.WithMaxRetries(c.Retries), // a turn has no time to ask twice
		option.WithHTTPClient(&http.Client{Transport: limiter{transport}, CheckRedirect: stay}),
	}
	if c.Key != "" {
		opts = append(opts, option.WithAPIKey(string(c.Key)))
	}
	out := &Client{
		config: c, slots: make(chan struct{}, c.Concurrency), spent: map[string]int{},
		// The services are put together here because the library's own constructor reads
		// keys and addresses of other programs from the environment.
		api: openai.Client{Options: opts, Chat: openai.NewChatService(opts...), Embeddings: openai.NewEmbeddingService(opts...)},
		breaker: gobreaker.NewCircuitBreaker[any](gobreaker.Settings{
			Timeout:     c.Rest,
			ReadyToTrip: func(n gobreaker.Counts) bool { return n.ConsecutiveFailures >= patience },
			IsExcluded: func(err error) bool {
				return FailureOf(err) == Refused || errors.Is(err, context.Canceled)
			},
		}),
	}
	if c.Cache != "" {
		if out.cache, err = openCache(ctx, c.Cache); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Model is the name of the model.
func (c *Client) Model() string { return c.config.Model }

// EmbeddingModel is the name of the model of embeddings; "": there is none.
func (c *Client) EmbeddingModel() string { return c.config.EmbeddingModel }

// Close waits for requests in progress. A nil client has none.
func (c *Client) Close() error {
	if c == nil {
		return nil
	}
	c.trials.Wait()
	if c.cache == nil {
		return nil
	}
	return c.cache.Close()
}

// guard carries out a request to the endpoint within time, budget and breaker. ask
// returns the tokens that it used.
func guard[T any](ctx context.Context, c *Client, talk string, ask func(context.Context) (T, int, error)) (T, error) {
	var zero T
	if c.config.Cached {
		return zero, Uncached
	}
	if !c.affords(talk) {
		return zero, Budget
	}
	if c.rests() {
		return zero, Open
	}
	once := func(ctx context.Context) (any, error) {
		ctx, asking := stage.Begin(ctx, "model")
		defer asking.End()
		ctx, cancel := context.WithTimeout(ctx, c.config.Timeout)
		defer cancel()
		out, tokens, err := ask(ctx)
		asking.Failed(err)
		c.spend(talk, tokens)
		return out, failed(ctx, err)
	}
	if c.breaker.State() == gobreaker.StateHalfOpen {
		later := context.WithoutCancel(ctx)
		c.trials.Go(func() { _, _ = c.breaker.Execute(func() (any, error) { return once(later) }) })
		return zero, Open // whether it has recovered is found out without anybody waiting
	}
	if c.breaker.State() == gobreaker.StateOpen {
		return zero, Open // also where all slots wait for what will not come
	}
	wait, cancel := context.WithTimeout(ctx, c.config.Timeout)
	defer cancel()
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
	case <-wait.Done():
		return zero, Busy
	}
	out, err := c.breaker.Execute(func() (any, error) { return once(ctx) })
	if err != nil {
		return zero, failed(ctx, err)
	}
	return out.(T), nil
}

// affords reports whether a conversation, and the day, have tokens left. Requests that
// are under way at the same time may use up to one answer each beyond them.
func (c *Client) affords(talk string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if day := c.config.Now().UTC().Format(time.DateOnly); day != c.day {
		c.day, c.spent = day, map[string]int{}
	}
	return c.spent[""] < c.config.DayBudget && (talk == "" || c.spent[talk] < c.config.TalkBudget)
}

// spend books tokens on a conversation and on the day.
func (c *Client) spend(talk string, tokens int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.spent[""] += tokens
	if talk != "" {
		c.spent[talk] += tokens
	}
}

// judge notes whether an answer fitted, repair included. An endpoint that answers in time
// what can never be used is left alone as a broken one is.
func (c *Client) judge(fits bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.useless++; fits {
		c.useless = 0
	}
	if c.useless >= patience {
		c.until = c.config.Now().Add(c.config.Rest)
	}
}

// rests reports whether the model is left alone for what it answered. An evaluation, which
// has a cache, asks on: what it finds must not depend on how fast it goes.
func (c *Client) rests() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.cache == nil && c.useless >= patience && c.config.Now().Before(c.until)
}
