package search_test

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"testing"

	"shopclerk/catalog"
	"shopclerk/search"
)

// completing is words that complete too: the first products, whatever is typed.
type completing struct{ words }

func (c completing) Complete(ctx context.Context, _ string, k int) ([]catalog.Ref, error) {
	if err := cmp.Or(ctx.Err(), c.err); err != nil {
		return nil, err
	}
	return []catalog.Ref{1, 2, 3}[:k], nil
}

// What is typed is completed where the words can be; a fault completes nothing, and whoever
// has gone on typing is told of no result.
func TestComplete(t *testing.T) {
	s := lampsAndDesks()
	gone, leave := context.WithCancel(t.Context())
	leave()
	for _, tc := range []struct {
		name  string
		ctx   context.Context
		words search.Lexicon
		want  []catalog.Ref
		err   error
	}{
		{"completed", t.Context(), completing{words{stock: s}}, []catalog.Ref{1, 2}, nil},
		{"a fault", t.Context(), completing{words{stock: s, err: errNoDisk}}, nil, nil},
		{"typed on", gone, completing{words{stock: s}}, nil, context.Canceled},
		{"nothing completes", t.Context(), words{stock: s}, nil, nil},
	} {
		got, err := search.NewEngine(s, tc.words, nil).Complete(tc.ctx, "la", 2)
		if !slices.Equal(got, tc.want) || !errors.Is(err, tc.err) {
			t.Errorf("%s: %v (%v), want %v (%v)", tc.name, got, err, tc.want, tc.err)
		}
	}
}
