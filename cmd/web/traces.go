package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/labstack/echo/v4"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// mostSpans is how many finished spans wait to be sent, some megabytes. A turn makes a dozen,
// and some fifty over PostgreSQL. What is more is dropped: nobody waits for a collector.
const mostSpans = 4096

// newTraces sends spans to a collector's address. What of them is sampled is by default all,
// and else what OTEL_TRACES_SAMPLER says.
func newTraces(address string) (*sdktrace.TracerProvider, error) {
	var said atomic.Value
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) {
		if text := err.Error(); said.Swap(text) != text {
			slog.Warn("traces are not sent", "error", err)
		}
	}))
	ctx := context.Background() // nothing is asked of the collector yet
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(address))
	if err != nil {
		return nil, fmt.Errorf("opening traces: %w", err)
	}
	about, err := resource.New(ctx, resource.WithAttributes(attribute.String("service.name", "shopclerk")), resource.WithFromEnv(), resource.WithTelemetrySDK())
	if err != nil {
		return nil, errors.Join(fmt.Errorf("opening traces: %w", err), exporter.Shutdown(ctx))
	}
	return sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter, sdktrace.WithMaxQueueSize(mostSpans)), sdktrace.WithResource(about)), nil
}

// methods are those that routes are for: others may be any text.
var methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPatch, http.MethodDelete, http.MethodOptions}

// trace traces a request, under the trace that a proxy of ours says it is of. Spans have
// routes and not addresses, in which there are ids.
func (s *server) trace(next echo.HandlerFunc) echo.HandlerFunc {
	tracer := s.traces.Tracer("shopclerk")
	return func(c echo.Context) error {
		r, name := c.Request(), "unknown"
		if partOfPage(c.Path()) {
			return next(c)
		}
		if c.Path() != "" && slices.Contains(methods, r.Method) {
			name = r.Method + " " + c.Path()
		}
		ctx := r.Context()
		if s.proxied(r) {
			ctx = propagation.TraceContext{}.Extract(ctx, propagation.HeaderCarrier(r.Header))
		}
		ctx, span := tracer.Start(ctx, name, trace.WithSpanKind(trace.SpanKindServer),
			trace.WithAttributes(attribute.String("http.route", c.Path()), attribute.String("shopclerk.request", c.Response().Header().Get(echo.HeaderXRequestID))))
		defer span.End()
		c.SetRequest(r.WithContext(ctx))
		err := next(c) // has answered: see observe
		status := c.Response().Status
		span.SetAttributes(attribute.Int("http.response.status_code", status))
		if status >= http.StatusInternalServerError {
			span.SetStatus(codes.Error, "")
		}
		return err
	}
}

// proxied reports whether a request comes from a proxy of ours.
func (s *server) proxied(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return err == nil && slices.ContainsFunc(s.proxies, func(n *net.IPNet) bool { return n.Contains(ip) })
}
