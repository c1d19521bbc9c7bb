package readiness

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A form is what is left of a value's text once some way of writing it differently
// is disregarded. Two values of equal form are spelled alike.
type form struct {
	plain  string // without case, accents, spaces and punctuation
	spelt  string // plain, in American spelling
	number string // spelt, every word in the singular
}

// forms reads a text. What tells values apart stays: digits that do not touch, a
// point or comma between digits, signs before and after ("-5", "80+"), "#", "%",
// and slashes.
func forms(text string) form {
	tokens := tokenize(text)
	f := form{plain: join(tokens)}
	for i, t := range tokens {
		tokens[i] = cmp.Or(americanSpellings[t], t)
	}
	f.spelt = join(tokens)
	for i, t := range tokens {
		tokens[i] = singular(t)
	}
	f.number = join(tokens)
	return f
}

// signs are the punctuation that tells values apart: "AT&T", "80+", "C#", "< 3 min".
const signs = `&+#%/\*°"<>≤≥±~`

// tokenize cuts a text into words, numbers and the signs that matter, in lower case
// and without accents.
func tokenize(text string) []string {
	runes := []rune(strings.ToLower(norm.NFKD.String(text)))
	var out []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			out = append(out, word.String())
			word.Reset()
		}
	}
	digit := func(i int) bool { return i >= 0 && i < len(runes) && unicode.IsDigit(runes[i]) }
	solid := func(i int) bool {
		return i >= 0 && i < len(runes) && (unicode.IsLetter(runes[i]) || unicode.IsDigit(runes[i]))
	}
	for i, r := range runes {
		switch {
		case solid(i):
			if i > 0 && solid(i-1) && digit(i) != digit(i-1) {
				flush()
			}
			word.WriteRune(r)
		case unicode.Is(unicode.Mn, r), r == '\'', r == '’': // an accent, "men's"
		case (r == '.' || r == ',') && digit(i-1) && digit(i+1):
			word.WriteRune(r)
		case r == '&' && !solid(i-1) && !solid(i+1):
			flush()
			out = append(out, "and")
		case r == '-' && !solid(i-1) && digit(i+1), strings.ContainsRune(signs, r):
			flush()
			out = append(out, string(r))
		default:
			flush()
		}
	}
	flush()
	return out
}

// join writes tokens without spaces, but keeps numbers apart.
func join(tokens []string) string {
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 && unicode.IsDigit(lastRune(tokens[i-1])) && unicode.IsDigit(firstRune(t)) {
			b.WriteByte(' ')
		}
		b.WriteString(t)
	}
	return b.String()
}

func firstRune(s string) rune { r, _ := utf8.DecodeRuneInString(s); return r }
func lastRune(s string) rune  { r, _ := utf8.DecodeLastRuneInString(s); return r }

// americanSpellings are words that British and American English spell differently, and that
// values are made of.
var americanSpellings = map[string]string{
	"grey": "gray", "colour": "color", "coloured": "colored", "colours": "colors", "multicolour": "multicolor", "multicoloured": "multicolored",
	"aluminium": "aluminum", "fibre": "fiber", "fibres": "fibers", "fibreglass": "fiberglass", "centre": "center", "metre": "meter",
	"metres": "meters", "millimetre": "millimeter", "centimetre": "centimeter", "litre": "liter", "litres": "liters", "jewellery": "jewelry",
	"tyre": "tire", "tyres": "tires", "mould": "mold", "moulded": "molded", "analogue": "analog", "catalogue": "catalog", "theatre": "theater",
	"pyjama": "pajama", "pyjamas": "pajamas", "woollen": "woolen", "travelling": "traveling", "sulphur": "sulfur", "aeroplane": "airplane",
	"licence": "license", "programme": "program", "customised": "customized", "anodised": "anodized", "galvanised": "galvanized",
	"polarised": "polarized", "organiser": "organizer", "tonne": "ton", "draught": "draft", "moustache": "mustache", "favourite": "favorite",
	"mum": "mom", "armour": "armor", "vapour": "vapor", "harbour": "harbor", "flavour": "flavor", "cheque": "check", "chequered": "checkered",
}

// pluralOnly are plurals that do not mean several of what their singular means.
var pluralOnly = map[string]bool{"shorts": true, "glasses": true, "goods": true, "customs": true, "arms": true, "spirits": true}

// singular takes the plural's ending off an English word: one of letters throughout,
// long enough that the ending is none of the word's own, and no abbreviation such as
// "https".
func singular(word string) string {
	n := utf8.RuneCountInString(word)
	if n < 4 || !unicode.IsLetter(firstRune(word)) || pluralOnly[word] || !strings.ContainsAny(word, "aeiouy") {
		return word
	}
	for _, end := range []string{"ss", "us", "is", "sses", "ics"} { // glass, bus, tennis, glasses, acrylics
		if strings.HasSuffix(word, end) {
			return word
		}
	}
	if s, ok := strings.CutSuffix(word, "ies"); ok && n > 4 {
		return s + "y"
	}
	for _, end := range []string{"xes", "ches", "shes"} {
		if strings.HasSuffix(word, end) {
			return strings.TrimSuffix(word, "es")
		}
	}
	return strings.TrimSuffix(word, "s")
}

// Names are words that mean the same: "headphones" and "headset".
type Names struct{ group map[string]int }

// NewNames prepares groups of words that mean the same, as a list of synonyms has
// them. A word of two groups is the first one's.
func NewNames(groups [][]string) *Names {
	n := &Names{group: map[string]int{}}
	for i, g := range groups {
		for _, w := range g {
			if f := forms(w).number; n.group[f] == 0 {
				n.group[f] = i + 1
			}
		}
	}
	return n
}

// both returns the forms of the parts of a text that says the same thing in two
// ways, as "Headphones/headset" and "Headset (headphones)" do; nil for other texts.
// That two names mean much the same is no reason to take them for one value: who
// sells both headphones and headsets tells them apart. Who writes both into one
// value does not.
func (n *Names) synonymForms(text string) []string {
	if n == nil {
		return nil
	}
	parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("/()|", r) })
	if len(parts) < 2 {
		return nil
	}
	var out []string
	group := 0
	for _, part := range parts {
		f := forms(part).number
		if f == "" {
			continue
		}
		g := n.group[f]
		if g == 0 || group != 0 && g != group {
			return nil
		}
		group = g
		out = append(out, f)
	}
	return out
}
