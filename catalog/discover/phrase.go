package discover

import (
	"strings"
	"unicode"
)

// A phrase is a run of one to maxPhrase words of a title that may name the type
// of thing: "networking cable", "Patch Cable", "Notebook".
type phrase struct {
	text  string // folded, last word singular
	lower bool   // written in lower case, as prose is and names are not
	whole bool   // all of its lower-case run
	final bool   // nothing of its run follows: English puts the head noun last
	words int
}

// maxPhrase is the longest phrase in words: "uninterruptible power supply".
const maxPhrase = 3

// minors are words that end a noun phrase. What follows a head's preposition
// says what the thing is for or comes with, not what it is.
var minors = map[string]bool{
	"for": true, "with": true, "to": true, "in": true, "and": true, "or": true, "of": true, "from": true, "on": true,
	"by": true, "the": true, "a": true, "an": true, "w/o": true, "w/": true, "without": true, "over": true, "per": true,
	"up": true, "not": true, "plus": true, "de": true, "via": true, "at": true, "as": true, "your": true, "be": true,
}

// A titleWord is a word of a title with what its surroundings say.
type titleWord struct {
	text    string // lower case
	lower   bool
	caps    bool // in capitals throughout
	code    bool // it has digits
	breaks  bool // punctuation stands before it
	measure bool // a number stands before it
}

// titleWords takes a title apart.
func titleWords(title string) []titleWord {
	var out []titleWord
	breaks, measure := true, false
	for _, f := range strings.Fields(title) {
		w := strings.TrimFunc(f, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if w == "" {
			breaks, measure = true, false
			continue
		}
		w = strings.TrimSuffix(w, "(s") // "connector(s)"
		lead := strings.Index(f, w)
		tw := titleWord{
			text: strings.ToLower(w), lower: !strings.ContainsFunc(w, unicode.IsUpper),
			caps:   !strings.ContainsFunc(strings.TrimSuffix(w, "s"), unicode.IsLower),
			breaks: breaks || lead > 0, measure: measure && lead == 0,
		}
		tw.code = strings.ContainsFunc(w, unicode.IsDigit)
		breaks = lead+len(w) < len(f) && !strings.HasPrefix(f[lead+len(w):], "®") && !strings.HasPrefix(f[lead+len(w):], "™")
		measure = isDigit(w[0])
		out = append(out, tw)
	}
	return out
}

// phrases returns the phrases of a title, without its leading brand words.
// Words that isUnit says are units of measurement end a run where they follow a
// number; words that isModifier says are properties, as colours are, end it
// anywhere.
func phrases(title, brand string, isUnit, isModifier func(string) bool) []phrase {
	ws := titleWords(title)
	for _, b := range strings.Fields(strings.ToLower(brand)) {
		if len(ws) > 0 && ws[0].text == strings.Trim(b, ",") {
			ws = ws[1:]
		}
	}
	var out []phrase
	seen := make(map[string]int)
	flush := func(run []titleWord) {
		for i := range run {
			for n := 1; n <= maxPhrase && i+n <= len(run); n++ {
				p := phrase{
					text: singular(joinWords(run[i : i+n])), lower: true, words: n,
					final: i+n == len(run),
				}
				for _, w := range run[i : i+n] {
					p.lower = p.lower && w.lower
				}
				p.whole = p.lower && p.final && (i == 0 || !run[i-1].lower)
				if len(p.text) < 2 {
					continue
				}
				if j, ok := seen[p.text]; ok {
					out[j].lower = out[j].lower || p.lower
					out[j].whole = out[j].whole || p.whole
					out[j].final = out[j].final || p.final
					continue
				}
				seen[p.text] = len(out)
				out = append(out, p)
			}
		}
	}
	var run []titleWord
	for _, w := range ws {
		minor := minors[w.text]
		switch {
		case minor || w.code || isUnit(w.text) || isModifier(w.text) || len(w.text) < 2:
			flush(run)
			run = nil
			if (w.text == "for" || w.text == "with") && len(out) > 0 {
				return out
			}
			continue
		case w.breaks, len(run) > 0 && run[len(run)-1].lower && !w.lower:
			flush(run)
			run = nil
		}
		run = append(run, w)
	}
	flush(run)
	return out
}

func joinWords(ws []titleWord) string {
	var b strings.Builder
	for i, w := range ws {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.text)
	}
	return b.String()
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
