package agent

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// kind is how plainly a passage points at something of the shopper's.
type kind uint8

const (
	vague     kind = iota // "a lamp": one that there is, or another
	something             // "an order", "the black one"
	pointed               // "it"
	known                 // "the lamp", "the order"
	owned                 // "my order", "W1003"
)

// object is a passage that points at something; to is 0 for none.
type object struct {
	to    int // words
	kind  kind
	named bool // by its own name: "the lamp"
}

// object reads what a text begins with, of what some tools can be about.
func (t *teller) object(text []string, of []string) object {
	if n := t.ids.Begin(text); n > 0 {
		return object{to: n, kind: owned}
	}
	if o := t.noun(text, of); o.to > 0 {
		return o
	}
	return object{to: t.It.Begin(text), kind: pointed}
}

// noun reads a noun with what stands before it.
func (t *teller) noun(text []string, of []string) object {
	own, the, some := t.Own.Begin(text), t.The.Begin(text), t.Some.Begin(text)
	at := max(own, the, some)
	from := at
	for n := t.Tells.Begin(text[at:]); n > 0; n = t.Tells.Begin(text[at:]) {
		at += n
	}
	if n := t.Things.Begin(text[at:]); n > 0 && (t.ends(text[at+n:]) || text[at+n] == "of") {
		numbered := t.ids.Begin(text[at+n:])
		o := object{to: at + n + numbered, kind: something}
		switch {
		case own > 0 || numbered > 0:
			o.kind = owned
		case the > 0:
			o.kind = known
		case some == 0 && t.Goods.Are(text[at:at+n]): // "items" can be anybody's
			return object{}
		}
		return o
	}
	compared := at > from
	from = at
	for at < len(text) && t.OneOf.Begin(text[at:]) == 0 && t.names(text[at], of) {
		at++
	}
	named := at - from
	o := object{kind: known, named: true}
	switch n := t.OneOf.Begin(text[at:]); {
	case own+the+some == 0, own+the == 0 && named == 0:
		return object{}
	case n > 0 || compared:
		at, o.kind = at+n, something // "the black one", "the second", "the cheapest lamp"
	case own+the == 0:
		o.kind = vague
	}
	if (at > from || compared) && t.ends(text[at:]) {
		o.to = at
	}
	return o
}

// ends reports whether an object can end before a text: "the lamp because", and not
// "the lamp shade".
func (t *teller) ends(text []string) bool {
	return len(text) == 0 || text[0] == language.Comma || number(text[0]) || t.Follows.Begin(text) > 0 || t.Between.Begin(text) > 0 || t.ids.Begin(text) > 0 || t.Own.Begin(text) > 0
}

// leftover reports whether something in a text is neither of the tools' own words, nor
// small, nor a thing of the shopper's.
func (t *teller) leftover(text []string, of []string) bool {
	for len(text) > 0 {
		n := max(t.Things.Begin(text), t.ids.Begin(text), t.OneOf.Begin(text), t.Manners.Begin(text), t.Thanks.Begin(text), t.Follows.Begin(text))
		switch o := t.noun(text, of); {
		case o.kind >= known && o.to > n:
			n = o.to
		case n > 0:
		case t.minor(text[0]), number(text[0]), t.says(text[0], of):
			n = 1
		default:
			return true
		}
		text = text[n:]
	}
	return false
}

// says reports whether a word is one of the tools' own.
func (t *teller) says(w string, of []string) bool {
	return slices.ContainsFunc(of, func(name string) bool { return t.tools[name].words[language.Root(w)] })
}

// names reports whether a word is in the name of something that tools can be about.
func (t *teller) names(w string, of []string) bool {
	return slices.ContainsFunc(of, func(name string) bool { return t.tools[name].names[language.Root(w)] })
}

// number reports whether a word is a number in digits.
func number(w string) bool { return strings.Trim(w, "0123456789") == "" }
