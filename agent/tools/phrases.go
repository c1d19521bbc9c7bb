package tools

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// phrasebook keeps the names of values and parameters as words while one decision is
// made: every reading looks for the same names, and a domain of the present state is
// computed many times over.
type phrasebook struct {
	names  map[string][][]string    // the ways to say a name, as stems
	cues   map[*Parameter]*cueWords // by which a parameter's values are announced
	unsaid map[string]bool          // whether a value says that it is not known
}

// cueWords are the words by which a parameter's value is announced.
type cueWords struct {
	names   []string   // stems of its name, label and synonyms that say something
	before  []string   // prepositions that its value follows
	phrases [][]string // its names of several words
}

// book is the scene's phrasebook, begun with the first question to it.
func (s *Scene) book() *phrasebook {
	if s.phrases == nil {
		s.phrases = &phrasebook{map[string][][]string{}, map[*Parameter]*cueWords{}, map[string]bool{}}
	}
	return s.phrases
}

// unsays reports whether a value says that it is not known; many candidates share values.
func (b *phrasebook) unsays(of string) bool {
	unsaid, seen := b.unsaid[of]
	if !seen {
		unsaid = unsaidValue(of)
		b.unsaid[of] = unsaid
	}
	return unsaid
}

// phrases are the names of a value as words.
func (b *phrasebook) phrases(v Value) [][]string {
	var out [][]string
	if _, truth := v.Of.(bool); !truth {
		out = append(out, b.ways(spell(v.Of))...)
	}
	if v.Label != "" {
		out = append(out, b.ways(v.Label)...)
	}
	for _, n := range v.Names {
		out = append(out, b.ways(n)...)
	}
	return out
}

// ways are the words of a name, and those of how it is written where that differs:
// "rearLeft" may be said in one word or two.
func (b *phrasebook) ways(name string) [][]string {
	if out, ok := b.names[name]; ok {
		return out
	}
	var out [][]string
	w := language.NameStems(name)
	if len(w) > 0 {
		out = append(out, w)
	}
	var plain []string
	for _, tok := range language.Tokenize(name) {
		if tok.Kind != language.Mark {
			plain = append(plain, tok.Stem)
		}
	}
	if len(plain) > 0 && !slices.Equal(plain, w) {
		out = append(out, plain)
	}
	b.names[name] = out
	return out
}

// cuesOf returns the words by which a parameter's value is announced.
func (b *phrasebook) cuesOf(p *Parameter) *cueWords {
	if c, ok := b.cues[p]; ok {
		return c
	}
	c := &cueWords{}
	add := func(words []string) {
		for i, w := range words {
			if i == 0 || i == len(words)-1 { // not the "to" of "distance to wall"
				c.before = append(c.before, language.Parameters()[w].Before...)
				if one := strings.TrimRight(w, "s0123456789"); one != w {
					c.before = append(c.before, language.Parameters()[one].Before...)
				}
			}
			if stem := language.NameStems(w); len(stem) == 1 && !lists().Dull[w] && !lists().Stop[w] {
				c.names = append(c.names, stem[0])
			}
		}
	}
	add(language.NameWords(p.Name))
	add(language.NameStems(p.Label))
	for _, s := range p.Synonyms {
		add(language.NameStems(s))
	}
	for _, name := range append([]string{p.Name, p.Label}, p.Synonyms...) {
		if words := language.NameWords(name); len(words) > 1 {
			c.phrases = append(c.phrases, words)
		}
	}
	b.cues[p] = c
	return c
}
