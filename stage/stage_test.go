package stage_test

import (
	"context"
	"errors"
	"testing"

	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"shopclerk/stage"
)

// Stages lie in each other, and say that they failed but not why. Without a trace there are none.
func TestStages(t *testing.T) {
	all := tracetest.NewInMemoryExporter()
	provider := sdktrace.NewTracerProvider(sdktrace.WithSyncer(all))
	for _, traced := range []bool{false, true} {
		ctx, end := t.Context(), func() {}
		if traced {
			within, request := provider.Tracer("test").Start(ctx, "request")
			ctx, end = within, func() { request.End() }
		}
		ctx, outer := stage.Begin(ctx, "outer")
		_, inner := stage.Begin(ctx, "inner")
		inner.Failed(errors.New("ann@example.com"))
		inner.Failed(nil)
		inner.End()
		_, beside := stage.Begin(outer.Within(context.Background()), "beside")
		beside.End()
		outer.End()
		end()
	}
	got := all.GetSpans()
	if len(got) != 4 {
		t.Fatalf("%d spans: %v", len(got), got)
	}
	inner, beside, outer := got[0], got[1], got[2]
	if inner.Parent.SpanID() != outer.SpanContext.SpanID() || beside.Parent.SpanID() != outer.SpanContext.SpanID() || outer.Parent.SpanID() != got[3].SpanContext.SpanID() {
		t.Errorf("the spans do not lie in each other: %v", got)
	}
	if inner.Status != (sdktrace.Status{Code: codes.Error}) || len(inner.Events)+len(inner.Attributes) > 0 || beside.Status.Code != codes.Unset {
		t.Errorf("inner says %v %v, beside %v", inner.Status, inner.Events, beside.Status)
	}
}

// What nobody traces costs next to nothing.
func BenchmarkUntraced(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		_, s := stage.Begin(b.Context(), "read")
		s.End()
	}
}
