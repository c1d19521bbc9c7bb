package search

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/singleflight"

	"shopclerk/catalog"
)

// Store is what the engine needs of a catalogue; catalog/sqlite is one.
type Store interface {
	Categories() []catalog.Category
	CategoryOf(catalog.Ref) (*catalog.Category, error)
	Shelf(ctx context.Context, path string) (*catalog.Shelf, error)
	Products(ctx context.Context, refs []catalog.Ref) ([]catalog.Product, error)
	Refs(ctx context.Context, ids []string) (map[string]catalog.Ref, error)
	// Named returns the ids of the few products that a text names by itself: by id, title or
	// model number.
	Named(ctx context.Context, text string) ([]string, error)
}

// Retriever finds products by words: at most k of the given categories (none: the
// whole shop), best first, ties by ref.
type Retriever interface {
	Retrieve(ctx context.Context, query string, categories []string, k int) ([]Hit, error)
}

// Lexicon finds products by words, corrects them by the words of the catalogue, and reads titles.
type Lexicon interface {
	Retriever
	// Postings returns products of the categories (none: the whole shop) that have a term of
	// the text, ascending, without weighing them: all, or some where there are more than most.
	Postings(ctx context.Context, text string, categories []string, most int) ([]catalog.Ref, error)
	// Having returns how many products have a word as it is spelt.
	Having(ctx context.Context, word string) (int, error)
	// Complete returns up to k products whose titles have every word of the text,
	// the last one as a beginning, the likeliest first.
	Complete(ctx context.Context, text string, k int) ([]catalog.Ref, error)
	// Correct returns the corrections of a query, in its order. The words in exact
	// are as they are meant.
	Correct(ctx context.Context, query string, exact []string) ([]Correction, error)
	// Spell returns the word that an unknown word was likeliest meant to be; false
	// when the catalogue knows the word, or nothing near it.
	Spell(word string) (string, bool)
	// Titles returns what the title of each product says of a text, in the order of
	// refs. The products are those that compete for it.
	Titles(ctx context.Context, text string, refs []catalog.Ref) ([]Title, error)
}

// Semantic finds products by what the words mean.
type Semantic interface {
	Retriever
	// Cosines returns how alike the query and each product are, −1..1; 0 for
	// products without an embedding.
	Cosines(ctx context.Context, query string, refs []catalog.Ref) ([]float64, error)
}

// Engine answers needs over one catalogue. It is safe for concurrent use once its exported
// fields are set. A copy with other fields shares what the engine has loaded and found.
type Engine struct {
	store   Store
	lexical Lexicon
	vector  Semantic

	// Remote finds by meaning before the engine's own retriever does, which stands in for it
	// where it fails; nil: there is none.
	Remote  Semantic
	Weights Weights
	// Candidates finds the products of a catalogue of which the store holds but a sample of
	// each category, and reads the others from elsewhere; nil: the store has all of them. A
	// scope then is a candidate set of at most MaxCandidates products, which must be 16 or more.
	Candidates    CandidateSet
	MaxCandidates int

	*memory
}

// memory is what an engine has loaded and found.
type memory struct {
	mu       sync.Mutex
	shelves  map[string]*catalog.Shelf // by "=" and a category, or "+" and what was gathered
	loads    singleflight.Group
	hits     *Cache[searchKey, []Hit]
	postings *Cache[searchKey, []catalog.Ref]
}

// NewEngine returns an engine over a store and its retrievers, either of which may be nil:
// the engine then works without it.
func NewEngine(store Store, lexical Lexicon, vector Semantic) *Engine {
	return &Engine{store: store, lexical: lexical, vector: vector, Weights: DefaultWeights(), memory: &memory{
		shelves:  map[string]*catalog.Shelf{},
		hits:     NewCache[searchKey](hitsKept, func(hits []Hit) int { return len(hits) }),
		postings: NewCache[searchKey](postingsKept, func(refs []catalog.Ref) int { return len(refs) }),
	}}
}

// Repriced returns an engine over a store that differs from this one's in prices and stock
// alone. It shares what words found lately, and the shelves that are loaded: of the same
// rows, as reprice returns them.
func (e *Engine) Repriced(store Store, reprice func(*catalog.Shelf) *catalog.Shelf) *Engine {
	out := *e
	out.store = store
	out.memory = &memory{shelves: map[string]*catalog.Shelf{}, hits: e.hits, postings: e.postings}
	e.mu.Lock()
	defer e.mu.Unlock()
	for key, shelf := range e.shelves {
		if key[0] == '=' {
			out.shelves[key] = reprice(shelf)
		}
	}
	return &out
}

// Store returns the engine's catalogue.
func (e *Engine) Store() Store { return e.store }

// fewHave is how many products that have a word do not tell that it is one: feeds have
// typing errors too.
const fewHave = 2

// Having counts the products that have a word in their texts; 0 where so few do that it
// may be a misspelling of another.
func (e *Engine) Having(ctx context.Context, word string) int {
	if e.lexical == nil {
		return 0
	}
	n, err := e.lexical.Having(ctx, word)
	if err != nil || n <= fewHave {
		return 0
	}
	return n
}

// Depths of the retrievers. The first page shows ten; a hundred times that is
// where the target of an unclear query still lies, and more costs time linearly.
// The nearest vectors are found by comparing with all, about a microsecond each: of a
// scope of more than vectorReach products only where the words find fewer than vectorDepth.
// What the words find is compared by its cosine in any case.
const (
	lexicalDepth = 1000
	vectorDepth  = 300
	vectorReach  = 25_000
	matchDepth   = 1000 // products found by attributes alone, over all categories
	wholeLimit   = 20_000
)

// Scope is what a need ranges over: the candidates' shelf and what retrieval says
// of each row.
type Scope struct {
	Shelf         *catalog.Shelf
	Words         map[int]Features // by row, of those that words found; nil when the need has no words
	Said          []bool           // by row: the product's text has all that stayed words; nil when nothing did
	Ruled         []bool           // by row: the product's text has what is not wanted and its attributes do not say; nil for none
	Path          []string         // which stages ran, in order, for the record
	Found         int              // products found by words
	Relaxed       []string         // what the attribute query left out to find anything
	SampleWeights SampleWeights
	// Corrected is what retrieval read otherwise than it was said.
	Corrected []Correction
}

// Scope gathers the candidates for a need: the whole category when one is in
// scope, otherwise what words and attributes find. Where words can not be looked up it
// goes without them, and without vectors where those can not be compared; the path says so.
//
// The products of the given ids are in a candidate set, whatever it finds.
func (e *Engine) Scope(ctx context.Context, n *Need, ids ...string) (*Scope, error) {
	s, err := e.scope(ctx, n, ids, &Scope{})
	if lost(ctx, err) {
		wordless := *e
		wordless.lexical = nil
		s, err = wordless.scope(ctx, n, ids, &Scope{Path: []string{"lexical failed"}})
	}
	if errors.Is(err, errCandidates) && ctx.Err() == nil { // the sample still serves
		sampled := *e
		sampled.Candidates = nil
		s, err = sampled.scope(ctx, n, ids, &Scope{Path: []string{"candidates failed"}})
	}
	return s, err
}

func (e *Engine) scope(ctx context.Context, n *Need, ids []string, s *Scope) (*Scope, error) {
	scope := e.existing(n.Scope)
	query := strings.TrimSpace(n.Retrieval())
	var words retrieved
	var texts []string
	var err error
	if query != "" {
		if s.Corrected, err = e.corrections(ctx, query, n.exact()); err != nil {
			return nil, err
		}
		if len(s.Corrected) > 0 {
			s.Path = append(s.Path, "spelling")
		}
		texts = readings(query, s.Corrected)
		if e.Candidates == nil {
			words, err = e.retrieve(ctx, texts, scope, s)
		}
	}
	if e.Candidates != nil {
		words, err = e.gather(ctx, n, scope, texts, ids, s)
	}
	if err != nil {
		return nil, err
	}
	s.Found = len(words.lexical)
	switch paths, size := e.paths(scope); {
	case e.Candidates != nil:
	case len(paths) == 1:
		s.Shelf, err = e.Shelf(ctx, paths[0])
		s.Path = append(s.Path, "category")
	case len(scope) > 0 && size <= wholeLimit:
		s.Shelf, err = e.whole(ctx, n, paths)
		s.Path = append(s.Path, "categories")
	default:
		s.Shelf, err = e.found(ctx, n, paths, words, s)
	}
	if err != nil {
		return nil, err
	}
	if s.Said, err = e.said(ctx, n, s.Shelf, scope); err != nil {
		return nil, err
	}
	if s.Ruled, err = e.ruledOut(ctx, n, s.Shelf, scope); err != nil {
		return nil, err
	}
	if query != "" {
		for {
			s.Words, err = e.compare(ctx, texts, words, s.Shelf)
			if !errors.Is(err, errMeaning) || ctx.Err() != nil {
				break
			}
			words.forgo(s) // words alone still serve
		}
		if err != nil {
			return nil, fmt.Errorf("comparing with words: %w", err)
		}
		if n.onlyScope() {
			faint(s.Words)
		}
	}
	return s, nil
}

// existing leaves out of a need's scope the categories that a new import no
// longer has.
func (e *Engine) existing(scope []string) []string {
	var out []string
	for _, c := range e.store.Categories() {
		if slices.Contains(scope, c.Path) {
			out = append(out, c.Path)
		}
	}
	return out
}

// paths resolves a scope; one of none is the whole shop.
func (e *Engine) paths(scope []string) (paths []string, size int) {
	for _, c := range e.store.Categories() {
		if len(scope) == 0 || slices.Contains(scope, c.Path) {
			paths = append(paths, c.Path)
			size += c.Size
		}
	}
	return paths, size
}

// whole gathers several categories entirely; the shelf is kept for the next turn.
func (e *Engine) whole(ctx context.Context, n *Need, paths []string) (*catalog.Shelf, error) {
	keys := n.keys()
	name := "+" + strings.Join(keys, "\x00") + "\x00\x00" + strings.Join(paths, "\x00")
	return e.cached(ctx, name, func(ctx context.Context) (*catalog.Shelf, error) {
		shelves, err := e.shelvesOf(ctx, paths)
		if err != nil {
			return nil, err
		}
		picked := make([][]int32, len(paths))
		for i, s := range shelves {
			picked[i] = allRows(s)
		}
		return catalog.Gather(strings.Join(paths, ", "), shelves, picked, useful(n)), nil
	})
}

func allRows(s *catalog.Shelf) []int32 {
	rows := make([]int32, s.Rows())
	for i := range rows {
		rows[i] = int32(i)
	}
	return rows
}

// useful accepts the columns that can be asked about, that a list is sorted by, or that
// the need speaks of.
func useful(n *Need) func(*catalog.Column) bool {
	keys := append(n.keys(), catalog.KeyPrice, catalog.KeyRating, catalog.KeyStock)
	return func(c *catalog.Column) bool { return c.Aspect.Askable || slices.Contains(keys, c.Aspect.Key) }
}

// found gathers what words and attributes find in many categories.
func (e *Engine) found(ctx context.Context, n *Need, paths []string, words retrieved, s *Scope) (*catalog.Shelf, error) {
	refs := Refs(slices.Concat(words.lexical, words.vector))
	if wanted := n.Wanted(); len(wanted) > 0 || len(refs) == 0 {
		matched, err := e.match(ctx, paths, wanted, s)
		if err != nil {
			return nil, err
		}
		refs = append(refs, matched...)
	}
	named, err := e.store.Refs(ctx, n.Named())
	if err != nil {
		return nil, err
	}
	refs = slices.AppendSeq(refs, maps.Values(named))
	slices.Sort(refs)
	byPath := map[string][]catalog.Ref{}
	for _, r := range slices.Compact(refs) {
		c, err := e.store.CategoryOf(r)
		if err != nil {
			return nil, err
		}
		byPath[c.Path] = append(byPath[c.Path], r)
	}
	var shelves []*catalog.Shelf
	var picked [][]int32
	for _, p := range paths {
		if len(byPath[p]) == 0 {
			continue
		}
		shelf, err := e.Shelf(ctx, p)
		if err != nil {
			return nil, err
		}
		rows := make([]int32, 0, len(byPath[p]))
		for _, r := range byPath[p] {
			if i, ok := shelf.Row(r); ok {
				rows = append(rows, int32(i))
			}
		}
		shelves, picked = append(shelves, shelf), append(picked, rows)
	}
	s.Path = append(s.Path, "found")
	return catalog.Gather("found", shelves, picked, useful(n)), nil
}

// match finds what has everything wanted, each category giving its share so that
// the first does not fill the list alone, and relaxes it when it finds nothing.
// The columns are asked and not the store: docs/decisions.md compares them.
func (e *Engine) match(ctx context.Context, paths []string, wanted []Wanted, s *Scope) ([]catalog.Ref, error) {
	share := max(10, matchDepth/max(1, len(paths)))
	demands := demanded(wanted)
	shelves, err := e.shelvesOf(ctx, paths)
	if err != nil {
		return nil, err
	}
	tests := make([][]catalog.Test, len(paths))
	for i, s := range shelves {
		tests[i] = s.Tests(demands)
	}
	var matched []catalog.Ref
	kept, err := Relax(wanted, 1, func(kept []Wanted) (int, error) {
		matched = matched[:0]
		for i, shelf := range shelves {
			for _, row := range shelf.Find(tests[i][:len(kept)], share) {
				matched = append(matched, shelf.Refs[row])
			}
		}
		return len(matched), ctx.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("matching attributes: %w", err)
	}
	for _, w := range wanted[kept:] {
		s.Relaxed = append(s.Relaxed, w.Text)
	}
	s.Path = append(s.Path, "attributes")
	return matched, nil
}

// retrieved is what the retrievers found.
type retrieved struct {
	lexical, vector []Hit
	meanings        []meaning // who can be asked, the first of them before the others
}

// retrieve finds products by the readings of a query: by words each of them, by
// meaning the last.
func (e *Engine) retrieve(ctx context.Context, texts []string, scope []string, s *Scope) (retrieved, error) {
	r := retrieved{meanings: e.meanings()}
	if e.lexical != nil {
		lists := make([][]Hit, len(texts))
		for i, text := range texts {
			var err error
			if lists[i], err = e.byWords(ctx, text, scope, lexicalDepth); err != nil {
				return r, fmt.Errorf("retrieving by words: %w", err)
			}
		}
		r.lexical = either(lists, lexicalDepth)
		s.Path = append(s.Path, "lexical")
	}
	if _, size := e.paths(scope); size > vectorReach && len(r.lexical) >= vectorDepth {
		return r, nil
	}
	// without any the lexical list still serves, or attributes do; the record says so
	for len(r.meanings) > 0 {
		hits, err := e.retrieved(ctx, r.meanings[0], r.meanings[0].name, texts[len(texts)-1], scope, vectorDepth)
		if err == nil {
			r.vector, s.Path = hits, append(s.Path, r.meanings[0].name)
			break
		}
		if ctx.Err() != nil {
			return r, fmt.Errorf("retrieving by meaning: %w", err)
		}
		r.forgo(s)
	}
	return r, nil
}
