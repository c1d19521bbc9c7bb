package agent

import (
	"slices"
	"strconv"
	"strings"

	"shopclerk/agent/language"
)

// plainness is how plainly a passage points at something of the shopper's.
type plainness uint8

const (
	vague     plainness = iota // "a lamp": one that there is, or another
	something                  // "an order", "the black one"
	pointed                    // "it"
	definite                   // "the lamp", "the order"
	owned                      // "my order", "W1003"
)

// object is a passage that points at something; to is 0 for none.
type object struct {
	to    int // words
	kind  plainness
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
			o.kind = definite
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
	o := object{kind: definite, named: true}
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
	return len(text) == 0 || text[0] == language.Comma || allDigits(text[0]) || t.Follows.Begin(text) > 0 || t.Between.Begin(text) > 0 || t.ids.Begin(text) > 0 || t.Own.Begin(text) > 0
}

// leftover reports whether something in a text is neither of the tools' own words, nor
// small, nor a thing of the shopper's.
func (t *teller) leftover(text []string, of []string) bool {
	for len(text) > 0 {
		n := max(t.Things.Begin(text), t.ids.Begin(text), t.OneOf.Begin(text), t.Manners.Begin(text), t.Thanks.Begin(text), t.Follows.Begin(text))
		switch o := t.noun(text, of); {
		case o.kind >= definite && o.to > n:
			n = o.to
		case n > 0:
		case t.minor(text[0]), allDigits(text[0]), t.says(text[0], of):
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
	w = language.Root(w)
	return slices.ContainsFunc(of, func(name string) bool { return t.tools[name].words[w] })
}

// names reports whether a word is in the name of something that tools can be about.
func (t *teller) names(w string, of []string) bool {
	w = language.Root(w)
	return slices.ContainsFunc(of, func(name string) bool { return t.tools[name].names[w] })
}

// allDigits reports whether a word is a number in digits.
func allDigits(w string) bool { return strings.Trim(w, "0123456789") == "" }

// named reports whether a text says which thing it is about, by a number, a name or what
// tells it apart.
func (t *teller) named(said string) bool {
	text := language.Forms(said)
	for i, w := range text {
		o := t.noun(text[i:], t.all)
		if t.ids.Begin(text[i:]) > 0 || t.Tells.Is(w) || o.to > 0 && o.named {
			return true
		}
	}
	return false
}

// liked reports whether a clause says of a thing on the page that it is chosen: "the third
// one looks good".
func (t *teller) liked(clause string) bool {
	text := language.Forms(clause)
	for i := range text {
		if i > 0 && t.Likes.All(text[i:]) {
			o := t.object(text[:i], t.all)
			return o.to == i && o.kind >= something
		}
	}
	return false
}

// pointed reports whether a clause points at something and says no more.
func (t *teller) pointed(clause string) bool {
	text := language.Forms(clause)
	o := t.object(text, t.all)
	return len(text) > 0 && o.to == len(text) && o.kind >= something
}

// puts reports whether a text is a thing on the page that is pointed at, and the basket
// that it goes into, without the deed: "the first one in my basket please".
func (t *teller) puts(text []string) bool {
	text = t.Manners.Strip(text)
	o := t.object(text, t.all)
	if o.to == 0 || o.named && o.kind > something || o.kind == vague || o.kind == owned {
		return false
	}
	rest := t.Thanks.Strip(text[o.to:])
	n := t.Into.Begin(rest)
	if n == 0 {
		return false
	}
	rest = rest[n:]
	rest = rest[max(t.Own.Begin(rest), t.The.Begin(rest)):]
	n = t.Basket.Begin(rest)
	return n > 0 && len(t.Thanks.Strip(rest[n:])) == 0
}

// places are the places on the page that a text names one after the other: "1, 2 and 4",
// "the first and the third". Places are read as pieces are where one stands alone.
func (t *teller) places(text []string) []int {
	var out []int
	joined := true
	for _, w := range text {
		n, err := strconv.Atoi(w)
		if err != nil {
			n = language.Ordinal(w)
		}
		switch {
		case n != 0 && joined:
			out, joined = append(out, n), false
		case n != 0:
			return nil // "two of the 3rd"
		case t.Joins.Is(w):
			joined = true
		}
	}
	return out
}
