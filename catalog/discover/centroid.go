package discover

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
)

// blockWeight is each block's share of the similarity of two products.
var blockWeight = [blocks]float64{titleBlock: 0.35, proseBlock: 0.25, keyBlock: 0.25, valueBlock: 0.15}

// A model assigns types by the nearest centroid (Rocchio) over the TF-IDF
// weighted features of the products whose titles name their type.
type model struct {
	idf    map[feature]float64
	labels []string
	// postings hold, per feature, the centroids that have it.
	postings map[feature][]posting
}

type posting struct {
	label  int
	weight float64
}

type weightedFeature struct {
	feature feature
	weight  float64
}

func train(docs []*document, gathered map[string]bool) *model {
	m := &model{idf: make(map[feature]float64), postings: make(map[feature][]posting)}
	df := make(map[feature]int)
	byLabel := make(map[string][]*document)
	for _, d := range docs {
		for _, f := range d.features {
			df[f]++
		}
		if d.label != "" && !gathered[d.label] {
			byLabel[d.label] = append(byLabel[d.label], d)
		}
	}
	for f, n := range df {
		if n > 1 {
			m.idf[f] = math.Log(float64(len(docs)+1) / float64(n))
		}
	}
	m.labels = slices.Sorted(maps.Keys(byLabel))
	for i, label := range m.labels {
		sum := make(map[feature]float64)
		for _, d := range byLabel[label] {
			for _, w := range m.vector(d) {
				sum[w.feature] += w.weight
			}
		}
		norm := [blocks]float64{}
		feats := slices.SortedFunc(maps.Keys(sum), compareFeatures)
		for _, f := range feats {
			norm[f.block] += sum[f] * sum[f]
		}
		for _, f := range feats {
			if w := sum[f] / math.Sqrt(norm[f.block]); w > 0.005 {
				m.postings[f] = append(m.postings[f], posting{i, w})
			}
		}
	}
	return m
}

// vector returns the document's features, each block of length one.
func (m *model) vector(d *document) []weightedFeature {
	norm := [blocks]float64{}
	for _, f := range d.features {
		norm[f.block] += m.idf[f] * m.idf[f]
	}
	out := make([]weightedFeature, 0, len(d.features))
	for _, f := range d.features {
		if w := m.idf[f]; w > 0 {
			out = append(out, weightedFeature{f, w / math.Sqrt(norm[f.block])})
		}
	}
	return out
}

// classify returns the most similar type and its similarity, 0..1: the weighted
// mean of the blocks' cosines over the blocks that the document has. Features that
// hidden holds are passed over. A document with nothing but a title is like none. It
// also returns the similarity to the type own, 0 when there is no such type.
func (m *model) classify(d *document, hidden map[feature]bool, own string) (label string, score, ownScore float64) {
	scores := make([]float64, len(m.labels))
	present := [blocks]bool{}
	for _, w := range m.vector(d) {
		if hidden[w.feature] {
			continue
		}
		present[w.feature.block] = true
		for _, p := range m.postings[w.feature] {
			scores[p.label] += blockWeight[w.feature.block] * w.weight * p.weight
		}
	}
	whole := 0.0
	for b, ok := range present {
		if ok {
			whole += blockWeight[b]
		}
	}
	if whole <= blockWeight[titleBlock] {
		return "", 0, 0 // words that name no type are too little
	}
	for i, s := range scores {
		if s /= whole; s > score {
			label, score = m.labels[i], s
		}
		if m.labels[i] == own {
			ownScore = s
		}
	}
	return label, score, ownScore
}

const (
	// refuted is how many times more like another type a product must be than like the
	// one that its texts name, for its attributes to refute them: a paper notebook.
	refuted = 2.5
	// minNearest is the least similarity at which the nearest type is believed.
	minNearest = 0.2
	// minPrecision is the share of products at or above a similarity whose nearest type
	// is theirs, from which that similarity is near enough. Below it a product without
	// a type is better left without one.
	minPrecision = 0.7
	// heldOut is one product of how many is not trained on but tried, and maxTried how
	// many are tried at most: the share is known to two hundredths then.
	heldOut, maxTried = 5, 1500
)

// learnModel trains the model on the products whose texts name their type, and finds
// the similarity from which its word is to be taken: products that it was not trained
// on are classified without the words that name their type.
func learnModel(docs []*document, gathered map[string]bool) (m *model, near float64) {
	var rest, tried []*document
	for i, d := range docs {
		if d.label != "" && !gathered[d.label] && i%heldOut == 0 && len(tried) < maxTried {
			tried = append(tried, d)
		} else {
			rest = append(rest, d)
		}
	}
	m = train(rest, gathered)
	type try struct {
		score float64
		right bool
	}
	tries := make([]try, 0, len(tried))
	for _, d := range tried {
		hidden := map[feature]bool{}
		for _, w := range strings.Fields(d.label) {
			hidden[feature{titleBlock, w}], hidden[feature{proseBlock, w}] = true, true
		}
		label, score, _ := m.classify(d, hidden, "")
		tries = append(tries, try{score, label == d.label})
	}
	slices.SortFunc(tries, func(a, b try) int { return cmp.Compare(b.score, a.score) })
	near = 2 // never
	right := 0
	for i, t := range tries {
		if t.right {
			right++
		}
		if t.score >= minNearest && share(right, i+1) >= minPrecision {
			near = t.score
		}
	}
	return train(docs, gathered), near
}

func compareFeatures(a, b feature) int {
	return cmp.Or(cmp.Compare(a.block, b.block), strings.Compare(a.text, b.text))
}
