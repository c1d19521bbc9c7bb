package discover

import "math"

// A signature is the mean of products' attribute vectors: which keys they have,
// rare keys weighing more, each product's vector of length one.
type signature struct {
	weights map[string]float64
	n       int
}

// keyWeights returns the inverse document frequency of every attribute key.
func keyWeights(docs []*document) map[string]float64 {
	df := make(map[string]int)
	for _, d := range docs {
		for _, f := range d.features {
			if f.block == keyBlock {
				df[f.text]++
			}
		}
	}
	idf := make(map[string]float64, len(df))
	for k, n := range df {
		idf[k] = math.Log(float64(len(docs)+1) / float64(n))
	}
	return idf
}

func (s *signature) add(d *document, idf map[string]float64) {
	norm := 0.0
	for _, f := range d.features {
		if f.block == keyBlock {
			norm += idf[f.text] * idf[f.text]
		}
	}
	if norm == 0 {
		return
	}
	if s.weights == nil {
		s.weights = make(map[string]float64)
	}
	s.n++
	norm = math.Sqrt(norm)
	for _, f := range d.features {
		if f.block == keyBlock {
			s.weights[f.text] += idf[f.text] / norm
		}
	}
}

// coherence is the mean cosine between two different products of the
// signature, 0..1: do they have the same attributes? One when there are fewer
// than two products to compare.
func (s *signature) coherence() float64 {
	if s.n < 2 {
		return 1
	}
	n := float64(s.n)
	return (dot(s.weights, s.weights) - n) / (n * (n - 1))
}

// likeness is the cosine of two signatures, and one when either has no product.
func likeness(a, b *signature) float64 {
	if a.n == 0 || b.n == 0 {
		return 1
	}
	return dot(a.weights, b.weights) / math.Sqrt(dot(a.weights, a.weights)*dot(b.weights, b.weights))
}

// dot sums in whole millionths, so that the result does not depend on the order
// in which a map is ranged over.
func dot(a, b map[string]float64) float64 {
	const unit = 1e6
	sum := int64(0)
	for k, w := range a {
		if v, ok := b[k]; ok {
			sum += int64(math.Round(w * v * unit))
		}
	}
	return float64(sum) / unit
}
