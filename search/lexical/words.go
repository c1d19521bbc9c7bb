package lexical

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"shopclerk/catalog"
)

// Word is a word as titles, brands, categories and attributes spell it, folded,
// and how many products have it there.
type Word struct {
	Text  string `json:"w"`
	Count int    `json:"n"`
}

// Words returns the catalogue's words of letters, ascending: what a misspelt word
// may have been meant to be. Descriptions are left out, since they hold most of a
// catalogue's own typing errors, and words that stand in a field for sure are the
// ones that a shopper looks for. The slice is shared: do not change it.
func (x *Index) Words() []Word { return x.words }

// Bounds on the words kept. A word of two letters is too short to be told from
// another, one beyond maxSpelt is a compound nobody types. A million generated
// products have some thousand words; a shop of many languages may have millions,
// of which the commonest keptWords serve: they take about 40 bytes each here and as
// much in a speller.
const (
	minSpelt  = 3
	maxSpelt  = 24
	keptWords = 200_000
)

// lexis counts words by product. Beyond twice keptWords, the rarest are forgotten,
// so that memory is bounded; a word that comes again is counted anew (lossy
// counting, Manku and Motwani 2002).
type lexis map[string]int

// add counts the words of a product, each once.
func (l lexis) add(p catalog.Product) {
	seen := map[string]bool{}
	for _, f := range fields {
		if f.name == "description" {
			continue
		}
		Letters(f.text(p), func(word string) {
			if !seen[word] {
				seen[word] = true
				l[word]++
			}
		})
	}
	if len(l) > 2*keptWords {
		l.forget()
	}
}

// forget keeps the commonest words.
func (l lexis) forget() {
	words := l.list()
	slices.SortFunc(words, func(a, b Word) int { return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Text, b.Text)) })
	for _, w := range words[min(keptWords, len(words)):] {
		delete(l, w.Text)
	}
}

func (l lexis) list() []Word {
	out := make([]Word, 0, len(l))
	for text, n := range l {
		out = append(out, Word{text, n})
	}
	return out
}

// sorted returns the words to keep, ascending.
func (l lexis) sorted() []Word {
	l.forget()
	words := l.list()
	slices.SortFunc(words, func(a, b Word) int { return strings.Compare(a.Text, b.Text) })
	return words
}

// Letters calls yield for every word of the text that consists of letters alone
// and can be checked for spelling, folded, in order. Parts that a sign ties together
// ("wi-fi") come one by one.
func Letters(text string, yield func(word string)) {
	s := fold(text)
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !wordRune(r) || ideographic(r) {
			i += n
			continue
		}
		end := wordEnd(s, i)
		if word := s[i:end]; Spelt(word) {
			yield(word)
		}
		i = end
	}
}

// Spelt reports whether a folded word is one whose spelling can be checked: letters
// alone, at least three and at most 24 of them.
func Spelt(word string) bool {
	n := 0
	for _, r := range word {
		if numeric(byte(min(r, 127))) || !wordRune(r) || ideographic(r) {
			return false
		}
		n++
	}
	return minSpelt <= n && n <= maxSpelt
}

// Fold returns the text in lower case and without accents, as [Terms] reads it.
func Fold(text string) string { return fold(text) }
