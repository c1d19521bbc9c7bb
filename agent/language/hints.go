package language

import (
	"math"
	"math/bits"
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

func newCounted() *counted {
	return &counted{hints: hints{byRoot: map[string][]hint{}}, at: map[string]int32{}, in: map[string]map[int32]float64{}}
}

// number is that of a thing, the next where it has none.
func (c *counted) number(thing string) int32 {
	at, ok := c.at[thing]
	if !ok {
		at = int32(len(c.things))
		c.at[thing] = at
		c.things, c.texts = append(c.things, thing), append(c.texts, 0)
	}
	return at
}

// add counts a text of a thing.
func (c *counted) add(thing string, roots []string) {
	at := c.number(thing)
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

// readHints learns of a language's cues and situations. Things have the numbers that they
// have in English.
func (l *Language) readHints(english *Language) *hints {
	c := newCounted()
	if l != english {
		for _, thing := range english.hints().things {
			c.number(thing)
		}
	}
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

// Warm reads what words hint at in every language, some 0.4 s of a processor, so that nobody
// waits for it whose message is the first.
func Warm() {
	for _, l := range Languages() {
		l.hints()
	}
}

// Hint is how much words together speak for a thing.
type Hint struct {
	Thing  string  // its English name
	Points float64 // in nats, positive: how much likelier the words are of who needs it than of anybody
	Words  int     // that are said of it
}

// tally is what words speak for things, by number.
type tally struct {
	points []float64
	toks   []uint64 // that say so: bit i for token i, the last for all from there on
}

// find adds what the tokens speak for things; at gives the number of
// a token in the tally.
func (h *hints) find(t *tally, toks []Token, at func(i int) int, root func(form string) string) {
	known, seen := 0.0, map[string]bool{}
	for i := range toks {
		if toks[i].Kind != Word {
			continue
		}
		r := root(toks[i].Form)
		if seen[r] || len(h.byRoot[r]) == 0 {
			continue
		}
		seen[r] = true
		known++
		bit := uint64(1) << min(at(i), 63)
		for _, w := range h.byRoot[r] {
			t.points[w.thing] += w.points
			t.toks[w.thing] |= bit
		}
	}
	for thing, points := range h.absent {
		t.points[thing] += known * points
	}
}

// Hints lists the things that words of the tokens speak for rather than against: by what is said in the language, and by what is said in English of what the
// words mean there.
func (l *Language) Hints(toks []Token) []Hint {
	own := l.hints()
	t := tally{make([]float64, len(own.things)), make([]uint64, len(own.things))}
	own.find(&t, toks, func(i int) int { return i }, l.cueRoot)
	if l.Translates() {
		english, at := l.inEnglish(toks)
		English().hints().find(&t, english, func(i int) int { return at[i] }, Root)
	}
	var out []Hint
	for thing, points := range t.points {
		if points <= 0 || t.toks[thing] == 0 {
			continue
		}
		out = append(out, Hint{own.things[thing], points, bits.OnesCount64(t.toks[thing])})
	}
	return out
}

// cueRoots are the roots of the words among tokens, ascending and each once.
func cueRoots(toks []Token, root func(form string) string) []string {
	var out []string
	for i := range toks {
		if toks[i].Kind == Word {
			out = append(out, root(toks[i].Form))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// cueRoot is the root of a word of the language by which cues are compared.
func (l *Language) cueRoot(form string) string {
	if l.Translates() {
		return l.stem(form)
	}
	return Root(form)
}

// inEnglish are the first English names of tokens, with the token that each is of.
func (l *Language) inEnglish(toks []Token) (out []Token, at []int) {
	for i := range toks {
		l.Senses(toks, i, func(_ int, s Sense) {
			for _, t := range Tokenize(s.English[0]) {
				out, at = append(out, t), append(at, i)
			}
		})
	}
	return out, at
}
