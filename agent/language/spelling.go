package language

import (
	"math/bits"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// Info is what the speller knows of a word.
type Info struct {
	Count int  // products behind it
	Alone bool // is a phrase by itself
}

// Speller finds the vocabulary's word that a misspelt one was meant to be. The
// order within its lists is arbitrary; the choice among them is total.
type Speller struct {
	words    map[string]Info
	inflects bool                // the words are as they are written, plurals too
	byFirst  map[rune][]spelling // by first letter
	bySecond map[rune][]spelling // long words by second letter
}

// spelling is a word ready for comparison.
type spelling struct {
	word    string // as it is compared
	stem    string
	length  int
	letters uint32 // which of a-z it has
	Info
}

// A word is corrected when it has at least ShortWord letters: by one edit, or by
// two from LongWord on. An exchange of two neighbours is one edit. The first
// letter must be right below LongWord, where people rarely miss it and where
// another one usually makes another word.
const (
	ShortWord, LongWord = 4, 7
	// MaxCorrections bounds the work on a long message: what comes after is
	// left as it was typed.
	MaxCorrections = 48
)

func NewSpeller(words map[string]Info) Speller {
	s := Speller{words: words, byFirst: map[rune][]spelling{}, bySecond: map[rune][]spelling{}}
	add := func(w, stem string, info Info) {
		sp := spelling{word: w, stem: stem, length: utf8.RuneCountInString(w), letters: letterSet(w), Info: info}
		if sp.length < ShortWord-1 || Digit(rune(w[0])) {
			return
		}
		first, n := utf8.DecodeRuneInString(w)
		second, _ := utf8.DecodeRuneInString(w[n:])
		s.byFirst[first] = append(s.byFirst[first], sp)
		if sp.length >= LongWord-1 {
			s.bySecond[second] = append(s.bySecond[second], sp)
		}
	}
	for w, info := range words {
		add(w, w, info)
	}
	for plural, w := range irregular { // "wimen"
		if info, ok := words[w]; ok {
			add(plural, w, info)
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

// Correct returns the word that a folded, unknown word was meant to be: the
// nearest, of those one of the same letters (doubled, or in another order: "weis" is
// "weiss" and not "wein"), the one that is a phrase by itself, then the commonest,
// then the alphabetically first.
func (s *Speller) Correct(form string) (string, bool) {
	n := utf8.RuneCountInString(form)
	if n < ShortWord {
		return "", false
	}
	edits := 1
	if n >= LongWord {
		edits = 2
	}
	first, size := utf8.DecodeRuneInString(form)
	second, _ := utf8.DecodeRuneInString(form[size:])
	stem := form
	if !s.inflects {
		stem = Singular(form)
	}
	best := candidate{edits: edits + 1}
	best.among(s.byFirst[first], stem, edits)
	if best.edits > edits && stem != form {
		best.among(s.byFirst[first], form, edits) // "dres"
	}
	if n >= LongWord {
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
	same  bool // it has the letters of the form, and no others
}

func (best *candidate) among(words []spelling, stem string, limit int) {
	n, letters := utf8.RuneCountInString(stem), letterSet(stem)
	for i := range words {
		w := &words[i]
		if w.length < n-limit || w.length > n+limit || bits.OnesCount32(w.letters^letters) > 2*limit {
			continue
		}
		d := distance(stem, w.word)
		same := w.letters == letters
		if d > limit || d > best.edits || d == best.edits && (best.same && !same || best.same == same && !best.losesTo(w)) {
			continue
		}
		best.spelling, best.edits, best.same = *w, d, same
	}
}

func (best *candidate) losesTo(w *spelling) bool {
	if w.Alone != best.Alone {
		return w.Alone
	}
	if w.Count != best.Count {
		return w.Count > best.Count
	}
	return w.word < best.word
}

// OneOff reports whether two words are one edit from each other.
func OneOff(a, b string) bool { return distance(a, b) == 1 }

// Nearer reports whether a is no farther from a form than b is.
func Nearer(form, a, b string) bool { return distance(form, a) <= distance(form, b) }

// sounds spells alike what sounds alike, where people write by ear: "grafics".
var sounds = strings.NewReplacer("ph", "f", "ck", "k", "th", "t", "dt", "t", "ah", "a", "oh", "o", "uh", "u", "eh", "e", "ie", "i", "y", "i")

// distance is the edit distance of two words, or of how they sound and one more where
// that is nearer.
func distance(a, b string) int {
	d := editDistance(a, b)
	if d > 1 {
		if by := editDistance(sounds.Replace(a), sounds.Replace(b)); by == 0 {
			return 1
		}
	}
	return d
}

// editDistance is the edit distance with an exchange of two neighbouring letters
// counted as one edit where it is the only one.
func editDistance(a, b string) int {
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

// Has reports whether a stem is one of the speller's words.
func (s *Speller) Has(stem string) bool { _, ok := s.words[stem]; return ok }
