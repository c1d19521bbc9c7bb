package tools

import (
	"maps"
	"slices"

	"shopclerk/agent/language"
)

// readEarlier claims for a parameter of which nothing was said the value that it had in
// an earlier call, where the text points back at one: "show that file", "the same
// title", "copy it". A value is of the parameter when that was called alike, or when
// both go by the same noun.
func (r *valueReader) readEarlier(i int) {
	of, ok := r.earlier(i)
	if !ok {
		return
	}
	nouns := r.nouns(i)
	for k, tok := range r.Toks {
		if !lists().Back[tok.Form] || r.IsQuoted(tok) {
			continue
		}
		at := r.Passage(k, k+1)
		if lists().Whichever[tok.Form] {
			r.claim(i, at, strengthPointed-1, false, of)
			return
		}
		for j := k + 1; j < len(r.Toks) && j <= k+reach && r.Toks[j].Kind != language.Mark; j++ {
			if r.InName(j) || r.IsQuoted(r.Toks[j]) {
				break
			}
			if slices.Contains(nouns, r.Toks[j].Stem) {
				r.claim(i, r.Passage(k, j+1), strengthPointed, false, of)
				return
			}
		}
	}
}

// earlier returns the newest value that parameter i had in an earlier call and that it
// can have now, or the last that was named and looks like one.
func (r *valueReader) earlier(i int) (any, bool) {
	p, d := &r.tool.Parameters[i], &r.domains[i]
	if d.Kind == List || d.Kind == Boolean || d.Kind == Opaque {
		return nil, false
	}
	nouns := r.nouns(i)
	for _, byNoun := range []bool{false, true} {
		for _, call := range r.scene.Before {
			for _, name := range slices.Sorted(maps.Keys(call.Arguments)) {
				of := call.Arguments[name]
				other := append(language.NameWords(name), kindsOf(name)...)
				if name != p.Name && (!byNoun || !slices.ContainsFunc(other, func(w string) bool { return slices.Contains(nouns, w) })) {
					continue
				}
				if accepted, err := d.Accept(of); err == nil {
					return accepted, true
				}
			}
		}
	}
	for n := len(r.scene.Told) - 1; n >= 0; n-- {
		told := language.Take(r.scene.Told[n], "")
		for _, s := range slices.Concat(told.Quoted, told.IDs) {
			if accepted, err := d.Accept(s.Said); err == nil && suits(p, s.Said) > 0 {
				return accepted, true
			}
		}
	}
	return nil, false
}
