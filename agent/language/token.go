package language

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Kind tells words, numbers and marks apart.
type Kind uint8

// The kinds of tokens.
const (
	Word   Kind = iota // a run of letters, or a number that cannot be read
	Number             // 27, 1,200, 5.25
	Mark               // any other single rune: punctuation, a currency sign, an emoji
)

// Token is an indivisible piece of a message. Letters and digits are separate
// tokens even when they touch, so that "16GB" and "16 GB" read alike; Glued
// remembers that they touched.
type Token struct {
	Start, End int // bytes of the message
	Kind       Kind
	Glued      bool    // no space between this token and the one before
	Capital    bool    // begins with a capital letter
	Form       string  // folded: lower case, no accents, no apostrophe
	Stem       string  // Form without the English plural
	Value      float64 // of a number
	Corrected  bool    // Stem was replaced by a known word of similar spelling
}

// maxDigits is the longest run of digits that is read as a number: longer ones
// are article numbers and barcodes, and no price or size needs them.
const maxDigits = 9

// Tokenize splits a text. Every letter and digit of the text is in exactly one
// token; white space is in none.
func Tokenize(text string) []Token {
	toks := make([]Token, 0, len(text)/5+1)
	glued := false
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		t := Token{Start: i, Glued: glued}
		switch {
		case unicode.IsSpace(r):
			glued = false
			i += n
			continue
		case Digit(r):
			i = numberEnd(text, i)
			t.Kind = Number
			v, ok := parseNumber(text[t.Start:i], false)
			if part, end := fraction(text, t.Start, i); end > i {
				v, i = part, end
			}
			if t.Value = v; !ok {
				t.Kind = Word
			}
			t.Form = text[t.Start:i]
			t.Stem = t.Form
		case letter(r):
			i = wordEnd(text, i)
			t.Form = unstretched(Fold(text[t.Start:i]))
			t.Stem = Singular(t.Form)
			t.Capital = unicode.IsUpper(r)
		case r == '×' && crosses(text, i, i+n):
			i += n
			t.Form, t.Stem = "x", "x"
		default:
			i += max(n, heart(text[i:]))
			t.Kind, t.Form = Mark, text[t.Start:i]
			t.Stem = t.Form
		}
		t.End = i
		toks = append(toks, t)
		glued = true
	}
	return toks
}

// crosses reports whether numbers stand before byte i and at byte j, gaps aside.
func crosses(text string, i, j int) bool {
	before, after := strings.TrimRight(text[:i], " "), strings.TrimLeft(text[j:], " ")
	return before != "" && after != "" && Digit(rune(before[len(before)-1])) && Digit(rune(after[0]))
}

// unstretched is a folded word without the letters that were drawn out: "heyyy" is "hey".
// No word of these languages has a letter three times in a row, but for a few compounds
// that nobody has in a shop.
func unstretched(w string) string {
	var out []byte
	for i := 0; i < len(w); {
		j := i
		for j < len(w) && w[j] == w[i] {
			j++
		}
		if j-i > 2 && (i > 0 || j < len(w)) { // and not the AAA of batteries
			if out == nil {
				out = append(out, w[:i]...)
			}
			out = append(out, w[i])
		} else if out != nil {
			out = append(out, w[i:j]...)
		}
		i = j
	}
	if out == nil {
		return w
	}
	return string(out)
}

// heart returns the length of the heart that a text begins with, 0 for none: "<3", unless
// more follows that makes an amount of it, as in "<3 ms".
func heart(text string) int {
	if !strings.HasPrefix(text, "<3") {
		return 0
	}
	n := len(text) - len(strings.TrimLeft(text[1:], "3")) // "<333"
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(text[n:], " "))
	if unicode.IsLetter(next) || Digit(next) || strings.ContainsRune(".,%", next) || unicode.Is(unicode.Sc, next) {
		return 0
	}
	return n
}

// LongestRead is how many bytes of a text are read: as many as the 2,000 characters have
// that a shopper can send. Finding phrases, and what belongs together, looks back and
// ahead, so that the work grows faster than the text does.
const LongestRead = 8000

// Head is the part of a text that is read: all of it, or what is before the last gap
// within the bound.
func Head(text string) string {
	if len(text) <= LongestRead {
		return text
	}
	head := text[:LongestRead]
	for len(head) > 0 && !utf8.RuneStart(text[len(head)]) {
		head = head[:len(head)-1]
	}
	if gap := strings.LastIndexAny(head, " \n\t"); gap > 0 {
		head = head[:gap]
	}
	return head
}

func Digit(r rune) bool { return r >= '0' && r <= '9' }

// fraction reads the rest of a fraction of an inch, "3/8", whose numerator is text[from:at]; end is at where
// there is none.
func fraction(text string, from, at int) (v float64, end int) {
	if at == len(text) || text[at] != '/' || from > 0 && text[from-1] == '/' {
		return 0, at
	}
	end = numberEnd(text, at+1)
	over, errOver := strconv.Atoi(text[from:at])
	under, errUnder := strconv.Atoi(text[at+1 : end])
	if errOver != nil || errUnder != nil || over%2 == 0 || over >= under || under > finest || under&(under-1) != 0 || end < len(text) && text[end] == '/' {
		return 0, at
	}
	return float64(over) / float64(under), end
}

// finest is the finest part of an inch that fractions are read in.
const finest = 64

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
		case Digit(rune(c)):
		case (c == '.' || c == ',') && i+1 < len(text) && Digit(rune(text[i+1])):
		default:
			return i
		}
		i++
	}
	return i
}

// parseNumber reads 1200, 1,200, 1.200,50, 12,5 and 12.5. One point is a decimal
// point, and one comma a decimal comma unless three digits follow; where the comma is
// the decimal sign (German) it is the other way round. A sign that occurs twice groups
// thousands. Anything else (1.2.3) is no number.
func parseNumber(s string, comma bool) (float64, bool) {
	if len(s) > maxDigits+4 {
		return 0, false
	}
	points, commas := strings.Count(s, "."), strings.Count(s, ",")
	group, decimal := ",", "."
	switch {
	case points > 1, commas == 1 && points == 1 && strings.Index(s, ",") > strings.Index(s, "."),
		commas == 1 && points == 0 && (comma || len(s)-strings.Index(s, ",") != 4),
		comma && points == 1 && commas == 0 && len(s)-strings.Index(s, ".") == 4:
		group, decimal = ".", ","
	}
	whole, fraction, _ := strings.Cut(s, decimal)
	if strings.ContainsAny(fraction, ".,") {
		return 0, false
	}
	for i, part := range strings.Split(whole, group) {
		if i > 0 && len(part) != 3 || len(part) > maxDigits {
			return 0, false
		}
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(whole, group, "")+"."+fraction+"0", 64)
	return v, err == nil
}

// Fold lowers a word's case and takes accents, apostrophes and the possessive
// ending away: "Women's" becomes "women", "Café" "cafe", "Größe" "grosse".
func Fold(s string) string {
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
			if r = unicode.ToLower(r); r == 'ß' {
				b.WriteByte('s')
				r = 's'
			}
			b.WriteRune(r)
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

// Singular takes the English plural ending from a folded word, after Harman's
// S-stemmer ("How effective is suffixing?", 1991) with "-xes", "-ches", "-shes"
// and "-sses" added. Stronger stemmers also merge words that differ in meaning
// ("wired" with "wire"), which is too eager where a word becomes a condition.
func Singular(w string) string {
	if s, ok := irregular[w]; ok {
		return s
	}
	n := len(w)
	if n < 4 || w[n-1] != 's' || w[n-2] == 's' || w[n-2] == 'u' || w[n-2] == 'i' {
		return w
	}
	switch {
	case strings.HasSuffix(w, "ies") && n > 4 && w[n-4] != 'e':
		return w[:n-3] + "y"
	case strings.HasSuffix(w, "xes"), strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "shes"), strings.HasSuffix(w, "sses"):
		return w[:n-2]
	}
	return w[:n-1]
}

// Chunk is a run of tokens that a shopper wrote without a gap, such as
// "tn-2110": tokens [From, To), first and last being no marks.
type Chunk struct {
	From, To int
	Digits   bool // holds a digit
	Letters  bool // holds a letter
}

// Times reports whether a token joins two numbers to a size: the "x" of "155 x 220".
func Times(toks []Token, i int) bool {
	return i > 0 && i+1 < len(toks) && toks[i-1].Kind == Number && toks[i+1].Kind == Number &&
		(toks[i].Form == "x" || toks[i].Form == "by" || toks[i].Form == "mal")
}

// Joins reports whether a mark holds a chunk together. All others divide:
// "black/red" is two chunks, "tn-2110" is one.
func Joins(t *Token) bool {
	switch t.Form {
	case "-", ".", "_", "+", "'":
		return true
	}
	return false
}

// compounds reports whether a hyphen at token j, in what begins at token i with a digit, leads to
// a word of its own: "DDR3-Speicher", "4k-monitor", but not "tn-2110-bk".
func compounds(toks []Token, i, j int) bool {
	if toks[j].Form != "-" || j+1 >= len(toks) || !toks[j+1].Glued || toks[j+1].Kind != Word {
		return false
	}
	if n := len(toks[j+1].Form); n < 3 || n < 5 && !toks[j+1].Capital {
		return false
	}
	return slices.ContainsFunc(toks[i:j], func(t Token) bool { return t.Kind == Number })
}

// Chunks returns for every token the chunk it belongs to; a dividing mark has
// a chunk of its own.
func Chunks(toks []Token) []Chunk {
	of := make([]Chunk, len(toks))
	for i := 0; i < len(toks); {
		j := i + 1
		if toks[i].Kind != Mark || Joins(&toks[i]) {
			for j < len(toks) && toks[j].Glued && (toks[j].Kind != Mark || Joins(&toks[j])) && !compounds(toks, i, j) {
				j++
			}
		}
		c := Chunk{From: i, To: j}
		for c.From < j-1 && toks[c.From].Kind == Mark {
			c.From++
		}
		for c.To > c.From+1 && toks[c.To-1].Kind == Mark {
			c.To--
		}
		for k := c.From; k < c.To; k++ {
			c.Digits = c.Digits || toks[k].Kind == Number || toks[k].Kind == Word && Digit(rune(toks[k].Form[0]))
			c.Letters = c.Letters || toks[k].Kind == Word && !Digit(rune(toks[k].Form[0]))
		}
		for k := i; k < j; k++ {
			of[k] = c
		}
		i = j
	}
	return of
}
