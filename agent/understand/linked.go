package understand

import (
	"slices"

	"shopclerk/agent/language"
)

// What a name of a category hangs on, and what it only describes.

// settledBy reports whether the words before token i, with which something begins, say that
// what it names is found.
func (r *reader) settledBy(i int) bool {
	for from := max(0, i-4); from < i; from++ {
		if from > 0 && r.toks[from-1].Kind != language.Mark {
			continue
		}
		if to, role := r.lang.Longest(r.toks, from, language.RolesOf(language.Done)); role != none && to == i {
			return true
		}
	}
	return false
}

// foundBehind reports whether what token i follows is said to be found: "the mouse is sorted".
func (r *reader) foundBehind(i int) bool {
	to, role := r.lang.Longest(r.toks, i, language.RolesOf(language.Found))
	return role != none && (to == len(r.toks) || r.toks[to].Kind == language.Mark || r.lang.Has(r.toks, to, and, filler))
}

// quality reports whether a name in the singular, behind a comma, says what something is
// like or has.
func (r *reader) quality(m *mention) bool {
	t := &r.toks[m.from]
	if m.to != m.from+1 || !r.lang.Translates() && t.Form != t.Stem || m.seg == 0 {
		return false
	}
	if m.to < len(r.toks) && r.lang.Generic[r.toks[m.to].Stem] && r.adjective(m.from) {
		return true // "the light one"
	}
	ends := m.seg+1 == len(r.segs) || r.segs[m.seg+1].mark || r.segs[m.seg+1].role == and
	if before := &r.segs[m.seg-1]; !before.mark {
		if words := language.ErrandWords(); before.role == filler && ends && r.adjective(m.from) {
			form := r.toks[before.to-1].Form
			return !words.The.Is(form) && !words.Some.Is(form) && !words.Own.Is(form) // "something really light"
		}
		return r.part(m.from, m.to) && r.adjective(before.to-1) && m.seg > 1 && r.segs[m.seg-2].mark
	}
	return ends && r.v.lexicon.adjectives[t.Stem]
}

// part reports whether tokens [from, to) name a part of many things, by their most usual
// name: "battery".
func (r *reader) part(from, to int) bool {
	names := r.englishNames(from, to)
	return len(names) > 0 && language.English().Parts[language.Singular(names[0])]
}

// adjective reports whether a token is known as an adjective.
func (r *reader) adjective(i int) (is bool) {
	if !r.lang.Translates() {
		return r.v.lexicon.adjectives[r.toks[i].Stem]
	}
	r.lang.Senses(r.toks, i, func(next int, s language.Sense) { is = is || next == i+1 && s.Part == 'a' })
	return is
}

// linked reports whether a mention hangs by a preposition on a product before
// it.
func (r *reader) linked(ms []mention, k int) bool {
	i := ms[k].seg - 1
	for i >= 0 && (r.segs[i].role == filler || r.segs[i].amount != nil || r.segs[i].open() && !r.isCategory(i)) {
		if _, numeral := r.lang.Numeral(r.toks, r.segs[i].from); numeral == r.segs[i].from && r.segs[i].open() && !r.owner(i) && r.foreign(i, nil) && !r.v.lexicon.adjectives[r.toks[r.segs[i].to-1].Stem] {
			break // "for gaming headphones": look no further than the words before, but "fits a big gpu"
		}
		i--
	}
	if i < 0 || r.segs[i].role != link {
		return false
	}
	if r.opens(i) && (i == 0 || r.needScope != nil) { // "for a small server", after a UPS
		return r.needScope != nil && !some(intersect(r.needScope, ms[k].in))
	}
	product := func(i int) bool {
		return r.isCategory(i) || r.foreign(i, nil) || r.segs[i].open() && r.lang.Product(r.toks, r.segs[i].from) > 0
	}
	before := i - 1
	for before > 0 && (r.segs[before].role == filler || r.segs[before].role == link || r.segs[before].open() && !product(before) || r.has(i) && r.segs[before].mark) { // "for long days at the desk", "a helmet, with a light"
		before--
	}
	if r.segs[before].mark || r.segs[before].role != none {
		return false
	}
	return product(before)
}

// owner reports whether a segment stands right behind "my", or is a word for somebody: the
// daughter of "for my daughter's school bag".
func (r *reader) owner(i int) bool {
	s := &r.segs[i]
	return r.person(i) || s.from > 0 && r.lang.Has(r.toks, s.from-1, language.Possess)
}

// has reports whether a preposition says what a product shall have.
func (r *reader) has(i int) bool {
	form := r.toks[r.segs[i].from].Form
	return form == "with" || form == "mit"
}

// restates reports whether a segment says what all that is looked for is for by its very name:
// the bike of "a bicycle helmet for my bike".
func (r *reader) restates(i int) bool {
	s := &r.segs[i]
	before := i - 1
	for before > 0 && (r.segs[before].role == filler || r.segs[before].role == none && r.says(before, language.Possess)) {
		before--
	}
	if r.scope == nil || s.to != s.from+1 || r.toks[s.from].Kind != language.Word || before < 0 || !r.says(before, language.For) {
		return false
	}
	same := []string{r.toks[s.from].Stem}
	r.lang.Senses(r.toks[:s.to], s.from, func(_ int, sense language.Sense) {
		for _, name := range sense.English {
			if stems := stemsOf(language.Tokenize(name)); len(stems) == 1 {
				same = append(same, stems[0])
			}
		}
	})
	for _, stem := range same[:len(same):len(same)] {
		for _, other := range r.v.lexicon.variants([]string{stem}) {
			if len(other) == 1 {
				same = append(same, other[0])
			}
		}
	}
	for k, in := range r.scope {
		if in && !slices.ContainsFunc(stemsOf(language.Tokenize(r.v.categories[k].name)), func(stem string) bool { return slices.Contains(same, stem) }) {
			return false
		}
	}
	return true
}

// onlySaysOf reports whether the clause begins with a preposition and says what is looked for has,
// or is for, what such things have or are for: "with lights on the back", among helmets; "no,
// for the office", among headphones that are.
func (r *reader) onlySaysOf() bool {
	first := slices.IndexFunc(r.segs, func(s segment) bool { return !s.mark && s.role != filler && s.role != negate })
	if first < 0 || r.segs[first].role != link {
		return false
	}
	if first == 0 && r.has(first) {
		return true
	}
	for i := first + 1; i < len(r.segs); i++ {
		if s := &r.segs[i]; s.open() && !slices.ContainsFunc(s.refs, func(m ref) bool {
			e := &r.v.entries[m.entry]
			return e.kind == aValue && m.rank < rankFragment && e.countIn(r.needScope) > 0
		}) {
			return false
		}
	}
	return true
}
