package llm

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/openai/openai-go/v3"
	"github.com/sony/gobreaker/v2"
)

// Failure is why a model gave no answer. Failures are recorded: they are added, never
// renamed.
type Failure string

// The failures.
const (
	Budget      Failure = "budget"      // the conversation, or the day, has used up its tokens
	Busy        Failure = "busy"        // too many requests: ours at once, or the endpoint said so
	Open        Failure = "open"        // the endpoint failed so often that it is left alone
	Timeout     Failure = "timeout"     // no whole answer in time
	Unreachable Failure = "unreachable" // no connection, or the endpoint reports an error
	Oversized   Failure = "oversized"   // the answer is larger than any that is asked for
	Refused     Failure = "refused"     // the model declined
	Malformed   Failure = "malformed"   // it fits no schema, also after repair
	Uncached    Failure = "uncached"    // only the cache may answer, and it has none
)

// Error implements error.
func (f Failure) Error() string { return "the model gave no answer: " + string(f) }

// FailureOf returns the failure in an error: "" for none and for what is no failure of
// a model's.
func FailureOf(err error) Failure {
	var f Failure
	errors.As(err, &f)
	return f
}

// failed tells the failure in what the endpoint, or the way there, ended in. Texts of an
// endpoint are cut: they are written by whoever runs it.
func failed(ctx context.Context, err error) error {
	var told *openai.Error
	var long *http.MaxBytesError
	switch {
	case err == nil || FailureOf(err) != "":
		return err
	case errors.As(err, &long):
		return Oversized
	case errors.Is(err, gobreaker.ErrOpenState), errors.Is(err, gobreaker.ErrTooManyRequests):
		return Open
	case errors.Is(ctx.Err(), context.Canceled):
		return context.Canceled // nobody waits any more, which is no fault of the model
	case ctx.Err() != nil, errors.Is(err, context.DeadlineExceeded):
		return Timeout
	case errors.As(err, &told) && told.StatusCode == http.StatusTooManyRequests:
		return Busy
	case errors.As(err, &told):
		return fmt.Errorf("%w: status %d", Unreachable, told.StatusCode)
	}
	return fmt.Errorf("%w: %.200v", Unreachable, err)
}

// limiter limits the bodies of responses.
type limiter struct{ http.RoundTripper }

func (l limiter) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := l.RoundTripper.RoundTrip(r)
	if err == nil {
		resp.Body = http.MaxBytesReader(nil, resp.Body, mostBytes)
	}
	return resp, err
}
