package lexical

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"shopclerk/search"
)

// Retrieve returns the k best of the products that match at least one term of a text, the best
// first, equal scores in order of Ref. A text without terms finds nothing. Categories are paths,
// each for itself and all below it; none means all. Statistics cover the whole catalogue whatever
// the categories, so a product's score does not depend on them.
func (x *Index) Retrieve(ctx context.Context, text string, categories []string, k int) (hits []search.Hit, err error) {
	terms := countTerms(text)
	if k <= 0 || len(terms) == 0 {
		return nil, ctx.Err()
	}
	err = guard(func() error {
		if err := x.count(ctx, terms); err != nil {
			return err
		}
		hits, err = x.best(ctx, terms, categories, k)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("searching by words: %w", err)
	}
	return hits, nil
}

// queryTerm is a term of the query.
type queryTerm struct {
	text  string
	count float64 // how often it was said
	docs  uint64  // that have it in the one field that most have it in
	most  float64 // what no product's score for it exceeds: count × inverse document frequency
}

// countTerms returns the distinct terms of a text in the order in which they first occur.
func countTerms(text string) []queryTerm {
	var terms []queryTerm
	for _, term := range Terms(text) {
		i := slices.IndexFunc(terms, func(t queryTerm) bool { return t.text == term })
		if i < 0 {
			i = len(terms)
			terms = append(terms, queryTerm{text: term})
		}
		terms[i].count++
	}
	return terms
}

// count sets how many documents have each term, and its weight by the inverse document
// frequency ln(1 + (N-n+½)/(n+½)), which is positive for every n. For n it takes the largest
// number of documents that have the term in one field: the number that have it in any field
// is at least that, and would cost reading all postings.
func (x *Index) count(ctx context.Context, terms []queryTerm) error {
	for i := range terms {
		t := &terms[i]
		for _, f := range fields {
			c, err := x.cursor(ctx, t.text, f.name, false)
			if err != nil {
				return err
			}
			t.docs = max(t.docs, c.reader.Count())
			if err := c.reader.Close(); err != nil {
				return err
			}
		}
		n := float64(t.docs)
		t.most = t.count * math.Log(1+(float64(x.docs)-n+0.5)/(n+0.5))
	}
	return nil
}

// scratch is the memory of one search, all zero between searches.
type scratch struct {
	score   []float64 // by document number
	share   []float64 // of the query's words that the document has
	matched []uint32  // documents with a score
	allowed func(doc uint32) bool
}

// best scores the documents of a query and returns the first.
//
// Terms are taken the weightiest first. Once the terms that are left could not lift a document that
// has none of those before among the best, only the documents found so far are looked up in them.
func (x *Index) best(ctx context.Context, terms []queryTerm, categories []string, k int) ([]search.Hit, error) {
	slices.SortStableFunc(terms, func(a, b queryTerm) int { return cmp.Compare(b.most, a.most) })
	words, left, leftMost := 0.0, 0.0, 0.0
	for _, t := range terms {
		words += t.count
		leftMost += t.most
	}
	left = words
	s := x.pool.Get().(*scratch) // not put back after an error: it is not zero
	s.allowed = x.within(categories)
	most, closed := 0.0, false // most is what no score so far exceeds
	for _, t := range terms {
		bound := leftMost * covered(left/words) * (1 + 1e-9) // sums are rounded
		if !closed && len(s.matched) >= k && bound < most {
			last, full := x.first(s, k).Last() // scores do not shrink any more
			closed = full && bound < last.Score
		}
		if err := x.add(ctx, s, t, words, closed); err != nil {
			return nil, err
		}
		left -= t.count
		leftMost -= t.most
		most += t.most
	}
	hits := x.first(s, k).Sorted()
	for _, d := range s.matched {
		s.score[d], s.share[d] = 0, 0
	}
	s.matched = s.matched[:0]
	x.pool.Put(s)
	return hits, nil
}

// first collects the first k of the documents found so far.
func (x *Index) first(s *scratch, k int) *search.Top[search.Hit] {
	best := search.NewTop(k, search.CompareHits)
	bar := 0.0 // the k-th score
	for _, d := range s.matched {
		score := s.score[d] * covered(s.share[d])
		if score < bar || s.allowed != nil && !s.allowed(d) {
			continue
		}
		best.Add(search.Hit{Ref: x.refs[d], Score: score})
		if last, full := best.Last(); full {
			bar = last.Score
		}
	}
	return best
}

// fewer is how many times fewer documents than occurrences there are where looking each of
// them up in the postings takes less time than reading all.
const fewer = 16

// add adds a term's part to the scores: of all documents that have it, or, once the search
// is closed to others, of those that were found before.
func (x *Index) add(ctx context.Context, s *scratch, t queryTerm, words float64, closed bool) error {
	score := func(d uint32, freq float64) {
		s.score[d] += t.most * freq / (k1 + freq)
		s.share[d] += t.count / words
	}
	if closed && fewer*len(s.matched) < int(t.docs) && !x.terms.Has(t.text) {
		slices.Sort(s.matched)
		had, err := x.union(func(i int) (occurrences, error) { return x.readField(ctx, i, t.text, s.matched) })
		for i, d := range had.docs {
			score(d, had.freqs[i])
		}
		return err
	}
	had, err := x.occurrences(ctx, t.text)
	if err != nil {
		return err
	}
	for i, d := range had.docs {
		if s.score[d] == 0 {
			if closed {
				continue
			}
			s.matched = append(s.matched, d)
		}
		score(d, had.freqs[i])
	}
	return nil
}
