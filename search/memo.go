package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"shopclerk/catalog"
)

const (
	// hitsKept is how many hits of searches are kept, 16 bytes each: 8 MB, the first
	// thousand of some 500 queries.
	hitsKept = 1 << 19
	// postingsKept is how many products are kept that have words, 4 bytes each: 32 MB at
	// most, some forty words that half of a large category has.
	postingsKept = 1 << 23
	// featuresKept is of how many products it is kept what words say of them, some 200
	// bytes each with what the title says: 20 MB at most, some 80 queries.
	featuresKept = 100_000
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

// compared says what was asked of which rows and by which weights. A shelf at other prices has
// the rows of the one before, and words say the same of them.
type compared struct {
	texts, scope string
	rows         *catalog.Ref // the first of the shelf's, which are shared
	faint        bool
	words        bool // whether words were looked up
	remote       bool // whether another embedder was asked
	weights      Weights
}

// features computes what the readings of the words say of every row that retrieval
// found. What is said of a category's own shelf can be kept.
func (e *Engine) features(ctx context.Context, texts []string, scope []string, words retrieved, shelf *catalog.Shelf, keep, faintly bool) (map[int]Features, error) {
	find := func() (map[int]Features, error) {
		out, err := e.compare(ctx, texts, words, shelf)
		if err == nil && faintly {
			faint(out)
		}
		return out, err
	}
	if !keep || shelf.Rows() == 0 {
		return find()
	}
	key := compared{strings.Join(texts, "\x00"), joined(scope), &shelf.Refs[0], faintly, e.lexical != nil, e.Remote != nil, e.Weights}
	out, err := e.heard.Get(key, find)
	if err != nil {
		return nil, fmt.Errorf("comparing with words: %w", err)
	}
	return out, nil
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
