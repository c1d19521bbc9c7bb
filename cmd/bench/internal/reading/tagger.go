package reading

import (
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
	features   [][]uint32
}

// predict returns the labels that each rule gets from a model of the other folds' rules: as wrong
// as those that the next chain meets when it is used.
func predict(m *nlu.Model, all []rule, gold func(r *rule) []int, seed uint64) [][]int {
	out := make([][]int, len(all))
	var wait sync.WaitGroup
	for fold := range learnFolds {
		wait.Go(func() {
			var others []rule
			for _, r := range all {
				if r.fold != fold+1 {
					others = append(others, r)
				}
			}
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
	rows := map[uint64]uint32{}
	type seen struct{ lesson, count int32 }
	count := map[uint64]seen{}
	var hashes []uint64
	for _, r := range rules {
		for i := range r.view.Len() {
			hashes = m.Features(r.view, hashes[:0], i)
			for _, h := range hashes {
				s := count[h]
				if s.lesson == int32(r.lesson)+1 {
					continue
				}
				s.lesson, s.count = int32(r.lesson)+1, s.count+1
				if count[h] = s; s.count == rareFeature {
					rows[h] = uint32(len(rows))
				}
			}
		}
	}
	for k := range rules {
		r := &rules[k]
		r.features = make([][]uint32, r.view.Len())
		for i := range r.view.Len() {
			hashes = m.Features(r.view, hashes[:0], i)
			var known []uint32
			for _, h := range hashes {
				if at, ok := rows[h]; ok {
					known = append(known, at)
				}
			}
			r.features[i] = slices.Clip(known)
		}
	}
	t := newTrainer(&m.Chain, len(rows), seed)
	t.learn(rules, gold, rounds)
	if kept < len(t.weights) {
		prune(t.weights, t.squares, kept)
		t.learn(rules, gold, finishRounds)
	}
	m.SetWeights(rows, t.weights)
	for k := range rules {
		rules[k].features = nil
	}
}

// trainer learns the weights of a chain.
type trainer struct {
	*nlu.Chain
	weights, squares []float32   // by feature·width + column; the sums of the squares of the slopes
	jointSquares     [][]float32 // as Chain.Joints
	r                *rand.Rand
	slopes           []slope
	jointSlopes      []slope
}

// slope is a derivative of the negative log-likelihood.
type slope struct {
	class, at int
	g         float32
}

// leastSlope is the smallest slope that is followed: most labels are out of the question.
const leastSlope = 1e-3

func newTrainer(c *nlu.Chain, features int, seed uint64) *trainer {
	t := &trainer{Chain: c, weights: make([]float32, features*c.Width), squares: make([]float32, features*c.Width), r: rand.New(rand.NewPCG(seed, 7))}
	for k := range c.Joints {
		t.jointSquares = append(t.jointSquares, make([]float32, len(c.Joints[k])))
	}
	return t
}

// learn runs stochastic gradient descent on the log-likelihood with AdaGrad's steps (Duchi, Hazan
// and Singer 2011) and L2.
func (t *trainer) learn(rules []rule, gold func(r *rule) []int, rounds int) {
	order := make([]int, len(rules))
	for i := range order {
		order[i] = i
	}
	var x nlu.Lattice
	n, w := len(t.Labels), t.Width
	sums, slopes := make([]float32, w), make([]float32, w)
	for range rounds {
		t.r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, k := range order {
			r := &rules[k]
			right := gold(r)
			x.Reset(len(right), n)
			for i, features := range r.features {
				clear(sums)
				for _, f := range features {
					for c, v := range t.weights[int(f)*w:][:w] {
						sums[c] += v
					}
				}
				t.Score(&x, i, sums)
			}
			t.Infer(&x, r.view)
			t.stepJoints(&x, r.view, right)
			for i, features := range r.features {
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
				t.slopes = t.slopes[:0]
				for c, g := range slopes {
					if max(g, -g) > leastSlope {
						t.slopes = append(t.slopes, slope{at: c, g: g})
					}
				}
				for _, f := range features {
					row, squares := t.weights[int(f)*w:][:w], t.squares[int(f)*w:][:w]
					for _, s := range t.slopes {
						taggerSteps.step(&row[s.at], &squares[s.at], s.g)
					}
				}
			}
		}
	}
}

// stepJoints follows the slopes of the joints: how often labels follow each other as they are
// believed to, less as they are marked.
func (t *trainer) stepJoints(x *nlu.Lattice, v *nlu.View, right []int) {
	n := len(t.Labels)
	t.jointSlopes = t.jointSlopes[:0]
	before := n // the beginning
	for i, label := range right {
		for at, g := range t.Pairs(x, v, i) {
			if at == before*n+label {
				g--
			}
			if math.Abs(g) > leastSlope {
				t.jointSlopes = append(t.jointSlopes, slope{v.Class(i), at, float32(g)})
			}
		}
		before = label
	}
	for _, s := range t.jointSlopes {
		joint := t.Joints[s.class][s.at]
		taggerSteps.step(&joint, &t.jointSquares[s.class][s.at], s.g)
		t.SetJoint(s.class, s.at, joint)
	}
}

// adagrad are the settings of steps: their rate, what the sums of squares begin with, and the weight of L2.
type adagrad struct{ rate, floor, l2 float32 }

// step moves a weight against its slope.
func (a adagrad) step(weight, squares *float32, g float32) {
	g += a.l2 * *weight
	*squares += g * g
	*weight -= a.rate * g / float32(math.Sqrt(float64(*squares+a.floor)))
}

// prune keeps the largest weights, and the others at 0 for good.
func prune(weights, squares []float32, kept int) {
	sizes := make([]float32, len(weights))
	for i, w := range weights {
		sizes[i] = max(w, -w)
	}
	slices.Sort(sizes)
	least := sizes[len(sizes)-kept]
	for i, w := range weights {
		if max(w, -w) <= least {
			weights[i], squares[i] = 0, float32(math.Inf(1))
		}
	}
}
