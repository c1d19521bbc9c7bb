package understand

import (
	"strings"

	"shopclerk/agent/language"
)

// What a clause does to what was said before, told by its phrases alone.

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
