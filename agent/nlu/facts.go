package nlu

import (
	"slices"

	"shopclerk/agent/language"
)

// PhraseFacts says which phrases have which facts: names of categories, values, brands and what
// dictionaries know. Phrases are matched by stems. The zero value is empty and ready to use; adding
// is not safe for concurrent use, finding is.
type PhraseFacts struct {
	facts   map[uint64]Fact // by the hash of the stems so far; 0 for the beginning of a longer phrase
	longest int             // stems of the longest phrase
}

// Add gives a phrase, as its stems ([Stems]), further facts. It is nothing for no stems.
func (x *PhraseFacts) Add(stems []string, f Fact) {
	if len(stems) == 0 {
		return
	}
	if x.facts == nil {
		x.facts = map[uint64]Fact{}
	}
	h := uint64(0)
	for _, s := range stems {
		h = joinHash(h, s)
		x.facts[h] |= 0
	}
	x.facts[h] |= f
	x.longest = max(x.longest, len(stems))
}

// AddCategory adds the name of a category: the whole, its head and its other words.
func (x *PhraseFacts) AddCategory(stems []string) {
	x.addWhole(stems, NamesCategory, InCategory, HeadsCategory)
}

// AddValue adds a value of an aspect: the whole and its words.
func (x *PhraseFacts) AddValue(stems []string) { x.addWhole(stems, NamesValue, InValue, InValue) }

func (x *PhraseFacts) addWhole(stems []string, whole, inside, head Fact) {
	x.Add(stems, whole)
	for i := range stems {
		f := inside
		if i == len(stems)-1 {
			f = head
		}
		x.Add(stems[i:i+1], f)
	}
}

// Find adds to facts, one a token, those of the phrases that the stems hold. Of phrases with the
// same fact the longest wins. The first token of a whole name also gets [BeginsFact].
func (x *PhraseFacts) Find(stems []string, facts []Fact) {
	var covered [factKinds]int // by fact where the phrase ends that was found last
	for i := range stems {
		if stems[i] == "" {
			continue
		}
		h, words := uint64(0), 0
		var ends [factKinds]int
		for j := i; j < len(stems) && words < x.longest; j++ {
			if stems[j] == "" {
				continue
			}
			h = joinHash(h, stems[j])
			words++
			found, ok := x.facts[h]
			if !ok {
				break
			}
			for k := range ends {
				if found&(1<<k) != 0 {
					ends[k] = j + 1
				}
			}
		}
		for k, end := range ends {
			if end <= covered[k] {
				continue // none, or inside a longer phrase
			}
			covered[k] = end
			for j := i; j < end; j++ {
				facts[j] |= 1 << k
			}
			if 1<<k&wholeNames != 0 {
				facts[i] |= BeginsFact
			}
		}
	}
}

// factKinds is the number of facts that phrases can have, and wholeNames those of whole names.
const (
	factKinds  = 12
	wholeNames = NamesCategory | NamesValue | NamesBrand | NamesAspect | KnownKind | KnownValue
)

// Stems returns what phrases are matched by: the stem of each token in a language, "" for marks
// that join words, which phrases leave out.
func Stems(l *language.Language, toks []language.Token) []string {
	out := make([]string, len(toks))
	for i := range toks {
		switch t := &toks[i]; {
		case t.Kind != language.Mark:
			out[i] = l.Stem(t.Form)
		case !language.Joins(t):
			out[i] = t.Form
		}
	}
	return out
}

// joinHash is the hash of a phrase that goes on with a further stem.
func joinHash(h uint64, s string) uint64 { return mix(1, h, hashOf(s)) }

// allPhrases are the phrases of the thesaurus for kinds of products, values, uses and aspects, as a language
// stems them.
func (t *Thesaurus) allPhrases(lang int) *PhraseFacts {
	var out PhraseFacts
	for _, n := range t.names {
		switch class := t.concepts[n.concept].class; {
		case n.role > isBroader:
		case class == 'k':
			out.Add(stemsOf(n.words, lang), KnownKind)
		case class == 'q':
			out.Add(stemsOf(n.words, lang), NamesAspect)
		case class == 'u':
			out.Add(stemsOf(n.words, lang), KnownUse)
		default:
			out.Add(stemsOf(n.words, lang), KnownValue)
		}
	}
	return &out
}

// Known reports whether a word of a text, or its end, is in the dictionaries or a language's own.
func Known(text string) bool {
	toks := language.Tokenize(text)
	return slices.ContainsFunc(language.Languages(), func(l *language.Language) bool {
		stems, facts := Stems(l, toks), make([]Fact, len(toks))
		concepts().dictionary(l).Find(stems, facts)
		concepts().dictionary(l).findEnds(stems, facts)
		return slices.ContainsFunc(facts, func(f Fact) bool { return f != 0 }) ||
			slices.ContainsFunc(toks, func(t language.Token) bool { return t.Kind == language.Word && l.Familiar(&t) })
	})
}

// leastEnd is the shortest end of a compound that is looked up, in bytes of its stem.
const leastEnd = 4

// findEnds adds [EndsKind] to tokens in no known phrase that end with a known kind, as compounds do.
func (x *PhraseFacts) findEnds(stems []string, facts []Fact) {
	for i, s := range stems {
		if facts[i]&(KnownKind|KnownValue) != 0 {
			continue
		}
		for k := 2; k+leastEnd <= len(s); k++ {
			if x.facts[joinHash(0, s[k:])]&KnownKind != 0 {
				facts[i] |= EndsKind
				break
			}
		}
	}
}

// namePhrases are the phrases of the catalogue's names, as a language stems them.
func (x *Lexicon) namePhrases(lang int) *PhraseFacts {
	var out PhraseFacts
	for i := range x.names {
		e, stems := &x.entries[x.names[i].entry], stemsOf(x.names[i].words, lang)
		switch {
		case e.kind == ToCategory:
			out.AddCategory(stems)
		case e.kind == ToAspect:
			out.Add(stems, NamesAspect)
		case x.aspects[e.aspect].named:
			out.Add(stems, NamesBrand)
		default:
			out.AddValue(stems)
		}
	}
	return &out
}

// Facts are what the catalogue and the dictionaries know of each token of a message. What a phrase
// means in the language of the catalogue is known as if it were said in that.
func (x *Lexicon) Facts(toks []language.Token, l *language.Language) []Fact {
	facts := make([]Fact, len(toks))
	stems := Stems(l, toks)
	x.know.phrases(l).Find(stems, facts)
	x.phrases(l).Find(stems, facts)
	lang := slices.Index(language.Languages(), l)
	if lang < 0 || slices.Contains(x.langs, lang) {
		return facts
	}
	for from := range toks {
		var words []*form
		for to := from; to < min(len(toks), from+3) && toks[to].Kind != language.Mark; to++ {
			words = append(words, newForm(toks[to].Form))
			for _, id := range x.know.byKey[phraseKey(words, lang)] {
				n := &x.know.names[id]
				for _, m := range x.meant[n.concept] {
					if e := &x.entries[m.entry]; m.cover < 1 || m.role > isOther || n.role > isOther {
						continue
					} else if f := []Fact{NamesCategory, NamesValue, NamesAspect}[e.kind]; facts[from]&f == 0 {
						facts[from] |= BeginsFact
						for k := from; k <= to; k++ {
							facts[k] |= f
						}
					}
				}
			}
		}
	}
	return facts
}
