package tools

import "slices"

// negations turn a flag off.
var negations = set("not no without never dont don't disable off exclude excluding except nicht kein keine ohne")

// affirmations and denials answer a question about a flag.
var (
	affirmations = set("yes y yeah yep sure true please ok okay on enable do correct ja klar gerne")
	denials      = set("no n nope nah false off disable dont not nein")
)

// readFlag claims the name of a flag as true, or as false after a negation, and an
// answer's yes and no.
func (r *reader) readFlag(i int, found bool) {
	if r.answer == i && !found {
		for k, tok := range r.toks {
			if no := denials[tok.Form]; no || affirmations[tok.Form] {
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
		return
	}
	for k, tok := range r.toks {
		if tok.Stem != names[0] || r.meansTool(tok.Stem) {
			continue
		}
		off := false
		for b := max(0, k-3); b < k; b++ {
			off = off || negations[r.toks[b].Form]
		}
		j := k + 1
		for j < len(r.toks) && (slices.Contains(names, r.toks[j].Stem) || dullWords[r.toks[j].Form]) {
			j++
		}
		if j < len(r.toks) && (r.toks[j].Form == "off" || r.toks[j].Form == "false" || r.toks[j].Form == "no") {
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
		words := slices.DeleteFunc(stemsOf(name), func(w string) bool { return stopWords[w] || dullWords[w] })
		if len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !r.stems[w] }) {
			return words
		}
	}
	return nil
}
