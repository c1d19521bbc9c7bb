package lexical

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/char/asciifolding"
	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
)

const (
	// maxTerm is the longest term that is indexed, in bytes. Longer runs are
	// keys, hashes or debris that nobody types, and they swell the dictionary.
	maxTerm = 40

	// maxParts is the most parts that are also joined to one term:
	// "all-in-one" has three; a longer chain is a sentence and stays in parts.
	maxParts = 4

	// minStem is the shortest word that is stemmed, in bytes: "gas" and "bus" are not plurals.
	minStem = 4
)

// Terms returns the terms by which a text is indexed and searched, in the order of the text and as
// often as they occur. Case and accents are folded, English words are stemmed, words that every
// text has are left out, and a product-like word yields every form a shopper may type:
//
//	TN-2110  tn 2110 tn2110        tn2110  tn2110 tn 2110
//	Wi-Fi    wi fi wifi            1TB     1tb 1 tb
//	15.6"    15.6 inch             10,000  10000
//
// A word that changes between letters and digits more than once (FK521AA) is a
// part number and stays whole: its fragments would match sizes and units.
func Terms(text string) (terms []string) {
	emit := func(term string) { terms = append(terms, term) }
	s := Fold(text)
	var parts []string
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !wordRune(r) {
			i += n
			continue
		}
		if ideographic(r) { // without a dictionary, one sign is one word
			emit(s[i : i+n])
			i += n
			continue
		}
		parts = parts[:0]
		for {
			end := wordEnd(s, i)
			if part := s[i:end]; part != "s" || i == 0 || s[i-1] != '\'' {
				parts = append(parts, part)
			}
			i = end
			if !connected(s, i) {
				break
			}
			i++
		}
		emitWord(parts, emit)
		if i < len(s) && s[i] == '"' && isDigit(s[i-1]) {
			emit("inch")
		}
	}
	return terms
}

// analyzer is [Terms] as Bleve's indexer wants it.
type analyzer struct{}

// Analyze implements [analysis.Analyzer].
func (analyzer) Analyze(input []byte) analysis.TokenStream {
	var stream analysis.TokenStream
	for _, term := range Terms(string(input)) {
		stream = append(stream, &analysis.Token{Term: []byte(term)})
	}
	return stream
}

// Fold returns the text in lower case and without accents. Typographic quotes become plain ones.
func Fold(text string) string {
	for i := 0; i < len(text); i++ {
		if text[i] >= utf8.RuneSelf {
			text = string(asciifolding.New().Filter([]byte(strings.ToValidUTF8(text, " "))))
			break
		}
	}
	return strings.ToLower(text)
}

// wordEnd returns the end of the word that starts at i, with a letter or a digit: those,
// with points and thousands separators inside numbers.
func wordEnd(s string, i int) int {
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case wordRune(r) && !ideographic(r):
		case r == '.' && isDigit(s[i-1]) && i+1 < len(s) && isDigit(s[i+1]):
		case r == ',' && thousands(s, i):
		default:
			return i
		}
		i += n
	}
	return i
}

// thousands reports whether the comma at i, which is not the first sign, groups digits by three.
func thousands(s string, i int) bool {
	digits := 0
	for _, c := range []byte(s[i+1:]) {
		if !isDigit(c) {
			break
		}
		digits++
	}
	return digits == 3 && isDigit(s[i-1])
}

// connected reports whether the sign at i ties the words on both its sides.
func connected(s string, i int) bool {
	if i+1 >= len(s) {
		return false
	}
	switch s[i] {
	case '-', '_', '\'', '.':
		r, _ := utf8.DecodeRuneInString(s[i+1:])
		return wordRune(r) && !ideographic(r)
	}
	return false
}

// emitWord emits the terms of a word of one or more tied parts.
func emitWord(parts []string, emit func(string)) {
	for _, p := range parts {
		emitTerm(p, emit)
		if b := border(p); b > 0 {
			emitTerm(p[:b], emit)
			emitTerm(p[b:], emit)
		}
	}
	if len(parts) > 1 && len(parts) <= maxParts {
		emitTerm(strings.Join(parts, ""), emit)
	}
}

// emitTerm emits a single term after stemming, unless it says nothing.
func emitTerm(term string, emit func(string)) {
	term = strings.ReplaceAll(term, ",", "")
	if len(term) > maxTerm || stopWords[term] {
		return
	}
	emit(stem(term))
}

// border returns where a word changes from letters to digits or back, when it
// does so exactly once, else 0.
func border(word string) int {
	at := 0
	for i := 1; i < len(word); i++ {
		if numeric(word[i]) != numeric(word[i-1]) {
			if at > 0 {
				return 0
			}
			at = i
		}
	}
	return at
}

// stem returns the English stem (Porter's second stemmer) of a word of letters.
func stem(word string) string {
	if len(word) < minStem {
		return word
	}
	for i := 0; i < len(word); i++ {
		if word[i] < 'a' || word[i] > 'z' {
			return word
		}
	}
	env := snowballstem.NewEnv(word)
	english.Stem(env)
	return env.Current()
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// numeric reports whether the byte belongs to the number in a word such as "802.11ac".
func numeric(c byte) bool { return isDigit(c) || c == '.' || c == ',' }

func wordRune(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r))
}

func ideographic(r rune) bool {
	return r > 0x2E80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// stopWords are words that connect others and name nothing. The list is short on purpose: a word
// left in costs a little time, a word taken out cannot be found.
var stopWords = map[string]bool{
	"a": true, "an": true, "and": true, "are": true, "as": true, "at": true, "be": true, "by": true, "for": true,
	"from": true, "has": true, "have": true, "i": true, "in": true, "is": true, "it": true, "its": true, "me": true,
	"my": true, "of": true, "on": true, "or": true, "our": true, "that": true, "the": true, "their": true, "this": true,
	"to": true, "was": true, "we": true, "with": true, "you": true, "your": true,
}
