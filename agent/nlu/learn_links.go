package nlu

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strings"

	"shopclerk/agent/language"
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
func without(pairs []Pair, fold int, lines func(line int) bool) []Pair {
	var out []Pair
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

// choice is a span as the learner sees it: its candidates, of which the last is none.
type choice struct {
	candidates []features
	gold       []bool
	weight     float64
}

// LearnLinks learns the weights of links from pairs, as data.LinkWeights has them: a conditional
// logit (McFadden, 1974) among the candidates of a span and none, in rounds, because the weights
// choose what speaks for a candidate. It is deterministic.
func LearnLinks(repository fs.FS, pairs []Pair) (string, error) {
	w, err := learnLinks(repository, pairs, func(int) bool { return true })
	if err != nil {
		return "", err
	}
	var out strings.Builder
	for i, v := range w {
		fmt.Fprintf(&out, "%s\t%.3f\n", featureNames[i], v)
	}
	return out.String(), nil
}

// absent reports whether the thesaurus is without a line where it is learned or measured how much
// it helps.
func absent(line int) bool { return draw(6, "absent", line) == 0 }

// learnLinks learns from the lines that a test accepts.
func learnLinks(repository fs.FS, pairs []Pair, accepts func(line int) bool) (*features, error) {
	const rounds, markets, fold = 3, 24, 1
	text, err := conceptLines(repository, without(pairs, fold, func(line int) bool { return absent(line) || !accepts(line) }))
	if err != nil {
		return nil, err
	}
	talk, err := distractors(repository)
	if err != nil {
		return nil, err
	}
	w, know := firstWeights(), readThesaurus(text)
	for range rounds {
		var choices []choice
		for seed := range markets {
			m := sample(pairs, seed, know, w, func(line int) bool { return accepts(line) && !absent(line) })
			for _, e := range m.asked(pairs, seed, fold, accepts, talk) {
				if c, ok := m.choice(pairs, &e); ok {
					choices = append(choices, c)
				}
			}
		}
		w.learn(choices)
	}
	return w, nil
}

// MeasureLinks learns from four fifths of the lines and tells, for each sort of span that the
// others make, how many there were and the shares that were linked rightly, wrongly and not, and
// that were among the first three or rightly or wrongly not linked. The thesaurus lacks the lines
// that [absent] tells and what is "held" of the phrases; "scoped" spans are looked up in the
// category of the product.
func MeasureLinks(repository fs.FS, pairs []Pair) (string, error) {
	const held, fold, first, markets = 0, 2, 1000, 30
	w, err := learnLinks(repository, pairs, func(line int) bool { return !heldLine(line, held) })
	if err != nil {
		return "", err
	}
	text, err := conceptLines(repository, without(pairs, fold, absent))
	if err != nil {
		return "", err
	}
	talk, err := distractors(repository)
	if err != nil {
		return "", err
	}
	type count struct{ all, right, wrong, none, near int }
	know, counts := readThesaurus(text), map[string]*count{}
	for seed := first; seed < first+markets; seed++ {
		m := sample(pairs, seed, know, w, func(line int) bool { return !absent(line) })
		for _, e := range m.asked(pairs, seed, fold, func(line int) bool { return heldLine(line, held) }, talk) {
			if _, ok := m.choice(pairs, &e); !ok {
				continue
			}
			name := e.what
			if e.held {
				name += " held"
			}
			if e.what == "direct" && e.query.Scope != nil {
				name += " scoped"
			}
			c := counts[name]
			if c == nil {
				c = &count{}
				counts[name] = c
			}
			links, none := m.lexicon.Link(e.query)
			at := slices.IndexFunc(links, func(l Link) bool { return m.leads(pairs, &e, &l) })
			c.all++
			switch {
			case len(links) == 0 || links[0].Score <= none:
				c.none++
				c.near++
				continue
			case at == 0:
				c.right++
			default:
				c.wrong++
			}
			if at >= 0 && at < 3 {
				c.near++
			}
		}
	}
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		c := counts[name]
		share := func(n int) float64 { return float64(n) / float64(c.all) }
		fmt.Fprintf(&out, "%-20s %5d right %.3f wrong %.3f none %.3f near %.3f\n", name, c.all, share(c.right), share(c.wrong), share(c.none), share(c.near))
	}
	return out.String(), nil
}

// leads reports whether a link leads to what an example means.
func (m *market) leads(pairs []Pair, e *example, l *Link) bool {
	for id := range m.lexicon.entries {
		x := &m.lexicon.entries[id]
		switch {
		case x.kind != l.Kind || !m.gold(pairs, e, int32(id)):
		case x.kind == ToCategory && slices.Contains(l.Categories, x.text):
			return true
		case x.kind == ToValue && l.Key == m.lexicon.aspects[x.aspect].key && l.Values[0] == x.text:
			return true
		}
	}
	return false
}

// elsewhere is the weight of a span that means nothing: samples have more of them than messages,
// most of which are said to the shop that they are about.
const elsewhere = 0.8

// choice is what an example teaches; nothing where what stands in the talk of other shops is a
// name here.
func (m *market) choice(pairs []Pair, e *example) (c choice, ok bool) {
	l := m.lexicon.linker(e.query)
	l.find()
	c = choice{weight: 1}
	known := false
	if e.line < 0 {
		c.weight = elsewhere
	}
	for i := range l.candidates {
		if k := l.candidates[i]; !math.IsInf(k.score, -1) {
			if (e.what == "talk" || e.what == "modifier") && k.features[fWhole] > 0 {
				return c, false
			}
			gold := m.gold(pairs, e, k.entry)
			if !gold && (e.word && k.nameCover > 0.99 && k.spanCover > 0.99 || slices.Contains(settled, feature(k.relation))) {
				continue // right too, or not told by pairs
			}
			c.candidates, c.gold = append(c.candidates, k.features), append(c.gold, gold)
			known = known || gold
		}
	}
	c.candidates, c.gold = append(c.candidates, l.nothing()), append(c.gold, !known)
	return c, true
}

// distractor is a piece of a message to another shop.
type distractor struct {
	phrase string
	as     Type
}

// distractors are spans of the marked messages of a repository, and pieces of what stands between
// them, by language.
func distractors(repository fs.FS) (map[string][]distractor, error) {
	out := map[string][]distractor{}
	for _, l := range language.Languages() {
		text, err := fs.ReadFile(repository, "data/reading/"+l.Code+"/marked.jsonl")
		if err != nil {
			return nil, err
		}
		for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
			var row struct{ M string }
			if err := json.Unmarshal([]byte(line), &row); err != nil {
				return nil, err
			}
			m := Unmark(row.M)
			between := 0
			for _, p := range m.Parts {
				for _, s := range p.Spans {
					if s.Type == Kind || s.Type == Is || s.Type == For || s.Type == Fits {
						out[l.Code] = append(out[l.Code], distractor{m.piece(s.From, s.To), s.Type})
					}
					if to := min(s.From, between+1+draw(3, row.M, between)); between < to {
						out[l.Code] = append(out[l.Code], distractor{m.piece(between, to), []Type{Is, For, Is, Kind}[draw(4, row.M)]})
					}
					between = s.To
				}
			}
		}
	}
	return out, nil
}

func (m *Marked) piece(from, to int) string { return m.Text[m.Tokens[from].Start:m.Tokens[to-1].End] }

// learn fits the weights by gradient ascent with momentum on the likelihood, with a ridge towards
// where it began.
func (w *features) learn(choices []choice) {
	const steps, ridge, momentum = 250, 0.0002, 0.9
	begin := *firstWeights()
	var velocity features
	for step := range steps {
		var g features
		for i := range choices {
			w.gradient(&choices[i], &g)
		}
		rate := 1.5 / (1 + float64(step)/100)
		for i := range w {
			if slices.Contains(settled, feature(i)) {
				continue
			}
			velocity[i] = momentum*velocity[i] + rate*(g[i]/float64(len(choices))-ridge*(w[i]-begin[i]))
			w[i] += velocity[i]
		}
	}
}

// gradient adds that of the logarithm of the probability of what is right.
func (w *features) gradient(c *choice, g *features) {
	p, goal := make([]float64, len(c.candidates)), 0.0
	for i := range c.candidates {
		p[i] = c.candidates[i].dot(w)
	}
	language.Softmax(p)
	for i, right := range c.gold {
		if right {
			goal += p[i]
		}
	}
	for i := range p {
		d := -p[i]
		if c.gold[i] {
			d += p[i] / max(goal, 1e-12)
		}
		for k, v := range c.candidates[i] {
			g[k] += c.weight * d * v
		}
	}
}
