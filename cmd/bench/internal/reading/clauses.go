package reading

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
)

// saying is a clause of which it is known what it does and is about.
type saying struct {
	language *language.Language
	text     string
	label    string // an intent, or "intent:topic"
	shown    bool   // products were shown
}

// examples reads data/reading/CODE/examples.tsv: a line each, label, setting, message and perhaps a family of
// messages alike, divided by tabs, where a message of several acts has " | " between its clauses and "+"
// between their labels.
func examples(repository fs.FS, l *language.Language) ([]saying, error) {
	file := "data/reading/" + l.Code + "/examples.tsv"
	text, err := fs.ReadFile(repository, file)
	if err != nil {
		return nil, err
	}
	var out []saying
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 3 && len(fields) != 4 {
			return nil, fmt.Errorf("%s: line %d: %d columns, want label, setting, message and perhaps a family", file, n, len(fields))
		}
		labels, clauses := strings.Split(fields[0], "+"), strings.Split(fields[2], " | ")
		if len(labels) != len(clauses) {
			if len(clauses) != 1 {
				return nil, fmt.Errorf("%s: line %d: %d labels for %d clauses", file, n, len(labels), len(clauses))
			}
			labels = labels[len(labels)-1:] // one clause of two acts: the last says what becomes of it
		}
		for i, clause := range clauses {
			label := labels[i]
			if label == "ask_shop:stock" {
				label = nlu.AskStock.String()
			}
			out = append(out, saying{l, clause, label, fields[1] != "start"})
		}
	}
	return out, nil
}

// labelsOf lists the labels of clauses: those of examples, and all intents by themselves.
func labelsOf(sayings []saying) []string {
	seen := map[string]bool{}
	for k := range nlu.Unclear + 1 {
		seen[k.String()] = true
	}
	for _, e := range sayings {
		seen[e.label] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

// clause is what a model of clauses learns from.
type clause struct {
	hashes   []uint64
	features []uint32
	right    int          // the label
	also     []nlu.Intent // others that may be right
	topical  bool         // the topic is known
	weight   float32
}

// The settings of learning clauses. They were chosen by scores on writers and examples held out.
const (
	clauseRounds  = 6
	rareInClauses = 8 // features of fewer clauses are left out
	exampleWeight = 3 // of an example; marked clauses are there twice
)

var clauseSteps = adagrad{rate: 0.1, floor: 1, l2: 1e-3}

// learnClauses learns the weights of the model of clauses from marked messages, of which the topics are not known,
// and from examples, whose spans the chains find.
func learnClauses(t *nlu.Chains, rules []rule, lessons []lesson, sayings []saying, labels []string, seed uint64) {
	var all []clause
	for _, r := range rules {
		for _, p := range lessons[r.lesson].Parts {
			if p.From < p.To {
				all = append(all, clause{hashes: r.view.ClauseFeatures(nil, p.From, p.To, lessons[r.lesson].after != ""), right: slices.Index(labels, p.Intent.String()), weight: 1})
			}
		}
	}
	for _, e := range sayings {
		toks := language.Tokenize(e.text)
		if len(toks) == 0 {
			continue
		}
		e.language.Standard(toks)
		v := nlu.Look(e.language, toks, nil, "")
		v.Acts, _ = t.Acts.Label(v)
		v.Tags, _ = t.Spans.Label(v)
		c := clause{hashes: v.ClauseFeatures(nil, 0, len(toks), e.shown), right: slices.Index(labels, e.label), topical: true, weight: exampleWeight}
		if strings.HasPrefix(e.label, nlu.Need.String()) { // as which examples have what is asked for and what answers
			c.also = []nlu.Intent{nlu.AskStock, nlu.Answer}
		}
		all = append(all, c)
	}
	rows, count := map[uint64]uint32{}, map[uint64]int{}
	for _, c := range all {
		for _, h := range c.hashes {
			if count[h]++; count[h] == rareInClauses {
				rows[h] = uint32(len(rows))
			}
		}
	}
	for k := range all {
		c := &all[k]
		for _, h := range c.hashes {
			if at, ok := rows[h]; ok {
				c.features = append(c.features, at)
			}
		}
		c.hashes = nil
	}
	m := &t.Clauses
	x := clauseTrainer{Chains: t, weights: make([]float32, len(rows)*m.Width), squares: make([]float32, len(rows)*m.Width), r: rand.New(rand.NewPCG(seed, 11))}
	x.learn(all, clauseRounds)
	if len(x.weights) > keptClauses {
		prune(x.weights, x.squares, keptClauses)
		x.learn(all, finishRounds)
	}
	m.SetWeights(rows, x.weights)
}

// clauseTrainer learns the weights of a model of clauses.
type clauseTrainer struct {
	*nlu.Chains
	weights, squares []float32 // by feature·width + column; the sums of the squares of the slopes
	r                *rand.Rand
}

// learn runs stochastic gradient descent on the log-likelihood of the right labels, with AdaGrad's steps and L2.
// Marked clauses tell nothing of topics.
func (t *clauseTrainer) learn(all []clause, rounds int) {
	m := &t.Clauses
	sums, slopes := make([]float32, m.Width), make([]float32, m.Width)
	for range rounds {
		t.r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for _, c := range all {
			clear(sums)
			clear(slopes)
			for _, f := range c.features {
				for k, v := range t.weights[int(f)*m.Width:][:m.Width] {
					sums[k] += v
				}
			}
			shares, right := t.LabelShares(sums), m.Labels[c.right]
			var by [nlu.Unclear + 1]float64
			for k, columns := range m.Labels {
				slopes[columns[0]] += c.weight * float32(shares[k])
				by[columns[0]] += shares[k]
			}
			intent := by[right[0]]
			sum := intent
			for _, k := range c.also {
				sum += by[k]
			}
			slopes[right[0]] -= c.weight * float32(intent/sum)
			for _, k := range c.also {
				slopes[k] -= c.weight * float32(by[k]/sum)
			}
			if c.topical {
				for k, columns := range m.Labels {
					if columns[0] == right[0] {
						slopes[columns[1]] = c.weight * float32(shares[k]/intent)
					}
				}
				slopes[right[1]] -= c.weight
			}
			for _, f := range c.features {
				row, squares := t.weights[int(f)*m.Width:][:m.Width], t.squares[int(f)*m.Width:][:m.Width]
				for k, g := range slopes {
					if max(g, -g) > leastSlope {
						clauseSteps.step(&row[k], &squares[k], g)
					}
				}
			}
		}
	}
}
