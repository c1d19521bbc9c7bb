package lexical

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"shopclerk/catalog"
)

// Word is a word as titles, brands, categories and attributes spell it, folded, and how many
// products have it there.
type Word struct {
	Text  string `json:"w"`
	Count int    `json:"n"`
}

// Words returns the catalogue's words of letters, ascending: what a misspelt word may have been
// meant to be. Descriptions are left out, since they hold most of a catalogue's own typing
// errors. The slice is shared and must not be changed.
func (x *Index) Words() []Word { return x.words }

// Bounds on the words kept. A word of two letters is too short to be told from another, one
// beyond maxSpelt is a compound nobody types. A word takes about 40 bytes here and as much in a
// speller.
const (
	minSpelt  = 3
	maxSpelt  = 24
	keptWords = 200_000
)

// lexis counts the products that have a word.
type lexis map[string]int

// add counts the words of a product, each once.
func (l lexis) add(p catalog.Product) {
	seen := map[string]bool{}
	for _, f := range fields {
		if f.name == "description" {
			continue
		}
		for word := range strings.FieldsFuncSeq(Fold(f.text(p)), func(r rune) bool { return !wordRune(r) || ideographic(r) }) {
			if !seen[word] && spelt(word) {
				seen[word] = true
				l[word]++
			}
		}
	}
}

// sorted returns the commonest words, ascending.
func (l lexis) sorted() []Word {
	words := make([]Word, 0, len(l))
	for text, n := range l {
		words = append(words, Word{text, n})
	}
	byText := func(a, b Word) int { return strings.Compare(a.Text, b.Text) }
	if len(words) > keptWords {
		slices.SortFunc(words, func(a, b Word) int { return cmp.Or(cmp.Compare(b.Count, a.Count), byText(a, b)) })
		words = words[:keptWords]
	}
	slices.SortFunc(words, byText)
	return words
}

// spelt reports whether a folded word is one whose spelling can be checked: letters alone, at
// least minSpelt and at most maxSpelt of them.
func spelt(word string) bool {
	n := utf8.RuneCountInString(word)
	return minSpelt <= n && n <= maxSpelt && !strings.ContainsAny(word, "0123456789")
}
