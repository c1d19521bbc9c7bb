package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

const (
	// hitsKept is how many hits of searches are kept, 16 bytes each: 8 MB, the first
	// thousand of some 500 queries.
	hitsKept = 1 << 19
	// postingsKept is how many products are kept that have words, 4 bytes each: 32 MB at
	// most, some forty words that half of a large category has.
	postingsKept = 1 << 23
)

// searchKey is a search: by which retriever, for what and where.
type searchKey struct {
	meaning string // its name; "": by words
	query   string
	scope   string // categories, joined
}

func joined(scope []string) string { return strings.Join(scope, "\x00") }

// errWords reports words that can not be looked up: a damaged index, for example.
var errWords = errors.New("looking words up")

// byWords retrieves by words; what was found lately is not searched for again. The hits
// are shared. Every search is of lexicalDepth, the most that k may be, since more of the same
// is asked for next. An error of the retriever is errWords.
func (e *Engine) byWords(ctx context.Context, query string, scope []string, k int) ([]Hit, error) {
	hits, err := e.retrieved(ctx, e.lexical, "", query, scope, lexicalDepth)
	if err != nil {
		err = fmt.Errorf("%w: %w", errWords, err)
	}
	return hits[:min(k, len(hits))], err
}

// lost reports whether err is that words can not be looked up, though whoever asked still
// waits: what goes without them goes on.
func lost(ctx context.Context, err error) bool { return errors.Is(err, errWords) && ctx.Err() == nil }

// retrieved returns the first k hits of a search by a retriever, which a name stands for and
// is always asked for as many.
func (e *Engine) retrieved(ctx context.Context, r Retriever, name, query string, scope []string, k int) ([]Hit, error) {
	return e.hits.Get(searchKey{name, query, joined(scope)}, func() ([]Hit, error) { return r.Retrieve(ctx, query, scope, k) })
}

// meaning is a retriever by meaning, as the record names it.
type meaning struct {
	Semantic
	name string
}

// meanings are the engine's retrievers by meaning: each stands in for those before it.
func (e *Engine) meanings() []meaning {
	all := []meaning{{e.Remote, "model vector"}, {e.vector, "vector"}}
	return slices.DeleteFunc(all, func(m meaning) bool { return m.Semantic == nil })
}

// forgo goes on without the first retriever by meaning, and records that it failed.
func (r *retrieved) forgo(s *Scope) {
	s.Path, r.meanings = append(s.Path, r.meanings[0].name+" failed"), r.meanings[1:]
}
