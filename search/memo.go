package search

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"shopclerk/catalog"
)

// memo keeps what was found last, up to a size: the turns of a conversation look for the
// same words again and again, and what they find does not change under an engine. It is
// safe for concurrent use; what it keeps is shared and not to be written.
type memo[K comparable, V any] struct {
	most int         // sum of the sizes of what is kept
	size func(V) int // at least 1 is counted

	mu   sync.Mutex
	used int
	at   map[K]*list.Element // of *noted[K, V]
	late list.List           // the latest first
}

type noted[K comparable, V any] struct {
	key   K
	value V
	size  int
}

func newMemo[K comparable, V any](most int, size func(V) int) *memo[K, V] {
	return &memo[K, V]{most: most, size: size, at: map[K]*list.Element{}}
}

// get returns what is kept under a key and serves, nil for any, or finds and keeps it.
// What ends in an error is not kept. Two who ask at once may both look.
func (m *memo[K, V]) get(key K, serves func(V) bool, find func() (V, error)) (V, error) {
	m.mu.Lock()
	if e, ok := m.at[key]; ok {
		if v := e.Value.(*noted[K, V]).value; serves == nil || serves(v) {
			m.late.MoveToFront(e)
			m.mu.Unlock()
			return v, nil
		}
	}
	m.mu.Unlock()
	v, err := find()
	if err != nil {
		return v, err
	}
	n := &noted[K, V]{key, v, 1 + m.size(v)}
	m.mu.Lock()
	defer m.mu.Unlock()
	if e, ok := m.at[key]; ok {
		if serves == nil || serves(e.Value.(*noted[K, V]).value) {
			return v, nil // somebody else has found it
		}
		m.forget(e)
	}
	if n.size > m.most {
		return v, nil
	}
	m.at[key] = m.late.PushFront(n)
	for m.used += n.size; m.used > m.most; {
		m.forget(m.late.Back())
	}
	return v, nil
}

func (m *memo[K, V]) forget(e *list.Element) {
	n := m.late.Remove(e).(*noted[K, V])
	delete(m.at, n.key)
	m.used -= n.size
}

const (
	// hitsKept is how many hits of searches are kept, 16 bytes each: 8 MB, the first
	// thousand of some 500 queries.
	hitsKept = 1 << 19
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

// answered is what a search found: the first hits, as many as were asked for.
type answered struct {
	hits  []Hit
	depth int
}

func joined(scope []string) string { return strings.Join(scope, "\x00") }

// errWords reports words that can not be looked up: a damaged index, for example.
var errWords = errors.New("looking words up")

// byWords retrieves by words; what was found lately is not searched for again. The hits
// are shared. No search is of less than lexicalDepth, since more of the same is asked for
// next. An error of the retriever is errWords.
func (e *Engine) byWords(ctx context.Context, query string, scope []string, k int) ([]Hit, error) {
	hits, err := e.retrieved(ctx, e.lexical, searchKey{"", query, joined(scope)}, scope, k, max(k, lexicalDepth))
	if err != nil {
		err = fmt.Errorf("%w: %w", errWords, err)
	}
	return hits, err
}

// wordless is the engine without its retriever by words.
func (e *Engine) wordless() *Engine {
	out := newEngine(e.store, nil, e.vector, e.Weights, e.Shelf)
	out.Remote, out.edit, out.pool, out.most = e.Remote, e.edit, e.pool, e.most
	return out
}

// lost reports whether err is that words can not be looked up, though whoever asked still
// waits: what goes without them goes on.
func lost(ctx context.Context, err error) bool { return errors.Is(err, errWords) && ctx.Err() == nil }

// byMeaning retrieves by what words mean, as byWords does.
func (e *Engine) byMeaning(ctx context.Context, m meaning, query string, scope []string, k int) ([]Hit, error) {
	return e.retrieved(ctx, m, searchKey{m.name, query, joined(scope)}, scope, k, k)
}

// retrieved returns the first k hits of a search, which asks for depth where it is not
// known.
func (e *Engine) retrieved(ctx context.Context, r Retriever, q searchKey, scope []string, k, depth int) ([]Hit, error) {
	deep := func(a answered) bool { return a.depth >= k || len(a.hits) < a.depth }
	a, err := e.hits.get(q, deep, func() (answered, error) {
		hits, err := r.Retrieve(ctx, q.query, scope, depth)
		return answered{hits, depth}, err
	})
	return a.hits[:min(k, len(a.hits))], err
}

// compared says what was asked of which rows, by which weights. A shelf whose prices were
// patched has the rows of the one before, and words say the same of them.
type compared struct {
	texts, scope string
	rows         *catalog.Ref // the first of the shelf's, which are shared
	faint        bool
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
	key := compared{strings.Join(texts, "\x00"), joined(scope), &shelf.Refs[0], faintly, e.Weights}
	out, err := e.heard.get(key, nil, find)
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
