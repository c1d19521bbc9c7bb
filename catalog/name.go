package catalog

import (
	"regexp"
	"strings"
	"unicode"
)

// NameKey folds a text to what names are compared by: its letters and digits in lower
// case, so that "SBCMD195/00" and "sbcmd 195-00" are one name.
func NameKey(text string) string {
	return strings.Map(func(r rune) rune {
		r = unicode.ToUpper(r) // first, as some letters have two small forms
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// Names lists the keys of what names a product by itself: its id, the ids of its variants,
// its title, and the model numbers in its title.
func Names(p *Product) []string {
	out := []string{NameKey(p.ID), NameKey(p.Title)}
	for _, v := range p.Variants {
		out = append(out, NameKey(v.ID))
	}
	for word := range strings.FieldsSeq(p.Title) {
		if key := NameKey(word); isModelNumber(key) {
			out = append(out, key)
		}
	}
	return out
}

// quantity matches a number with its unit ("500ml"), or one by another ("45x16x10").
var quantity = regexp.MustCompile(`^\d+(\p{L}{1,3}|(x\d+)+\p{L}{0,2})$`)

// shortestModelNumber is the length from which letters and digits are a model number.
const shortestModelNumber = 5

// isModelNumber reports whether the key of a title's word is a model number: it has letters
// and digits, and is no quantity.
func isModelNumber(key string) bool {
	return len(key) >= shortestModelNumber && strings.ContainsFunc(key, unicode.IsDigit) &&
		strings.ContainsFunc(key, unicode.IsLetter) && !quantity.MatchString(key)
}
