package demo

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A sentence has gaps:
//
//	{material}          the product's values, "wood", "wood and cork"
//	{a style}           with its indefinite article, "a modern", "an airy"
//	{first function}    the first value only
//	{model}             the product's model number
//	[, {specification}] a part that one half of the sentences leave out
//	(cosy|snug)         one of several parts
//
// Parts nest.
type sentence struct {
	text     string
	mentions aspectSet
}

// slot is a gap that a product's values fill.
type slot struct {
	aspect  aspectID // modelSlot for its model number
	article bool     // with "a" or "an" before it
	first   bool     // the first value only
}

const modelSlot aspectID = aspectCount

// aspectSet is a set of aspects, one bit each.
type aspectSet uint16

// nothing is the mark of a sentence that names no aspect.
const nothing aspectSet = 1 << aspectCount

var slots = regexp.MustCompile(`\{[^}]*\}`)

// newSentence marks the aspects that a sentence can name, brand and series left out: those may
// come back as often as a shop likes to say them.
func newSentence(text string) sentence {
	s := sentence{text: text}
	for _, gap := range slots.FindAllString(text, -1) {
		if a := parseSlot(gap[1 : len(gap)-1]).aspect; a > series && a != modelSlot {
			s.mentions |= 1 << a
		}
	}
	return s
}

// parseSlot reads what stands between braces. It panics for what names no aspect: the sentences
// come with the program, and a test reads them.
func parseSlot(inside string) (s slot) {
	name, article := strings.CutPrefix(inside, "a ")
	name, first := strings.CutPrefix(name, "first ")
	aspect, known := aspectOf(name)
	if name == "model" {
		aspect, known = modelSlot, true
	}
	if !known {
		panic(fmt.Sprintf("{%s}: there is no aspect %q", inside, name))
	}
	return slot{aspect, article, first}
}

// filling appends the text of a slot, without its article.
type filling func(b []byte, s slot) []byte

// expand appends the sentence to b, with a capital at its beginning.
func (s sentence) expand(b []byte, f filling, r *rand.Rand) []byte {
	start := len(b)
	b = expand(b, s.text, f, r)
	first, size := utf8.DecodeRune(b[start:])
	if upper := unicode.ToUpper(first); upper != first && utf8.RuneLen(upper) == size {
		utf8.EncodeRune(b[start:], upper)
	}
	return b
}

func expand(b []byte, text string, f filling, r *rand.Rand) []byte {
	for text != "" {
		switch text[0] {
		case '{':
			var inside string
			inside, text, _ = strings.Cut(text[1:], "}")
			b = fill(b, parseSlot(inside), f)
		case '[', '(':
			parts, rest := alternatives(text)
			if text[0] == '[' {
				parts = append(parts, "") // it is left out
			}
			b, text = expand(b, parts[r.IntN(len(parts))], f, r), rest
		default:
			end := strings.IndexAny(text, "{[(")
			if end < 0 {
				end = len(text)
			}
			b = append(b, text[:end]...)
			text = text[end:]
		}
	}
	return b
}

// alternatives returns the parts in the brackets that a text begins with, and what follows them.
// It panics where they are not closed.
func alternatives(text string) (parts []string, rest string) {
	depth, from := 0, 1
	for i := range len(text) {
		switch text[i] {
		case '[', '(':
			depth++
		case ']', ')':
			if depth--; depth == 0 {
				return append(parts, text[from:i]), text[i+1:]
			}
		case '|':
			if depth == 1 {
				parts, from = append(parts, text[from:i]), i+1
			}
		}
	}
	panic(fmt.Sprintf("%q is not closed", text))
}

// fill appends what a slot is filled with.
func fill(b []byte, s slot, f filling) []byte {
	if !s.article {
		return f(b, s)
	}
	// The article depends on the word after it: write the word behind room for the longer
	// article, then close the gap if it is short.
	at := len(b)
	b = f(append(b, "an "...), s)
	if !takesAn(b[at+3:]) {
		copy(b[at+1:], b[at+2:])
		b = b[:len(b)-1]
	}
	return b
}

// consonantSounds are beginnings spelt with a vowel and spoken with a consonant.
var consonantSounds = []string{"uni", "use", "usb", "uk", "eu", "one-", "one ", "ewe"}

// vowelSounds are beginnings spelt otherwise and spoken with a vowel.
var vowelSounds = []string{"hour", "heir", "honest", "led ", "lcd", "xxl", "8", "11 ", "11-", "18 ", "18-"}

// takesAn reports whether the English indefinite article before word is "an".
// It knows the words of the schemas, not the whole language.
func takesAn(word []byte) bool {
	lower := strings.ToLower(string(word[:min(len(word), 8)]))
	for _, s := range consonantSounds {
		if strings.HasPrefix(lower, s) {
			return false
		}
	}
	for _, s := range vowelSounds {
		if strings.HasPrefix(lower, s) {
			return true
		}
	}
	return lower != "" && strings.IndexByte("aeiou", lower[0]) >= 0
}
