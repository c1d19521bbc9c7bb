package discover

import (
	"regexp"
	"strings"
	"unicode"
)

// A titleWord is a word of a title with what its surroundings say.
type titleWord struct {
	text    string // lower case
	key     string // singular, without the possessive
	lower   bool
	caps    bool // in capitals throughout
	code    bool // it has digits
	breaks  bool // punctuation stands before it
	measure bool // a number stands before it

	// what [heads.parse] finds
	begin, end bool  // of its run of words that nothing divides
	class      uint8 // of its place in the title
	named      int   // words of the longest phrase with this head that a glossary names, 0 for none, or barredPair
}

// letterComma is a comma that stands between letters without a blank.
var letterComma = regexp.MustCompile(`([^\d\s]),([^\d\s])`)

// titleWords takes a title apart.
func titleWords(title string) []titleWord {
	var out []titleWord
	breaks, measure := true, false
	for _, f := range strings.Fields(letterComma.ReplaceAllString(title, "$1, $2")) {
		w := strings.TrimFunc(f, notWord)
		if w == "" {
			breaks, measure = true, false
			continue
		}
		w = strings.TrimSuffix(w, "(s") // "connector(s)"
		lead := strings.Index(f, w)
		tw := titleWord{
			text: strings.ToLower(w), lower: !strings.ContainsFunc(w, unicode.IsUpper),
			caps:   strings.ContainsFunc(w, unicode.IsUpper) && !strings.ContainsFunc(strings.TrimSuffix(w, "s"), unicode.IsLower),
			breaks: breaks || lead > 0, measure: measure && lead == 0,
		}
		if tw.key = wordKey(tw.text); tw.caps && len(w) > 2 && strings.HasSuffix(w, "s") {
			tw.key = strings.TrimSuffix(tw.text, "s") // "TVs"
		}
		tw.code = strings.ContainsFunc(w, unicode.IsDigit)
		breaks = lead+len(w) < len(f) && !strings.HasPrefix(f[lead+len(w):], "®") && !strings.HasPrefix(f[lead+len(w):], "™")
		measure = isDigit(w[0])
		out = append(out, tw)
	}
	return out
}

// notWord reports whether a rune is no part of a word at its ends.
func notWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// withoutBrand drops the words of the brand that a title begins with.
func withoutBrand(ws []titleWord, brand string) []titleWord {
	for _, b := range strings.Fields(brand) {
		if len(ws) > 1 && ws[0].text == strings.Trim(b, ",.") {
			ws = ws[1:]
		}
	}
	return ws
}

// singular strips the plural from the last word of a folded phrase.
func singular(s string) string {
	switch {
	case strings.HasSuffix(s, "lens"):
		return s
	case strings.HasSuffix(s, "lenses"):
		return s[:len(s)-2]
	case strings.HasSuffix(s, "ies") && len(s) > 5:
		return s[:len(s)-3] + "y"
	case strings.HasSuffix(s, "sses") || strings.HasSuffix(s, "xes") || strings.HasSuffix(s, "ches") || strings.HasSuffix(s, "shes"):
		return s[:len(s)-2]
	case strings.HasSuffix(s, "s") && len(s) > 3 && !strings.HasSuffix(s, "ss") && !strings.HasSuffix(s, "us") && !strings.HasSuffix(s, "is"):
		return s[:len(s)-1]
	}
	return s
}

// plural gives the last word of a phrase its plural.
func plural(s string) string {
	switch {
	case strings.HasSuffix(s, "lens"):
		return s + "es"
	case s == "" || strings.HasSuffix(s, "s") && !strings.HasSuffix(s, "ss") && !strings.HasSuffix(s, "us"):
		return s
	case strings.HasSuffix(s, "y") && len(s) > 1 && !strings.ContainsRune("aeiou", rune(s[len(s)-2])):
		return s[:len(s)-1] + "ies"
	case strings.HasSuffix(s, "s") || strings.HasSuffix(s, "x") || strings.HasSuffix(s, "ch") || strings.HasSuffix(s, "sh"):
		return s + "es"
	}
	return s + "s"
}
