package tools

import (
	"slices"

	"shopclerk/agent/language"
)

// readNoun claims the thing to be acted on that is none of the values: the piano of
// "return the piano", where no order has one. Otherwise it would be as if nothing had
// been said, and the only chair there is would go back. Only domains of things are
// read so, and only the words right after the verb, none of which is known.
func (r *valueReader) readNoun(i int, values []Value) {
	if r.answer >= 0 || !r.tool.Parameters[i].Required || !namesThings(values) || r.acted() != i {
		return
	}
	known := r.vocabulary()
	strange := func(k int) bool {
		tok := &r.Toks[k]
		_, compares := r.compares(k)
		return tok.Kind != language.Mark && tok.Kind != language.Number && language.Ordinal(tok.Form) == 0 && !compares && !lists().Stop[tok.Form] && !lists().Anything[tok.Form] && !lists().Particles[tok.Form] &&
			!known[language.Root(tok.Stem)] && !alike().Deeds[language.Root(tok.Stem)] && !r.InName(k) && len(tok.Form) > 2
	}
	for k := 1; k+1 < len(r.Toks); k++ {
		if !errands().Own.Is(r.Toks[k].Form) && !errands().The.Is(r.Toks[k].Form) {
			continue
		}
		verb := k - 1
		for verb > 0 && lists().Particles[r.Toks[verb].Form] {
			verb--
		}
		if did := language.Root(r.Toks[verb].Stem); r.Toks[verb].Kind == language.Mark || lists().Stop[r.Toks[verb].Form] && !lists().Particles[r.Toks[verb].Form] || !known[did] && !alike().Deeds[did] && !lists().Particles[did] {
			continue
		}
		end := k + 1
		for end < len(r.Toks) && strange(end) {
			end++
		}
		ends := r.Ends(end) || lists().Particles[r.Toks[end].Form]
		if end > k+1 && end <= k+3 && ends {
			s := r.Passage(k+1, end)
			if of := r.translated(s, values); of != nil {
				r.claim(i, s, strengthPartial, false, of...)
				return
			}
			r.claim(i, s, strengthBare, true, s.Said)
		}
		return // the first is what the verb acts on
	}
}

// translated are the values whose names hold what a passage means in the language of
// catalogues: the mug of "nimm die Tasse wieder heraus". None where it means all of them.
func (r *valueReader) translated(s language.Span, values []Value) []any {
	means := map[string]bool{}
	for _, l := range language.Languages() {
		for k := s.From; k < s.To && l.Translates(); k++ {
			l.Senses(r.Toks, k, func(_ int, sense language.Sense) {
				for _, e := range sense.English {
					if words := language.NameStems(e); len(words) > 0 {
						means[words[len(words)-1]] = true // what it is stands last
					}
				}
			})
		}
	}
	var out []any
	for _, v := range values {
		if slices.ContainsFunc(r.scene.book().phrases(v), func(name []string) bool {
			return slices.ContainsFunc(name, func(w string) bool { return means[w] })
		}) {
			out = append(out, v.Of)
		}
	}
	if len(out) == len(values) && len(values) > 1 {
		return nil
	}
	return out
}

// namesThings reports whether values are things, which go by names and can be compared,
// rather than ways to do something.
func namesThings(values []Value) bool {
	return slices.ContainsFunc(values, func(v Value) bool { return len(v.Names) > 0 || len(v.Traits) > 0 })
}

// acted returns the parameter that the tool acts on: the first of its things that its
// name or title speaks of, "items" of "return items", or the first of all.
func (r *valueReader) acted() int {
	about := append(language.NameStems(r.tool.Name), language.NameStems(r.tool.Title)...)
	first := -1
	for i := range r.tool.Parameters {
		if !r.tool.Parameters[i].Required || !namesThings(r.domains[i].item().list()) {
			continue
		}
		if slices.ContainsFunc(r.names(i), func(w string) bool { return slices.Contains(about, w) }) {
			return i
		}
		if first < 0 {
			first = i
		}
	}
	return first
}

// vocabulary are the words of the tool, of its parameters and of all their values.
func (r *valueReader) vocabulary() map[string]bool {
	known := map[string]bool{}
	add := func(words []string) {
		for _, w := range words {
			w = language.Root(w)
			known[w] = true
			for _, like := range alike().Of[w] {
				known[like] = true
			}
		}
	}
	book := r.scene.book()
	for _, s := range []string{r.tool.Name, r.tool.Title, r.tool.Purpose} { // examples name things that need not be there
		add(language.NameStems(s))
	}
	for _, s := range r.tool.Examples {
		if w := language.NameStems(s); len(w) > 0 {
			add(w[:1])
		}
	}
	for i := range r.tool.Parameters {
		add(r.names(i))
		add(language.NameStems(r.tool.Parameters[i].Purpose))
		for _, v := range r.domains[i].item().list() {
			for _, phrase := range book.phrases(v) {
				add(phrase)
			}
		}
	}
	return known
}
