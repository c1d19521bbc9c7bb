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
	x := newLayer(t.Clauses.Width, rareInClauses, clauseSteps, func(yield func(int, uint64) bool) {
		n := 0
		for _, c := range all {
			for _, h := range c.hashes {
				n++ // each counts, also within a clause
				yield(n, h)
			}
		}
	})
	for k := range all {
		all[k].features, all[k].hashes = x.known(all[k].hashes), nil
	}
	r := rand.New(rand.NewPCG(seed, 11))
	x.settle(&t.Clauses, keptClauses, clauseRounds, func(rounds int) {
		for range rounds {
			r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			x.learnClauses(t, all)
		}
	})
}

// learnClauses steps along the log-likelihood of each clause's right label. Marked clauses tell nothing of topics.
func (l *layer) learnClauses(t *nlu.Chains, all []clause) {
	labels := t.Clauses.Labels
	sums, slopes := make([]float32, l.width), make([]float32, l.width)
	for _, c := range all {
		l.sum(sums, c.features)
		clear(slopes)
		shares, right := t.LabelShares(sums), labels[c.right]
		var by [nlu.Unclear + 1]float64
		for k, columns := range labels {
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
			for k, columns := range labels {
				if columns[0] == right[0] {
					slopes[columns[1]] = c.weight * float32(shares[k]/intent)
				}
			}
			slopes[right[1]] -= c.weight
		}
		l.step(c.features, slopes)
	}
}
