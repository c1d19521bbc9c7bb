package tools

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// readFlag claims the name of a flag as true, or as false after a negation, and an
// answer's yes and no.
func (r *valueReader) readFlag(i int) {
	if r.answer == i {
		for k, tok := range r.Toks {
			if no := lists().Off[tok.Form] || errands().No.Is(tok.Form); no || lists().On[tok.Form] || errands().Yes.Is(tok.Form) {
				r.claim(i, r.Passage(k, k+1), strengthExact, false, !no)
				return
			}
		}
	}
	names := r.flagName(&r.tool.Parameters[i])
	if len(names) == 0 {
		if k := r.opposed(i); k >= 0 {
			r.claim(i, r.Passage(k, k+1), strengthTypo, false, false)
			return
		}
		names = r.flagPurpose(i)
	}
	if len(names) == 0 {
		return
	}
	for k, tok := range r.Toks {
		if tok.Stem != names[0] || r.meansTool(tok.Stem) {
			continue
		}
		off := false
		for b := max(0, k-3); b < k; b++ {
			off = off || lists().Without[r.Toks[b].Form] || errands().Nots.Is(r.Toks[b].Form)
		}
		j := k + 1
		for j < len(r.Toks) && (slices.Contains(names, r.Toks[j].Stem) || lists().Dull[r.Toks[j].Form]) {
			j++
		}
		if j < len(r.Toks) && lists().Off[r.Toks[j].Form] {
			off = true
		}
		r.claim(i, r.Passage(k, k+1), strengthTypo, false, !off)
		return
	}
}

// flagName returns the words of the name of a flag that is in the text: of its name,
// its label or a synonym, every word that says something must be there.
func (r *valueReader) flagName(p *Parameter) []string {
	for _, name := range append([]string{p.Name, p.Label}, p.Synonyms...) {
		words := slices.DeleteFunc(language.NameStems(name), func(w string) bool { return lists().Stop[w] || lists().Dull[w] })
		if len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !r.Stems[w] }) {
			return words
		}
	}
	return nil
}

// opposed returns the token that asks for the deed of a tool where flag i is for its
// opposite, and so is false: "lock" of lockDoors(unlock). −1 if none does.
func (r *valueReader) opposed(i int) int {
	words, deed := language.NameWords(r.tool.Parameters[i].Name), r.deed()
	if len(words) != 1 || deed == "" {
		return -1
	}
	for prefix := range lists().Reverses {
		if base, ok := strings.CutPrefix(words[0], prefix); ok && language.Root(base) == deed {
			return r.asksFor(deed)
		}
	}
	return -1
}

// deed is the root of what the tool does by its name, which begins with it; empty where
// that is no verb.
func (r *valueReader) deed() string {
	words := language.NameStems(r.tool.Name)
	if len(words) == 0 {
		return ""
	}
	if root := language.Root(words[0]); alike().Deeds[root] {
		return root
	}
	return ""
}

// asksFor returns the token of a deed, or of another word for the same, −1 if the text has
// none.
func (r *valueReader) asksFor(deed string) int {
	return slices.IndexFunc(r.Toks, func(tok language.Token) bool {
		root := language.Root(tok.Stem)
		return tok.Kind == language.Word && !r.IsQuoted(tok) && (root == deed || slices.Contains(alike().Of[root], deed))
	})
}

// flagPurpose returns a word of the text by which the purpose of a flag differs from all
// that the tools say of themselves: "hidden" of "Show hidden files".
func (r *valueReader) flagPurpose(i int) []string {
	if r.scene.index == nil || r.answer >= 0 {
		return nil
	}
	for _, w := range language.NameStems(r.tool.Parameters[i].Purpose) {
		root := language.Root(w)
		if r.Stems[w] && !lists().Stop[w] && !lists().Dull[w] && !alike().Deeds[root] && !lists().On[w] && !lists().Off[w] && r.scene.index.in[root] == 1 &&
			r.scene.index.terms[toolIndex(r.scene.index.tools, r.tool.Name)][root] <= valueWeight {
			return []string{w}
		}
	}
	return nil
}
