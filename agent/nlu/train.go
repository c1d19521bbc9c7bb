package nlu

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"shopclerk/agent/language"
)

// Lesson is a message that the tagger learns from.
type Lesson struct {
	Marked
	Language *language.Language
	Writer   string // who wrote it
	Shop     string // the kind of shop
	After    string // what the clerk had said before, "" for nothing
}

// The settings of learning. They were chosen by scores on writers held out.
const (
	learnRounds  = 5    // passes over the lessons; twelve are no better
	foldRounds   = 3    // of those chains whose labels are features of the next
	finishRounds = 2    // after small weights were dropped
	learnRate    = 0.02 // AdaGrad's; at 0.1 what is rare is learned by heart
	learnFloor   = 0.1  // what its sums of squares begin with, for the same reason
	learnL2      = 1e-4
	learnFolds   = 2       // groups of writers whose labels are predicted from the others
	rareFeature  = 2       // features of fewer lessons are left out
	rareTag      = 5       // a type with a polarity that is marked less often is not predicted
	keptSpans    = 1200000 // weights in the file, which is to stay below 4 MB
	keptActs     = 150000  // of the first chain
	keptIntents  = 250000  // of the last
)

// Learned are the weights of taggers as they were learned.
type Learned struct{ *fields }

// Tagger returns a tagger with the weights.
func (x Learned) Tagger(l *language.Language) *Tagger { return &Tagger{l, x.fields} }

// Train learns taggers from lessons of all languages together. The same lessons and seed give the
// same weights.
func Train(lessons []Lesson, seed uint64) Learned {
	seen := map[tag]int{}
	writers := map[string]int{} // their folds, by language and writer
	for _, m := range lessons {
		if name := m.Language.Code + m.Writer; writers[name] == 0 {
			writers[name] = len(writers)%learnFolds + 1
		}
		for _, p := range m.Parts {
			for _, s := range p.Spans {
				seen[tag{s.Type, s.Polarity}]++
			}
		}
	}
	var tags []tag
	for k := range types {
		for p := range polarities {
			if g := (tag{Type(k), Polarity(p)}); seen[g] >= rareTag || p == int(Want) {
				tags = append(tags, g)
			}
		}
	}
	t := newFields(tags)
	teach := newTeacher(lessons, seed)
	var all []rule
	for k := range lessons {
		m := &lessons[k]
		if len(m.Tokens) == 0 || len(m.Parts) == 0 {
			continue
		}
		for _, facts := range [][]Fact{nil, teach.draw(k)} {
			all = append(all, rule{view: look(m.Language, m.Tokens, facts, m.After), lesson: k, fold: writers[m.Language.Code+m.Writer], acts: goldActs(m), tags: t.goldTags(m)})
		}
	}
	acts := func(r *rule) []int { return r.acts }
	spans := func(r *rule) []int { return r.tags }
	for i, labels := range t.acts.predict(all, acts, seed) {
		all[i].view.acts = labels
	}
	for i, labels := range t.spans.predict(all, spans, seed) {
		all[i].view.tags = labels
	}
	t.acts.learn(all, acts, seed, learnRounds, keptActs)
	t.spans.learn(all, spans, seed, learnRounds, keptSpans)
	t.intents.learn(all, acts, seed, learnRounds, keptIntents)
	return Learned{t}
}

// goldTags are the labels of a lesson's spans.
func (t *fields) goldTags(m *Lesson) []int {
	out := make([]int, len(m.Tokens))
	for _, p := range m.Parts {
		for _, s := range p.Spans {
			k := slices.Index(t.tags, tag{s.Type, s.Polarity})
			if k < 0 {
				k = slices.Index(t.tags, tag{s.Type, Want})
			}
			for i := s.From; i < s.To; i++ {
				out[i] = 2*k + 2
			}
			out[s.From] = 2*k + 1
		}
	}
	return out
}

// goldActs are the labels of a lesson's intents.
func goldActs(m *Lesson) []int {
	out := make([]int, len(m.Tokens))
	for k, p := range m.Parts {
		from := p.From
		if k == 0 {
			from = 0
		}
		for i := from; i < p.To; i++ {
			out[i] = 2*int(p.Intent) + 1
		}
		if from < p.To {
			out[from]--
		}
	}
	return out
}

// rule is a lesson with the facts of one catalogue.
type rule struct {
	view       *view
	lesson     int
	fold       int
	acts, tags []int // as marked
	features   [][]uint32
}

// predict returns the labels that each rule gets from a model of the other folds' rules: as wrong
// as those that the next chain meets when it is used.
func (m *model) predict(all []rule, gold func(r *rule) []int, seed uint64) [][]int {
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
			one := model{chain: m.chain.blank(), features: m.features}
			one.learn(others, gold, seed, foldRounds, math.MaxInt)
			for i := range all {
				if all[i].fold == fold+1 {
					out[i], _ = one.label(all[i].view)
				}
			}
		})
	}
	wait.Wait()
	return out
}

// learn learns the weights of a model, of which the largest are kept.
func (m *model) learn(rules []rule, gold func(r *rule) []int, seed uint64, rounds, kept int) {
	rows := map[uint64]uint32{}
	type seen struct{ lesson, count int32 }
	count := map[uint64]seen{}
	var hashes []uint64
	for _, r := range rules {
		for i := range r.view.toks {
			hashes = m.features(r.view, hashes[:0], i)
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
		r.features = make([][]uint32, len(r.view.toks))
		for i := range r.view.toks {
			hashes = m.features(r.view, hashes[:0], i)
			var known []uint32
			for _, h := range hashes {
				if at, ok := rows[h]; ok {
					known = append(known, at)
				}
			}
			r.features[i] = slices.Clip(known)
		}
	}
	t := newTrainer(&m.chain, len(rows), seed)
	t.learn(rules, gold, rounds)
	if kept < len(t.weights) {
		t.prune(kept)
		t.learn(rules, gold, finishRounds)
	}
	m.weights = sparsen(rows, t.weights, m.width)
	m.edges = m.chain.edges()
	for k := range rules {
		rules[k].features = nil
	}
}

// trainer learns the weights of a chain.
type trainer struct {
	*chain
	weights, squares []float32   // by feature·width + column; the sums of the squares of the slopes
	jointSquares     [][]float32 // as chain.joints
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

func newTrainer(c *chain, features int, seed uint64) *trainer {
	t := &trainer{chain: c, weights: make([]float32, features*c.width), squares: make([]float32, features*c.width), r: rand.New(rand.NewPCG(seed, 7))}
	for k := range c.joints {
		t.jointSquares = append(t.jointSquares, make([]float32, len(c.joints[k])))
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
	var x lattice
	e := t.edges()
	n, w := len(t.labels), t.width
	sums, slopes := make([]float32, w), make([]float32, w)
	for range rounds {
		t.r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, k := range order {
			r := &rules[k]
			right := gold(r)
			x.reset(len(right), n)
			for i, features := range r.features {
				clear(sums)
				for _, f := range features {
					for c, v := range t.weights[int(f)*w:][:w] {
						sums[c] += v
					}
				}
				t.score(&x, i, sums)
			}
			t.infer(&x, &e, r.view.toks)
			t.stepJoints(&x, &e, r.view.toks, right)
			x.finish()
			for i, features := range r.features {
				clear(slopes)
				for l, columns := range t.labels {
					g := float32(x.belief[i*n+l])
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
						step(&row[s.at], &squares[s.at], s.g)
					}
				}
			}
		}
	}
}

// stepJoints follows the slopes of the joints: how often labels follow each other as they are
// believed to, less as they are marked.
func (t *trainer) stepJoints(x *lattice, e *edges, toks []glance, right []int) {
	n := len(t.labels)
	t.jointSlopes = t.jointSlopes[:0]
	for i := range right {
		factor := e.factors[toks[i].class]
		add := func(at int, g float64, marked bool) {
			if marked {
				g--
			}
			if math.Abs(g) > leastSlope {
				t.jointSlopes = append(t.jointSlopes, slope{int(toks[i].class), at, float32(g)})
			}
		}
		for to := range n {
			next := x.belief[i*n+to] * x.backward[i*n+to] / x.scale[i]
			if i == 0 {
				add(n*n+to, factor[n*n+to]*next, right[0] == to)
				continue
			}
			for _, from := range e.predecessors[to] {
				add(from*n+to, x.forward[(i-1)*n+from]*factor[from*n+to]*next, right[i] == to && right[i-1] == from)
			}
		}
	}
	for _, s := range t.jointSlopes {
		v := &t.joints[s.class][s.at]
		step(v, &t.jointSquares[s.class][s.at], s.g)
		e.factors[s.class][s.at] = math.Exp(float64(*v))
	}
}

// step moves a weight against its slope.
func step(weight, squares *float32, g float32) {
	g += learnL2 * *weight
	*squares += g * g
	*weight -= learnRate * g / float32(math.Sqrt(float64(*squares+learnFloor)))
}

// prune keeps the largest weights, and the others at 0 for good.
func (t *trainer) prune(kept int) {
	sizes := make([]float32, len(t.weights))
	for i, w := range t.weights {
		sizes[i] = max(w, -w)
	}
	slices.Sort(sizes)
	least := sizes[len(sizes)-kept]
	for i, w := range t.weights {
		if max(w, -w) <= least {
			t.weights[i], t.squares[i] = 0, float32(math.Inf(1))
		}
	}
}

// teacher draws catalogues for lessons, of which no shop is at hand.
type teacher struct {
	lessons []Lesson
	stems   [][]string
	named   map[string][]phrase // by language and kind of shop
	words   []string            // of messages, as often as they occur
	r       *rand.Rand
}

// phrase is what a lesson names.
type phrase struct {
	lesson int
	of     Type
	brand  bool // may be one: begins with a capital
	stems  []string
}

// longestName is how many words the names have that are drawn.
const longestName = 4

func newTeacher(lessons []Lesson, seed uint64) *teacher {
	t := &teacher{lessons: lessons, named: map[string][]phrase{}, r: rand.New(rand.NewPCG(seed, 3))}
	for k := range lessons {
		m := &lessons[k]
		stems := Stems(m.Language, m.Tokens)
		t.stems = append(t.stems, stems)
		for _, p := range m.Parts {
			for _, s := range p.Spans {
				words := slices.DeleteFunc(slices.Clone(stems[s.From:s.To]), func(w string) bool { return w == "" })
				if s.Polarity != Want && len(words) > 1 {
					words = words[1:] // without the cue
				}
				if (s.Type == Kind || s.Type == Is || s.Type == Of || s.Type == Fits) && len(words) > 0 && len(words) <= longestName {
					t.named[m.Language.Code+m.Shop] = append(t.named[m.Language.Code+m.Shop], phrase{k, s.Type, m.Tokens[s.From].Capital && s.From > 0, words})
				}
			}
		}
		for i := range m.Tokens {
			if m.Tokens[i].Kind == language.Word && t.r.IntN(10) == 0 {
				t.words = append(t.words, stems[i])
			}
		}
	}
	return t
}

// draw returns facts for a lesson as a catalogue of its kind of shop might give them: three in four
// of what other lessons of the kind name, in every other draw two in three of what the lesson names
// itself, and twenty words by chance, as real catalogues have values such as "day" and "two".
func (t *teacher) draw(k int) []Fact {
	var x PhraseFacts
	own := t.r.IntN(2) == 0
	for _, p := range t.named[t.lessons[k].Language.Code+t.lessons[k].Shop] {
		if p.lesson == k && (!own || t.r.IntN(3) == 0) || p.lesson != k && t.r.IntN(4) == 0 {
			continue
		}
		switch {
		case p.of == Kind:
			x.AddCategory(p.stems)
		case p.of == Of:
			x.Add(p.stems, NamesAspect)
		case p.brand && t.r.IntN(2) == 0:
			x.Add(p.stems, NamesBrand)
		default:
			x.AddValue(p.stems)
		}
	}
	for range min(20, len(t.words)) {
		w := t.words[t.r.IntN(len(t.words)):][:1]
		switch t.r.IntN(4) {
		case 0:
			x.AddCategory(w)
		case 1:
			x.Add(w, InValue)
		default:
			x.AddValue(w)
		}
	}
	facts := make([]Fact, len(t.stems[k]))
	x.Find(t.stems[k], facts)
	return facts
}

// DrawFacts returns for each lesson the facts of a catalogue that is drawn for it, for evaluation.
func DrawFacts(lessons []Lesson, seed uint64) [][]Fact {
	t := newTeacher(lessons, seed)
	var out [][]Fact
	for k := range lessons {
		out = append(out, t.draw(k))
	}
	return out
}
