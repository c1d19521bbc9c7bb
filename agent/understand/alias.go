package understand

import (
	"slices"

	"shopclerk/agent/language"
	"shopclerk/catalog"
)

// Alias is words for values of an aspect, beside the catalogue's own.
type Alias struct {
	Category string // its path; "" for every category
	Aspect   string // its key
	Name     string // what a chip calls the values
	Values   []string
	Words    []string // each a word or a phrase
}

// aliases are laid over a vocabulary.
type aliases struct {
	index map[string][]ref // by phrase key
	stems map[string]bool  // that are no typing errors
}

// WithAliases returns the vocabulary with these words in place of those of an
// earlier call. Words are as direct as the catalogue's own, and mean nothing in
// categories where no product has a value; aspects that the catalogue does not have
// are left out, and so are aspects of numbers.
//
// They are laid over what was learned, of which the entries alone are copied: that
// takes 36 ms for 400,000 values, where learning them anew takes over a second.
func (v *Vocabulary) WithAliases(list []Alias) *Vocabulary {
	w := *v
	w.entries = slices.Clip(v.entries[:len(v.entries)-v.aliased])
	w.aliases, w.aliased = nil, 0
	for i := range list {
		w.alias(&list[i])
	}
	return &w
}

// alias adds one.
func (v *Vocabulary) alias(a *Alias) {
	k := v.aspectNamed(a.Aspect)
	if k < 0 || len(a.Values) == 0 {
		return
	}
	e := entry{kind: aValue, text: a.Name, aspect: int32(k), stands: a.Values, in: v.tallies(int32(k), a)}
	if len(e.in) == 0 {
		return
	}
	id := int32(len(v.entries))
	v.entries = append(v.entries, e)
	v.aliased++
	if v.aliases == nil {
		v.aliases = &aliases{index: map[string][]ref{}, stems: map[string]bool{}}
	}
	for _, words := range a.Words {
		stems := stemsOf(language.Tokenize(words))
		if len(stems) == 0 || len(stems) > maxWords {
			continue
		}
		key := string(phraseKey(nil, stems))
		v.aliases.index[key] = append(v.aliases.index[key], ref{entry: id, rank: rankExact, words: int8(len(stems))})
		for _, s := range stems {
			v.aliases.stems[s] = true
		}
	}
}

// tallies counts the products of an alias by category. Values that were too rare to
// be learned count as one product wherever the aspect is.
func (v *Vocabulary) tallies(k int32, a *Alias) []tally {
	counts := make([]int, len(v.categories))
	learned := false
	for _, id := range v.aspects[k].values {
		e := &v.entries[id]
		if !slices.ContainsFunc(a.Values, func(value string) bool { return catalog.Same(value, e.text) }) {
			continue
		}
		learned = true
		for _, t := range e.in {
			counts[t.category] += t.count
		}
	}
	var out []tally
	for _, in := range v.aspects[k].in {
		n := counts[in.category]
		if !learned {
			n = 1
		}
		if n > 0 && in.kind != catalog.Numeric && (a.Category == "" || v.categories[in.category].path == a.Category) {
			out = append(out, tally{in.category, n})
		}
	}
	return out
}

// find returns the meanings of a phrase.
func (v *Vocabulary) find(key []byte) []ref {
	found := v.index[string(key)]
	if v.aliases == nil {
		return found
	}
	if more := v.aliases.index[string(key)]; len(more) > 0 {
		return slices.Concat(found, more)
	}
	return found
}

// values are the catalogue's values that an entry of a value means.
func (e *entry) values() []string {
	if e.stands != nil {
		return e.stands
	}
	return []string{e.text}
}
