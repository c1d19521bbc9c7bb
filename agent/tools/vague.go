package tools

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// vague are words before what somebody has in mind and does not say: "some folder",
// "the last several lines", "a specific term". Two of them are two words: "one of",
// "that much".
var vague = set(`some certain specific particular several various different another someone somebody
	irgendein irgendeine irgendeinen bestimmte bestimmten bestimmtes einige mehrere andere anderen jemand jemandem`)

// kinds are the nouns by which people call what goes into parameters that are named
// otherwise, by words of the parameter's name.
var kinds = map[string]string{
	"source": "file document", "filename": "file document", "file": "document", "document": "file",
	"destination": "folder directory", "path": "folder directory", "dir": "folder directory", "folder": "directory", "directory": "folder",
	"receiver": "person", "recipient": "person", "user": "person", "username": "person", "contact": "person", "mention": "person",
}

// relations are people whom a person speaks of without their names.
var relations = set("friend friends cousin colleague colleagues boss brother sister mother mom father dad wife husband partner neighbour neighbor someone somebody")

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
		out = append(out, strings.Fields(kinds[strings.TrimRight(w, "s0123456789")])...)
	}
	return out
}

// reach is how many words after a determiner its noun may stand: "the last several
// interesting lines".
const reach = 3

// specifics follow a vague word where the thing is named all the same: "another one
// namely X", "one of them, the one called X".
var specifics = set("namely called named titled number namlich namens")

// vagueOf returns the token behind which the text speaks of a value of parameter i
// without saying which one, −1 if it does not. It must then be asked about, whatever its
// default.
func (r *reader) vagueOf(i int) int {
	nouns := r.nouns(i)
	person := slices.Contains(nouns, "person")
	for k := range r.toks {
		tok := &r.toks[k]
		if r.isQuoted(*tok) {
			continue
		}
		next := func(form string) bool { return k+1 < len(r.toks) && r.toks[k+1].Form == form }
		switch {
		case person && relations[tok.Form] && k > 0 && (r.toks[k-1].Form == "my" || r.toks[k-1].Form == "our" || tok.Form == "someone" || tok.Form == "somebody"):
			return k
		case vague[tok.Form], tok.Form == "one" && next("of"), tok.Form == "that" && (next("much") || next("many") || next("amount")):
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
		if specifics[r.toks[k].Form] && to-k <= reach {
			return true
		}
	}
	return to > from && to-from <= reach
}
