package index

import (
	"context"
	"errors"
	"sync/atomic"

	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	"shopclerk/search"
	"shopclerk/search/lexical"
	"shopclerk/search/spell"
	"shopclerk/search/title"
)

// lexicalRetriever retrieves from the lexical index, corrects by its words and reads titles.
type lexicalRetriever struct {
	index   *lexical.Index
	speller *spell.Speller
	store   *sqlite.Store
	titles  *title.Reader
	read    *[titlesKept]atomic.Pointer[readTitle] // by ref modulo titlesKept
	lost    *atomic.Bool                           // the index is damaged
}

// titlesKept is how many titles are kept as they were read, some 250 bytes each; of
// two products that share a place the later stays. Reading one anew takes some ten
// microseconds.
const titlesKept = 1 << 15

// readTitle is a title as it is compared.
type readTitle struct {
	ref  catalog.Ref
	text *title.Text
}

func newWords(x *lexical.Index, store *sqlite.Store) *lexicalRetriever {
	var categories []string
	for _, c := range store.Categories() {
		categories = append(categories, c.Path)
	}
	return &lexicalRetriever{index: x, speller: spell.New(x.Words()), store: store, titles: title.NewReader(categories), read: new([titlesKept]atomic.Pointer[readTitle]), lost: new(atomic.Bool)}
}

// errLost reports an index that was found damaged: see [Shop.Repair].
var errLost = errors.New("the lexical index is damaged, and waits to be rebuilt")

// Retrieve implements [search.Retriever].
func (w *lexicalRetriever) Retrieve(ctx context.Context, query string, categories []string, k int) ([]search.Hit, error) {
	if w.lost.Load() {
		return nil, errLost
	}
	hits, err := w.index.Retrieve(ctx, query, categories, k)
	return hits, w.seen(err)
}

// Postings implements [search.Lexicon].
func (w *lexicalRetriever) Postings(ctx context.Context, text string, categories []string, most int) ([]catalog.Ref, error) {
	if w.lost.Load() {
		return nil, errLost
	}
	refs, err := w.index.Postings(ctx, text, categories, most)
	return refs, w.seen(err)
}

// seen remembers by an error of the index that it is damaged.
func (w *lexicalRetriever) seen(err error) error {
	if errors.Is(err, lexical.ErrStale) {
		w.lost.Store(true)
	}
	return err
}

// Complete implements [search.Lexicon].
func (w *lexicalRetriever) Complete(ctx context.Context, text string, k int) ([]catalog.Ref, error) {
	refs, err := w.index.Complete(ctx, text, k)
	return refs, w.seen(err)
}

// Correct implements [search.Lexicon].
func (w *lexicalRetriever) Correct(ctx context.Context, query string, exact []string) ([]search.Correction, error) {
	return w.speller.Correct(query, exact, lexical.Fold, counts{ctx, w})
}

// Spell implements [search.Lexicon].
func (w *lexicalRetriever) Spell(word string) (string, bool) {
	return w.speller.Spell(lexical.Fold(word))
}

// Having implements [search.Lexicon].
func (w *lexicalRetriever) Having(ctx context.Context, word string) (int, error) {
	n, err := w.index.Frequency(ctx, word)
	return n, w.seen(err)
}

// Titles implements [search.Lexicon].
func (w *lexicalRetriever) Titles(ctx context.Context, text string, refs []catalog.Ref) ([]search.Title, error) {
	texts := make([]*title.Text, len(refs))
	var missing []catalog.Ref
	var at []int
	for i, ref := range refs {
		if r := w.read[ref%titlesKept].Load(); r != nil && r.ref == ref {
			texts[i] = r.text
		} else {
			missing, at = append(missing, ref), append(at, i)
		}
	}
	if len(missing) > 0 {
		titles, err := w.store.Titles(ctx, missing)
		if err != nil {
			return nil, err
		}
		for k, ref := range missing {
			c, err := w.store.CategoryOf(ref)
			if err != nil {
				return nil, err
			}
			r := &readTitle{ref, w.titles.Parse(titles[k], c.Path)}
			w.read[ref%titlesKept].Store(r)
			texts[at[k]] = r.text
		}
	}
	return title.Match(text, texts), nil
}

// counts asks the index how many products have words.
type counts struct {
	ctx context.Context
	*lexicalRetriever
}

// Having implements [spell.Counts].
func (c counts) Having(word string) (int, error) { return c.lexicalRetriever.Having(c.ctx, word) }

// enough is how many products tell that two words belong together.
const enough = 30

// Together implements [spell.Counts].
func (c counts) Together(a, b string) (int, error) {
	if len(lexical.Terms(a)) == 0 || len(lexical.Terms(b)) == 0 {
		return 0, nil // a stop word belongs to nothing
	}
	found, err := c.Complete(c.ctx, a+" "+b+" ", enough)
	return len(found), err
}
