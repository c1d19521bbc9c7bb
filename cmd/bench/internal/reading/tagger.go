package reading

import (
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"shopclerk/agent/nlu"
)

// The settings of learning. They were chosen by scores on writers held out.
const (
	learnRounds  = 5       // passes over the lessons; twelve are no better
	foldRounds   = 3       // of those chains whose labels are features of the next
	finishRounds = 2       // after small weights were dropped
	learnFolds   = 2       // groups of writers whose labels are predicted from the others
	rareFeature  = 2       // features of fewer lessons are left out
	rareTag      = 5       // a type with a polarity that is marked less often is not predicted
	keptSpans    = 1200000 // weights in the file, which is to stay below 4 MB
	keptActs     = 100000  // of the first chain
	keptIntents  = 150000  // of the last
	keptClauses  = 450000  // of the model of clauses
)

// taggerSteps go slowly and begin small: at a rate of 0.1 what is rare is learned by heart.
var taggerSteps = adagrad{rate: 0.02, floor: 0.1, l2: 1e-4}

// Tagger learns the weights of taggers, as data.Tagger has them. It is deterministic.
func (x *Material) Tagger() *nlu.Chains { return train(x.lessons, x.sayings, 1) }

// train learns from lessons and sayings of all languages together.
func train(lessons []lesson, sayings []saying, seed uint64) *nlu.Chains {
	type tag struct {
		Type     nlu.Type
		Polarity nlu.Polarity
	}
	seen := map[tag]int{}
	writers := map[string]int{} // their folds, by language and writer
	for _, m := range lessons {
		if name := m.language.Code + m.writer; writers[name] == 0 {
			writers[name] = len(writers)%learnFolds + 1
		}
		for _, p := range m.Parts {
			for _, s := range p.Spans {
				seen[tag{s.Type, s.Polarity}]++
			}
		}
	}
	t := nlu.NewChains(func(k nlu.Type, p nlu.Polarity) bool { return seen[tag{k, p}] >= rareTag }, labelsOf(sayings))
	teach := newTeacher(lessons, seed)
	var all []rule
	for k := range lessons {
		m := &lessons[k]
		if len(m.Tokens) == 0 || len(m.Parts) == 0 {
			continue
		}
		acts, tags := t.Labels(&m.Marked)
		for _, facts := range [][]nlu.Fact{nil, teach.draw(k)} {
			all = append(all, rule{view: nlu.Look(m.language, m.Tokens, facts, m.after), lesson: k, fold: writers[m.language.Code+m.writer], acts: acts, tags: tags})
		}
	}
	acts := func(r *rule) []int { return r.acts }
	tags := func(r *rule) []int { return r.tags }
	for i, labels := range predict(&t.Acts, all, acts, seed) {
		all[i].view.Acts = labels
	}
	for i, labels := range predict(&t.Spans, all, tags, seed) {
		all[i].view.Tags = labels
	}
	learn(&t.Acts, all, acts, seed, learnRounds, keptActs)
	learn(&t.Spans, all, tags, seed, learnRounds, keptSpans)
	learn(&t.Intents, all, acts, seed, learnRounds, keptIntents)
	learnClauses(t, all, lessons, sayings, labelsOf(sayings), seed)
	return t
}

// rule is a lesson with the facts of one catalogue.
type rule struct {
	view       *nlu.View
	lesson     int
	fold       int
	acts, tags []int // as marked
}

// predict returns the labels that each rule gets from a model of the other folds' rules: as wrong
// as those that the next chain meets when it is used.
func predict(m *nlu.Model, all []rule, gold func(r *rule) []int, seed uint64) [][]int {
	out := make([][]int, len(all))
	var wait sync.WaitGroup
	for fold := range learnFolds {
		wait.Go(func() {
			others := slices.DeleteFunc(slices.Clone(all), func(r rule) bool { return r.fold == fold+1 })
			one := nlu.Model{Chain: m.Blank(), Features: m.Features}
			learn(&one, others, gold, seed, foldRounds, math.MaxInt)
			for i := range all {
				if all[i].fold == fold+1 {
					out[i], _ = one.Label(all[i].view)
				}
			}
		})
	}
	wait.Wait()
	return out
}

// learn learns the weights of a model, of which the largest are kept.
func learn(m *nlu.Model, rules []rule, gold func(r *rule) []int, seed uint64, rounds, kept int) {
	var hashes []uint64
	t := trainer{Chain: &m.Chain, layer: newLayer(m.Width, rareFeature, taggerSteps, func(yield func(int, uint64) bool) {
		for _, r := range rules {
			for i := range r.view.Len() {
				hashes = m.Features(r.view, hashes[:0], i)
				for _, h := range hashes {
					yield(r.lesson, h)
				}
			}
		}
	}), features: make([][][]uint32, len(rules)), r: rand.New(rand.NewPCG(seed, 7))}
	for k, r := range rules {
		for i := range r.view.Len() {
			hashes = m.Features(r.view, hashes[:0], i)
			t.features[k] = append(t.features[k], t.known(hashes))
		}
	}
	for k := range m.Joints {
		t.jointSquares = append(t.jointSquares, make([]float32, len(m.Joints[k])))
	}
	t.settle(m, kept, rounds, func(rounds int) { t.learn(rules, gold, rounds) })
}

// trainer learns the weights of a chain.
type trainer struct {
	*nlu.Chain
	*layer
	features     [][][]uint32 // by rule and token
	jointSquares [][]float32  // as Chain.Joints
	r            *rand.Rand
}

// learn runs stochastic gradient descent on the log-likelihood with AdaGrad's steps (Duchi, Hazan
// and Singer 2011) and L2.
func (t *trainer) learn(rules []rule, gold func(r *rule) []int, rounds int) {
	order := make([]int, len(rules))
	for i := range order {
		order[i] = i
	}
	var x nlu.Lattice
	n := len(t.Labels)
	sums, slopes := make([]float32, t.Width), make([]float32, t.Width)
	for range rounds {
		t.r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, k := range order {
			r := &rules[k]
			right := gold(r)
			x.Reset(len(right), n)
			for i, features := range t.features[k] {
				t.sum(sums, features)
				t.Score(&x, i, sums)
			}
			t.Infer(&x, r.view)
			t.stepJoints(&x, r.view, right)
			for i, features := range t.features[k] {
				clear(slopes)
				for l, columns := range t.Labels {
					g := float32(x.Belief[i*n+l])
					if l == right[i] {
						g--
					}
					for _, c := range columns {
						slopes[c] += g
					}
				}
				t.step(features, slopes)
			}
		}
	}
}

// stepJoints follows the slopes of the joints: how often labels follow each other as they are
// believed to, less as they are marked.
func (t *trainer) stepJoints(x *nlu.Lattice, v *nlu.View, right []int) {
	type slope struct {
		class, at int
		g         float32
	}
	var slopes []slope
	n := len(t.Labels)
	before := n // the beginning
	for i, label := range right {
		for at, g := range t.Pairs(x, v, i) {
			if at == before*n+label {
				g--
			}
			if math.Abs(g) > leastSlope {
				slopes = append(slopes, slope{v.Class(i), at, float32(g)})
			}
		}
		before = label
	}
	for _, s := range slopes {
		joint := t.Joints[s.class][s.at]
		t.steps.move(&joint, &t.jointSquares[s.class][s.at], s.g)
		t.SetJoint(s.class, s.at, joint)
	}
}

// layer is the weights of a model while they are learned.
type layer struct {
	rows             map[uint64]uint32 // of features, by their hashes
	width            int               // columns
	weights, squares []float32         // by row·width + column; the sums of the squares of the slopes
	steps            adagrad
}

// newLayer returns a layer for the features of enough lessons, each of them with its number.
func newLayer(width, rare int, steps adagrad, features iter.Seq2[int, uint64]) *layer {
	type seen struct{ lesson, count int32 }
	rows, count := map[uint64]uint32{}, map[uint64]seen{}
	for lesson, h := range features {
		s := count[h]
		if s.count > 0 && s.lesson == int32(lesson) {
			continue
		}
		s.lesson, s.count = int32(lesson), s.count+1
		if count[h] = s; s.count == int32(rare) {
			rows[h] = uint32(len(rows))
		}
	}
	return &layer{rows, width, make([]float32, len(rows)*width), make([]float32, len(rows)*width), steps}
}

// known are the rows of features, without those that are too rare.
func (l *layer) known(hashes []uint64) (out []uint32) {
	for _, h := range hashes {
		if at, ok := l.rows[h]; ok {
			out = append(out, at)
		}
	}
	return slices.Clip(out)
}

// sum adds up the weights of features by column.
func (l *layer) sum(sums []float32, features []uint32) {
	clear(sums)
	for _, f := range features {
		for c, v := range l.weights[int(f)*l.width:][:l.width] {
			sums[c] += v
		}
	}
}

// leastSlope is the smallest slope that is followed: most labels are out of the question.
const leastSlope = 1e-3

// step moves the weights of features against the slopes of the negative log-likelihood by column.
func (l *layer) step(features []uint32, slopes []float32) {
	var steep [256]int // columns are bytes
	n := 0
	for c, g := range slopes {
		if max(g, -g) > leastSlope {
			steep[n] = c
			n++
		}
	}
	for _, f := range features {
		row, squares := l.weights[int(f)*l.width:][:l.width], l.squares[int(f)*l.width:][:l.width]
		for _, c := range steep[:n] {
			l.steps.move(&row[c], &squares[c], slopes[c])
		}
	}
}

// settle learns for some rounds, then for some more with the largest weights alone, and gives them to the model.
func (l *layer) settle(m *nlu.Model, kept, rounds int, learn func(rounds int)) {
	learn(rounds)
	if kept < len(l.weights) {
		l.prune(kept)
		learn(finishRounds)
	}
	m.SetWeights(l.rows, l.weights)
}

// prune keeps the largest weights, and the others at 0 for good.
func (l *layer) prune(kept int) {
	sizes := make([]float32, len(l.weights))
	for i, w := range l.weights {
		sizes[i] = max(w, -w)
	}
	slices.Sort(sizes)
	least := sizes[len(sizes)-kept]
	for i, w := range l.weights {
		if max(w, -w) <= least {
			l.weights[i], l.squares[i] = 0, float32(math.Inf(1))
		}
	}
}

// adagrad are the settings of steps: their rate, what the sums of squares begin with, and the weight of L2.
type adagrad struct{ rate, floor, l2 float32 }

// move moves a weight against its slope.
func (a adagrad) move(weight, squares *float32, g float32) {
	g += a.l2 * *weight
	*squares += g * g
	*weight -= a.rate * g / float32(math.Sqrt(float64(*squares+a.floor)))
}
