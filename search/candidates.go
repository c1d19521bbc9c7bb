package search

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"golang.org/x/sync/errgroup"

	"shopclerk/catalog"
)

// CandidateSet finds products in a catalogue that is larger than what the engine's own store
// holds of it: see [Engine.Candidates].
type CandidateSet interface {
	// Find returns at most k products of the query's categories, which meet all of its
	// demands: those that its text finds, best first, ties by ref; where it has none, any,
	// with a score of 0 and by ref.
	Find(ctx context.Context, q Query, k int) ([]Hit, error)
	// Sample returns the first n products of a category, fewer where the store holds fewer,
	// in an order that chance made once and that has nothing to do with what they are. The
	// store holds those that are returned.
	Sample(ctx context.Context, category string, n int) ([]catalog.Ref, error)
	// Having tells which of some products have a word in their texts, or one that stems alike.
	Having(ctx context.Context, word string, refs []catalog.Ref) ([]bool, error)
	// Cosines is that of [Semantic], for all products.
	Cosines(ctx context.Context, query string, refs []catalog.Ref) ([]float64, error)
}

// Query is what a [CandidateSet] finds by.
type Query struct {
	Text       string
	Meaning    bool     // the text is compared by what it means, else by its words
	Categories []string // paths; none: the whole shop
	Demands    []catalog.Demand
}

// errCandidates reports a candidate set that cannot be asked: a cluster that is away, for example.
var errCandidates = errors.New("asking for candidates")

// SampleWeights[i] is the sample weight of row i: how many products of its category, none of which
// is a candidate, it represents (the inverse of its sampling probability); nil means 1.
type SampleWeights []int32

// Of returns the sample weight of a row.
func (s SampleWeights) Of(row int) int {
	if s == nil {
		return 1
	}
	return int(s[row])
}

// How a candidate set is divided: half of it is the sample of the scope, which tells
// what there is; an eighth what meets what is wanted;
// an eighth what the words find, and what they mean. What is found far away costs a tenth of
// a millisecond a product, and the first page shows ten.
const (
	sampledShare = 2
	wantedShare  = 8
	wordedShare  = 16
)

// fewFound is how many products of the whole shop fill a page without a sample beside them.
const fewFound = 10

// gather gathers a candidate set as a need's scope. The sample of its categories stands for
// all of their products that were not found: each for as many as the rate says.
func (e *Engine) gather(ctx context.Context, n *Need, scope, texts, ids []string, s *Scope) (retrieved, error) {
	var words retrieved
	var refs []catalog.Ref
	finds, within := errgroup.WithContext(ctx)
	finds.Go(func() (err error) { words, err = e.find(within, n, scope, texts); return err })
	finds.Go(func() (err error) { refs, err = e.wanted(within, n, scope, e.MaxCandidates/wantedShare); return err })
	if err := finds.Wait(); err != nil {
		return words, err
	}
	refs = append(refs, Refs(slices.Concat(words.lexical, words.vector))...)
	var sampled map[string][]catalog.Ref
	if len(scope) > 0 || len(refs) < fewFound { // of the whole shop what is found is the scope
		var err error
		if sampled, err = e.sample(ctx, scope); err != nil {
			return words, err
		}
	}
	if n.Like != nil {
		ids = append(slices.Clone(ids), n.Like.ID)
	}
	more, err := e.store.Refs(ctx, append(slices.Clip(ids), n.Named()...))
	if err != nil {
		return words, err
	}
	refs = slices.AppendSeq(refs, maps.Values(more))
	slices.Sort(refs)
	refs = slices.Compact(refs)
	if len(texts) > 0 {
		s.Path = append(s.Path, "lexical", "vector")
	}
	if len(n.Wanted()) > 0 {
		s.Path = append(s.Path, "attributes")
	}
	s.Path = append(s.Path, "candidates")
	return words, e.gathered(ctx, n, refs, sampled, s)
}

// find is what the words find, and who then says what they mean.
func (e *Engine) find(ctx context.Context, n *Need, scope, texts []string) (retrieved, error) {
	r := retrieved{meanings: []meaning{{nearest{e.Candidates}, "vector"}}}
	var hard []catalog.Demand
	for _, w := range n.Wanted() {
		if w.Hard {
			hard = append(hard, w.Demand)
		}
	}
	depth := e.MaxCandidates / wordedShare
	lists := make([][]Hit, len(texts))
	finds, ctx := errgroup.WithContext(ctx)
	for i, text := range texts {
		finds.Go(func() (err error) {
			lists[i], err = e.pick(ctx, Query{Text: text, Categories: scope, Demands: hard}, depth)
			return err
		})
	}
	if len(texts) > 0 {
		finds.Go(func() (err error) {
			r.vector, err = e.pick(ctx, Query{Text: texts[len(texts)-1], Meaning: true, Categories: scope, Demands: hard}, depth)
			return err
		})
	}
	if err := finds.Wait(); err != nil {
		return r, fmt.Errorf("retrieving by words: %w", err)
	}
	r.lexical = either(lists, depth)
	return r, nil
}

// pick finds by a query; what was found lately is not asked for again.
func (e *Engine) pick(ctx context.Context, q Query, k int) ([]Hit, error) {
	key, err := json.Marshal(q)
	if err != nil {
		return nil, fmt.Errorf("finding candidates: %w", err)
	}
	hits, err := e.hits.Get(searchKey{"candidates", string(key), strconv.Itoa(k)}, func() ([]Hit, error) { return e.Candidates.Find(ctx, q, k) })
	if err != nil {
		err = fmt.Errorf("%w: %w", errCandidates, err)
	}
	return hits, err
}

// nearest is a candidate set as a retriever by meaning.
type nearest struct{ CandidateSet }

// Retrieve implements [Retriever].
func (p nearest) Retrieve(ctx context.Context, query string, categories []string, k int) ([]Hit, error) {
	return p.Find(ctx, Query{Text: query, Meaning: true, Categories: categories}, k)
}

// sample draws half of the candidates from the categories, each at the same rate.
func (e *Engine) sample(ctx context.Context, scope []string) (map[string][]catalog.Ref, error) {
	paths, all := e.paths(scope)
	out := make(map[string][]catalog.Ref, len(paths))
	for _, c := range e.store.Categories() {
		if !slices.Contains(paths, c.Path) {
			continue
		}
		share := float64(c.Size) / float64(max(1, all))
		refs, err := e.Candidates.Sample(ctx, c.Path, int(math.Ceil(float64(e.MaxCandidates/sampledShare)*share)))
		if err != nil {
			return nil, fmt.Errorf("sampling %q: %w: %w", c.Path, errCandidates, err)
		}
		out[c.Path] = refs
	}
	return out, nil
}

// wanted finds at most k products by what is wanted of their attributes: those that have
// all of it, or where there are none, of what relaxing leaves.
func (e *Engine) wanted(ctx context.Context, n *Need, scope []string, k int) ([]catalog.Ref, error) {
	wanted := n.Wanted()
	if len(wanted) == 0 {
		return nil, nil
	}
	var full []Hit
	_, err := Relax(wanted, 1, func(kept []Wanted) (_ int, err error) {
		if len(kept) > 0 { // by nothing, anything would be found
			full, err = e.pick(ctx, Query{Categories: scope, Demands: demanded(kept)}, k)
		}
		return len(full), err
	})
	if err != nil {
		return nil, fmt.Errorf("matching attributes: %w", err)
	}
	return Refs(full), nil
}

func demanded(wanted []Wanted) []catalog.Demand {
	out := make([]catalog.Demand, len(wanted))
	for i, w := range wanted {
		out[i] = w.Demand
	}
	return out
}

// gathered makes the scope's shelf of what was found and sampled, and says for how many
// products each row stands.
func (e *Engine) gathered(ctx context.Context, n *Need, found []catalog.Ref, sampled map[string][]catalog.Ref, s *Scope) error {
	type part struct{ found, only []catalog.Ref } // only: sampled and not found
	parts := map[string]*part{}
	at := func(path string) *part {
		if parts[path] == nil {
			parts[path] = &part{}
		}
		return parts[path]
	}
	for _, r := range found {
		c, err := e.store.CategoryOf(r)
		if err != nil {
			return err
		}
		at(c.Path).found = append(at(c.Path).found, r)
	}
	for path, refs := range sampled {
		for _, r := range refs {
			if _, has := slices.BinarySearch(found, r); !has {
				at(path).only = append(at(path).only, r)
			}
		}
	}
	var shelves []*catalog.Shelf
	var picked [][]int32
	stand := map[catalog.Ref]int32{}
	for _, c := range e.store.Categories() {
		p := parts[c.Path]
		if p == nil {
			continue
		}
		rest := c.Size - len(p.found)
		for i, r := range p.only { // whole numbers, of which the sum is right
			stand[r] = int32((i+1)*rest/len(p.only) - i*rest/len(p.only))
		}
		more, rows, err := e.rows(ctx, &c, slices.Concat(p.found, p.only))
		if err != nil {
			return err
		}
		shelves, picked = append(shelves, more...), append(picked, rows...)
	}
	s.Shelf = catalog.Gather("found", shelves, picked, useful(n))
	if len(stand) > 0 {
		s.SampleWeights = make(SampleWeights, s.Shelf.Rows())
		for i, r := range s.Shelf.Refs {
			s.SampleWeights[i] = max(1, stand[r])
		}
	}
	return nil
}

// rows returns shelves of one category, and which rows of them are some products.
func (e *Engine) rows(ctx context.Context, c *catalog.Category, refs []catalog.Ref) ([]*catalog.Shelf, [][]int32, error) {
	shelf, err := e.Shelf(ctx, c.Path)
	if err != nil {
		return nil, nil, err
	}
	var own []int32
	var far []catalog.Ref
	for _, r := range refs {
		if row, ok := shelf.Row(r); ok {
			own = append(own, int32(row))
		} else {
			far = append(far, r)
		}
	}
	if len(far) == 0 {
		return []*catalog.Shelf{shelf}, [][]int32{own}, nil
	}
	products, err := e.store.Products(ctx, far)
	if err != nil {
		return nil, nil, fmt.Errorf("reading candidates: %w: %w", errCandidates, err)
	}
	more := catalog.NewShelf(c, products)
	return []*catalog.Shelf{shelf, more}, [][]int32{own, allRows(more)}, nil
}

// far returns the products of a scope's shelf that the store has no rows of.
func (e *Engine) far(ctx context.Context, of *catalog.Shelf) ([]catalog.Ref, error) {
	var out []catalog.Ref
	for _, r := range of.Refs {
		c, err := e.store.CategoryOf(r)
		if err != nil {
			return nil, err
		}
		shelf, err := e.Shelf(ctx, c.Path)
		if err != nil {
			return nil, err
		}
		if _, ok := shelf.Row(r); !ok {
			out = append(out, r)
		}
	}
	return out, nil
}

// ShelfOf returns a category's shelf as [Engine.Shelf] does, with one product of the
// category whether the store has it or not.
func (e *Engine) ShelfOf(ctx context.Context, category string, ref catalog.Ref) (*catalog.Shelf, error) {
	shelf, err := e.Shelf(ctx, category)
	if err != nil || e.Candidates == nil {
		return shelf, err
	}
	c, err := e.store.CategoryOf(ref)
	if err != nil {
		return nil, err
	}
	if _, ok := shelf.Row(ref); ok || c.Path != category {
		return shelf, nil
	}
	shelves, picked, err := e.rows(ctx, c, append(slices.Clone(shelf.Refs), ref))
	if err != nil {
		return nil, err
	}
	return catalog.Gather(category, shelves, picked, func(*catalog.Column) bool { return true }), nil
}
