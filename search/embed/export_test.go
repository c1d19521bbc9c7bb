package embed

import (
	"context"
	"iter"
)

// Train learns a model from texts.
func Train(ctx context.Context, docs iter.Seq[string], options Options) (*Model, error) {
	s := NewSample(options)
	for text := range docs {
		s.Add(text)
	}
	return s.Train(ctx)
}
