package search

import (
	"context"
	"errors"
	"fmt"

	"shopclerk/catalog"
)

// Features is what the reranker knows of a product.
type Features struct {
	// Lexical is the product's score by words over the best of the query, 0..1. It
	// already holds how many of the words the product has.
	Lexical float64
	// Vector is the cosine of the product's and the query's embedding, cut at 0:
	// below it, a cosine says nothing.
	Vector float64
	// Evidence is the log-likelihood of the answers, less the best candidate's; ≤ 0.
	Evidence float64
	// Unknown is the number of limits that can not be judged for lack of a value.
	Unknown float64
	// Title is what the title says; zeros for a product whose title was not read.
	Title Title
}

// Title is what a title says of a query beyond having its words, each 0..1: see
// search/title. As part of [Weights] it holds the coefficients.
type Title [titleFeatures]float64

// The features of a [Title].
const (
	Cover         = iota // share of the query's terms that the title has
	All                  // 1 when it has all of them
	Main                 // share of them that stand before "for" or "with"
	Density              // share of the title's terms before "for" that the query has
	Phrase               // share of the query's neighbours that are neighbours in the title
	Early                // 1/(1+n) for n terms before the first of the query's
	Model                // share of the query's numbers and model numbers that the title has
	Head                 // 1 when the thing is named by the query's head noun
	Category             // 1 when the category is
	Modifies             // 1 when the head noun stands before what names the thing: "printer cable"
	Beyond               // 1 when the head noun stands after "for" or "with"
	Part                 // 1 when it names an accessory, a part or a supply and the query none
	Supply               // 1 when the category does
	titleFeatures        // how many there are
)

// titleNames are the names of a title's features.
var titleNames = [titleFeatures]string{
	"title has words", "title has all", "before \"for\"", "title is the words", "words in order", "words come first",
	"model number", "is the thing", "category is", "describes another", "is for the thing", "accessory or part", "of accessories",
}

// Weights are the coefficients of the linear reranker. A score is a log-weight:
// adding ln 2 makes a product twice as likely to be the one.
type Weights struct {
	Lexical  float64
	Vector   float64
	Evidence float64
	Unknown  float64
	Title    Title
	// Prose is added to Vector in a catalogue that is told by prose alone: see For.
	Prose float64
}

// For returns the weights for a catalogue, of whose texts the share prose, 0..1, is
// titles and descriptions and the rest attribute values. Where they are less than half,
// neither the embedder nor the words that a title lacks get a say of their own: a list of
// specification values has no synonyms for the embedder to find, and makes products
// alike that share a colour and a warranty, and what a title leaves out stands among the
// values. From there on both gain weight evenly.
func (w Weights) For(prose float64) Weights {
	w.Vector += w.Prose * proseTold(prose)
	w.Prose = 0
	w.Title = w.Title.told(prose)
	return w
}

func proseTold(prose float64) float64 { return max(0, 2*prose-1) }

// told returns a title's features with those that prose alone tells scaled by its share.
func (t Title) told(prose float64) Title {
	for i := Cover; i <= Main; i++ {
		t[i] *= proseTold(prose)
	}
	return t
}

// DefaultWeights returns the weights in use, before [Weights.For]. They were learned by
// `bench learn` of 295 judged queries of two shops (data/bench/README.md has its figures)
// and rounded where the figures are flat. What tells a thing from its accessories (is the
// thing, describes another, accessory or part) was set to the heavier end of that flat
// part: judges were shown what lists by words alone had found, so that a camera that
// stands before the camera batteries counts as a miss where nobody judged it.
func DefaultWeights() Weights {
	return Weights{
		Lexical: 3, Vector: 0.2, Prose: 1.4, Evidence: 1, Unknown: -2,
		Title: Title{
			Cover: 0.7, All: 0.35, Main: 0.45, Density: 0.05, Phrase: 0.65, Early: 0.05, Model: 0.2,
			Head: 0.7, Category: 0.45, Modifies: -0.2, Beyond: -0.3, Part: -0.25, Supply: -0.5,
		},
	}
}

// Share is one feature's part of a score.
type Share struct {
	Feature string
	Points  float64 // value × weight
}

// ShareShop names the part of a score that the shop adds: see [Page].
const ShareShop = "set by the shop"

// Explain splits a score into the parts that add up to it.
func (w *Weights) Explain(f *Features) []Share {
	shares := []Share{
		{"words", w.Lexical * f.Lexical},
		{"meaning", w.Vector * f.Vector},
		{"answers", w.Evidence * f.Evidence},
		{"unknown limits", w.Unknown * f.Unknown},
	}
	for i, value := range f.Title {
		shares = append(shares, Share{titleNames[i], value * w.Title[i]})
	}
	return shares
}

// LearnedNames names the features whose weights are learned of judged queries, in the
// order of [Features.Learned]; the words come first.
func LearnedNames() []string {
	return append([]string{"words", "meaning", "meaning × prose"}, titleNames[:]...)
}

// Learned returns the values of the features in LearnedNames in a catalogue of so much
// prose, such that their sum by [Weights.Learned] is the score by [Weights.For].
func (f *Features) Learned(prose float64) []float64 {
	title := f.Title.told(prose)
	return append([]float64{f.Lexical, f.Vector, f.Vector * proseTold(prose)}, title[:]...)
}

// Learned returns the weights of the features in LearnedNames. Their signs are those that
// the features mean, whatever a few judged queries say.
func (w *Weights) Learned() []float64 {
	return append([]float64{w.Lexical, w.Vector, w.Prose}, w.Title[:]...)
}

// Score is the weighted sum of the features.
func (w *Weights) Score(f *Features) float64 {
	return w.Lexical*f.Lexical + w.Vector*f.Vector + w.Evidence*f.Evidence + w.Unknown*f.Unknown + w.title(&f.Title)
}

// title is the weighted sum of a title's features.
func (w *Weights) title(t *Title) (score float64) {
	for i, weight := range w.Title {
		score += t[i] * weight
	}
	return score
}

// rowFeatures is what words say of a row.
type rowFeatures struct {
	row int
	ref catalog.Ref
	Features
}

// compare computes what the readings of the words say of every row that retrieval found; the
// cosine is taken of lexical finds too, not only of the nearest vectors.
func (e *Engine) compare(ctx context.Context, texts []string, words retrieved, shelf *catalog.Shelf) (map[int]Features, error) {
	has := make([]bool, shelf.Rows())
	found := make([]rowFeatures, 0, len(words.lexical)+len(words.vector))
	add := func(ref catalog.Ref, f Features) {
		if row, ok := shelf.Row(ref); ok && !has[row] {
			has[row] = true
			found = append(found, rowFeatures{row, ref, f})
		}
	}
	for _, h := range words.lexical {
		add(h.Ref, Features{Lexical: h.Score / words.lexical[0].Score})
	}
	if len(words.meanings) > 0 {
		for _, h := range words.vector {
			add(h.Ref, Features{})
		}
		if err := cosines(ctx, words.meanings[0], texts, found); err != nil {
			return nil, err
		}
	}
	if err := e.titles(ctx, texts, found); err != nil {
		return nil, err
	}
	out := make(map[int]Features, len(found))
	for i := range found {
		out[found[i].row] = found[i].Features
	}
	return out, nil
}

// faintness is what the words of a category are worth when nothing else is said: they
// order its products, and say next to nothing of which of them is meant. At their full
// worth a product whose title lacks the word is taken for twenty times less likely, and
// some answers go by until its turn comes.
const faintness = 0.1

func faint(words map[int]Features) {
	for row, f := range words {
		f.Lexical *= faintness
		f.Vector *= faintness
		for i := range f.Title {
			f.Title[i] *= faintness
		}
		words[row] = f
	}
}

// errMeaning reports vectors that can not be compared: damaged ones, for example.
var errMeaning = errors.New("comparing meanings")

// cosines sets the cosines of what was found.
func cosines(ctx context.Context, m Semantic, texts []string, found []rowFeatures) error {
	refs := make([]catalog.Ref, len(found))
	for i := range found {
		refs[i] = found[i].ref
	}
	alike, err := m.Cosines(ctx, texts[len(texts)-1], refs)
	if err != nil {
		return fmt.Errorf("%w: %w", errMeaning, err)
	}
	for i := range found {
		found[i].Vector = max(0, alike[i])
	}
	return nil
}

// titlesRead is how many products' titles are read: those that stand first by words
// and meaning. The first page shows ten, and what the title's features weigh lifts
// few products over two hundred others.
const titlesRead = 200

// titles reads the titles of the first products. Of several readings of a query the title has what it says best of.
func (e *Engine) titles(ctx context.Context, texts []string, found []rowFeatures) error {
	if e.lexical == nil {
		return nil
	}
	type scored struct {
		*rowFeatures
		score float64
	}
	first := make([]scored, 0, len(found))
	for i := range found {
		if f := &found[i]; f.Lexical > 0 || f.Vector > 0 {
			first = append(first, scored{f, e.Weights.Score(&f.Features)})
		}
	}
	first = First(first, titlesRead, func(a, b scored) int {
		return CompareHits(Hit{a.ref, a.score}, Hit{b.ref, b.score})
	})
	refs := make([]catalog.Ref, len(first))
	for i, f := range first {
		refs[i] = f.ref
	}
	for n, text := range texts {
		said, err := e.lexical.Titles(ctx, text, refs)
		if err != nil {
			return fmt.Errorf("reading titles: %w", err)
		}
		for i, f := range first {
			if n == 0 || e.Weights.title(&said[i]) > e.Weights.title(&f.Title) {
				f.Title = said[i]
			}
		}
	}
	return nil
}
