package search

import (
	"context"
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
}

// Weights are the coefficients of the linear reranker. A score is a log-weight:
// adding ln 2 makes a product twice as likely to be the one.
type Weights struct {
	Lexical  float64
	Vector   float64
	Evidence float64
	Unknown  float64
}

// DefaultWeights returns the weights in use. Vector stands to Lexical as 0.12 to
// 1. On 34 judged queries that is 0.003 of nDCG@10 above the words alone, within
// the noise: the vector settles near-ties of the words and brings in products that
// name the thing otherwise, and at a ratio of 0.2 it starts to overrule what was
// said. Matches of the title or of its last noun were tried as features and lost:
// the boosts of the lexical fields say the same.
func DefaultWeights() Weights {
	return Weights{Lexical: 3, Vector: 0.36, Evidence: 1, Unknown: -2}
}

// Share is one feature's part of a score.
type Share struct {
	Feature string
	Value   float64 // of the feature
	Points  float64 // value × weight
}

// Explain splits a score into the parts that add up to it.
func (w *Weights) Explain(f *Features) []Share {
	return []Share{
		{"words", f.Lexical, w.Lexical * f.Lexical},
		{"meaning", f.Vector, w.Vector * f.Vector},
		{"answers", f.Evidence, w.Evidence * f.Evidence},
		{"unknown limits", f.Unknown, w.Unknown * f.Unknown},
	}
}

// Score is the weighted sum of the features.
func (w *Weights) Score(f *Features) float64 {
	return w.Lexical*f.Lexical + w.Vector*f.Vector + w.Evidence*f.Evidence + w.Unknown*f.Unknown
}

// features computes what the readings of the words say of every row that retrieval found; the
// cosine is taken of lexical finds too, not only of the nearest vectors.
func (e *Engine) features(ctx context.Context, texts []string, words retrieved, shelf *catalog.Shelf) ([]Features, error) {
	out := make([]Features, shelf.Rows())
	for _, h := range words.lexical {
		if i, ok := shelf.Row(h.Ref); ok {
			out[i].Lexical = h.Score / words.lexical[0].Score
		}
	}
	if e.vector == nil {
		return out, nil
	}
	var refs []catalog.Ref
	var rows []int
	for _, h := range Fuse(words.lexical, words.vector) {
		if i, ok := shelf.Row(h.Ref); ok {
			refs, rows = append(refs, h.Ref), append(rows, i)
		}
	}
	cosines, err := e.vector.Cosines(ctx, texts[len(texts)-1], refs)
	if err != nil {
		return nil, fmt.Errorf("comparing meanings: %w", err)
	}
	for i, row := range rows {
		out[row].Vector = max(0, cosines[i])
	}
	return out, nil
}
