package nlu

import (
	"maps"
	"slices"

	"shopclerk/agent/language"
	"shopclerk/catalog"
)

// Alias is words for a value of an aspect, beside the catalogue's own.
type Alias struct {
	Category string // path; "" for every category
	Aspect   string // key
	Value    string // as the catalogue spells it
	Words    []string
}

// WithAliases returns a reader that knows these words too. They are names like the catalogue's own; of
// a category without the aspect, and of numbers, they name nothing. The catalogue's entries are copied,
// which takes milliseconds.
func (r *Reader) WithAliases(aliases []Alias) *Reader {
	out, x := *r, *r.lexicon
	out.aliases = aliases
	x.entries, x.names = slices.Clone(x.entries), slices.Clone(x.names)
	x.forms, x.byKey, x.byStem = maps.Clone(x.forms), maps.Clone(x.byKey), maps.Clone(x.byStem)
	b := &lexiconBuilder{Lexicon: &x}
	for i := range aliases {
		if id := b.aliased(&aliases[i], r.categories); id >= 0 {
			for _, words := range aliases[i].Words {
				b.name(name{entry: id, words: b.words(language.Tokenize(words))})
			}
		}
	}
	x.phrases = perLanguage(x.namePhrases)
	out.lexicon = &x
	return &out
}

// aliased adds the entry that an alias names: the value in its category, −1 for none. A value too rare
// to have been learned counts as one product wherever its aspect is.
func (b *lexiconBuilder) aliased(a *Alias, categories []catalog.Category) int32 {
	aspect := slices.IndexFunc(b.aspects, func(x lexAspect) bool { return x.key == a.Aspect })
	value := slices.IndexFunc(b.entries, func(e entry) bool {
		return e.kind == ToValue && int(e.aspect) == aspect && !e.flag && catalog.Same(e.text, a.Value)
	})
	var in []tally
	switch {
	case value >= 0:
		in = b.entries[value].in
	case aspect >= 0:
		for k := range categories {
			if x, ok := categories[k].Aspect(a.Aspect); ok && x.Kind != catalog.Numeric {
				in = append(in, tally{int32(k), 1})
			}
		}
	}
	e := entry{kind: ToValue, text: a.Value, aspect: int32(aspect)}
	for _, t := range in {
		if a.Category == "" || b.categories[t.category].path == a.Category {
			e.in, e.total = append(e.in, t), e.total+t.count
		}
	}
	if len(e.in) == 0 {
		return -1
	}
	b.entries = append(b.entries, e)
	return int32(len(b.entries) - 1)
}
