package reply

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"shopclerk/catalog"
)

// mention quotes the sentence of a product's description that has all of some words, else
// the title; "" where neither has. It is no yes: "not waterproof" has the word too.
func (c *clerk) mention(p *catalog.Product, said string) string {
	if quote := c.described(p, said); quote != "" {
		return quote
	}
	if hold(tokenize(p.Title), queryTerms(said)) {
		return c.T("answer.titled", "Title", c.quoted(Shorten(title(p), longestQuote)))
	}
	return ""
}

// described quotes the sentence of a product's description that has all of some words, of a
// long one the part from shortly before the first of them on.
func (c *clerk) described(p *catalog.Product, said string) string {
	const before = 8 // words
	terms := queryTerms(said)
	for _, s := range sentenceEnd.Split(p.Description, -1) {
		if !hold(tokenize(s), terms) {
			continue
		}
		s = strings.TrimRight(strings.TrimSpace(s), ".")
		words := strings.Fields(s)
		at := slices.IndexFunc(words, func(w string) bool { return hold(tokenize(w), terms[:1]) })
		if utf8.RuneCountInString(s) > longestQuote && at > before {
			s = "…" + Shorten(strings.Join(words[at-before:], " "), longestQuote-1)
		}
		return c.T("answer.described", "Product", c.name(p), "Text", c.quoted(Shorten(s, longestQuote)))
	}
	return ""
}

// queryTerms returns the words that must all be found: numbers, and words of three letters
// or more, for shorter ones are in every text.
func queryTerms(said string) []string {
	return slices.DeleteFunc(tokenize(said), func(t string) bool {
		return utf8.RuneCountInString(t) < 3 && !strings.ContainsAny(t[:1], "0123456789")
	})
}

// tokenize returns the words and numbers of a text, case folded.
func tokenize(s string) []string {
	return strings.FieldsFunc(catalog.FoldCase(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// hold reports whether tokens hold every term, and there are any.
func hold(tokens, terms []string) bool {
	return len(terms) > 0 && !slices.ContainsFunc(terms, func(t string) bool {
		return !slices.ContainsFunc(tokens, func(o string) bool { return sameLemma(t, o) })
	})
}

// sameLemma reports whether two words are forms of one: the same, or one the other with
// an ending of up to two letters, of words of four letters and more.
func sameLemma(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if a == b {
		return true
	}
	first, _ := utf8.DecodeRuneInString(a)
	return strings.HasPrefix(b, a) && !unicode.IsDigit(first) &&
		utf8.RuneCountInString(a) >= 4 && utf8.RuneCountInString(b[len(a):]) <= 2
}

// sentenceEnd matches what separates the sentences of a description.
var sentenceEnd = regexp.MustCompile(`[.!?][ \n]|[\n|]`)
