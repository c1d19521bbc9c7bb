package tools

import (
	"slices"

	"shopclerk/agent/language"
)

// phrasebook keeps the names of values and parameters as words while one decision is
// made: every reading looks for the same names, and a domain of the present state is
// computed many times over.
type phrasebook struct {
	names     map[string][][]string   // the ways to say a name, as stems
	announced map[*Parameter][]string // the words that announce a parameter's values
	unsaid    map[string]bool         // whether a value says that it is not known
}

// book is the scene's phrasebook, begun with the first question to it.
func (s *Scene) book() *phrasebook {
	if s.phrases == nil {
		s.phrases = &phrasebook{map[string][][]string{}, map[*Parameter][]string{}, map[string]bool{}}
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

// cues returns the stems of a parameter's name, label and synonyms that say something.
func (b *phrasebook) cues(p *Parameter) []string {
	if out, ok := b.announced[p]; ok {
		return out
	}
	var out []string
	for _, name := range append([]string{p.Name, p.Label}, p.Synonyms...) {
		for _, w := range language.NameStems(name) {
			if !lists().Dull[w] && !lists().Stop[w] {
				out = append(out, w)
			}
		}
	}
	b.announced[p] = out
	return out
}
