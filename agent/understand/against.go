package understand

import "shopclerk/agent/language"

// Against is how a clause holds what is wanted against something else: "lighter than the
// second one", "nothing that costs more than this".
type Against struct {
	Head string // what stands before the comparison, with its word of measure
	To   string // what stands behind it
	Near string // it, with two words before it and all behind it
	// Degree is that of the word of measure: "not as heavy as" has a positive.
	Degree     language.Degree
	More, Less bool // there is none: "more than", "less than"
	Denied     bool // "no heavier than"
}

// ReadAgainst finds the first comparison of a clause: a word of measure with "than" or "as"
// behind it, or "more than" and "less than". It is none where a denial stands before it, and
// a comma between: that may be another sentence.
func ReadAgainst(text string, l *language.Language) (a Against, ok bool) {
	toks := language.Tokenize(text)
	for i := range toks {
		behind := i + 1
		m, measured := l.MeasureAt(toks, i)
		if measured > i {
			behind = measured
		}
		to := behind // "heavier it is than"
		for !l.Has(toks, to, language.Than) && l.Has(toks, to, language.Filler, language.Money, language.Spend) {
			to++
		}
		if to >= len(toks)-1 || !l.Has(toks, to, language.Than) {
			continue
		}
		word := i // "costs more than", and "mehr kostet als"
		if measured > i {
			word = to - 1
		}
		pair := []language.Token{toks[word], toks[to]}
		if l.Has(pair, 0, language.Beyond) {
			_, bound := l.Longest(pair, 0, language.RolesOf(language.AtMost, language.AtLeast))
			a.Less, a.More = bound == language.AtMost, bound == language.AtLeast
		} else if measured == i {
			continue
		}
		a.Near = text[toks[max(0, i-2)].Start:]
		a.Degree, a.Head, a.To = m.Degree, text[:toks[to-1].End], text[toks[to+1].Start:]
		return a, a.deny(toks[:i], l)
	}
	return a, false
}

// deny reads whether what stands before a comparison denies it. It reports false where that
// is not plain.
func (a *Against) deny(before []language.Token, l *language.Language) bool {
	for i := range before {
		switch {
		case l.Has(before, i, language.Negate, language.Exclude, language.Turn):
			a.Denied = true
		case before[i].Form == "," && a.Denied:
			return false
		}
	}
	return true
}
