package language

import (
	"math"
	"slices"
	"strings"
)

// hints are how much single words speak for things. Who needs a thing and does not name
// it says many words of which each tells little, and hardly two people say the same two.
//
// Every word of a message is taken to come, with the probability fromNeed, from what is
// said of the need for a thing, and else from talk: the query likelihood of language
// models, smoothed by Jelinek and Mercer's mixture and a Dirichlet prior (Zhai and
// Lafferty 2004), over that of talk alone.
type hints struct {
	things []string // English names
	byRoot map[string][]hint
	absent []float64 // by thing: points of a word that is said of others alone
}

type hint struct {
	thing  int32
	points float64 // in nats, more than those of an absent word
}

const (
	fromNeed = 0.4
	// priorWords is how many texts of all things each thing begins with.
	priorWords = 20
	// smallest is the rank up to which words as they are said are no hints.
	smallest = 50
)

// counted is in how many texts of each thing a word stands.
type counted struct {
	hints
	at    map[string]int32 // of things
	texts []float64        // by thing
	in    map[string]map[int32]float64
}

// add counts a text of a thing.
func (c *counted) add(thing string, roots []string) {
	at, ok := c.at[thing]
	if !ok {
		at = int32(len(c.things))
		c.at[thing] = at
		c.things, c.texts = append(c.things, thing), append(c.texts, 0)
	}
	c.texts[at]++
	for _, root := range roots {
		if c.in[root] == nil {
			c.in[root] = map[int32]float64{}
		}
		c.in[root][at]++
	}
}

// weigh makes hints of what was counted, but of small words.
func (c *counted) weigh(small map[string]bool) *hints {
	h := &c.hints
	all := 0.0
	h.absent = make([]float64, len(h.things))
	points := func(n, texts, share float64) float64 {
		return math.Log(1 - fromNeed + fromNeed*(n/share+priorWords)/(texts+priorWords))
	}
	for thing, n := range c.texts {
		all += n
		h.absent[thing] = points(0, n, 1)
	}
	for root, things := range c.in {
		if small[root] {
			continue
		}
		in := 0.0
		for _, n := range things {
			in += n
		}
		for thing, n := range things {
			h.byRoot[root] = append(h.byRoot[root], hint{thing, points(n, c.texts[thing], in/all) - h.absent[thing]})
		}
	}
	return h
}

// readHints learns of a language's cues and situations.
func (l *Language) readHints() *hints {
	c := counted{hints: hints{byRoot: map[string][]hint{}}, at: map[string]int32{}, in: map[string]map[int32]float64{}}
	for _, row := range rows(l.Code+"/cues.tsv", table(l.Code, "cues.tsv"), 2) {
		for _, said := range strings.Split(row[1], ",") {
			c.add(row[0], cueRoots(Tokenize(said), l.cueRoot))
		}
	}
	for _, row := range rows(l.Code+"/situations.tsv", table(l.Code, "situations.tsv"), 2) {
		c.add(row[0], cueRoots(Tokenize(row[1]), l.cueRoot))
	}
	small := map[string]bool{}
	for form := range l.functions {
		small[l.cueRoot(form)] = true
	}
	for form, rank := range l.talk {
		if rank <= smallest {
			small[l.cueRoot(form)] = true
		}
	}
	return c.weigh(small)
}

// Hint is how much words together speak for a thing.
type Hint struct {
	Thing  string  // its English name
	Points float64 // in nats: how much likelier the words are of who needs it than of anybody
	Toks   []int   // the words that are said of it, ascending
}

// find lists the things that some of the tokens, but those passed over, are said of.
func (h *hints) find(toks []Token, passed func(i int) bool, root func(form string) string) map[string]*Hint {
	found := map[int32]*Hint{}
	known, seen := 0.0, map[string]bool{}
	for i := range toks {
		if toks[i].Kind != Word || passed(i) {
			continue
		}
		r := root(toks[i].Form)
		if seen[r] || len(h.byRoot[r]) == 0 {
			continue
		}
		seen[r] = true
		known++
		for _, w := range h.byRoot[r] {
			f := found[w.thing]
			if f == nil {
				f = &Hint{Thing: h.things[w.thing]}
				found[w.thing] = f
			}
			f.Points += w.points
			f.Toks = append(f.Toks, i)
		}
	}
	out := make(map[string]*Hint, len(found))
	for thing, f := range found {
		f.Points += known * h.absent[thing]
		out[f.Thing] = f
	}
	return out
}

// Hints lists the things that words of the tokens, but those passed over, are said of, in
// no order: by what is said in the language, and by what is said in English of what the
// words mean there.
func (l *Language) Hints(toks []Token, passed func(i int) bool) []Hint {
	found := l.hints().find(toks, passed, l.cueRoot)
	if l.Translates() {
		english, at := l.inEnglish(toks)
		for thing, h := range English().hints().find(english, func(i int) bool { return passed(at[i]) }, Root) {
			for k := range h.Toks {
				h.Toks[k] = at[h.Toks[k]]
			}
			if own := found[thing]; own != nil {
				h.Points += own.Points
				h.Toks = slices.Concat(own.Toks, h.Toks)
				slices.Sort(h.Toks)
			}
			h.Toks = slices.Compact(h.Toks)
			found[thing] = h
		}
	}
	out := make([]Hint, 0, len(found))
	for _, h := range found {
		out = append(out, *h)
	}
	return out
}
