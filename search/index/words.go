package index

import (
	"context"

	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/search/lexical"
	"shopclerk/search/spell"
)

// words retrieves from the lexical index, and corrects by its words.
type words struct {
	index   *lexical.Index
	speller *spell.Speller
}

func newWords(x *lexical.Index) *words {
	list := x.Words()
	known := make([]spell.Word, len(list))
	for i, w := range list {
		known[i] = spell.Word(w)
	}
	return &words{x, spell.New(known)}
}

// Retrieve implements [search.Retriever].
func (w *words) Retrieve(ctx context.Context, query string, categories []string, k int) ([]search.Hit, error) {
	hits, err := w.index.Search(ctx, lexical.Query{Text: query, Categories: categories, K: k})
	out := make([]search.Hit, len(hits))
	for i, h := range hits {
		out[i] = search.Hit(h)
	}
	return out, err
}

// Complete implements [search.Completer].
func (w *words) Complete(ctx context.Context, text string, k int) ([]catalog.Ref, error) {
	return w.index.Complete(ctx, text, k)
}

// Correct implements [search.Speller].
func (w *words) Correct(ctx context.Context, query string, exact []string) ([]search.Correction, error) {
	found, err := w.speller.Correct(query, exact, lexical.Fold, counts{ctx, w.index})
	out := make([]search.Correction, len(found))
	for i, c := range found {
		out[i] = search.Correction(c)
	}
	return out, err
}

// Spell implements [search.Speller].
func (w *words) Spell(word string) (string, bool) { return w.speller.Spell(lexical.Fold(word)) }

// counts asks the index how many products have words.
type counts struct {
	ctx   context.Context
	index *lexical.Index
}

// Having implements [spell.Counts].
func (c counts) Having(word string) (int, error) { return c.index.Frequency(c.ctx, word) }

// enough is how many products tell that two words belong together.
const enough = 30

// Together implements [spell.Counts].
func (c counts) Together(a, b string) (int, error) {
	if len(lexical.Terms(a)) == 0 || len(lexical.Terms(b)) == 0 {
		return 0, nil // a stop word belongs to nothing
	}
	found, err := c.index.Complete(c.ctx, a+" "+b+" ", enough)
	return len(found), err
}
