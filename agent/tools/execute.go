package tools

import (
	"context"
	"errors"
	"fmt"
)

// Executor carries calls out, each with a result of one type. It owns the effects; this
// room only decides.
//
// A call arrives once a decision says [Execute]. The key is the same for a repeated
// submission: an executor that has carried out a key before returns the result it
// gave then, and does nothing. What a person or another value could mend is returned
// as a [*Failure], wrapped or not; any other error is trouble of the executor's own.
// A failed call has changed nothing.
type Executor[R any] interface {
	Execute(ctx context.Context, call Call, key string) (R, error)
}

// Run carries out what was decided, once. A [Failure] is no error here: there is then no
// result, it becomes an observation of the task that Run returns, and the next decision
// mends it or asks about exactly the parameter at fault. Run never tries again by itself.
//
// An error is one of the executor's own, or of a decision that is not to [Execute];
// the task is then returned as it was, and submitting it again is safe.
func Run[R any](ctx context.Context, x Executor[R], task Task, d Decision) (*R, Task, error) {
	if d.Do != Execute || d.Call == nil || d.Key == "" {
		return nil, task, fmt.Errorf("running a decision to %s: run only what is to be executed", d.Do)
	}
	result, err := x.Execute(ctx, *d.Call, d.Key)
	if f := (*Failure)(nil); errors.As(err, &f) {
		seen := *f
		seen.Call = *d.Call
		return nil, task.Fail(seen), nil
	}
	if err != nil {
		return nil, task, fmt.Errorf("calling %s: %w", d.Call.Tool, err)
	}
	return &result, task, nil
}
