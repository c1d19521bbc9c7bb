package reading

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"shopclerk/agent/nlu"
)

// draw is a number that a text determines, [0, n).
func draw(n int, text ...any) int {
	h := fnv.New64a()
	fmt.Fprint(h, text...)
	x := h.Sum64()
	x ^= x >> 31
	x *= 0x9e3779b97f4a7c15
	x ^= x >> 29
	return int(x % uint64(n))
}

// folds is into how many parts lines and phrases are divided to hold one of them out.
const folds = 5

// heldLine and heldPhrase report whether a line, or a phrase of a line, is held out in a fold.
func heldLine(line, fold int) bool { return draw(folds, "line", line) == fold }

func heldPhrase(line int, phrase string, fold int) bool {
	return draw(folds, "phrase", line, phrase) == fold
}

// without leaves out of pairs what is held out in a fold: lines among those of lines, phrases
// everywhere.
func without(pairs []pair, fold int, lines func(line int) bool) []pair {
	var out []pair
	for i := range pairs {
		if lines(i) {
			continue
		}
		p := pairs[i]
		keep := func(phrases []string) (kept []string) {
			for _, s := range phrases {
				if !heldPhrase(i, s, fold) {
					kept = append(kept, s)
				}
			}
			return kept
		}
		p.EN, p.DE, p.Not = keep(p.EN), keep(p.DE), keep(p.Not)
		out = append(out, p)
	}
	return out
}

const (
	// marketKinds is how many categories a sampled catalogue has, and strangers how many values of
	// other kinds each of them has.
	marketKinds, strangers = 24, 10
)

// Links learns the weights of links from pairs, as data.LinkWeights has them: a conditional
// logit (McFadden, 1974) among the candidates of a span and none, in rounds, because the weights
// choose what speaks for a candidate. It is deterministic.
func (x *Material) Links() (string, error) {
	w, err := x.learnLinks(distractors(x.lessons), Whole, func(int) bool { return true })
	if err != nil {
		return "", err
	}
	return WeightLines(nlu.LinkFeatures(), w), nil
}

// absent reports whether the thesaurus is without a line where it is learned or measured how much
// it helps.
func absent(line int) bool { return draw(6, "absent", line) == 0 }

// linkRounds and linkMarkets are how often links are learned, of how many markets.
const linkRounds, linkMarkets = 3, 24

// learnLinks learns from the lines that a test accepts.
func (x *Material) learnLinks(talk map[string][]distractor, e Effort, accepts func(line int) bool) ([]float64, error) {
	const fold = 1
	text, err := x.conceptLines(without(x.pairs, fold, func(line int) bool { return absent(line) || !accepts(line) }))
	if err != nil {
		return nil, err
	}
	w, know := firstWeights(), nlu.ReadThesaurus(text)
	for range e.Rounds {
		var choices []Choice
		for seed := range e.Markets {
			m := sample(x.pairs, seed, know, w, func(line int) bool { return accepts(line) && !absent(line) })
			for _, span := range m.asked(x.pairs, seed, fold, accepts, talk) {
				if c, ok := m.choice(x.pairs, &span); ok {
					choices = append(choices, c)
				}
			}
		}
		fit(w, choices)
	}
	return w, nil
}

// leads reports whether a link leads to what an example means.
func (m *market) leads(pairs []pair, e *example, l *nlu.Link) bool {
	names := l.Categories
	if l.Kind == nlu.ToValue {
		names = l.Values[:1]
	}
	return slices.ContainsFunc(names, func(name string) bool { return m.gold(pairs, e, l.Kind, name) })
}

// elsewhere is the weight of a span that means nothing: samples have more of them than messages,
// most of which are said to the shop that they are about.
const elsewhere = 0.8

// choice is what an example teaches: which of its candidates are right, or none, which is the last
// way; nothing where what stands in the talk of other shops is a name here.
func (m *market) choice(pairs []pair, e *example) (c Choice, ok bool) {
	found, none := m.lexicon.Candidates(e.query)
	c.Weight = 1
	if e.line < 0 {
		c.Weight = elsewhere
	}
	for _, k := range found {
		if (e.what == "talk" || e.what == "modifier") && k.Features[whole] > 0 {
			return c, false
		}
		gold := m.gold(pairs, e, k.Kind, k.Text)
		if !gold && (e.what == "word" && k.Features[nameLeft] < 0.01 && k.Features[spanLeft] < 0.01 || slices.ContainsFunc(untold, func(i int) bool { return k.Features[i] == 1 })) {
			continue // right too, or not told by pairs
		}
		c.Features, c.Right = append(c.Features, k.Features), append(c.Right, gold)
	}
	c.Features, c.Right = append(c.Features, none), append(c.Right, !slices.Contains(c.Right, true))
	return c, true
}

// distractor is a piece of a message to another shop.
type distractor struct {
	phrase string
	as     nlu.Type
}

// distractors are spans of marked messages, and pieces of what stands between them, by language.
func distractors(lessons []lesson) map[string][]distractor {
	out := map[string][]distractor{}
	for i := range lessons {
		m := &lessons[i]
		add := func(from, to int, as nlu.Type) {
			out[m.language.Code] = append(out[m.language.Code], distractor{m.Text[m.Tokens[from].Start:m.Tokens[to-1].End], as})
		}
		between := 0
		for _, p := range m.Parts {
			for _, s := range p.Spans {
				if s.Type == nlu.Kind || s.Type == nlu.Is || s.Type == nlu.For || s.Type == nlu.Fits {
					add(s.From, s.To, s.Type)
				}
				if to := min(s.From, between+1+draw(3, m.raw, between)); between < to {
					add(between, to, []nlu.Type{nlu.Is, nlu.For, nlu.Is, nlu.Kind}[draw(4, m.raw)])
				}
				between = s.To
			}
		}
	}
	return out
}

// fit fits the weights by gradient descent with momentum on the loss of choices ([LearnChoices]), with
// a ridge towards where it began.
func fit(w []float64, choices []Choice) {
	const steps, ridge, momentum = 250, 0.0002, 0.9
	begin, velocity := firstWeights(), make([]float64, len(w))
	for step := range steps {
		g := make([]float64, len(w))
		for i := range choices {
			choices[i].slope(g, w)
		}
		rate := 1.5 / (1 + float64(step)/100)
		for i := range w {
			if !slices.Contains(settled, i) {
				velocity[i] = momentum*velocity[i] - rate*(g[i]/float64(len(choices))+ridge*(w[i]-begin[i]))
				w[i] += velocity[i]
			}
		}
	}
}

// begins are the weights that learning begins with, by feature; those left out begin at 0.
var begins = map[string]float64{
	"itself": 5, "same": 4, "other": 3, "said": 4, "saying": 3, "broader": 1.5, "narrower": 2, "family": 3, "shade": 2, "far": -1, "cue": -1,
	"name-left": -3, "span-left": -3, "whole": 1, "headless": -2, "offhead": -1, "inexact": -0.3, "spelt": -1, "weak": -2, "unlike": -1,
	"aspect": 0.5, "other-aspect": -0.5, "of": 3, "not-of": -3, "named": -0.5, "named-talk": -5, "kind": 1, "foreign": -1, "kind-type": -0.7,
	"wide": -2, "other-kind": -1, "kind-value": -1, "value-kind": -2, "for-use": 1, "fits": 1, "fits-other": -0.5, "class-kind": -1,
	"class-value": -2, "share": 0.15, "talk": -1, "cue-cosine": 5, "short": -0.5, "none": 1, "none-for": 0.5, "none-fits": 0.5, "none-talk": 1,
	"none-unknown": 0.5,
}

// firstWeights are where learning begins.
func firstWeights() []float64 {
	var w []float64
	for _, name := range nlu.LinkFeatures() {
		w = append(w, begins[name])
	}
	return w
}

// untold are the relations that pairs do not tell, and settled all features whose weights are set by
// hand for that reason.
var (
	untold  = features("broader narrower family shade far")
	settled = append(features("of not-of named named-talk headless offhead fits fits-other flag kind-type wide"), untold...)
)

var whole, nameLeft, spanLeft = features("whole")[0], features("name-left")[0], features("span-left")[0]

// features are the places of features.
func features(names string) []int {
	var out []int
	for name := range strings.FieldsSeq(names) {
		out = append(out, slices.Index(nlu.LinkFeatures(), name))
	}
	return out
}
