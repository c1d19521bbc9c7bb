package understand

import (
	"math/bits"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// wordInfo is what the speller knows of a word.
type wordInfo struct {
	count int  // products behind it
	alone bool // is a phrase by itself
}

// speller finds the vocabulary's word that a misspelt one was meant to be. The
// order within its lists is arbitrary; the choice among them is total.
type speller struct {
	words    map[string]wordInfo
	byFirst  map[rune][]spelling // by first letter
	bySecond map[rune][]spelling // long words by second letter
}

// spelling is a word ready for comparison.
type spelling struct {
	stem    string
	length  int
	letters uint32 // which of a-z it has
	wordInfo
}

// A word is corrected when it has at least shortWord letters: by one edit, or by
// two from longWord on. An exchange of two neighbours is one edit. The first
// letter must be right below longWord, where people rarely miss it and where
// another one usually makes another word.
const (
	shortWord, longWord = 4, 8
	// maxCorrections bounds the work on a long message: what comes after is
	// left as it was typed.
	maxCorrections = 48
)

func newSpeller(words map[string]wordInfo) speller {
	s := speller{words: words, byFirst: map[rune][]spelling{}, bySecond: map[rune][]spelling{}}
	for w, info := range words {
		sp := spelling{stem: w, length: utf8.RuneCountInString(w), letters: letterSet(w), wordInfo: info}
		if sp.length < shortWord-1 || digit(rune(w[0])) {
			continue
		}
		first, n := utf8.DecodeRuneInString(w)
		second, _ := utf8.DecodeRuneInString(w[n:])
		s.byFirst[first] = append(s.byFirst[first], sp)
		if sp.length >= longWord-2 {
			s.bySecond[second] = append(s.bySecond[second], sp)
		}
	}
	return s
}

// letterSet returns the letters a-z of a word as bits. Two words at edit
// distance d differ in at most 2d of them, which rules most pairs out cheaply.
func letterSet(w string) uint32 {
	var set uint32
	for i := 0; i < len(w); i++ {
		if c := w[i] - 'a'; c < 26 {
			set |= 1 << c
		}
	}
	return set
}

// correct returns the word that a folded, unknown word was meant to be: the
// nearest, of those the one that is a phrase by itself, then the commonest, then
// the alphabetically first.
func (s *speller) correct(form string) (string, bool) {
	n := utf8.RuneCountInString(form)
	if n < shortWord {
		return "", false
	}
	edits := 1
	if n >= longWord {
		edits = 2
	}
	first, size := utf8.DecodeRuneInString(form)
	second, _ := utf8.DecodeRuneInString(form[size:])
	stem := singular(form)
	best := candidate{edits: edits + 1}
	best.among(s.byFirst[first], stem, edits)
	if n >= longWord {
		best.among(s.bySecond[second], stem, edits) // wrong first letter
		best.among(s.bySecond[first], stem, edits)  // first letter left out
		best.among(s.byFirst[second], stem, edits)
	}
	return best.stem, best.edits <= edits
}

// candidate is the best correction so far.
type candidate struct {
	spelling
	edits int
}

func (best *candidate) among(words []spelling, stem string, limit int) {
	n, letters := utf8.RuneCountInString(stem), letterSet(stem)
	for i := range words {
		w := &words[i]
		if w.length < n-limit || w.length > n+limit || bits.OnesCount32(w.letters^letters) > 2*limit {
			continue
		}
		d := distance(stem, w.stem)
		if d > limit || d > best.edits || d == best.edits && !best.losesTo(w) {
			continue
		}
		best.spelling, best.edits = *w, d
	}
}

func (best *candidate) losesTo(w *spelling) bool {
	if w.alone != best.alone {
		return w.alone
	}
	if w.count != best.count {
		return w.count > best.count
	}
	return w.stem < best.stem
}

// distance is the edit distance with an exchange of two neighbouring letters
// counted as one edit where it is the only one.
func distance(a, b string) int {
	d := levenshtein.ComputeDistance(a, b)
	if d == 2 && len(a) == len(b) {
		for i := 0; i+1 < len(a); i++ {
			if a[i] != b[i] {
				if a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:] {
					return 1
				}
				break
			}
		}
	}
	return d
}

// spell corrects the words of a message that neither catalogue nor language
// knows. A token that touches a digit is part of a model name and stays.
func (v *Vocabulary) spell(toks []token, chunks []chunk) {
	left := maxCorrections
	for i := range toks {
		t := &toks[i]
		if t.kind != word || chunks[i].digits || left == 0 || v.knows(t) {
			continue
		}
		left--
		if stem, ok := v.words.correct(t.form); ok {
			t.stem, t.corrected = stem, true
		}
	}
}

// knows reports whether a word needs no correction.
func (v *Vocabulary) knows(t *token) bool {
	if _, ok := v.words.words[t.stem]; ok || language.words[t.form] || len(t.form) < shortWord {
		return true
	}
	if _, ok := unitSpellings[t.stem]; ok {
		return true
	}
	if _, ok := numeralWords[t.form]; ok || scaleWords[t.form] > 0 || currencyWords[t.form] != "" {
		return true
	}
	l := v.lexicon
	if l.common[t.stem] || l.things[t.stem] || l.accessories[t.stem] || l.adjectives[t.stem] {
		return true
	}
	if v.aliases != nil && v.aliases.stems[t.stem] {
		return true
	}
	if v.known != nil && (v.known(t.form) || v.known(t.stem)) {
		return true
	}
	_, joined := v.index[t.stem] // "headphones" where the catalogue has "head phones"
	return joined
}
