package search

import (
	"context"

	"shopclerk/catalog"
)

// Features is what the reranker knows of a product.
type Features struct {
	Lexical  float64 // BM25 score over the best of the query, 0..1
	Vector   float64 // cosine of the embeddings, −1..1
	Fused    float64 // reciprocal rank fusion over the best possible, 0..1
	Evidence float64 // log-likelihood of the answers, less the best candidate's; ≤ 0
	Unknown  float64 // number of limits that can not be judged for lack of a value
}

// Weights are the coefficients of the linear reranker. A score is a log-weight:
// adding ln 2 makes a product twice as likely to be the one.
type Weights struct {
	Lexical, Vector, Fused float64
	Evidence               float64
	Unknown                float64
}

// DefaultWeights returns the weights in use.
func DefaultWeights() Weights {
	return Weights{Lexical: 3, Vector: 1, Fused: 1, Evidence: 1, Unknown: -2}
}

// Score is the weighted sum of the features.
func (w *Weights) Score(f *Features) float64 {
	return w.Lexical*f.Lexical + w.Vector*f.Vector + w.Fused*f.Fused + w.Evidence*f.Evidence + w.Unknown*f.Unknown
}

// features computes what the words say of every row.
func (e *Engine) features(_ context.Context, _ string, words retrieved, shelf *catalog.Shelf) ([]Features, error) {
	out := make([]Features, shelf.Rows())
	if len(words.lexical) > 0 {
		best := words.lexical[0].Score
		for _, h := range words.lexical {
			if i, ok := shelf.Row(h.Ref); ok && best > 0 {
				out[i].Lexical = h.Score / best
			}
		}
	}
	for _, h := range words.vector {
		if i, ok := shelf.Row(h.Ref); ok {
			out[i].Vector = h.Score
		}
	}
	for _, h := range Fuse(words.lexical, words.vector) {
		if i, ok := shelf.Row(h.Ref); ok {
			out[i].Fused = h.Score * (FuseK + 1) / 2
		}
	}
	return out, nil
}
