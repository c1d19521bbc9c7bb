package understand

import (
	"slices"
	"strings"
	"unicode"

	"shopclerk/agent/language"
)

// commonest is the rank among what people say from which a word can be put into a
// sentence without claiming anything: "would", "you", "like", "here". "Great", "free" and
// "always" are rarer.
const commonest = 1.0 / 125

// Faithful reports whether a sentence says in other words what a plain one says, and
// nothing more. It may add everyday words alone: no number, no pointer at products, no
// negation and no name of a category, aspect or value that the plain one does not have.
// It keeps all words of the plain one but everyday ones, its numbers and its question
// mark, is not much longer, and has no marks of addresses or code.
func (v *Vocabulary) Faithful(plain, worded string, l *language.Language) bool {
	if len(worded) > 2*len(plain)+40 || strings.Count(worded, "?") != strings.Count(plain, "?") ||
		strings.ContainsFunc(worded, func(r rune) bool {
			return unicode.IsControl(r) || strings.ContainsRune("<>@{}[]|\\`*_#", r) && !strings.ContainsRune(plain, r)
		}) ||
		strings.Contains(worded, "//") {
		return false
	}
	was, is := language.Tokenize(plain), language.Tokenize(worded)
	has := func(toks []language.Token, t *language.Token) bool {
		return slices.ContainsFunc(toks, func(o language.Token) bool {
			return o.Form == t.Form || o.Kind == language.Number && t.Kind == language.Number && o.Value == t.Value
		})
	}
	mere := func(t *language.Token) bool {
		return t.Kind == language.Mark || t.Kind == language.Word && (len(t.Form) == 1 || l.Said(t.Form) >= commonest*everydayShare)
	}
	for i := range was {
		if !mere(&was[i]) && !has(is, &was[i]) {
			return false
		}
	}
	chunks := language.Chunks(is)
	for i := range is {
		t := &is[i]
		if t.Kind == language.Mark || has(was, t) {
			continue
		}
		p := &l.Pointers
		if _, numeral := l.Numeral(is, i); !mere(t) || numeral > i || l.Ordinal(t.Form) != 0 || p.Those[t.Form] || p.Both[t.Form] {
			return false
		}
		if refs, _ := v.match(is, chunks, i, func(m ref) bool { return m.rank <= rankPartSynonym }); len(refs) > 0 {
			return false
		}
	}
	return negations(l, was) == negations(l, is)
}

// everydayShare is the share of the commonest word in what people say: see
// [language.Language.Said].
const everydayShare = 0.1

func negations(l *language.Language, toks []language.Token) int {
	n := 0
	for i := 0; i < len(toks); {
		next, role := l.Longest(toks, i, denials)
		if role != language.None {
			n++
		}
		i = max(next, i+1)
	}
	return n
}

var denials = language.RolesOf(language.Negate, language.Exclude)
