package reply

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"shopclerk/catalog"
)

// mention says what a product's own text has of some words, all of them: the attribute
// whose name or values have them, else the sentence of the description, else the
// title. It is quoted, never taken for a yes: "not waterproof" has the word too.
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

// quote says which sentence of a product's description, or its title, has all terms.
func (c *clerk) quote(p *catalog.Product, terms []string) (sentence string, found bool) {
	for _, s := range splitSentences(p.Description) {
		if hold(tokenize(s), terms) {
			return c.T("answer.described", "Product", c.name(p), "Text", c.quoted(window(s, terms))), true
		}
	}
	if hold(tokenize(p.Title), terms) {
		return c.T("answer.titled", "Title", c.quoted(Shorten(title(p), longestQuote))), true
	}
	return "", false
}

// queryTerms are the words that must all be found: numbers, and words of three letters or
// more, for shorter ones are in every text.
func queryTerms(said string) []string {
	var out []string
	for _, t := range tokenize(said) {
		if first, _ := utf8.DecodeRuneInString(t); unicode.IsDigit(first) || utf8.RuneCountInString(t) >= 3 {
			out = append(out, t)
		}
	}
	return out
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

// splitSentences cuts a description into its sentences.
func splitSentences(s string) []string {
	var out []string
	at := 0
	for i, r := range s {
		next := i + utf8.RuneLen(r)
		if r == '\n' || r == '|' || strings.ContainsRune(".!?", r) && next < len(s) && (s[next] == ' ' || s[next] == '\n') {
			out = append(out, s[at:next])
			at = next
		}
	}
	out = append(out, s[at:])
	for i := range out {
		out[i] = strings.TrimRight(strings.TrimSpace(out[i]), ".|")
	}
	return out
}

// window is a sentence, or of a long one the part from shortly before the first term
// on.
func window(s string, terms []string) string {
	words := strings.Fields(s)
	if utf8.RuneCountInString(s) > longestQuote {
		for i, w := range words {
			if hold(tokenize(w), terms[:1]) {
				if from := max(0, i-8); from > 0 {
					return "…" + Shorten(strings.Join(words[from:], " "), longestQuote-1)
				}
				break
			}
		}
	}
	return Shorten(s, longestQuote)
}
