package demo

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A template is a sentence with gaps:
//
//	{material}          the product's values, "wood", "wood and cork"
//	{a style}           with its indefinite article, "a modern", "an airy"
//	{first function}    the first value only
//	{model}             the product's model number
//	[, {specification}] a part that one half of the sentences leave out
//	(cosy|snug)         one of several parts
//
// Parts nest. A template is immutable once parsed.
type template []part

// part is one piece of a template: literal text, a slot or a choice.
type part struct {
	literal string
	slot    *slot
	choices []template // one of them is taken, evenly
}

// slot is a gap that a product's values fill.
type slot struct {
	aspect  aspectID // modelSlot for its model number
	article bool     // with "a" or "an" before it
	first   bool     // the first value only
}

const modelSlot aspectID = aspectCount

// aspectSet is a set of aspects, one bit each.
type aspectSet uint16

// nothing is the mark of a sentence that names no aspect.
const nothing aspectSet = 1 << aspectCount

// mentions returns the aspects that a sentence can name, brand and series left
// out: those may come back as often as a shop likes to say them.
func (t template) mentions() aspectSet {
	var set aspectSet
	for _, p := range t {
		if p.slot != nil && p.slot.aspect > series && p.slot.aspect != modelSlot {
			set |= 1 << p.slot.aspect
		}
		for _, choice := range p.choices {
			set |= choice.mentions()
		}
	}
	return set
}

// parseTemplate reads a template. Errors name the byte where reading stopped.
func parseTemplate(text string) (template, error) {
	p := templateParser{text: text}
	t := p.sequence()
	switch {
	case p.err == nil && p.at < len(text):
		p.fail(p.at, "%q closes nothing", text[p.at])
	case p.err == nil && len(t) == 0:
		p.err = fmt.Errorf("the sentence is empty")
	}
	return t, p.err
}

type templateParser struct {
	text string
	at   int
	err  error // the first
}

func (p *templateParser) fail(at int, format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("byte %d: %s", at, fmt.Sprintf(format, args...))
	}
}

// sequence reads parts up to a closing character, which it leaves.
func (p *templateParser) sequence() (t template) {
	for p.err == nil && p.at < len(p.text) && strings.IndexByte("}])|", p.text[p.at]) < 0 {
		start, rest := p.at, p.text[p.at+1:]
		switch p.text[start] {
		case '{':
			inside, _, closed := strings.Cut(rest, "}")
			if !closed {
				p.fail(start, "{ is not closed")
			}
			p.at += len(inside) + 2
			t = append(t, part{slot: p.slot(start, inside)})
		case '[':
			t = append(t, part{choices: append(p.choices("[", ']'), nil)})
		case '(':
			t = append(t, part{choices: p.choices("(|", ')')})
		default:
			p.at++
			if p.at += strings.IndexAny(rest, "{}[]()|"); p.at == start {
				p.at = len(p.text)
			}
			t = append(t, part{literal: p.text[start:p.at]})
		}
	}
	return t
}

// choices reads sequences, each behind one of the opening characters, to behind the closing
// one.
func (p *templateParser) choices(opening string, closing byte) (all []template) {
	start := p.at
	for p.err == nil && p.at < len(p.text) && strings.IndexByte(opening, p.text[p.at]) >= 0 {
		p.at++
		all = append(all, p.sequence())
	}
	if p.at >= len(p.text) || p.text[p.at] != closing {
		p.fail(start, "%c is not closed", opening[0])
	}
	p.at++
	return all
}

// slot reads what stands in the braces that open at a byte.
func (p *templateParser) slot(at int, inside string) *slot {
	s := new(slot)
	words := strings.Fields(inside)
	for len(words) > 1 {
		switch words[0] {
		case "a":
			s.article = true
		case "first":
			s.first = true
		default:
			p.fail(at, "{%s}: %q is neither \"a\" nor \"first\"", inside, words[0])
		}
		words = words[1:]
	}
	name := strings.Join(words, "")
	var known bool
	if s.aspect, known = aspectOf(name); name == "model" {
		s.aspect = modelSlot
	} else if !known {
		p.fail(at, "{%s}: there is no aspect %q", inside, name)
	}
	return s
}

// filling appends the text of a slot, without its article.
type filling func(b []byte, s *slot) []byte

// expand appends the sentence to b, with a capital at its beginning.
func (t template) expand(b []byte, f filling, r *rand.Rand) []byte {
	start := len(b)
	b = t.append(b, f, r)
	first, size := utf8.DecodeRune(b[start:])
	if upper := unicode.ToUpper(first); upper != first && utf8.RuneLen(upper) == size {
		utf8.EncodeRune(b[start:], upper)
	}
	return b
}

func (t template) append(b []byte, f filling, r *rand.Rand) []byte {
	for i := range t {
		p := &t[i]
		switch {
		case p.choices != nil:
			b = p.choices[r.IntN(len(p.choices))].append(b, f, r)
		case p.slot == nil:
			b = append(b, p.literal...)
		case p.slot.article:
			// The article depends on the word after it: write the word behind
			// room for the longer article, then close the gap if it is short.
			at := len(b)
			b = append(b, "an "...)
			b = f(b, p.slot)
			if !takesAn(b[at+3:]) {
				copy(b[at+1:], b[at+2:])
				b = b[:len(b)-1]
			}
		default:
			b = f(b, p.slot)
		}
	}
	return b
}

// consonantSounds are beginnings spelt with a vowel and spoken with a consonant.
var consonantSounds = []string{"uni", "use", "usb", "uk", "eu", "one-", "one ", "ewe"}

// vowelSounds are beginnings spelt otherwise and spoken with a vowel.
var vowelSounds = []string{"hour", "heir", "honest", "led ", "lcd", "xxl", "8", "11 ", "11-", "18 ", "18-"}

// takesAn reports whether the English indefinite article before word is "an".
// It knows the words of the schemas, not the whole language.
func takesAn(word []byte) bool {
	lower := strings.ToLower(string(word[:min(len(word), 8)]))
	for _, s := range consonantSounds {
		if strings.HasPrefix(lower, s) {
			return false
		}
	}
	for _, s := range vowelSounds {
		if strings.HasPrefix(lower, s) {
			return true
		}
	}
	return lower != "" && strings.IndexByte("aeiou", lower[0]) >= 0
}
