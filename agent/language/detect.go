package language

import "slices"

// Which language a message is in.

// Detect tells the language of a message: the one that shows most, by small words that
// only it has, by words of its phrases that the others' lack, and by words of its
// dictionary that English has not; where that is even, prior, which is the language of
// the page or of what was said before.
func Detect(toks []Token, prior *Language) *Language {
	best, most := prior, 0.0
	for _, l := range Languages() {
		n := 0.0
		for i := range toks {
			if t := &toks[i]; t.Kind == Word && !lettered(toks, i) {
				n += l.shown(t)
			}
		}
		if l == prior {
			n += ownPrior
		}
		if n > most {
			best, most = l, n
		}
	}
	if most <= ownPrior {
		return prior
	}
	return best
}

// lettered reports whether a token is a letter written with a number, as "a3" is.
func lettered(toks []Token, i int) bool {
	near := func(k int) bool { return k >= 0 && k < len(toks) && toks[k].Kind == Number }
	return len(toks[i].Form) == 1 && (near(i+1) && toks[i+1].Start == toks[i].End || near(i-1) && toks[i-1].End == toks[i].Start)
}

// ownPrior speaks for the language of the page where words show none.
const ownPrior = 0.5

// shown is how far a word speaks for a language, 0..1.
func (l *Language) shown(t *Token) float64 {
	_, sold := English().Products[t.Form]
	sold = sold && l.Translates() // "hat" is said in German, and sold in English
	if w := l.functions[t.Form]; w > 0 {
		if sold || len(t.Form) == 1 && t.Capital && t.Form != "i" { // or "Energieklasse A"
			return w / 3
		}
		return w
	}
	for _, o := range Languages() {
		if o != l && (o.functions[t.Form] > 0 || o.Knows(t.Form)) {
			return 0
		}
	}
	if l.Knows(t.Form) {
		if sold {
			return 0.2
		}
		return 0.7
	}
	english := English()
	if !l.Translates() {
		_, ok := l.Products[t.Stem]
		alike := slices.ContainsFunc(Languages(), func(o *Language) bool { return o.has(t.Form) })
		if (ok || l.Common[t.Form]) && !alike { // "Tablet" is said in German too
			return 0.3
		}
		return 0
	}
	if _, ok := english.Products[t.Stem]; ok || len(t.Form) <= 3 || english.Common[t.Stem] {
		return 0
	}
	for _, s := range l.senses[l.stem(t.Form)] {
		for _, e := range s.English {
			if Fold(e) == t.Form {
				return 0 // "Gold", "Polyester"
			}
		}
	}
	if l.Means(t.Form) {
		return 0.8
	}
	return 0
}
