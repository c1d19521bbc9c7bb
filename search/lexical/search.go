package lexical

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	index "github.com/blevesearch/bleve_index_api"

	"shopclerk/catalog"
	"shopclerk/search/top"
)

// Query asks for products by their words.
type Query struct {
	Text       string
	Categories []string // paths; each stands for itself and all below it; empty means all
	K          int      // most hits returned; none when not positive
	Weights    *Weights // nil means DefaultWeights
}

// Hit is a product that has at least one of the query's terms.
type Hit struct {
	Ref   catalog.Ref
	Score float64 // positive; comparable between hits of one query only
}

// search is [Index.Search] among all products, those that are gone as well.
func (x *Index) search(ctx context.Context, q Query) ([]Hit, error) {
	terms := countTerms(q.Text)
	if q.K <= 0 || len(terms) == 0 {
		return nil, ctx.Err()
	}
	weights := DefaultWeights()
	if q.Weights != nil {
		weights = *q.Weights
	}
	idf, err := x.idf(ctx, terms)
	if err != nil {
		return nil, fmt.Errorf("counting terms: %w", err)
	}
	found := make([][]Hit, len(x.groups))
	errs := make([]error, len(x.groups))
	var wait sync.WaitGroup
	for i, g := range x.groups {
		paths, all := g.wanted(q.Categories)
		if !all && len(paths) == 0 {
			continue
		}
		run := func() {
			errs[i] = guard(func() (err error) {
				found[i], err = x.searchGroup(ctx, g, terms, idf, paths, weights, q.K)
				return err
			})
		}
		if len(x.groups) == 1 {
			run()
			continue
		}
		wait.Go(run)
	}
	wait.Wait()
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("searching %s: %w", x.groups[i].Name, err)
		}
	}
	hits := slices.Concat(found...)
	return top.First(hits, q.K, compareHits), nil
}

// compareHits orders the better hit first; the order is total.
func compareHits(a, b Hit) int {
	if a.Score != b.Score {
		return cmp.Compare(b.Score, a.Score)
	}
	return cmp.Compare(a.Ref, b.Ref)
}

// wanted returns which of the group's categories are asked for, and whether
// that is all of them.
func (g *group) wanted(categories []string) (paths []string, all bool) {
	if len(categories) == 0 {
		return nil, true
	}
	for _, c := range g.Categories {
		if slices.ContainsFunc(categories, func(w string) bool { return within(c, w) }) {
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

// idf returns each term's inverse document frequency, ln(1 + (N-n+½)/(n+½)),
// which is positive for every n. For n it takes the largest number of
// documents that have the term in one field. The number that have it in any
// field is at least that, and would cost reading all postings of all groups.
func (x *Index) idf(ctx context.Context, terms []queryTerm) ([]float64, error) {
	counts, err := x.frequencies(ctx, terms)
	idf := make([]float64, len(counts))
	for t := range counts {
		n := float64(counts[t])
		idf[t] = math.Log(1 + (float64(x.docs)-n+0.5)/(n+0.5))
	}
	return idf, err
}

// frequencies returns how many documents have each term in the one field that most
// have it in.
func (x *Index) frequencies(ctx context.Context, terms []queryTerm) ([]uint64, error) {
	counts := make([]uint64, len(terms))
	for t, term := range terms {
		for _, f := range fields {
			n := uint64(0)
			for _, g := range x.groups {
				err := guard(func() error {
					r, err := g.reader.TermFieldReader(ctx, []byte(term.text), f.name, false, false, false)
					if err != nil {
						return err
					}
					n += r.Count()
					return r.Close()
				})
				if err != nil {
					return nil, fmt.Errorf("reading %s: %w", g.Name, err)
				}
			}
			counts[t] = max(counts[t], n)
		}
	}
	return counts, nil
}

// scratch is the memory of one search in one group, all zero between searches.
type scratch struct {
	score   []float64 // by document number
	freq    []float64 // of the current term, normalised and weighted
	share   []float64 // of the query's terms that the document has
	matched []uint32  // documents with a score
	touched []uint32  // documents with a freq
}

func newScratch(docs int) *scratch {
	return &scratch{score: make([]float64, docs), freq: make([]float64, docs), share: make([]float64, docs)}
}

// searchGroup returns the k best hits of a group, in any order, and some more.
func (x *Index) searchGroup(ctx context.Context, g *group, terms []queryTerm, idf []float64, paths []string, w Weights, k int) ([]Hit, error) {
	s := g.pool.Get().(*scratch)
	said := 0.0
	for _, term := range terms {
		said += term.count
	}
	for t, term := range terms {
		if err := ctx.Err(); err != nil {
			return nil, err // the scratch is not zero any more: it is dropped
		}
		for i, f := range fields {
			if err := s.addFrequencies(ctx, g, f.name, term.text, f.pick(w), x.mean[i]); err != nil {
				return nil, err
			}
		}
		for _, d := range s.touched {
			if s.score[d] == 0 {
				s.matched = append(s.matched, d)
			}
			s.score[d] += term.count * idf[t] * s.freq[d] / (w.K1 + s.freq[d])
			s.share[d] += term.count / said
			s.freq[d] = 0
		}
		s.touched = s.touched[:0]
	}
	for _, d := range s.matched {
		s.score[d] *= 1 - w.Coverage + w.Coverage*s.share[d]
		s.share[d] = 0
	}
	matched := s.matched
	if paths != nil {
		allowed, err := g.documentsOf(ctx, paths)
		if err != nil {
			return nil, err
		}
		matched = slices.DeleteFunc(slices.Clone(matched), func(d uint32) bool { return !allowed[d] })
	}
	hits, err := g.best(s.score, matched, k)
	if err != nil {
		return nil, err
	}
	for _, d := range s.matched {
		s.score[d] = 0
	}
	s.matched = s.matched[:0]
	g.pool.Put(s)
	return hits, nil
}

// addFrequencies adds a term's normalised, weighted frequency in one field to
// every document that has it there.
func (s *scratch) addFrequencies(ctx context.Context, g *group, field, term string, w Field, mean float64) error {
	if w.Boost <= 0 || mean == 0 {
		return nil
	}
	r, err := g.reader.TermFieldReader(ctx, []byte(term), field, true, true, false)
	if err != nil {
		return err
	}
	defer r.Close()
	var posting index.TermFieldDoc
	for {
		next, err := r.Next(&posting)
		if err != nil || next == nil {
			return err
		}
		// Bleve keeps the field's length as 1/√length.
		length := 1 / (next.Norm * next.Norm)
		freq := w.Boost * float64(next.Freq) / (1 - w.B + w.B*length/mean)
		d := uint32(next.ID.Value())
		if s.freq[d] == 0 {
			s.touched = append(s.touched, d)
		}
		s.freq[d] += freq
	}
}

// documentsOf returns, by document number, which documents are in the
// categories.
func (g *group) documentsOf(ctx context.Context, paths []string) ([]bool, error) {
	allowed := make([]bool, g.Docs)
	for _, p := range paths {
		r, err := g.reader.TermFieldReader(ctx, []byte(p), pathField, false, false, false)
		if err != nil {
			return nil, err
		}
		var posting index.TermFieldDoc
		for {
			next, err := r.Next(&posting)
			if err != nil {
				return nil, err
			}
			if next == nil {
				break
			}
			allowed[next.ID.Value()] = true
		}
		if err := r.Close(); err != nil {
			return nil, err
		}
	}
	return allowed, nil
}

// best returns those of the documents whose score can be among the k best, ties
// included: products are numbered otherwise.
func (g *group) best(score []float64, docs []uint32, k int) ([]Hit, error) {
	least := 0.0
	if len(docs) > k {
		scored := make([]Hit, len(docs)) // by document
		for i, d := range docs {
			scored[i] = Hit{catalog.Ref(d), score[d]}
		}
		last := slices.MaxFunc(top.Among(scored, k, compareHits), compareHits)
		least = last.Score
	}
	hits := make([]Hit, 0, min(k, len(docs)))
	for _, d := range docs {
		if score[d] < least {
			continue
		}
		ref, err := g.ref(d)
		if err != nil {
			return nil, fmt.Errorf("looking up document %d: %w", d, err)
		}
		hits = append(hits, Hit{ref, score[d]})
	}
	return hits, nil
}
