package lexical

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"shopclerk/catalog"
	"shopclerk/search"
)

// Query asks for products by their words.
type Query struct {
	Text       string
	Categories []string // paths; each stands for itself and all below it; empty means all
	K          int      // most hits returned; none when not positive
	Weights    *Weights // nil means DefaultWeights
}

// Search returns the products that match at least one term of the text, the
// best first, equal scores in order of Ref. A text without terms finds
// nothing. Statistics cover the whole catalogue whatever Categories says, so a
// product's score does not depend on the categories searched.
func (x *Index) Search(ctx context.Context, q Query) ([]search.Hit, error) {
	terms := countTerms(q.Text)
	if q.K <= 0 || len(terms) == 0 {
		return nil, ctx.Err()
	}
	weights := DefaultWeights()
	if q.Weights != nil {
		weights = *q.Weights
	}
	counts, where, err := x.frequencies(ctx, terms)
	if err != nil {
		return nil, fmt.Errorf("counting terms: %w", err)
	}
	idf := x.idf(counts)
	found := make([][]match, len(x.groups))
	errs := make([]error, len(x.groups))
	bounds, order := x.bounds(terms, where, idf, weights)
	most := newBar(q.K)
	look := func(i int) {
		if bounds[i] < most.least() {
			return
		}
		errs[i] = guard(func() (err error) {
			paths, _ := x.groups[i].wanted(q.Categories)
			found[i], err = x.searchGroup(ctx, x.groups[i], terms, idf, paths, weights, q.K)
			return err
		})
		most.add(found[i])
	}
	order = slices.DeleteFunc(order, func(i int) bool {
		paths, all := x.groups[i].wanted(q.Categories)
		return !all && len(paths) == 0
	})
	if len(order) > 0 { // alone: what it finds spares most of the others
		look(order[0])
		eachInParallel(len(order)-1, func(at int) { look(order[at+1]) })
	}
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("searching %s: %w", x.groups[i].Name, err)
		}
	}
	var hits []search.Hit
	err = guard(func() (err error) {
		hits, err = x.hits(found, q.K)
		return err
	})
	return search.First(hits, q.K, search.CompareHits), err
}

// match is a document of a group that has at least one of the query's terms.
type match struct {
	doc   uint32
	score float64
}

// hits returns the products of those matches, by group, whose score can be among the k
// best. The document's number says nothing of the product's: of equal scores all are
// returned.
func (x *Index) hits(found [][]match, k int) ([]search.Hit, error) {
	least := leastOf(found, k)
	var hits []search.Hit
	for i, matches := range found {
		g := x.groups[i]
		for _, m := range matches {
			if m.score < least {
				continue
			}
			ref, err := g.ref(m.doc)
			if err != nil {
				return nil, fmt.Errorf("looking up document %d of %s: %w", m.doc, g.Name, err)
			}
			hits = append(hits, search.Hit{Ref: ref, Score: m.score})
		}
	}
	return hits, nil
}

// leastOf returns the k-th best score of the matches; 0 when there are fewer.
func leastOf(found [][]match, k int) float64 {
	best := newBest(k)
	for _, matches := range found {
		for _, m := range matches {
			best.add(m.score)
		}
	}
	return best.least()
}

// wanted returns which of the group's categories are asked for, and whether
// that is all of them.
func (g *group) wanted(categories []string) (paths []string, all bool) {
	if len(categories) == 0 {
		return nil, true
	}
	for _, c := range g.Categories {
		if slices.ContainsFunc(categories, func(w string) bool { return catalog.Within(c, w) }) {
			paths = append(paths, c)
		}
	}
	if len(paths) == len(g.Categories) {
		return nil, true
	}
	return paths, false
}

// queryTerm is a term of the query and how often it was said.
type queryTerm struct {
	text  string
	count float64
}

// countTerms returns the distinct terms of a text in the order in which they
// first occur.
func countTerms(text string) []queryTerm {
	var terms []queryTerm
	scan(text, func(term string) {
		for i := range terms {
			if terms[i].text == term {
				terms[i].count++
				return
			}
		}
		terms = append(terms, queryTerm{term, 1})
	})
	return terms
}

// bounds returns what no score in a group exceeds, and the groups that have a term, the
// highest bound first. A group whose bound is below the k-th best score of others is not
// read: MaxScore (Turtle and Flood, 1995) of groups. "black headphones" reads where black
// headphones are, and not of all that is black.
func (x *Index) bounds(terms []queryTerm, where [][]bool, idf []float64, w Weights) (bounds []float64, order []int) {
	bounds = make([]float64, len(x.groups))
	words := said(terms)
	for i := range x.groups {
		share := 0.0
		for t, term := range terms {
			if where[t][i] {
				bounds[i] += term.count * idf[t] // which a frequency without end would come to
				share += term.count / words
			}
		}
		if bounds[i] *= w.covered(share) * (1 + 1e-9); bounds[i] > 0 { // sums are rounded
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(bounds[b], bounds[a]) })
	return bounds, order
}

// bar is what a score must reach to be among the k best of those that were added. It is
// safe for concurrent use.
type bar struct {
	mu   sync.Mutex
	best best
}

func newBar(k int) *bar { return &bar{best: newBest(k)} }

func (b *bar) least() float64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.best.least()
}

func (b *bar) add(found []match) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, m := range found {
		b.best.add(m.score)
	}
}

// said is how many words the terms are.
func said(terms []queryTerm) (n float64) {
	for _, term := range terms {
		n += term.count
	}
	return n
}

// covered is the factor of a product that has a share of the terms: see [Weights].
func (w Weights) covered(share float64) float64 { return 1 - w.Coverage + w.Coverage*share }

// idf returns each term's inverse document frequency, ln(1 + (N-n+½)/(n+½)),
// which is positive for every n. For n it takes the largest number of
// documents that have the term in one field. The number that have it in any
// field is at least that, and would cost reading all postings of all groups.
func (x *Index) idf(counts []uint64) []float64 {
	idf := make([]float64, len(counts))
	for t := range counts {
		n := float64(counts[t])
		idf[t] = math.Log(1 + (float64(x.docs)-n+0.5)/(n+0.5))
	}
	return idf
}

// frequencies returns how many documents have each term in the one field that most
// have it in, and by term which groups have it.
func (x *Index) frequencies(ctx context.Context, terms []queryTerm) (counts []uint64, where [][]bool, err error) {
	counts, where = make([]uint64, len(terms)), make([][]bool, len(terms))
	for t, term := range terms {
		where[t] = make([]bool, len(x.groups))
		for _, f := range fields {
			all := uint64(0)
			for i, g := range x.groups {
				err := guard(func() error {
					r, err := g.reader.TermFieldReader(ctx, []byte(term.text), f.name, false, false, false)
					if err != nil {
						return err
					}
					n := r.Count()
					all += n
					where[t][i] = where[t][i] || n > 0
					return r.Close()
				})
				if err != nil {
					return nil, nil, fmt.Errorf("reading %s: %w", g.Name, err)
				}
			}
			counts[t] = max(counts[t], all)
		}
	}
	return counts, where, nil
}

// scratch is the memory of one search in one group, all zero between searches.
type scratch struct {
	score   []float64 // by document number
	share   []float64 // of the query's terms that the document has
	matched []uint32  // documents with a score
}

func newScratch(docs int) *scratch {
	return &scratch{score: make([]float64, docs), share: make([]float64, docs)}
}

// searchGroup returns the matches of a group that can be among the k best.
func (x *Index) searchGroup(ctx context.Context, g *group, terms []queryTerm, idf []float64, paths []string, w Weights, k int) ([]match, error) {
	s := g.pool.Get().(*scratch)
	words := said(terms)
	for t, term := range terms {
		had, err := x.occurrences(ctx, g, term.text, w)
		if err != nil {
			return nil, err // the scratch is not zero any more: it is dropped
		}
		for i, d := range had.docs {
			if s.score[d] == 0 {
				s.matched = append(s.matched, d)
			}
			s.score[d] += term.count * idf[t] * had.freqs[i] / (w.K1 + had.freqs[i])
			s.share[d] += term.count / words
		}
	}
	allowed, err := g.within(paths)
	if err != nil {
		return nil, err
	}
	best := newBest(k)
	for _, d := range s.matched {
		s.score[d] *= w.covered(s.share[d])
		if allowed(d) {
			best.add(s.score[d])
		}
	}
	var found []match
	least := best.least()
	for _, d := range s.matched {
		if s.score[d] >= least && allowed(d) {
			found = append(found, match{d, s.score[d]})
		}
		s.score[d], s.share[d] = 0, 0
	}
	s.matched = s.matched[:0]
	g.pool.Put(s)
	return found, nil
}

// within tells which documents are in the categories; nil means all are.
func (g *group) within(paths []string) (func(doc uint32) bool, error) {
	if paths == nil {
		return func(uint32) bool { return true }, nil
	}
	of, err := g.categories()
	if err != nil {
		return nil, err
	}
	in := make([]bool, len(g.Categories))
	for i, c := range g.Categories {
		in[i] = slices.Contains(paths, c)
	}
	return func(doc uint32) bool { return in[of[doc]] }, nil
}

// readCategories returns, by document number, which of the group's categories a document is in.
func (g *group) readCategories() ([]int32, error) {
	of := make([]int32, g.Docs)
	for i, c := range g.Categories {
		err := g.each(context.Background(), c, pathField, func(doc uint32) error {
			of[doc] = int32(i)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return of, nil
}

// best tells the k-th largest of the scores that were added.
type best struct{ *search.Top[float64] }

func newBest(k int) best {
	return best{search.NewTop(k, func(a, b float64) int { return cmp.Compare(b, a) })}
}

func (b best) add(score float64) { b.Add(score) }

func (b best) least() float64 {
	least, _ := b.Last()
	return least
}

func eachInParallel(n int, f func(i int)) {
	_ = search.Parallel(n, func(i int) error {
		f(i)
		return nil
	})
}
