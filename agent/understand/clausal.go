package understand

import (
	"strings"

	"shopclerk/agent/language"
)

// What a clause does to what was said before, told by its phrases alone.

// GoesBack returns the words for what a text goes back to, of what was spoken of before: "the
// tents" of "back to the tents, and show me green ones"; "" for none.
func GoesBack(text string, l *language.Language) string {
	toks := language.Tokenize(text)
	for i := range toks {
		from, role := l.Longest(toks, i, language.RolesOf(language.Back))
		if role == language.None || from == len(toks) {
			continue
		}
		to := from + 1
		for to < len(toks) && toks[to].Kind != language.Mark {
			to++
		}
		return text[toks[from].Start:toks[to-1].End]
	}
	return ""
}

// Undoes reports whether a text takes the last step back and says nothing else: "scratch that,
// please".
func Undoes(text string, l *language.Language) bool { return saysOnly(text, l, language.Undo) }

// StartsOver reports whether a text begins anew and says nothing else: "reset it all, please".
func StartsOver(text string, l *language.Language) bool { return saysOnly(text, l, language.Reset) }

// saysOnly reports whether a text is made of phrases of a role, and of what says nothing.
func saysOnly(text string, l *language.Language, role language.Role) bool {
	toks, says := language.Tokenize(text), false
	for i := 0; i < len(toks); {
		to, found := l.Longest(toks, i, language.RolesOf(role))
		if says = says || found == role; found != role {
			if to, found = l.Longest(toks, i, language.RolesOf(language.Filler)); found == language.None {
				if to = i + 1; toks[i].Kind != language.Mark {
					return false
				}
			}
		}
		i = to
	}
	return says
}

// KeepsBudget reports whether a text says that the price stays as it was: "same budget".
func KeepsBudget(text string, l *language.Language) bool {
	r := reader{toks: language.Tokenize(text), lang: l}
	for i := range r.toks {
		if l.Has(r.toks, i, language.Money, language.Budget) && r.staysSame(i) {
			return true
		}
	}
	return false
}

// staysSame reports whether it is said beside token i that something stays as it was: "der
// Preis bleibt".
func (r *reader) staysSame(i int) bool {
	for k := max(0, i-2); k < min(len(r.toks), i+3); k++ {
		if k != i && r.lang.Has(r.toks, k, language.Same) {
			return true
		}
	}
	return false
}

// ButKept is a text without its clauses of what stays as it was: without the "red stays" of
// "forget the light, red stays".
func ButKept(text string, l *language.Language) string {
	toks := language.Tokenize(text)
	var out []string
	from := 0
	for i := 0; i <= len(toks); i++ {
		if i < len(toks) && (toks[i].Kind != language.Mark || toks[i].Glued && i+1 < len(toks) && toks[i+1].Glued) {
			continue
		}
		if i > from && !l.Anywhere(toks[from:i], language.Same) {
			out = append(out, text[toks[from].Start:toks[i-1].End])
		}
		from = i + 1
	}
	return strings.Join(out, ", ")
}
