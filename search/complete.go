package search

import (
	"context"
	"fmt"

	"shopclerk/catalog"
)

// Completer finds products by a text that is still being typed.
type Completer interface {
	// Complete returns up to k products whose titles have every word of the text,
	// the last one as a beginning, the likeliest first.
	Complete(ctx context.Context, text string, k int) ([]catalog.Ref, error)
}

// Complete finds products by a text that is still being typed; none where the
// engine's retriever by words is no [Completer].
func (e *Engine) Complete(ctx context.Context, text string, k int) ([]catalog.Ref, error) {
	c, ok := e.lexical.(Completer)
	if !ok {
		return nil, nil
	}
	refs, err := c.Complete(ctx, text, k)
	if err != nil && ctx.Err() == nil {
		return nil, nil // what is typed is looked for in the end, and the record says how
	}
	if err != nil {
		return nil, fmt.Errorf("completing %q: %w", text, err)
	}
	return refs, nil
}
