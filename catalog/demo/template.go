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
	slot    slot
	choices []template // one of them is taken, evenly
}

// slot is a gap that a product's values fill.
type slot struct {
	kind    slotKind
	aspect  aspectID
	article bool // with "a" or "an" before it
	first   bool // the first value only
}

type slotKind uint8

const (
	noSlot slotKind = iota
	aspectSlot
	modelSlot
)

// aspectSet is a set of aspects, one bit each.
type aspectSet uint16

// nothing is the mark of a sentence that names no aspect.
const nothing aspectSet = 1 << aspectCount

// mentions returns the aspects that a sentence can name, brand and series left
// out: those may come back as often as a shop likes to say them.
func (t template) mentions() aspectSet {
	var set aspectSet
	for _, p := range t {
		if p.slot.kind == aspectSlot && p.slot.aspect > series {
			set |= 1 << p.slot.aspect
		}
		for _, choice := range p.choices {
			set |= choice.mentions()
		}
	}
	return set
}

// parseTemplate reads a template; model says whether the schema has model
// numbers. Errors name the byte where reading stopped.
func parseTemplate(text string, model bool) (template, error) {
	p := templateParser{text: text, model: model}
	t, err := p.sequence("")
	if err != nil {
		return nil, err
	}
	if p.at < len(text) {
		return nil, fmt.Errorf("byte %d: %q closes nothing", p.at, text[p.at])
	}
	if len(t) == 0 {
		return nil, fmt.Errorf("the sentence is empty")
	}
	return t, nil
}

type templateParser struct {
	text  string
	at    int
	model bool
}

// sequence reads parts up to one of the closing characters, which it leaves.
func (p *templateParser) sequence(closing string) (template, error) {
	var t template
	for p.at < len(p.text) {
		c := p.text[p.at]
		if strings.IndexByte(closing, c) >= 0 || strings.IndexByte("}])|", c) >= 0 {
			return t, nil
		}
		next, err := p.part(c)
		if err != nil {
			return nil, err
		}
		t = append(t, next)
	}
	return t, nil
}

func (p *templateParser) part(c byte) (part, error) {
	start := p.at
	switch c {
	case '{':
		end := strings.IndexByte(p.text[p.at:], '}')
		if end < 0 {
			return part{}, fmt.Errorf("byte %d: { is not closed", start)
		}
		inside := p.text[p.at+1 : p.at+end]
		p.at += end + 1
		s, err := p.slot(inside)
		if err != nil {
			return part{}, fmt.Errorf("byte %d: %w", start, err)
		}
		return part{slot: s}, nil
	case '[':
		p.at++
		inner, err := p.sequence("]")
		if err != nil {
			return part{}, err
		}
		if !p.accept(']') {
			return part{}, fmt.Errorf("byte %d: [ is not closed", start)
		}
		return part{choices: []template{inner, nil}}, nil
	case '(':
		p.at++
		var choices []template
		for {
			inner, err := p.sequence("|)")
			if err != nil {
				return part{}, err
			}
			choices = append(choices, inner)
			if p.accept(')') {
				return part{choices: choices}, nil
			}
			if !p.accept('|') {
				return part{}, fmt.Errorf("byte %d: ( is not closed", start)
			}
		}
	}
	end := strings.IndexAny(p.text[p.at:], "{}[]()|")
	if end < 0 {
		end = len(p.text) - p.at
	}
	p.at += end
	return part{literal: p.text[start:p.at]}, nil
}

func (p *templateParser) accept(c byte) bool {
	if p.at < len(p.text) && p.text[p.at] == c {
		p.at++
		return true
	}
	return false
}

func (p *templateParser) slot(inside string) (slot, error) {
	var s slot
	words := strings.Fields(inside)
	for len(words) > 1 {
		switch words[0] {
		case "a":
			s.article = true
		case "first":
			s.first = true
		default:
			return slot{}, fmt.Errorf("{%s}: %q is neither \"a\" nor \"first\"", inside, words[0])
		}
		words = words[1:]
	}
	if len(words) == 0 {
		return slot{}, fmt.Errorf("{} names no aspect")
	}
	if words[0] == "model" {
		if !p.model {
			return slot{}, fmt.Errorf("{model}: the schema has no model pattern")
		}
		s.kind = modelSlot
		return s, nil
	}
	a, ok := aspectOf(words[0])
	if !ok {
		return slot{}, fmt.Errorf("{%s}: there is no aspect %q", inside, words[0])
	}
	s.kind, s.aspect = aspectSlot, a
	return s, nil
}

// filling answers a template's slots.
type filling interface {
	// appendSlot appends the text of a slot, without its article.
	appendSlot(b []byte, s slot) []byte
}

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
		case p.slot.kind == noSlot:
			b = append(b, p.literal...)
		case p.slot.article:
			// The article depends on the word after it: write the word behind
			// room for the longer article, then close the gap if it is short.
			at := len(b)
			b = append(b, "an "...)
			b = f.appendSlot(b, p.slot)
			if !takesAn(b[at+3:]) {
				copy(b[at+1:], b[at+2:])
				b = b[:len(b)-1]
			}
		default:
			b = f.appendSlot(b, p.slot)
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
