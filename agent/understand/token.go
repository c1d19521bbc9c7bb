package understand

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// tokenKind tells words, numbers and marks apart.
type tokenKind uint8

const (
	word   tokenKind = iota // a run of letters, or a number that cannot be read
	number                  // 27, 1,200, 5.25
	mark                    // any other single rune: punctuation, a currency sign, an emoji
)

// token is an indivisible piece of a message. Letters and digits are separate
// tokens even when they touch, so that "16GB" and "16 GB" read alike; glued
// remembers that they touched.
type token struct {
	start, end int // bytes of the message
	kind       tokenKind
	glued      bool    // no space between this token and the one before
	form       string  // folded: lower case, no accents, no apostrophe
	stem       string  // form without the English plural
	value      float64 // of a number
	corrected  bool    // stem was replaced by a known word of similar spelling
}

// maxDigits is the longest run of digits that is read as a number: longer ones
// are article numbers and barcodes, and no price or size needs them.
const maxDigits = 9

// tokenize splits a text. Every letter and digit of the text is in exactly one
// token; white space is in none.
func tokenize(text string) []token {
	toks := make([]token, 0, len(text)/5+1)
	glued := false
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		t := token{start: i, glued: glued}
		switch {
		case unicode.IsSpace(r):
			glued = false
			i += n
			continue
		case digit(r):
			i = numberEnd(text, i)
			t.kind = number
			v, ok := parseNumber(text[t.start:i])
			if t.value = v; !ok {
				t.kind = word
			}
			t.form = text[t.start:i]
			t.stem = t.form
		case letter(r):
			i = wordEnd(text, i)
			t.form = fold(text[t.start:i])
			t.stem = singular(t.form)
		default:
			i += n
			t.kind, t.form = mark, text[t.start:i]
			t.stem = t.form
		}
		t.end = i
		toks = append(toks, t)
		glued = true
	}
	return toks
}

func digit(r rune) bool { return r >= '0' && r <= '9' }

// letter reports whether a rune makes a word. Numbers of other scripts count as
// letters: they are searched for as they are written.
func letter(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r)
}

// wordEnd returns the end of the run of letters at i. An apostrophe between
// letters belongs to the word ("don't"), as do combining marks.
func wordEnd(text string, i int) int {
	for i < len(text) {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case letter(r) || unicode.IsMark(r):
		case r == '\'' || r == '’':
			if next, _ := utf8.DecodeRuneInString(text[i+n:]); !letter(next) {
				return i
			}
		default:
			return i
		}
		i += n
	}
	return i
}

// numberEnd returns the end of the digits at i, with the points and commas that
// stand between digits.
func numberEnd(text string, i int) int {
	for i < len(text) {
		switch c := text[i]; {
		case digit(rune(c)):
		case (c == '.' || c == ',') && i+1 < len(text) && digit(rune(text[i+1])):
		default:
			return i
		}
		i++
	}
	return i
}

// parseNumber reads 1200, 1,200, 1.200,50, 12,5 and 12.5. One point is a decimal
// point; one comma is a decimal comma unless three digits follow; a sign that
// occurs twice groups thousands. Anything else (1.2.3) is no number.
func parseNumber(s string) (float64, bool) {
	if len(s) > maxDigits+4 {
		return 0, false
	}
	points, commas := strings.Count(s, "."), strings.Count(s, ",")
	group, decimal := ",", "."
	switch {
	case commas == 1 && points == 0 && len(s)-strings.Index(s, ",") != 4,
		points > 1, commas == 1 && points == 1 && strings.Index(s, ",") > strings.Index(s, "."):
		group, decimal = ".", ","
	}
	whole, fraction, _ := strings.Cut(s, decimal)
	if strings.Contains(fraction, group) || strings.Contains(fraction, decimal) {
		return 0, false
	}
	for i, part := range strings.Split(whole, group) {
		if i > 0 && len(part) != 3 || part == "" || len(part) > maxDigits {
			return 0, false
		}
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(whole, group, "")+"."+fraction+"0", 64)
	return v, err == nil
}

// fold lowers a word's case and takes accents, apostrophes and the possessive
// ending away: "Women's" becomes "women", "Café" "cafe".
func fold(s string) string {
	plain := true
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < 'a' || c > 'z' {
			plain = false
			break
		}
	}
	if plain {
		return s
	}
	var b strings.Builder
	for _, r := range norm.NFKD.String(s) {
		if r == '’' {
			r = '\''
		}
		if !unicode.Is(unicode.Mn, r) {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return strings.ReplaceAll(strings.TrimSuffix(b.String(), "'s"), "'", "")
}

// irregular lists plurals that no rule covers and that shops use.
var irregular = map[string]string{
	"men": "man", "women": "woman", "children": "child", "mice": "mouse", "feet": "foot",
	"knives": "knife", "shelves": "shelf", "scarves": "scarf", "leaves": "leaf", "halves": "half",
	"series": "series", "lens": "lens", "lenses": "lens", "canvas": "canvas", "always": "always", "teeth": "tooth",
	"movies": "movie", "cookies": "cookie", "hoodies": "hoodie", "beanies": "beanie", "onesies": "onesie", "smoothies": "smoothie",
}

// singular takes the English plural ending from a folded word, after Harman's
// S-stemmer ("How effective is suffixing?", 1991) with "-xes", "-ches", "-shes"
// and "-sses" added. Stronger stemmers also merge words that differ in meaning
// ("wired" with "wire"), which is too eager where a word becomes a condition.
func singular(w string) string {
	if s, ok := irregular[w]; ok {
		return s
	}
	n := len(w)
	if n < 4 || w[n-1] != 's' || w[n-2] == 's' || w[n-2] == 'u' || w[n-2] == 'i' {
		return w
	}
	switch {
	case strings.HasSuffix(w, "ies") && n > 4 && w[n-4] != 'e' && w[n-4] != 'a':
		return w[:n-3] + "y"
	case strings.HasSuffix(w, "xes"), strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "shes"), strings.HasSuffix(w, "sses"):
		return w[:n-2]
	}
	return w[:n-1]
}

// chunk is a run of tokens that a shopper wrote without a gap, such as
// "tn-2110": tokens [from, to), first and last being no marks.
type chunk struct {
	from, to int
	digits   bool // holds a digit
	letters  bool // holds a letter
}

// joins reports whether a mark holds a chunk together. All others divide:
// "black/red" is two chunks, "tn-2110" is one.
func joins(t *token) bool {
	switch t.form {
	case "-", ".", "_", "+", "'":
		return true
	}
	return false
}

// chunksOf returns for every token the chunk it belongs to; a dividing mark has
// a chunk of its own.
func chunksOf(toks []token) []chunk {
	of := make([]chunk, len(toks))
	for i := 0; i < len(toks); {
		j := i + 1
		if toks[i].kind != mark || joins(&toks[i]) {
			for j < len(toks) && toks[j].glued && (toks[j].kind != mark || joins(&toks[j])) {
				j++
			}
		}
		c := chunk{from: i, to: j}
		for c.from < j-1 && toks[c.from].kind == mark {
			c.from++
		}
		for c.to > c.from+1 && toks[c.to-1].kind == mark {
			c.to--
		}
		for k := c.from; k < c.to; k++ {
			c.digits = c.digits || toks[k].kind == number || toks[k].kind == word && digit(rune(toks[k].form[0]))
			c.letters = c.letters || toks[k].kind == word && !digit(rune(toks[k].form[0]))
		}
		for k := i; k < j; k++ {
			of[k] = c
		}
		i = j
	}
	return of
}
