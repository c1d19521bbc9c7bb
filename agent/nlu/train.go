package nlu

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// Lesson is a message that the tagger learns from.
type Lesson struct {
	Marked
	Writer string // who wrote it
	Shop   string // the kind of shop
	After  string // what the clerk had last said, "" for nothing
}

// TrainOptions are the settings of learning.
type TrainOptions struct {
	Rounds  int     `default:"8"`    // passes over the lessons
	Rate    float64 `default:"0.02"` // of AdaGrad
	L2      float64 `default:"1e-4"`
	Draws   int     `default:"2"`      // of facts for each lesson
	Most    int     `default:"600000"` // weights kept
	Rare    int     `default:"2"`      // features of fewer lessons are left out
	Dropout float64
	Floor   float64 `default:"0.1"`
	Seed    uint64  `default:"1"`
}

// rule is a labelled message of one chain.
type rule struct {
	features [][]uint32 // by token
	class    []uint8
	gold     []int
}

// trainer learns the weights of one chain.
type trainer struct {
	chain
	options TrainOptions
	weights []float32 // by feature and column
	squares []float32 // sums of squared gradients
	jointSq [][]float32
	r       *rand.Rand
}

func newTrainer(c chain, features int, o TrainOptions) *trainer {
	t := &trainer{chain: c, options: o, r: rand.New(rand.NewPCG(o.Seed, 7))}
	t.weights, t.squares = make([]float32, features*c.width), make([]float32, features*c.width)
	t.jointSq = make([][]float32, classes)
	for k := range t.jointSq {
		t.jointSq[k] = make([]float32, len(c.joints[k]))
	}
	return t
}

type slope struct {
	column int
	g      float32
}

// learn runs stochastic gradient descent on the log-likelihood with AdaGrad's steps (Duchi, Hazan
// and Singer 2011) and L2.
func (t *trainer) learn(rules []rule) {
	order := make([]int, len(rules))
	for i := range order {
		order[i] = i
	}
	var x lattice
	n, w := len(t.labels), t.width
	sums := make([]float32, w)
	grads := make([]float64, w)
	e := t.edges()
	type jointSlope struct {
		class uint8
		at    int
		g     float64
	}
	var jointSlopes []jointSlope
	var slopes []slope
	for range t.options.Rounds {
		t.r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, k := range order {
			m := &rules[k]
			if len(m.gold) == 0 {
				continue
			}
			x.reset(len(m.gold), n)
			kept := m.features
			if t.options.Dropout > 0 {
				kept = make([][]uint32, len(m.features))
				for i, fs := range m.features {
					for _, f := range fs {
						if t.r.Float64() >= t.options.Dropout {
							kept[i] = append(kept[i], f)
						}
					}
				}
			}
			for i, fs := range kept {
				clear(sums)
				for _, f := range fs {
					for c, v := range t.weights[int(f)*w:][:w] {
						sums[c] += v
					}
				}
				t.score(&x, i, sums)
			}
			t.infer(&x, &e, m.class)
			jointSlopes = jointSlopes[:0]
			for i := range m.gold {
				factor := e.factors[m.class[i]]
				for to := range n {
					next := x.belief[i*n+to] * x.backward[i*n+to] / x.scale[i]
					if i == 0 {
						if t.allowed[n][to] {
							g := factor[n*n+to] * next
							if m.gold[0] == to {
								g--
							}
							jointSlopes = append(jointSlopes, jointSlope{m.class[i], n*n + to, g})
						}
						continue
					}
					for _, from := range e.predecessors[to] {
						g := x.forward[(i-1)*n+from] * factor[from*n+to] * next
						if m.gold[i] == to && m.gold[i-1] == from {
							g--
						}
						if math.Abs(g) > 1e-3 {
							jointSlopes = append(jointSlopes, jointSlope{m.class[i], from*n + to, g})
						}
					}
				}
			}
			for _, s := range jointSlopes {
				v := &t.joints[s.class][s.at]
				g := s.g + t.options.L2*float64(*v)
				t.jointSq[s.class][s.at] += float32(g * g)
				*v -= float32(t.options.Rate * g / math.Sqrt(float64(t.jointSq[s.class][s.at])+t.options.Floor))
				e.factors[s.class][s.at] = math.Exp(float64(*v))
			}
			x.finish()
			for i, fs := range kept {
				clear(grads)
				for l, columns := range t.labels {
					g := x.belief[i*n+l]
					if l == m.gold[i] {
						g--
					}
					for _, c := range columns {
						grads[c] += g
					}
				}
				slopes = slopes[:0]
				for c, g := range grads {
					if math.Abs(g) > 1e-3 {
						slopes = append(slopes, slope{c, float32(g)})
					}
				}
				l2, rate := float32(t.options.L2), float32(t.options.Rate)
				for _, f := range fs {
					row, sq := t.weights[int(f)*w:][:w], t.squares[int(f)*w:][:w]
					for _, s := range slopes {
						g := s.g + l2*row[s.column]
						q := sq[s.column] + g*g
						sq[s.column] = q
						row[s.column] -= rate * g / float32(math.Sqrt(float64(q)+t.options.Floor))
					}
				}
			}
		}
	}
}

// Train learns a tagger of lessons.
func Train(l *language.Language, lessons []Lesson, known *PhraseFacts, o TrainOptions) *Tagger {
	t := &Tagger{language: l}
	seen := map[[2]int]int{}
	for _, m := range lessons {
		for _, p := range m.Parts {
			for _, s := range p.Spans {
				seen[[2]int{int(s.Type), int(s.Polarity)}]++
			}
		}
	}
	for k := range types {
		for p := range polarities {
			if seen[[2]int{k, p}] >= leastTag {
				t.tags = append(t.tags, tag{Type(k), Polarity(p)})
			}
		}
	}
	t.intents.chain, t.spans.chain = intentChain(), spanChain(t.tags)
	teach := newTeacher(l, lessons, known, o.Seed)
	var views []*view
	var of []int
	for k := range lessons {
		if len(lessons[k].Tokens) == 0 || len(lessons[k].Parts) == 0 {
			continue
		}
		for d := range o.Draws {
			var facts []Fact
			if d > 0 {
				facts = teach.draw(k)
			}
			views = append(views, look(l, lessons[k].Tokens, facts, lessons[k].After))
			of = append(of, k)
		}
	}
	t.intents.learn(views, of, (*view).intentFeatures, func(k int) []int { return goldIntents(&lessons[k]) }, o, o.Most/3)
	t.spans.learn(views, of, (*view).spanFeatures, func(k int) []int { return t.goldSpans(&lessons[k]) }, o, o.Most)
	return t
}

// learn learns the weights of a part of views, which are of the lessons of.
func (p *part) learn(views []*view, of []int, features func(v *view, out []uint64, i int) []uint64, gold func(k int) []int, o TrainOptions, most int) {
	rows := map[uint64]uint32{}
	count, last := map[uint64]int32{}, map[uint64]int32{}
	var buffer []uint64
	for j, v := range views {
		for i := range v.toks {
			buffer = features(v, buffer[:0], i)
			for _, h := range buffer {
				if k := int32(of[j]) + 1; last[h] != k {
					last[h] = k
					if count[h]++; int(count[h]) == o.Rare {
						rows[h] = uint32(len(rows))
					}
				}
			}
		}
	}
	rules := make([]rule, len(views))
	for j, v := range views {
		r := rule{gold: gold(of[j])}
		for i := range v.toks {
			r.class = append(r.class, v.toks[i].class)
			buffer = features(v, buffer[:0], i)
			var kept []uint32
			for _, h := range buffer {
				if at, ok := rows[h]; ok {
					kept = append(kept, at)
				}
			}
			r.features = append(r.features, slices.Clip(kept))
		}
		rules[j] = r
	}
	t := newTrainer(p.chain, len(rows), o)
	t.learn(rules)
	p.chain = t.chain
	p.weights = sparsen(rows, t.weights, p.width, most)
	p.edges = p.chain.edges()
}

func (t *Tagger) goldSpans(m *Lesson) []int {
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

func goldIntents(m *Lesson) []int {
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

// shopPhrases are what the lessons of a kind of shop name, as a catalogue might.
type shopPhrase struct {
	lesson int
	span   Type
	brand  bool
	stems  []string
}

// teacher makes rules of lessons.
type teacher struct {
	l       *language.Language
	lessons []Lesson
	stems   [][]string
	shops   map[string][]shopPhrase
	words   []string // common words, which real catalogues have as values too
	known   *PhraseFacts
	r       *rand.Rand
}

func newTeacher(l *language.Language, lessons []Lesson, known *PhraseFacts, seed uint64) *teacher {
	t := &teacher{l: l, lessons: lessons, shops: map[string][]shopPhrase{}, known: known, r: rand.New(rand.NewPCG(seed, 3))}
	for k := range lessons {
		m := &lessons[k]
		stems := Stems(l, m.Tokens)
		t.stems = append(t.stems, stems)
		for _, p := range m.Parts {
			for _, s := range p.Spans {
				if s.Type == Kind || s.Type == Is || s.Type == Of || s.Type == Fits {
					words := slices.DeleteFunc(slices.Clone(stems[s.From:s.To]), func(w string) bool { return w == "" })
					if s.Polarity != Want && len(words) > 1 {
						words = words[1:] // without the cue
					}
					if len(words) == 0 || len(words) > 4 {
						continue
					}
					t.shops[m.Shop] = append(t.shops[m.Shop], shopPhrase{k, s.Type, m.Tokens[s.From].Capital && s.From > 0, words})
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

// draw returns facts for a lesson as a catalogue of its kind of shop might give them: of what other
// lessons of the kind name, of its own in every other draw, and of common words.
func (t *teacher) draw(k int) []Fact {
	var x PhraseFacts
	own := t.r.IntN(2) == 0
	for _, p := range t.shops[t.lessons[k].Shop] {
		if p.lesson == k && (!own || t.r.IntN(3) == 0) || p.lesson != k && t.r.IntN(4) == 0 {
			continue
		}
		switch {
		case p.span == Kind:
			x.AddCategory(p.stems)
		case p.span == Of:
			x.Add(p.stems, NamesAspect)
		case p.brand && t.r.IntN(2) == 0:
			x.Add(p.stems, NamesBrand)
		default:
			x.AddValue(p.stems)
		}
	}
	for range 20 {
		if len(t.words) > 0 {
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
	}
	facts := make([]Fact, len(t.stems[k]))
	x.Find(t.stems[k], facts)
	if t.known != nil {
		t.known.Find(t.stems[k], facts)
	}
	return facts
}

// Dictionary collects what pairs say of kinds and values.
func Dictionary(l *language.Language, kinds, values []string) *PhraseFacts {
	var x PhraseFacts
	for k, phrases := range [][]string{kinds, values} {
		for _, p := range phrases {
			stems := slices.DeleteFunc(Stems(l, language.Tokenize(p)), func(w string) bool { return w == "" })
			if len(strings.Join(stems, "")) > 2 {
				x.Add(stems, []Fact{KnownKind, KnownValue}[k])
			}
		}
	}
	return &x
}
