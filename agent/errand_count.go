package agent

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/orders/counter"
	"shopclerk/agent/tools"
	"shopclerk/search"
)

// piecesWanted is how many pieces a text wants of what was put in the basket.
type piecesWanted struct {
	n       int  // pieces; those that are added or taken away where by is not 0
	by      int  // 1: n more; −1: n fewer
	pointed bool // it names the thing: "make it two", "two of them"; else "only one"
}

// recount begins the errand that changes how many pieces there are of what was just put in
// the basket, where that is all that a message says: "one more for my brother", "sechs statt
// vier". It reports false where the message says something else.
func (s *counterTurn) recount(ctx context.Context, message string) (bool, error) {
	if !s.held || s.lately == "" || s.waits() { // else it answers what is asked
		return false, nil
	}
	t := s.glance()
	c, rest := t.counts(language.Clausal(message))
	if c.n == 0 || s.otherwise(t, rest) {
		return false, nil
	}
	if err := s.ready(ctx, s.page); err != nil {
		return false, err
	}
	if s.kit.Tool(counter.ChangeBasket) == nil {
		return false, nil
	}
	s.busy, s.sought = true, false
	if err := s.begin(s.counting(c), s.page); err != nil {
		return false, err
	}
	s.latest = len(s.errands)
	return true, nil
}

// otherwise reports whether what is said behind a number of pieces is about other products:
// for whom they are is not.
func (s *counterTurn) otherwise(t *teller, rest []string) bool {
	if len(rest) == 0 {
		return false
	}
	read := s.understood(s.need, strings.Join(rest, " ")).Changes
	if t.Goes.Begin(rest) == 0 {
		return aboutProducts("", read)
	}
	return slices.ContainsFunc(read, func(ch search.Change) bool { return ch.Op == search.SetScope })
}

// counting is the task of having so many pieces of what was put in the basket last.
func (s *counterTurn) counting(c piecesWanted) tools.Task {
	n, product := c.n, tools.Arguments{string(orders.TheProduct): s.lately}
	if c.by != 0 {
		n = max(0, s.at.Pieces(s.lately)+c.by*c.n)
	}
	product[string(orders.TheQuantity)] = float64(n)
	return calling(tools.Call{Tool: counter.ChangeBasket, Arguments: product})
}

// pieces is how many of what was spoken of a clause wants, wherever it is said: "make it
// two", "two of them please"; 0 where it says no such thing.
func (t *teller) pieces(clause string) int {
	if c, rest := t.counts(language.Forms(clause)); c.pointed && c.by == 0 && len(rest) == 0 {
		return c.n
	}
	return 0
}

// counts reads a text that says how many pieces there are to be, and nothing else before
// what it says for whom or why, which is the rest. n is 0 where it is no such text.
func (t *teller) counts(text []string) (c piecesWanted, rest []string) {
	said, another := false, false // that a number is one of pieces; one more is wanted
	for len(text) > 0 && rest == nil {
		n := 0
		is := func(p language.Phrasing) bool { n = p.Begin(text); return n > 0 }
		some, number := collective(t, text)
		begun := c.n > 0 || another
		switch w := text[0]; {
		case is(t.RatherThan) && t.number(text[n:]) > 0: // "instead of four"
			n, said = n+t.number(text[n:]), true
		case some > 0:
			c.n, n, said = number, some, true
		case is(t.Another):
			another, said, c.by = true, true, 1
		case is(t.MoreOf):
			said, c.by = true, 1
		case is(t.FewerOf):
			said, c.by = true, -1
		case is(t.OfThem), is(t.Make):
			c.pointed, said = true, true
		case is(t.CountIt):
			said = true
		case begun && (w == language.Comma || t.Goes.Begin(text) > 0):
			rest = text
		case is(t.Manners), is(t.Thanks), is(t.Yes), is(t.No), is(t.Hold), is(t.It):
		case pieces(w) > 0 && c.n == 0:
			c.n, n = pieces(w), 1
		case pieces(w) == 0 && (w == language.Comma || t.Small.Is(w)):
			n = 1
		default:
			return piecesWanted{}, nil
		}
		text = text[n:]
	}
	switch {
	case !said:
		return piecesWanted{}, nil
	case another:
		c.n = max(c.n, 1)
	}
	return c, rest
}

// collective reads a word for so many that a text begins with, "half a dozen"; 0 words for none.
func collective(t *teller, text []string) (words, n int) {
	for _, of := range []struct {
		called language.Phrasing
		n      int
	}{{t.HalfDozen, 6}, {t.Dozen, 12}, {t.Pair, 2}} {
		if words := of.called.Begin(text); words > 0 {
			return words, of.n
		}
	}
	return 0, 0
}

// number is how many words a text begins with that end in a number of pieces and say no
// more, "just the one"; 0 where it does not.
func (t *teller) number(text []string) int {
	for i, w := range text {
		switch {
		case pieces(w) > 0:
			return i + 1
		case !t.Small.Is(w) && !t.CountIt.Is(w):
			return 0
		}
	}
	return 0
}

// mostPieces bounds a number that is taken for pieces: longer ones are prices and years.
const mostPieces = 100

// pieces reads a word as a number of pieces, in digits or in any language's words; 0 where it is
// none.
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
