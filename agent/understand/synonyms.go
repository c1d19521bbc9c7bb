package understand

import (
	"encoding/json"
	"fmt"
	"slices"

	"shopclerk/agent/language"
)

// Synonyms is what must be known of a language's words beyond what a catalogue
// says itself. The zero value knows nothing and works.
type Synonyms struct {
	// Groups are spellings and names of the same thing: "tv", "television".
	Groups [][]string `json:"groups"`
	// Things are nouns for products that others are made for: a "phone case"
	// is no case in a shop that has no phones.
	Things []string `json:"things"`
	// Accessories are nouns that make an accessory of the product before them:
	// a "headphones stand" is no pair of headphones.
	Accessories []string `json:"accessories"`
	// Adjectives may follow or precede a product's name without changing what
	// it is: "monitor curved".
	Adjectives []string `json:"adjectives"`
	// Common are everyday words that are never taken for a typing error.
	Common []string `json:"common"`
}

// ParseSynonyms reads the JSON form of Synonyms.
func ParseSynonyms(data []byte) (Synonyms, error) {
	var s Synonyms
	if err := json.Unmarshal(data, &s); err != nil {
		return Synonyms{}, fmt.Errorf("parsing synonyms: %w", err)
	}
	return s, nil
}

// lexicon is Synonyms prepared for look-up by stem.
type lexicon struct {
	groups      map[string][]synonym // by the first stem
	things      map[string]bool
	accessories map[string]bool
	adjectives  map[string]bool
	common      map[string]bool
}

// synonym is one member of a group.
type synonym struct {
	stems  []string
	others [][]string // the group's other members
}

func newLexicon(s Synonyms) *lexicon {
	l := &lexicon{
		groups:      map[string][]synonym{},
		things:      stemSet(s.Things),
		accessories: stemSet(s.Accessories),
		adjectives:  stemSet(s.Adjectives),
		common:      stemSet(s.Common),
	}
	for _, group := range s.Groups {
		var members [][]string
		for _, m := range group {
			if stems := stemsOf(language.Tokenize(m)); len(stems) > 0 {
				members = append(members, stems)
			}
		}
		for i, m := range members {
			for _, stem := range m {
				l.common[stem] = true // a word with a synonym is a word
			}
			l.groups[m[0]] = append(l.groups[m[0]], synonym{m, slices.Concat(members[:i], members[i+1:])})
		}
	}
	return l
}

// variants returns the phrase with one part replaced by a synonym, in every way
// there is.
func (l *lexicon) variants(phrase []string) [][]string {
	var out [][]string
	for i := range phrase {
		for _, syn := range l.groups[phrase[i]] {
			n := len(syn.stems)
			if i+n > len(phrase) || !slices.Equal(phrase[i:i+n], syn.stems) {
				continue
			}
			for _, other := range syn.others {
				out = append(out, slices.Concat(phrase[:i], other, phrase[i+n:]))
			}
		}
	}
	return out
}

func stemSet(words []string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		for _, t := range language.Tokenize(w) {
			m[t.Stem] = true
		}
	}
	return m
}

// stemsOf returns the stems of the tokens that are no marks, without "and" and the "x"
// between two numbers: the catalogue's "Hats & Caps" is also typed "hats and caps", and
// its "2560 × 1440" with an x.
func stemsOf(toks []language.Token) []string {
	var stems []string
	for i := range toks {
		if toks[i].Kind != language.Mark && toks[i].Form != "and" && !language.Times(toks, i) {
			stems = append(stems, toks[i].Stem)
		}
	}
	return stems
}
