package agent

import (
	"slices"
	"strconv"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
	"shopclerk/agent/shop"
)

// commands are the small words by which a response is told from what else is said.
type commands struct{ *language.Errands }

// shortestID is how long a number or code is that stands for a thing by itself: shorter ones
// count and measure.
const shortestID = 4

// hasID reports whether a text names an order by its number: "W1003".
func hasID(text []string) bool { return language.NamesOne(strings.Join(text, " ")) }

// minor reports whether a word says neither what is done nor to what.
func (c *commands) minor(w string) bool {
	return c.It.Is(w) || c.The.Is(w) || slices.ContainsFunc(language.Languages(), func(l *language.Language) bool { return l.Knows(w) || l.Generic[w] })
}

// small reports whether a word names no thing of its own.
func (c *commands) small(w string) bool {
	return c.minor(w) || c.Things.Is(w) || c.Manners.Is(w) || c.Thanks.Is(w)
}

// wanted returns a text without the manners that it begins with and the thanks that it ends
// with. Manners alone stay.
func (c *commands) wanted(text []string) []string {
	if rest := c.Manners.Strip(text); len(rest) > 0 {
		text = rest
	}
	for i := 1; i < len(text); i++ {
		if c.Thanks.All(text[i:]) {
			return text[:i]
		}
	}
	return text
}

// repeats reports whether a clause stands on what the one before it speaks of: "find a lamp
// and put it in my basket".
func (c *commands) repeats(clause string) bool {
	return slices.ContainsFunc(language.Forms(clause), func(w string) bool { return c.It.Is(w) && !c.The.Is(w) })
}

// names reports whether a text names one thing, by a number, a place or any word of its own.
func (h *hearing) names(said string) bool {
	return language.NamesOne(said) || slices.ContainsFunc(language.Forms(said), h.tell.Tells.Is) || len(h.things(h.joined(said), "")) > 0
}

// counts is how many pieces a text wants, by more or fewer than there are where by is not 0, of what was put in the
// basket last, and nothing else before what it says for whom: it is an instruction, or comes right after that was put
// there, or while an errand waits. n is 0 where it is no such text.
func (h *hearing) counts(said string) (n, by int) {
	m, c := h.parts(said), h.joined(said)
	asks := slices.ContainsFunc(m.Clauses, func(c nlu.Clause) bool {
		return slices.Contains([]nlu.Intent{nlu.AskProduct, nlu.AskShop, nlu.AskStock, nlu.Compare, nlu.Sort}, c.Intent)
	})
	if h.lately+h.bought == "" || asks {
		return 0, 0
	}
	text, more := language.Forms(said), false
	means := h.held || len(h.errands) > 0 || c.Shares[nlu.Task] >= taskShare
	for len(text) > 0 && !(n > 0 && m.Tongue.Has(language.Tokenize(text[0]), 0, language.For)) {
		step := 1
		switch w := text[0]; {
		case h.tell.RatherThan.Begin(text) > 0 && len(text) > h.tell.RatherThan.Begin(text): // "instead of four"
			step = h.tell.RatherThan.Begin(text) + 1
			means = means || n > 0 && pieces(text[step-1]) > 0
		case h.tell.MoreOf.Begin(text) > 0:
			by, step = 1, h.tell.MoreOf.Begin(text)
			more = more || step > 1 || c.Topic == "count" // "the same again", "and another"
		case h.tell.FewerOf.Begin(text) > 0:
			by, step = -1, h.tell.FewerOf.Begin(text)
		case pieces(w) > 0 && n > 0:
			return 0, 0
		case pieces(w) > 0:
			n = pieces(w)
		case !h.tell.minor(w):
			return 0, 0
		}
		text = text[step:]
	}
	switch {
	case !means:
		return 0, 0
	case more:
		n = max(n, 1)
	}
	return n, by
}

// fewer is how many pieces a text takes away of those that were put in the basket last, and are more: "take one out
// again". 0: it does not say.
func (h *hearing) fewer(said string) int {
	text := language.Forms(said)
	for i, w := range text {
		if n := pieces(w); n > 0 && n < h.at.Pieces(h.lately) && (i == 0 || !h.tell.The.Is(text[i-1])) {
			return n
		}
	}
	return 0
}

// mostPieces bounds a number that is taken for pieces: longer ones are prices and years.
const mostPieces = 100

// pieces reads a word as a number of pieces, in digits or in any language's words; 0 where it
// is none.
func pieces(w string) int {
	if n, err := strconv.Atoi(w); err == nil && n > 0 && n < mostPieces {
		return n
	}
	toks := language.Tokenize(w)
	for _, l := range language.Languages() {
		if v, next := l.Numeral(toks, 0); next > 0 && v >= 1 && v < mostPieces && v == float64(int(v)) {
			return int(v)
		}
	}
	return 0
}

// bidden are the tools that the topics of errands are, as data/reading names them.
var bidden = map[string]string{
	"add": shop.AddToBasket, "remove": shop.RemoveFromBasket, "count": shop.ChangeBasket,
	"show": shop.ShowBasket, "empty": emptyBasket, "order": shop.PlaceOrder,
	"status": shop.OrderStatus, "cancel": shop.CancelOrder, "return": shop.ReturnItems,
	"exchange": elsewhere, "address": elsewhere, "again": elsewhere,
}

// What people ask for and the shop has no tool of its own for.
const (
	emptyBasket = "empty"     // to remove everything from the basket
	elsewhere   = "elsewhere" // to change an order: the shop is to be asked
)

// wanting are the topics in which the name of a product is what is looked for, and not what
// was bought: "buy lamps".
var wanting = map[string]bool{"add": true, "order": true, "count": true}

// bids is the tool that words are an instruction for, "" where they are more likely something else, are
// about more than the shop's tools, or say that nothing is to be done.
func (h *hearing) bids(said string) string {
	if tool, refused := h.task(said); !refused {
		return tool
	}
	return ""
}
