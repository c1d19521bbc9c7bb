package tools

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// instructs returns the features of the sentence that most instructs a tool. Where one has the tool's verb
// and negates or reports it, that one counts, whatever else is wanted.
func (p *passage) instructs(t *Tool) (best evidence) {
	toks := p.text.Toks
	l := language.Detect(toks, language.English())
	var verbs []string
	for _, name := range []string{Bare(t.Name), t.Title} {
		if words := language.NameWords(name); len(words) > 0 {
			verbs = append(verbs, language.Root(words[0]))
		}
	}
	means := func(w string) bool { return slices.Contains(verbs, language.Root(w)) }
	isVerb := func(from, i int) bool {
		inName := toks[i].Glued && i > 0 && toks[i-1].Form != "'" || i+1 < len(toks) && toks[i+1].Glued && toks[i+1].Kind != language.Mark
		noun := i > from && (errands().The.Is(toks[i-1].Form) || errands().Own.Is(toks[i-1].Form))
		return !inName && !noun && (means(toks[i].Stem) || l.Translates() && slices.ContainsFunc(l.English(toks[i].Form), means))
	}
	var named evidence
	for from, to := 0, 0; from < len(toks); from = to {
		for to = from + 1; to < len(toks) && !(strings.Contains(".!?;", toks[to-1].Form) && !toks[to].Glued); {
			to++
		}
		at := from
		for at < to && !isVerb(from, at) {
			at++
		}
		s := p.sentence(l, t, from, to, at)
		if c := s.certainty(); best[said] == 0 || c > best.certainty() {
			best = s
		}
		if at < to && (named[said] == 0 || s.certainty() > named.certainty()) {
			named = s
		}
	}
	if named[negated]+named[past] > 0 {
		return named
	}
	return best
}

// sentence are the features of tokens [from, to), of which at is the tool's verb, to for none.
func (p *passage) sentence(l *language.Language, t *Tool, from, to, at int) (s evidence) {
	toks := p.text.Toks
	s[said] = 1
	forms := make([]string, 0, to-from)
	for i := from; i < to; i++ {
		forms = append(forms, toks[i].Form)
	}
	manners, end := errands().Manners.Begin(forms), at-from // what stands before the verb
	if at == to {
		end = min(len(forms), manners+3)
	}
	for i := range forms {
		no := l.Has(toks, from+i, language.Negate)
		s.set(negated, no && l.Translates() || i < end && (end-i <= 5 || at == to) && (no || l.Has(toks, from+i, language.Exclude) || errands().No.Begin(forms[i:]) > 0))
		s.set(supposing, i < end && errands().Supposes.Begin(forms[i:]) > 0)
	}
	if at < to {
		form := toks[at].Form
		own := slices.Contains(language.NameWords(t.Name+" "+t.Title), form)
		wished := slices.ContainsFunc(forms[max(0, at-from-8):at-from], func(w string) bool { return is("wished", w) }) // "have it deleted"
		s.set(past, !own && !wished && (strings.HasSuffix(form, "ed") || !strings.HasPrefix(form, language.Root(toks[at].Stem))))
		s.set(asking, t.Effect != Reads && l.Has(toks, from, language.Ask) && manners < 2 && (s[past] > 0 || forms[len(forms)-1] == "?"))
	}
	return s
}
