package language

import (
	"maps"
	"slices"
	"strings"
)

// What is typed in a hurry: numbers that stick to the words around them.

// Unstick parts, in tokens, what was typed without a space and belongs apart: a bound from its
// number, "max80", and a unit from the word behind it, "16gbram". A unit behind its number is
// put right where a letter is wrong or its end is missing: "144herz", "4pers". A small number
// is parted from the word that it counts. The tokens keep their places in the text.
func (l *Language) Unstick(text string, toks []Token) []Token {
	for i := 0; i+1 < len(toks); i++ {
		t, next := &toks[i], &toks[i+1]
		if !next.Glued {
			continue
		}
		switch {
		case t.Kind == Word && next.Kind == Number && (!t.Glued || toks[i-1].Kind == Mark && !Joins(&toks[i-1])) && l.bounds(toks[i:i+1]) && ends(toks, i+2):
			next.Glued = false
		case t.Kind == Number && next.Kind == Word && len(next.Form) == next.End-next.Start:
			if at := l.behindUnit(next.Form); at > 0 {
				word := *next
				word.Start, word.Glued = next.Start+at, false
				word.Form = Fold(text[word.Start:word.End])
				word.Stem = Singular(word.Form)
				next.End = word.Start
				next.Form = Fold(text[next.Start:next.End])
				next.Stem = Singular(next.Form)
				toks = slices.Insert(toks, i+2, word)
			} else if unit := meantUnit(next.Form); unit != "" && ends(toks, i+2) {
				next.Form, next.Stem = unit, Singular(unit)
			} else if !t.Glued && t.Value < mostCounted && len(next.Form) >= ShortWord && Known(next.Form) && ends(toks, i+2) {
				next.Glued = false
			}
		}
	}
	return toks
}

// bounds reports whether tokens are the words of a bound and no more.
func (l *Language) bounds(toks []Token) bool {
	next, role := l.Longest(toks, 0, RolesOf(AtMost, AtLeast, Roughly))
	return role != None && next == len(toks)
}

// ends reports whether what token i−1 ends is no name of a model: nothing is glued behind
// it but a unit, a currency or a mark.
func ends(toks []Token, i int) bool {
	if i >= len(toks) || !toks[i].Glued || toks[i].Kind == Mark && !Joins(&toks[i]) {
		return true
	}
	_, unit := UnitAt(toks, i)
	return currencyWords[toks[i].Form] != "" || unit > i || meantUnit(toks[i].Form) != ""
}

// mostCounted bounds the numbers that are parted from a word of any language behind them,
// "4rollen": larger ones are of models, "3060super".
const mostCounted = 20

// shortestTail is the shortest word that is parted from a unit before it, in letters.
const shortestTail = 3

// behindUnit is where in a word the word begins that sticks to a unit or currency: the 2 of
// "gbram"; 0 where there is none.
func (l *Language) behindUnit(form string) int {
	if _, is := unitSpellings[Singular(form)]; is || currencyWords[form] != "" {
		return 0
	}
	for at := len(form) - shortestTail; at >= 2; at-- { // the longest unit
		_, unit := unitSpellings[form[:at]]
		if rest := form[at:]; (unit || currencyWords[form[:at]] != "") && (Known(rest) || IsProduct(rest)) {
			return at
		}
	}
	return 0
}

// namedUnits are the units' names that are long enough to be told when misspelt, ascending.
var namedUnits = func() []string {
	names := slices.Collect(maps.Keys(unitSpellings))
	for name := range currencyWords {
		names = append(names, name)
	}
	names = slices.DeleteFunc(names, func(n string) bool { return len(n) < 4 || !latin(n) })
	slices.Sort(names)
	return names
}()

// meantUnit is the unit or currency that a word behind a number was meant to be, which it is
// not: a letter is wrong, "herz", or the end is missing, "pers". It is "" for none.
func meantUnit(form string) string {
	if _, is := unitSpellings[Singular(form)]; is || len(form) < shortestTail || currencyWords[form] != "" || !latin(form) {
		return ""
	}
	for _, name := range namedUnits {
		if name[0] == form[0] && (distance(form, name) == 1 || len(form) >= 4 && strings.HasPrefix(name, form)) {
			return name
		}
	}
	return ""
}

// latin reports whether a text is of letters of the Latin alphabet alone.
func latin(text string) bool {
	return strings.Trim(text, "abcdefghijklmnopqrstuvwxyz") == ""
}
