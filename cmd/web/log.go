package main

import (
	"context"
	"io"
	"log/slog"
	"net/netip"
)

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

// WithAttrs implements [slog.Handler].
func (h requestLog) WithAttrs(attrs []slog.Attr) slog.Handler {
	return requestLog{h.Handler.WithAttrs(attrs)}
}

// WithGroup implements [slog.Handler].
func (h requestLog) WithGroup(name string) slog.Handler { return requestLog{h.Handler.WithGroup(name)} }
