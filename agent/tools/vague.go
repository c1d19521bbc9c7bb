package tools

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// nouns are the words by which people call the values of parameter i.
func (r *reader) nouns(i int) []string {
	out := slices.Clone(r.cuesOf(i).names)
	p := &r.tool.Parameters[i]
	words := append(nameWords(p.Name), stemsOf(p.Label)...)
	out = append(out, kindsOf(p.Name)...)
	if len(out) == 0 { // a name is its own noun where it is all there is
		out = words
	}
	return out
}

// kindsOf are the nouns for what goes into a parameter of that name.
func kindsOf(name string) []string {
	var out []string
	for _, w := range nameWords(name) {
		out = append(out, language.Parameters()[strings.TrimRight(w, "s0123456789")].Nouns...)
	}
	return out
}

// reach is how many words after a determiner its noun may stand: "the last several
// interesting lines".
const reach = 3

// vagueOf returns the token behind which the text speaks of a value of parameter i
// without saying which one, −1 if it does not. It must then be asked about, whatever its
// default.
func (r *reader) vagueOf(i int) int {
	nouns := r.nouns(i)
	person := slices.Contains(nouns, "person")
	forms := make([]string, len(r.toks))
	for k := range r.toks {
		forms[k] = r.toks[k].Form
	}
	for k := range r.toks {
		tok := &r.toks[k]
		if r.isQuoted(*tok) {
			continue
		}
		switch {
		case person && k > 0 && (lists.Relations[tok.Form] && errands.Own.Is(r.toks[k-1].Form) || lists.Somebody[tok.Form]):
			return k
		case lists.Vague.Begin(forms[k:]) > 0:
		default:
			continue
		}
		for j := k + 1; j < len(r.toks) && j <= k+1+reach && r.toks[j].Kind != language.Mark; j++ {
			if r.inName(j) || r.isQuoted(r.toks[j]) || r.toks[j].Kind == language.Number {
				break // "one of the 'log.txt' files" says which
			}
			if slices.Contains(nouns, r.toks[j].Stem) {
				return j
			}
		}
	}
	return -1
}

// doubted drops the claims of parameters that are spoken of vaguely, unless they were
// named beside the value or the thing is named right after, and returns those parameters.
func (r *reader) doubted(claims []claim) (kept []claim, unsaid []int) {
	for i := range r.tool.Parameters {
		at := r.vagueOf(i)
		if at < 0 || slices.ContainsFunc(claims, func(c claim) bool { return c.parameter == i && (c.cued || r.specified(at, c.from)) }) {
			continue
		}
		unsaid = append(unsaid, i)
		claims = slices.DeleteFunc(claims, func(c claim) bool { return c.parameter == i })
	}
	return claims, unsaid
}

// specified reports whether the value at token to says which thing the noun at token
// from was about.
func (r *reader) specified(from, to int) bool {
	for k := from + 1; k < to; k++ {
		if lists.Specifics[r.toks[k].Form] && to-k <= reach {
			return true
		}
	}
	return to > from && to-from <= reach
}
