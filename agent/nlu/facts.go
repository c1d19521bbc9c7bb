package nlu

import (
	"hash/maphash"

	"shopclerk/agent/language"
)

// PhraseFacts says which phrases have which facts: names of categories, values, brands and what
// dictionaries know. Phrases are matched by stems. The zero value is empty and ready to use; adding
// is not safe for concurrent use, finding is.
type PhraseFacts struct {
	facts   map[uint64]Fact // by the hash of the stems so far; 0 for the beginning of a longer phrase
	longest int             // stems of the longest phrase
}

var phraseSeed = maphash.MakeSeed()

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
// same fact the longest wins; the first token of a phrase of more than one word, or of a whole
// name, also gets [BeginsFact].
func (x *PhraseFacts) Find(stems []string, facts []Fact) {
	covered := map[Fact]int{} // where the phrase of a fact ends that was found last
	for i := range stems {
		h, ends := uint64(0), map[Fact]int{}
		for j := i; j < len(stems) && j < i+x.longest; j++ {
			h = joinHash(h, stems[j])
			found, ok := x.facts[h]
			if !ok {
				break
			}
			for f := Fact(1); f <= found; f <<= 1 {
				if found&f != 0 {
					ends[f] = j + 1
				}
			}
		}
		for f, end := range ends {
			if end <= covered[f] {
				continue // inside a longer phrase
			}
			covered[f] = end
			for k := i; k < end; k++ {
				facts[k] |= f
			}
			if f&(NamesCategory|NamesValue|NamesBrand|NamesAspect|KnownKind|KnownValue) != 0 {
				facts[i] |= BeginsFact
			}
		}
	}
}

// Stems returns what phrases are matched by: the stem of each token in a language, "" for marks.
func Stems(l *language.Language, toks []language.Token) []string {
	out := make([]string, len(toks))
	for i := range toks {
		if toks[i].Kind != language.Mark {
			out[i] = l.Stem(toks[i].Form)
		}
	}
	return out
}

func joinHash(h uint64, s string) uint64 {
	return maphash.String(phraseSeed, s) ^ h*0x9e3779b97f4a7c15 + 1
}
