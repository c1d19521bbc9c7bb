package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"shopclerk/agent"
	"shopclerk/agent/dialog"
	"shopclerk/agent/store"
	"shopclerk/cmd/internal/live"
)

// shutdownTime is how long open requests may go on after a stop: longer than any
// page takes, and than the five seconds that net/http waits for the first request of a
// connection which a browser has opened ahead; shorter than a supervisor waits before it
// kills.
const shutdownTime = 7 * time.Second

// leaveTime is how long a shop behind proxies goes on after it has said that it is not ready
// any more: HAProxy asks every 300 ms, and believes it the second time.
const leaveTime = time.Second

// serve listens until ctx is done, then lets open requests finish.
func serve(ctx context.Context, c config, s *server) error {
	servers := []*http.Server{httpServer(c.Listen, s.router())}
	if c.Metrics != "" {
		servers = append(servers, httpServer(c.Metrics, s.metrics.handler()))
	}
	failed := make(chan error, len(servers))
	for i, srv := range servers {
		l, err := net.Listen("tcp", srv.Addr)
		if err != nil {
			return fmt.Errorf("listening: %w", err)
		}
		if i == 0 {
			if c.Log == logJSON {
				slog.Info("the shop is open", "address", "http://"+l.Addr().String())
			} else {
				fmt.Fprintf(os.Stderr, "The shop is open: http://%s\n", l.Addr())
			}
		}
		go func() { failed <- srv.Serve(l) }()
	}
	var err error
	select {
	case <-ctx.Done():
		if s.leaving.Store(true); len(c.Proxies) > 0 {
			time.Sleep(leaveTime)
		}
	case err = <-failed:
	}
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	for _, srv := range servers {
		err = errors.Join(err, srv.Shutdown(end))
	}
	return err
}

func httpServer(addr string, h http.Handler) *http.Server {
	return &http.Server{
		Addr: addr, Handler: h,
		ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: 30 * time.Second, IdleTimeout: 2 * time.Minute,
	}
}

const (
	// compressLevel is gzip's: a conversation's page of 60 KB becomes a seventh in 0.4
	// ms of one core; the default level takes twice the time for a tenth less.
	compressLevel = 3
	// compressFrom is the length from which an answer is compressed: a shorter one is a
	// packet or two either way.
	compressFrom = 2048
)

// compress sends answers in gzip to whoever reads it. What a page says of its shopper can not
// be guessed from its length (BREACH): other sites' requests come without the session's cookie,
// but for the links that a browser follows, and those addresses have no text that the page
// repeats.
func compress() echo.MiddlewareFunc {
	return middleware.GzipWithConfig(middleware.GzipConfig{Level: compressLevel, MinLength: compressFrom})
}

// logJSON is the setting log for programs that read the log.
const logJSON = "json"

// newLog makes the program's log: lines of key=value or of JSON, with the time's zone, and
// values that can end no line.
func newLog(to io.Writer, format string) *slog.Logger {
	opts := &slog.HandlerOptions{ReplaceAttr: discreet}
	var h slog.Handler = slog.NewTextHandler(to, opts)
	if format == logJSON {
		h = slog.NewJSONHandler(to, opts)
	}
	return slog.New(requestLog{h})
}

// discreet makes of where somebody comes from a network that many share: enough to tell one
// who tries passwords from all others.
func discreet(_ []string, a slog.Attr) slog.Attr {
	if a.Key != "from" {
		return a
	}
	address, _ := netip.ParseAddr(a.Value.String())
	bits := 48
	if address = address.Unmap(); address.Is4() {
		bits = 24
	}
	network, _ := address.Prefix(bits)
	return slog.String(a.Key, network.String())
}

// requestLog adds to what is logged about a request its number, which an error page shows.
type requestLog struct{ slog.Handler }

// requestKey is the context's key to the request's number.
type requestKey struct{}

// Handle implements [slog.Handler].
func (h requestLog) Handle(ctx context.Context, r slog.Record) error {
	if id, ok := ctx.Value(requestKey{}).(string); ok {
		r.AddAttrs(slog.String("request", id))
	}
	return h.Handler.Handle(ctx, r)
}

const (
	// readyKept is how long an answer of /readyz stands: whoever asks more often costs
	// nothing.
	readyKept = time.Second
	// readyTime is how long being ready may take to find out; a turn takes milliseconds.
	readyTime = 3 * time.Second
)

// readiness is what was found out last.
type readiness struct {
	mu   sync.Mutex
	at   time.Time
	err  error
	full bool // nothing can be stored, and everything be looked at
}

// readyz says whether the shop can answer a turn and write down what it leaves, and
// which catalogue it sells from. A full disk keeps nobody from looking.
func (s *server) readyz(c echo.Context) error {
	if s.leaving.Load() {
		again(c, retryStore)
		return c.String(http.StatusServiceUnavailable, "the shop is closing\n")
	}
	g := live.From(c.Request().Context())
	r := &s.ready
	r.mu.Lock()
	defer r.mu.Unlock()
	if time.Since(r.at) > readyKept {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(c.Request().Context()), readyTime)
		defer cancel()
		stored := s.db.Probe(ctx)
		if r.full = store.Full(stored); r.full {
			slog.Error("the disk is full: what shoppers do is shown and not stored", "error", stored)
			stored = nil
		}
		r.err = errors.Join(answers(ctx, g), stored)
		r.at = time.Now()
		if r.err != nil {
			slog.Error("the shop is not ready", "error", r.err)
		}
	}
	if r.err != nil {
		again(c, retryStore)
		return c.String(http.StatusServiceUnavailable, "the shop can not answer, or can not write\n")
	}
	state := "ok"
	if r.full {
		state = "ok for reading; the disk is full, and nothing can be stored"
	}
	return c.String(http.StatusOK, fmt.Sprintf(state+"\nsnapshot %s, imported %s, live since %s\n", g.ID, g.Published.UTC().Format(time.RFC3339), g.Since.UTC().Format(time.RFC3339)))
}

// answers takes a turn that asks for one of the categories, another one each second, so that
// damage to any of them is met. A model that is away makes no shop unready.
func answers(ctx context.Context, g *live.Snapshot) error {
	categories := g.Store.Categories()
	if len(categories) == 0 {
		_, err := g.Store.Meta(ctx, "version")
		return err
	}
	clerk := g.Clerk.With(func(c *agent.Config) {
		local := *c.Engine
		local.Remote = nil
		c.Model, c.Engine = nil, &local
	})
	_, err := clerk.Reply(ctx, &dialog.Conversation{}, agent.Input{Message: categories[time.Now().Unix()%int64(len(categories))].Name})
	return err
}
