package embed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
)

// Options says how to train. The zero value of a field means its default.
type Options struct {
	// Dim is the number of dimensions. Default 256: with 128, judged queries
	// were answered visibly worse (nDCG@10 0.38 against 0.45 by vectors alone).
	Dim int
	// Seed decides the sample and the random directions the decomposition
	// starts from.
	Seed uint64
	// MaxDocs is the most texts to learn from; of a larger catalogue a random
	// sample is taken. Default 20,000: directions that only show in more texts
	// than that are too weak to be among the first few hundred.
	MaxDocs int
	// MaxFeatures is the most words and letter groups to know; the most
	// frequent stay. Default 40,000, which makes a model of about 40 MB.
	MaxFeatures int
	// Progress, unless nil, is told how many steps of how many are done.
	Progress func(done, total int)
}

func (o Options) withDefaults() Options {
	o.Dim = cmp.Or(o.Dim, 256)
	o.MaxDocs = cmp.Or(o.MaxDocs, 20_000)
	o.MaxFeatures = cmp.Or(o.MaxFeatures, 40_000)
	return o
}

const (
	// minDocs is in how many texts a feature must occur to be known: what
	// occurs once relates no two texts.
	minDocs = 2

	// damping is the power of the singular values that a vector is divided by.
	// At 0 the few directions that tell a printer from a phone drown those
	// that tell printers apart; at 1 noise counts as much as meaning. Half way,
	// as in weighted latent semantic analysis, judged queries are answered as
	// well as at 1 and depend less on the number of dimensions.
	damping = 0.5
)

// ErrNoText says that there is nothing to learn from: no two texts share a
// word.
var ErrNoText = errors.New("no words to learn from")

// Train learns a model from texts. A model has Dim dimensions, or fewer when
// the texts do not vary in as many directions.
func Train(ctx context.Context, docs iter.Seq[string], options Options) (*Model, error) {
	s := NewSample(options)
	for text := range docs {
		s.Add(text)
	}
	return s.Train(ctx)
}

// Sample gathers the texts that a model is learned from, as they come by: at most
// MaxDocs of them, each equally likely (Vitter's algorithm R).
type Sample struct {
	options Options
	random  *rand.Rand
	kept    []numbered
	seen    int
}

type numbered struct {
	at   int
	text string
}

// NewSample returns an empty sample.
func NewSample(options Options) *Sample {
	o := options.withDefaults()
	return &Sample{options: o, random: rand.New(rand.NewPCG(o.Seed, sampleStream))}
}

// Add shows the sample the next text.
func (s *Sample) Add(text string) {
	if len(s.kept) < s.options.MaxDocs {
		s.kept = append(s.kept, numbered{s.seen, text})
	} else if i := s.random.IntN(s.seen + 1); i < len(s.kept) {
		s.kept[i] = numbered{s.seen, text}
	}
	s.seen++
}

// texts returns what was kept, in the order in which it came.
func (s *Sample) texts() []string {
	slices.SortFunc(s.kept, func(a, b numbered) int { return cmp.Compare(a.at, b.at) })
	texts := make([]string, len(s.kept))
	for i, k := range s.kept {
		texts[i] = k.text
	}
	return texts
}

// Train learns a model from the sample, which is used up by it.
func (s *Sample) Train(ctx context.Context) (*Model, error) {
	o := s.options
	if o.Dim < 1 || o.MaxDocs < 1 || o.MaxFeatures < 1 {
		return nil, fmt.Errorf("training options Dim %d, MaxDocs %d, MaxFeatures %d: every size must be positive", o.Dim, o.MaxDocs, o.MaxFeatures)
	}
	texts := s.texts()
	s.kept = nil
	bags := make([][]weighted, len(texts))
	if err := parallel(ctx, len(texts), func(i int) { bags[i] = features(texts[i]) }); err != nil {
		return nil, err
	}
	m := newModel(bags, o.MaxFeatures)
	if len(m.features) == 0 {
		return nil, ErrNoText
	}
	rows := make([][]cell, len(bags))
	if err := parallel(ctx, len(bags), func(i int) { rows[i] = m.row(bags[i]) }); err != nil {
		return nil, err
	}
	done := 0
	v, singular, err := rightSingular(ctx, rows, len(m.features), o.Dim, o.Seed, func() {
		if done++; o.Progress != nil {
			o.Progress(done, steps)
		}
	})
	if err != nil {
		return nil, fmt.Errorf("decomposing %d texts: %w", len(texts), err)
	}
	m.dim = len(singular)
	m.directions = make([]float32, 0, len(m.features)*m.dim)
	for i := range m.features {
		for j, d := range v.RawRowView(i) {
			m.directions = append(m.directions, float32(d/math.Pow(singular[j], damping)))
		}
	}
	return m, nil
}

// The streams of random numbers that one seed gives, so that drawing more of
// one does not change the other.
const (
	sampleStream = iota + 1
	directionStream
)

// newModel returns a model that knows the most frequent features of the bags
// and their weights, but no directions yet.
func newModel(bags [][]weighted, most int) *Model {
	docs := map[feature]int{}
	for _, bag := range bags {
		for _, f := range bag {
			docs[f.feature]++
		}
	}
	type counted struct {
		feature feature
		docs    int
	}
	var known []counted
	for f, n := range docs {
		if n >= minDocs {
			known = append(known, counted{f, n})
		}
	}
	slices.SortFunc(known, func(a, b counted) int {
		return cmp.Or(cmp.Compare(b.docs, a.docs), cmp.Compare(a.feature, b.feature))
	})
	known = known[:min(most, len(known))]
	slices.SortFunc(known, func(a, b counted) int { return cmp.Compare(a.feature, b.feature) })
	m := &Model{}
	for _, k := range known {
		m.features = append(m.features, k.feature)
		// The smoothed logarithm keeps a feature that every text has just
		// above zero.
		m.rarity = append(m.rarity, float32(math.Log(float64(1+len(bags))/float64(1+k.docs))+0.01))
	}
	m.number()
	return m
}
