package nlu

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"shopclerk/agent/language"
	"shopclerk/agent/settings"
	"shopclerk/catalog"
)

// WithAliases returns a reader that knows these words too. They are names like the catalogue's own; of
// a category without the aspect, and of numbers, they name nothing. The catalogue's entries are copied,
// which takes milliseconds.
func (r *Reader) WithAliases(aliases []settings.Alias) *Reader {
	out, x := *r, *r.lexicon
	out.aliases = aliases
	x.entries, x.names = slices.Clone(x.entries), slices.Clone(x.names)
	x.forms, x.byKey, x.byStem = maps.Clone(x.forms), maps.Clone(x.byKey), maps.Clone(x.byStem)
	b := &lexiconBuilder{Lexicon: &x}
	for i := range aliases {
		for _, id := range b.aliased(&aliases[i], r.categories) {
			for _, words := range aliases[i].Words {
				b.name(name{entry: id, words: b.words(language.Tokenize(words))})
			}
		}
	}
	x.phrases = perLanguage(x.namePhrases)
	out.lexicon, out.completer = &x, sync.OnceValue(out.complete)
	return &out
}

// aliased adds the entries that an alias names: the value in its category, or the aspect. A value too rare
// to have been learned counts as one product wherever its aspect is.
func (b *lexiconBuilder) aliased(a *settings.Alias, categories []catalog.Category) (ids []int32) {
	aspect := slices.IndexFunc(b.aspects, func(x lexAspect) bool { return x.key == a.Aspect })
	var named []entry
	for _, e := range b.entries {
		if int(e.aspect) != aspect || aspect < 0 {
			continue
		}
		if a.Value == "" && (e.kind == ToAspect || e.flag) || e.kind == ToValue && !e.flag && catalog.Same(e.text, a.Value) {
			named = append(named, e)
		}
	}
	if len(named) == 0 && aspect >= 0 && a.Value != "" {
		rare := entry{kind: ToValue, text: a.Value, aspect: int32(aspect)}
		for k := range categories {
			if x, ok := categories[k].Aspect(a.Aspect); ok && x.Kind != catalog.Numeric {
				rare.in = append(rare.in, tally{int32(k), 1})
			}
		}
		named = append(named, rare)
	}
	for _, e := range named {
		in := e.in
		e.in, e.total, e.called = nil, 0, strings.Join(a.Words, " ")
		for _, t := range in {
			if a.Category == "" || b.categories[t.category].path == a.Category {
				e.in, e.total = append(e.in, t), e.total+t.count
			}
		}
		if len(e.in) > 0 {
			ids, b.entries = append(ids, int32(len(b.entries))), append(b.entries, e)
		}
	}
	return ids
}
