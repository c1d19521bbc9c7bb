package tools

import (
	"regexp"
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// shortCode is the form of short codes, such as those of airports and shares.
var shortCode = regexp.MustCompile(`^[A-Z]{2,8}$`)

// readStrange claims what is said where a value would be, and is none: what has the
// form of the values' names, a word after the parameter's own name ("mode turbo"), or
// a choice after a preposition ("convert it to gif"). A word of the tool's own is not
// meant.
func (r *valueReader) readStrange(i int, d *Domain, values []Value) {
	p := &r.tool.Parameters[i]
	names := r.cuesOf(i).names
	if r.nameable(values) {
		for _, s := range append(slices.Clone(r.Quoted), r.IDs...) {
			if p.Required || r.cue(i, s.From, s.To) > 0 {
				r.claim(i, s, strengthBare, true, s.Said)
			}
		}
	}
	if !r.nameable(values) && d.Kind == Finite {
		for _, s := range r.IDs { // "ppt5" where a format is said
			if r.cue(i, s.From, s.To) > 0 || p.Required && s.From > 0 && lists().Aims[r.Toks[s.From-1].Form] {
				r.claim(i, s, -strengthBare, true, s.Said)
			}
		}
	}
	coded := len(values) > 0 && !slices.ContainsFunc(values, func(v Value) bool { return !shortCode.MatchString(spell(v.Of)) })
	own := language.NameStems(r.tool.Name + " " + r.tool.Title + " " + r.tool.Purpose + " " + strings.Join(r.tool.Examples, " "))
	for k := range r.Toks {
		tok := &r.Toks[k]
		s := r.Passage(k, k+1)
		switch {
		case tok.Kind == language.Mark || r.InName(k) || lists().Stop[tok.Form] || r.named(s):
			continue
		case coded && shortCode.MatchString(s.Said) && (p.Required || r.cue(i, k, k+1) > 0):
			r.claim(i, s, strengthBare, true, s.Said)
			continue
		case r.answer >= 0 || k == 0 || tok.Kind == language.Number || r.nameable(values) || d.Kind != Finite:
			continue
		}
		before := &r.Toks[k-1]
		last := r.Ends(k+1) || lists().Beside[r.Toks[k+1].Form]
		switch {
		case lists().Namely[before.Form]:
			if p.Required {
				r.claim(i, s, strengthBare/2, true, s.Said)
			}
		case slices.Contains(own, tok.Stem) || alike().Deeds[language.Root(tok.Stem)]:
		case slices.Contains(names, before.Stem) || (lists().Told[before.Form] || before.Form == ":" || before.Form == "=") && r.cue(i, k, k+1) > 0:
			r.claim(i, s, -strengthBare, true, s.Said)
		case p.Required && last && lists().Aims[before.Form]:
			r.claim(i, s, -bonusName, true, s.Said)
		}
	}
}

// named reports whether a word names something of the tool's own parameters.
func (r *valueReader) named(s language.Span) bool {
	return r.sharers(r.Toks[s.From].Stem) > 0
}

// nameable reports whether the domain's values are things that have names of their
// own, such as files and orders: what looks like such a name is then meant for it.
func (r *valueReader) nameable(values []Value) bool {
	return len(values) == 0 || slices.ContainsFunc(values, func(v Value) bool {
		return language.NamesOne(spell(v.Of))
	})
}
