package reply

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"shopclerk/catalog"
)

// mention quotes the attribute of a product whose name or values have all of some words,
// else the sentence of the description, else the title. It is no yes: "not waterproof" has
// the word too.
func (c *clerk) mention(p *catalog.Product, said string) (sentence string, found bool) {
	terms := queryTerms(said)
	if len(terms) == 0 {
		return "", false
	}
	for _, a := range p.Attributes {
		f := c.fact(p, a.Key)
		label := f.aspect.Label
		if label == "" || !f.known() {
			continue
		}
		if hold(tokenize(label), terms) {
			return c.says(&f), true
		}
		if f.aspect.Kind == catalog.Numeric || f.aspect.Kind == catalog.Flag {
			continue
		}
		for i, v := range f.values {
			if hold(tokenize(label+" "+v.Text), terms) {
				f.values = f.values[i : i+1]
				f.text = Values(c.Language, &f.aspect, f.values)
				return c.says(&f), true
			}
		}
	}
	return c.quote(p, terms)
}

// quote quotes the sentence of a product's description that has all terms, else the title.
func (c *clerk) quote(p *catalog.Product, terms []string) (sentence string, found bool) {
	for _, s := range sentenceEnd.Split(p.Description, -1) {
		if hold(tokenize(s), terms) {
			s = strings.TrimRight(strings.TrimSpace(s), ".")
			return c.T("answer.described", "Product", c.name(p), "Text", c.quoted(window(s, terms[0]))), true
		}
	}
	if hold(tokenize(p.Title), terms) {
		return c.T("answer.titled", "Title", c.quoted(Shorten(title(p), longestQuote))), true
	}
	return "", false
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

// window returns a sentence, or of a long one the part from shortly before a term on.
func window(s, term string) string {
	const before = 8 // words
	words := strings.Fields(s)
	at := slices.IndexFunc(words, func(w string) bool { return hold(tokenize(w), []string{term}) })
	if utf8.RuneCountInString(s) > longestQuote && at > before {
		return "…" + Shorten(strings.Join(words[at-before:], " "), longestQuote-1)
	}
	return Shorten(s, longestQuote)
}
