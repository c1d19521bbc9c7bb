package tools

import (
	"slices"

	"shopclerk/agent/language"
)

// readFlag claims the name of a flag as true, or as false after a negation, and an
// answer's yes and no.
func (r *reader) readFlag(i int, found bool) {
	if r.answer == i && !found {
		for k, tok := range r.toks {
			if no := lists.Off[tok.Form] || errands.No.Is(tok.Form); no || lists.On[tok.Form] || errands.Yes.Is(tok.Form) {
				r.claim(i, span{k, k + 1, tok.Form}, exactly, false, !no)
				return
			}
		}
	}
	if found {
		return
	}
	names := r.flagName(&r.tool.Parameters[i])
	if len(names) == 0 {
		names = r.flagPurpose(i)
	}
	if len(names) == 0 {
		return
	}
	for k, tok := range r.toks {
		if tok.Stem != names[0] || r.meansTool(tok.Stem) {
			continue
		}
		off := false
		for b := max(0, k-3); b < k; b++ {
			off = off || lists.Without[r.toks[b].Form] || errands.Nots.Is(r.toks[b].Form)
		}
		j := k + 1
		for j < len(r.toks) && (slices.Contains(names, r.toks[j].Stem) || lists.Dull[r.toks[j].Form]) {
			j++
		}
		if j < len(r.toks) && lists.Off[r.toks[j].Form] {
			off = true
		}
		r.claim(i, span{k, k + 1, r.between(k, k+1)}, misspelt, false, !off)
		return
	}
}

// flagName returns the words of the name of a flag that is in the text: of its name,
// its label or a synonym, every word that says something must be there.
func (r *reader) flagName(p *Parameter) []string {
	for _, name := range append([]string{p.Name, p.Label}, p.Synonyms...) {
		words := slices.DeleteFunc(stemsOf(name), func(w string) bool { return lists.Stop[w] || lists.Dull[w] })
		if len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !r.stems[w] }) {
			return words
		}
	}
	return nil
}

// flagPurpose returns a word of the text by which the purpose of a flag differs from all
// that the tools say of themselves: "hidden" of "Show hidden files".
func (r *reader) flagPurpose(i int) []string {
	if r.scene.index == nil || r.answer >= 0 {
		return nil
	}
	for _, w := range stemsOf(r.tool.Parameters[i].Purpose) {
		root := language.Root(w)
		if r.stems[w] && !lists.Stop[w] && !lists.Dull[w] && !alike.Deeds[root] && !lists.On[w] && !lists.Off[w] && r.scene.index.in[root] == 1 &&
			r.scene.index.terms[r.scene.index.at(r.tool)][root] <= valueWeight {
			return []string{w}
		}
	}
	return nil
}
