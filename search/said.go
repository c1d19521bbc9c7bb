package search

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"shopclerk/catalog"
)

// saidWords is how many words of a need are looked up, the first: a sentence that was
// not understood is no list of demands.
const saidWords = 6

// said finds the rows whose products have what is demanded in words alone: every word of
// it in the product's own text, or one that the retriever takes for the same. nil where
// nothing stayed words, or nothing can look it up.
func (e *Engine) said(ctx context.Context, n *Need, shelf *catalog.Shelf, scope []string) ([]bool, error) {
	texts := n.Texts()
	if len(texts) == 0 || e.lexical == nil {
		return nil, nil
	}
	var words []string
	for _, text := range texts {
		words = append(words, strings.Fields(text)...)
	}
	words = words[:min(len(words), saidWords)]
	lists := make([][]catalog.Ref, len(words))
	err := Parallel(len(words), func(i int) (err error) {
		if lists[i], err = e.saying(ctx, words[i], scope, shelf); err != nil {
			return fmt.Errorf("looking up %q: %w", words[i], err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var out []bool
	for _, refs := range lists {
		has := make([]bool, shelf.Rows())
		for _, ref := range refs {
			if row, ok := shelf.Row(ref); ok && (out == nil || out[row]) {
				has[row] = true
			}
		}
		out = has
	}
	return out, nil
}

// saying finds the products that have a word: those of the store, and those of a candidate set
// that the store does not have.
func (e *Engine) saying(ctx context.Context, word string, scope []string, shelf *catalog.Shelf) ([]catalog.Ref, error) {
	refs, err := e.having(ctx, word, scope)
	if err != nil || e.Candidates == nil {
		return refs, err
	}
	far, err := e.far(ctx, shelf)
	if err != nil {
		return nil, err
	}
	has, err := e.Candidates.Having(ctx, word, far)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errCandidates, err)
	}
	refs = slices.Clone(refs)
	for i, ref := range far {
		if has[i] {
			refs = append(refs, ref)
		}
	}
	return refs, nil
}

// having returns the store's products that have a word. They are shared; an error of the retriever
// is errWords.
func (e *Engine) having(ctx context.Context, word string, scope []string) ([]catalog.Ref, error) {
	refs, err := e.postings.Get(searchKey{"", word, joined(scope)}, func() ([]catalog.Ref, error) {
		return e.lexical.Postings(ctx, word, scope, math.MaxInt)
	})
	if err != nil {
		err = fmt.Errorf("%w: %w", errWords, err)
	}
	return refs, err
}

// told finds the rows whose texts have the words of a wish, or all words of one of its values, where the
// aspect says nothing else of them: tags are seldom complete. Of a limit, their titles have them before
// "for" or "with". nil for what no text can tell.
func (e *Engine) told(ctx context.Context, w *Wanted, shelf *catalog.Shelf, scope []string) []bool {
	c := shelf.Column(w.Demand.Condition.Key)
	if e.lexical == nil || e.Candidates != nil || c == nil || w.Words == "" || w.Demand.Not || w.Demand.Condition.Range != nil || c.Aspect.Kind == catalog.Numeric {
		return nil
	}
	texts := []string{w.Words}
	if c.Aspect.Kind != catalog.Flag {
		texts = append(texts, w.Demand.Condition.Values[:min(len(w.Demand.Condition.Values), saidWords)]...)
	}
	out := make([]bool, shelf.Rows())
	for _, text := range texts {
		has := map[catalog.Ref]int{}
		words := strings.Fields(text)
		for _, word := range words {
			refs, err := e.having(ctx, word, scope)
			if err != nil {
				return nil // attributes alone still serve
			}
			for _, ref := range refs {
				has[ref]++
			}
		}
		var found []catalog.Ref
		for ref, n := range has {
			if row, ok := shelf.Row(ref); ok && n == len(words) && !out[row] && (c.Aspect.Kind == catalog.Multi || len(c.Cell(row)) == 0) {
				found = append(found, ref)
				out[row] = !w.Hard
			}
		}
		if !w.Hard || len(found) == 0 || len(found) > titlesRead {
			continue
		}
		titles, err := e.lexical.Titles(ctx, text, found)
		if err != nil {
			return nil
		}
		for i, ref := range found {
			row, _ := shelf.Row(ref)
			out[row] = titles[i][Main] == 1
		}
	}
	return out
}

// Unsaid lists those of some words that no product of the categories has in its text. It
// is empty where words can not be looked up.
func (e *Engine) Unsaid(ctx context.Context, words, categories []string) ([]string, error) {
	if e.lexical == nil {
		return nil, nil
	}
	var out []string
	for _, word := range words[:min(len(words), saidWords)] {
		refs, err := e.lexical.Postings(ctx, word, categories, 1)
		if err != nil {
			return nil, ctx.Err()
		}
		if len(refs) == 0 {
			out = append(out, word)
		}
	}
	return out, nil
}

// word counts the matches whose texts have what stayed words. Beside anything else that is asked
// for, words only rank: a text that lacks one says nothing against its product. Alone they are
// the search: what lacks one of them is no full match, but keeps the place that its score gives
// it (full matches first cost .018 of nDCG@10 on icecat's judged queries).
func (r *Ranking) word(has []bool, alone bool) {
	if has == nil {
		return
	}
	r.said, r.alone, r.Saying = has, alone, 0
	for i, fits := range r.Fits {
		if fits && has[i] {
			r.Saying += r.sampleWeights.Of(i)
		}
	}
	if alone {
		r.Full = r.Saying
	}
}

// Left tells of every row whether it is one of those that are still to choose from: they
// meet everything asked for that was not left out and, where any of them does, have what
// stayed words.
func (r *Ranking) Left() []bool {
	if r.Saying == 0 {
		return r.Fits
	}
	out := slices.Clone(r.Fits)
	for i := range out {
		out[i] = out[i] && r.said[i]
	}
	return out
}

// says reports whether a row's product has the words that are all that was asked for.
func (r *Ranking) says(row int) bool { return !r.alone || r.said[row] }
