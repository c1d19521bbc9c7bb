package tools

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// beside is how far back a parameter's name may stand from its value, in words: "the
// name of it is set to x" is rare, and longer is about something else.
const beside = 4

// cuesOf are the words by which values of the tool's parameter i are announced.
func (r *valueReader) cuesOf(i int) *cueWords { return r.scene.book().cuesOf(&r.tool.Parameters[i]) }

// cue returns how surely the words beside tokens [from, to) say that they are the
// parameter's value; 0 if they do not. A word that the names of several parameters
// share says less, and one further back that is this parameter's alone decides:
// "ending at page 8" is the end, though the first page is a page as well.
func (r *valueReader) cue(i, from, to int) float64 {
	c := r.cuesOf(i)
	const opening = ":='\"“‘„`#$€£("
	k := from - 1
	back := func() {
		for k >= 0 && r.Toks[k].Kind == language.Mark && strings.Contains(opening, r.Toks[k].Form) {
			k--
		}
	}
	back()
	weak := 0.0
	for steps := 0; k >= 0 && steps < beside; steps++ {
		tok := &r.Toks[k]
		switch {
		case slices.Contains(c.before, tok.Form):
			if weak > 0 {
				return bonusBoth
			}
			return bonusPreposition
		case slices.Contains(c.names, tok.Stem):
			if k > 0 && slices.Contains(c.before, r.Toks[k-1].Form) {
				return bonusBoth
			}
			n := r.sharers(tok.Stem)
			if r.wholeName(i, k) {
				return bonusFullName
			}
			if n == 1 {
				return bonusName
			}
			weak = max(weak, bonusName-0.25*float64(n-1)/float64(n))
		case !lists().Beside[tok.Form] && !lists().Dull[tok.Form]:
			steps = beside
		}
		k--
		back()
	}
	if weak > 0 {
		return weak
	}
	for to < len(r.Toks) && r.Toks[to].Kind == language.Mark && strings.Contains("-'\"”’", r.Toks[to].Form) {
		to++
	}
	if to < len(r.Toks) && slices.Contains(c.names, r.Toks[to].Stem) {
		return bonusName
	}
	return 0
}

// sharers counts the parameters that have a word in their names.
func (r *valueReader) sharers(stem string) int {
	n := 0
	for i := range r.tool.Parameters {
		if slices.Contains(r.cuesOf(i).names, stem) {
			n++
		}
	}
	return n
}

// wholeName reports whether all words of a parameter's name, label or synonym stand
// together up to token k or around it, where it has several.
func (r *valueReader) wholeName(i, k int) bool {
	for _, words := range r.cuesOf(i).phrases {
		for from := max(0, k-len(words)+1); from <= k && from+len(words) <= len(r.Toks); from++ {
			if slices.EqualFunc(r.Toks[from:from+len(words)], words, func(t language.Token, w string) bool { return t.Form == w || t.Stem == w }) {
				return true
			}
		}
	}
	return false
}
