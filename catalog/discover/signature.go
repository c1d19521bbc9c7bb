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

// minLikeness is the cosine of two signatures from which products are of one kind as
// far as attributes tell, and minCompared the products with attributes that it takes.
const (
	minLikeness = 0.6
	minCompared = 3
)

// alike reports whether the products of two signatures have the same attributes.
func (s *signature) alike(t *signature) bool {
	if s == nil || t == nil || s.n < minCompared || t.n < minCompared {
		return false
	}
	return dot(s.weights, t.weights) >= minLikeness*math.Sqrt(dot(s.weights, s.weights)*dot(t.weights, t.weights))
}

// signatures returns the signature of each label's products.
func signatures(docs []*document, labels []string) map[string]*signature {
	idf := keyWeights(docs)
	out := map[string]*signature{}
	for i, d := range docs {
		if labels[i] == "" {
			continue
		}
		if out[labels[i]] == nil {
			out[labels[i]] = new(signature)
		}
		out[labels[i]].add(d, idf)
	}
	return out
}

// dot sums in whole millionths, so that the result does not depend on the order
// in which a map is ranged over.
func dot(a, b map[string]float64) float64 {
	const quantum = 1e6
	sum := int64(0)
	for k, w := range a {
		if v, ok := b[k]; ok {
			sum += int64(math.Round(w * v * quantum))
		}
	}
	return float64(sum) / quantum
}
