package language

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
)

// cue is what people say who need a thing that they do not name: a trouble, an occasion,
// an activity, a place. Its words need not stand side by side.
type cue struct {
	roots  []string // ascending
	things []int32  // indices into cues.things
}

// cues are what points to things, in one language.
type cues struct {
	things []string         // English names
	byRoot map[string][]cue // by the first of their roots
}

// readCues reads lines of a thing, a tab and its cues, divided by commas.
func readCues(name, text string, root func(form string) string) cues {
	c := cues{byRoot: map[string][]cue{}}
	pointed, at := map[string][]int32{}, map[string]int32{}
	for _, row := range rows(name, text, 2) {
		thing, ok := at[row[0]]
		if !ok {
			thing = int32(len(c.things))
			at[row[0]] = thing
			c.things = append(c.things, row[0])
		}
		for _, said := range strings.Split(row[1], ",") {
			key := strings.Join(cueRoots(Tokenize(said), root), " ")
			if key != "" && !slices.Contains(pointed[key], thing) {
				pointed[key] = append(pointed[key], thing)
			}
		}
	}
	for key, things := range pointed {
		roots := strings.Split(key, " ")
		c.byRoot[roots[0]] = append(c.byRoot[roots[0]], cue{roots, things})
	}
	return c
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

// Cued is a thing that what was said points to.
type Cued struct {
	Thing  string  // its English name
	Points float64 // in nats: how much rarer what was said is among all things than for this one
	Toks   []int   // that point to it, ascending
	Phrase bool    // several words together point to it
}

// Cued lists the things that tokens point to without naming them, the plainest first: each
// cue that was said adds ln(things/things that have it), as in the weighing of words by
// how few documents have them (Spärck Jones 1972).
func (l *Language) Cued(toks []Token) []Cued {
	out := l.cues.find(toks, l.cueRoot)
	if !l.Translates() {
		return out
	}
	english, at := l.inEnglish(toks)
	for _, c := range English().cues.find(english, Root) {
		for k := range c.Toks {
			c.Toks[k] = at[c.Toks[k]]
		}
		i := slices.IndexFunc(out, func(o Cued) bool { return o.Thing == c.Thing })
		switch {
		case i < 0:
			out = append(out, c)
		case c.Points > out[i].Points:
			out[i] = c
		}
	}
	sortCued(out)
	return out
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

func (c *cues) find(toks []Token, root func(form string) string) []Cued {
	said := map[string]int{} // token by root
	for i := range toks {
		if toks[i].Kind == Word {
			if r := root(toks[i].Form); r != "" {
				if _, ok := said[r]; !ok {
					said[r] = i
				}
			}
		}
	}
	found := map[int32]*Cued{}
	for _, r := range slices.Sorted(maps.Keys(said)) { // sums do not depend on the order of a map
		for _, q := range c.byRoot[r] {
			if slices.ContainsFunc(q.roots, func(r string) bool { _, ok := said[r]; return !ok }) {
				continue
			}
			points := math.Log(float64(len(c.things)) / float64(len(q.things)))
			for _, thing := range q.things {
				f := found[thing]
				if f == nil {
					f = &Cued{Thing: c.things[thing]}
					found[thing] = f
				}
				f.Points += points
				f.Phrase = f.Phrase || len(q.roots) > 1
				for _, r := range q.roots {
					f.Toks = append(f.Toks, said[r])
				}
			}
		}
	}
	out := make([]Cued, 0, len(found))
	for _, f := range found {
		slices.Sort(f.Toks)
		f.Toks = slices.Compact(f.Toks)
		out = append(out, *f)
	}
	sortCued(out)
	return out
}

func sortCued(list []Cued) {
	slices.SortFunc(list, func(a, b Cued) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(a.Thing, b.Thing))
	})
}
