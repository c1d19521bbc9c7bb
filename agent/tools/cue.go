package tools

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// beside is how far back a parameter's name may stand from its value, in words.
const beside = 4

// cue returns how surely the words beside tokens [from, to) say that they are the value of
// parameter i; 0 if they do not. A word that the names of several parameters share says less.
func (r *valueReader) cue(i, from, to int) float64 {
	names := r.names(i)
	const opening = ":='\"“‘„`#$€£("
	for k, steps := from-1, 0; k >= 0 && steps < beside; k-- {
		tok := &r.Toks[k]
		switch {
		case tok.Kind == language.Mark && strings.Contains(opening, tok.Form):
			continue
		case slices.Contains(names, tok.Stem):
			return bonusName - 0.25*(1-1/float64(r.sharers(tok.Stem)))
		case !lists().Beside[tok.Form] && !lists().Dull[tok.Form]:
			steps = beside
		}
		steps++
	}
	for to < len(r.Toks) && r.Toks[to].Kind == language.Mark && strings.Contains("-'\"”’", r.Toks[to].Form) {
		to++
	}
	if to < len(r.Toks) && slices.Contains(names, r.Toks[to].Stem) {
		return bonusName
	}
	return 0
}

// names are the words by which values of parameter i are announced.
func (r *valueReader) names(i int) []string { return r.scene.book().cues(&r.tool.Parameters[i]) }

// sharers counts the parameters that have a word in their names.
func (r *valueReader) sharers(stem string) int {
	n := 0
	for i := range r.tool.Parameters {
		if slices.Contains(r.names(i), stem) {
			n++
		}
	}
	return n
}
