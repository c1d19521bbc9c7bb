// Package stage tells whoever traces a request what it spends its time on, in spans of
// OpenTelemetry's. A stage has a name that is written in the code and nothing else: no
// text, no id and no address of a shopper can get into a trace.
package stage

import (
	"context"

	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

// scope is by whom spans say that they were made.
const scope = "shopclerk"

// Stage is a part of a request, from [Begin] to [Stage.End]. The zero stage is one that
// nobody looks at.
type Stage struct{ span trace.Span }

// Begin begins a stage of what the context is a stage of, and returns the context of what
// is done in it. Where nobody traces the request it costs a look into the context.
func Begin(ctx context.Context, name string) (context.Context, Stage) {
	within := trace.SpanFromContext(ctx)
	if !within.IsRecording() {
		return ctx, Stage{}
	}
	ctx, span := within.TracerProvider().Tracer(scope).Start(ctx, name)
	return ctx, Stage{span}
}

// Within is the context of something else that is done in the stage.
func (s Stage) Within(ctx context.Context) context.Context {
	if s.span == nil {
		return ctx
	}
	return trace.ContextWithSpan(ctx, s.span)
}

// Failed notes that an error ended the stage, nil none; what it says may be a shopper's.
func (s Stage) Failed(err error) {
	if s.span != nil && err != nil {
		s.span.SetStatus(codes.Error, "")
	}
}

// End ends the stage. Every stage is ended once.
func (s Stage) End() {
	if s.span != nil {
		s.span.End()
	}
}
