package title

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"shopclerk/search/lexical"
)

// Text is a title as it is compared. It is read-only.
type Text struct {
	terms []string // without words that say nothing
	// main is how many terms stand before what the thing is for, comes with or fits.
	main int
	// head is the term that names the thing: the last of the first phrase that names a
	// category or a part, since that is how the catalogue calls things, or else the phrase's last
	// word before a number; −1 for a title of none.
	head int
	// part says of every term whether it names an accessory, a part or a supply.
	part []bool
	// category is the last term of the category's own name, "" for none.
	category string
}

// maxTerms is how much of a title is read; what follows is debris of a feed.
const maxTerms = 40

// relations are words after which a title names something else: what the thing is
// for, what it fits and what comes with it.
var relations = set("for with w without fits fit compatible includes including featuring " +
	"für fur mit passend pour avec voor met para con per compatibile compatibel")

// parts are the terms of things that go with others, that are built into them or that
// they use up. A query that names one of them asks for it; of one that does not, a
// product that is one is seldom meant. Stemmed as titles are.
var parts = set(strings.Join(lexical.Terms("accessory adapter adaptor arm battery bag belt bezel blade bracket bulb cable cartridge case charger clip cover cradle "+
	"decal dock drum earpads faceplate film filter fuser game grip guard hinge holder holster ink keykit lanyard lens lock manual mount pad pillow "+
	"panel part pen pouch protector refill remote replacement ribbon shell skin sleeve software spare stand sticker strap stylus "+
	"subscription tray toner warranty wallet"), " "))

func set(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}

// Reader reads the titles of one catalogue. It is read-only and safe for concurrent use.
type Reader struct {
	nouns map[string]bool // that categories are called by
}

// NewReader returns a reader of titles in a catalogue of the categories, given by path.
func NewReader(categories []string) *Reader {
	r := &Reader{nouns: map[string]bool{}}
	for _, path := range categories {
		if w := leaf(path); w != "" {
			r.nouns[w] = true
		}
	}
	return r
}

// leaf returns the last term of a category's own name before "for" or "with"; "" for
// none.
func leaf(path string) (last string) {
	related := false
	chunks(lexical.Fold(path[strings.LastIndex(path, ">")+1:]), func(chunk string, _ bool) {
		related = related || relations[chunk] && last != ""
		if related {
			return
		}
		for _, w := range lexical.Terms(chunk) {
			if word(w) {
				last = w
			}
		}
	})
	return last
}

// Parse reads a title and the path of its category.
func (r *Reader) Parse(title, category string) *Text {
	t := &Text{head: -1}
	phrase := -1   // terms of the first phrase, once it has ended
	sized := false // a number has been read: what follows is a size
	folded := lexical.Fold(title)
	chunks(folded, func(chunk string, ends bool) {
		if len(t.terms) >= maxTerms {
			return
		}
		if relations[chunk] && len(t.terms) > 0 {
			if t.main == 0 {
				t.main = len(t.terms)
			}
		} else {
			sized = sized || len(t.terms) > 1 && strings.Trim(chunk, "0123456789.,\"") == ""
			for _, w := range lexical.Terms(chunk) {
				t.terms = append(t.terms, w)
				if phrase < 0 && t.main == 0 && !sized && word(w) && !model(chunk) {
					t.head = len(t.terms) - 1
				}
			}
		}
		if ends && phrase < 0 && len(t.terms) > 1 {
			phrase = len(t.terms)
		}
	})
	if t.main == 0 {
		t.main = len(t.terms)
	}
	t.part = make([]bool, len(t.terms))
	for i, w := range t.terms {
		t.part[i] = parts[w]
	}
	if phrase < 0 || phrase > t.main {
		phrase = t.main
	}
	for i := phrase - 1; i >= 0; i-- {
		if r.nouns[t.terms[i]] || parts[t.terms[i]] {
			t.head = i
			break
		}
	}
	t.category = leaf(category)
	return t
}

// chunks calls yield for every word between spaces, without the signs around it, and
// tells whether a sign after it ends a phrase. A hyphen between spaces is one.
func chunks(text string, yield func(chunk string, ends bool)) {
	fields := strings.Fields(text)
	for i, f := range fields {
		f = strings.TrimLeftFunc(f, func(r rune) bool { return !letter(r) })
		bare := strings.TrimRightFunc(f, func(r rune) bool { return !letter(r) && r != '"' })
		if bare == "" {
			continue
		}
		after, _ := utf8.DecodeRuneInString(f[len(bare):])
		ends := strings.ContainsRune(",;:|)/", after)
		if i+1 < len(fields) {
			next, _ := utf8.DecodeRuneInString(fields[i+1])
			ends = ends || strings.ContainsRune("-–—|([/+&", next)
		}
		yield(bare, ends)
	}
}

func letter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// word reports whether a term can name a thing: two letters or more, and no digit.
func word(s string) bool {
	return utf8.RuneCountInString(s) >= 2 && strings.IndexFunc(s, unicode.IsDigit) < 0
}

// model reports whether a term or a typed word is a model number or a size: it has a
// digit.
func model(s string) bool { return strings.IndexFunc(s, unicode.IsDigit) >= 0 }
