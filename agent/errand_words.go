package agent

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/agent/shop"
	"shopclerk/agent/tools"
	"shopclerk/agent/understand"
	"shopclerk/words"
)

// commands tells commands for the shop's tools from searches, in one language. A search that
// is taken for a command costs more than the other way round: the shopper came for products,
// and says again what was not understood. So a clause is a command only if the model of acts
// says so ([counterTurn.bids]), or if it
//
//   - is one of the ways to ask for a tool, as it stands; or
//   - begins with a deed, the first word of one of those ways, or ends with one, as German
//     verbs do, or asks after something ("where is"); and that is about something of the
//     shopper's: an order or the basket, what "it" or a place on the page points at, or a
//     thing that is returned or cancelled, whatever it is called; and nothing is left over.
//
// "I want to return to hiking, need boots" begins with a deed and is about nothing here.
type commands struct {
	*language.Errands
	kit   *tools.Kit
	ways  language.Phrasing   // the ways to ask, whole
	deeds map[string][]string // the tools that a first word asks for, by its root
	lasts map[string][]string // and a last word
	own   map[string]bool     // roots of the words that the tools are declared with
}

// shortestID is how long a number or code is that stands for a thing by itself: shorter ones
// count and measure.
const shortestID = 4

// newCommands returns the commands by language.
func newCommands() map[string]*commands {
	out := map[string]*commands{}
	for _, l := range words.Languages() {
		kit, err := tools.New(shop.Declared(l)...)
		if err != nil {
			panic(fmt.Sprintf("what the shop declares in %s: %v", l.Code(), err)) // a test makes it
		}
		c := &commands{Errands: language.ErrandWords(), kit: kit, ways: language.Phrasing{}, deeds: map[string][]string{}, lasts: map[string][]string{}, own: map[string]bool{}}
		for _, tool := range kit.Tools() {
			for _, w := range language.Forms(tool.Name + " " + tool.Title + " " + tool.Purpose) {
				c.own[w] = true
			}
			for _, way := range append([]string{strings.ReplaceAll(tool.Name, "_", " "), tool.Title}, tool.Examples...) {
				c.learn(tool.Name, c.Manners.Strip(language.Forms(way)))
			}
		}
		out[l.Code()] = c
	}
	return out
}

// learn takes in a way to ask for a tool. One of small words alone says too little.
func (c *commands) learn(tool string, way []string) {
	if !slices.ContainsFunc(way, func(w string) bool { return !c.minor(w) }) {
		return
	}
	c.ways.Add(way)
	know := func(deeds map[string][]string, word string) {
		for _, root := range language.Roots(word) {
			deeds[root] = append(deeds[root], tool)
		}
		c.own[word] = true
	}
	if last := way[len(way)-1]; len(way) > 1 && !c.minor(last) && !c.Things.Is(last) && max(c.determiner(way), c.Things.Begin(way)) > 0 {
		know(c.lasts, last)
	}
	if c.minor(way[0]) || c.Things.Begin(way) > 0 && len(way) > 1 && !c.It.Is(way[1]) || max(c.Seeks.Begin(way), c.Asks.Begin(way), c.Checks.Begin(way)) > 0 {
		return
	}
	if len(way) > 1 && c.Between.Is(way[1]) && (len(way) == 2 || c.determiner(way[2:]) > 0) {
		return // "check out", "call off my order": the first word alone says something else
	}
	know(c.deeds, way[0])
}

// find returns the tools that a word asks for, by any of its roots.
func find(deeds map[string][]string, w string) []string {
	for _, root := range language.Roots(w) {
		if d := deeds[root]; d != nil {
			return d
		}
	}
	return nil
}

// id returns how many words a text begins with that are the number of an order: "W1003".
func id(text []string) int {
	if len(text) > 1 && len(text[0]) == 1 && len(text[1]) >= shortestID && allDigits(text[1]) && !allDigits(text[0]) {
		return 2
	}
	return 0
}

// hasID reports whether a text names an order by its number.
func hasID(text []string) bool {
	for i := range text {
		if id(text[i:]) > 0 {
			return true
		}
	}
	return false
}

// minor reports whether a word says neither what is done nor to what.
func (c *commands) minor(w string) bool {
	return w == language.Comma || c.Small.Is(w) || c.It.Is(w) || c.The.Is(w) || c.Own.Is(w) || c.Some.Is(w) || c.Between.Is(w) || c.Follows.Is(w)
}

// determiner returns how many words a text begins with that point at something known.
func (c *commands) determiner(text []string) int { return max(c.Own.Begin(text), c.The.Begin(text)) }

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

// commands reports whether a clause is a command by its words.
func (c *commands) commands(clause string) bool {
	text := c.wanted(language.Forms(clause))
	if c.ways.Are(text) {
		return true
	}
	if len(text) < 2 {
		return false
	}
	if n := c.Asks.Begin(text); n > 0 {
		return c.concerns(text[n:], false, false) || c.Own.Begin(text[n:]) > 0 && c.plain(text[n:])
	}
	last := len(text) - 1
	for _, side := range []struct {
		deeds map[string][]string
		verb  string
		rest  []string
	}{{c.deeds, text[0], text[1:]}, {c.lasts, text[last], text[:last]}} {
		asked := find(side.deeds, side.verb)
		if asked == nil || strings.HasSuffix(side.verb, "ed") || strings.HasSuffix(side.verb, "ing") {
			continue
		}
		final := slices.ContainsFunc(asked, func(tool string) bool { return c.kit.Tool(tool).Effect == tools.Irreversible })
		back := slices.ContainsFunc(side.rest, c.Again.Is)
		if c.concerns(side.rest, true, final) || (back || c.Surely.Is(side.verb)) && c.plain(side.rest) {
			return true
		}
	}
	return false
}

// opens reports whether a text begins with a deed, or is one of the ways to ask for one.
func (c *commands) opens(text []string) bool {
	return c.ways.Are(text) || len(text) > 0 && find(c.deeds, text[0]) != nil
}

// concerns reports whether a text is about something of the shopper's, and nothing else; a
// place on the page is one where pointing is allowed. What is final is confirmed, and may go
// on behind what it is about.
func (c *commands) concerns(text []string, pointing, final bool) bool {
	found, known := false, false
	for len(text) > 0 {
		n := 0
		is := func(p language.Phrasing) bool { n = p.Begin(text); return n > 0 }
		into := c.Into.Begin(text)
		switch w := text[0]; {
		case final && found && c.Goes.Begin(text) > 0:
			return true
		case id(text) > 0:
			n, found = id(text), true
		case into > 0 && c.basket(text[into:]) > 0:
			n, found = into+c.basket(text[into:]), true
		case is(c.The) && len(text) > n && !c.minor(text[n]), is(c.Own), is(c.Some):
			known = true
		case is(c.It):
			found = true
		case is(c.Things):
			found = found || known || c.Goods.Begin(text) == 0
		case pointing && known && (is(c.OneOf) || is(c.Tells)):
			found = true
		case is(c.Between):
		case allDigits(w), c.own[w] && !c.minor(w):
			n = 1
		case found && (is(c.Manners) || is(c.Thanks) || is(c.Follows)):
		case found && c.minor(w):
			n = 1
		default:
			return false
		}
		text = text[n:]
	}
	return found
}

// basket returns how many words a text begins with that name the basket.
func (c *commands) basket(text []string) int {
	n := c.determiner(text)
	if b := c.Basket.Begin(text[n:]); b > 0 {
		return n + b
	}
	return 0
}

// plain reports whether a text points at one thing that is known, whatever it is called, and
// says no more of it than that it was bought: nobody searches for "cancel the toaster".
func (c *commands) plain(text []string) bool {
	text = text[c.Between.Begin(text):]
	n := c.determiner(text)
	small := func(w string) bool { return c.minor(w) && !language.IsProduct(w) } // "hat" is small in German
	if n == 0 || len(text) == n || small(text[n]) {
		return false
	}
	end := n + 1
	for end < min(len(text), n+4) && !small(text[end]) {
		end++
	}
	rest := text[end:]
	rest = rest[c.Again.Begin(rest):]
	return len(rest) == 0 || max(c.Goes.Begin(rest), c.Follows.Begin(rest)) > 0
}

// repeats reports whether a clause stands on what the one before it speaks of: "find a lamp
// and put it in my basket".
func (c *commands) repeats(clause string) bool {
	return slices.ContainsFunc(language.Forms(clause), func(w string) bool { return c.It.Is(w) && !c.The.Is(w) })
}

// unmeant reports whether a text that speaks of a tool asks for nothing to be done: it is
// negated, asked or supposed, or, where it takes something, says that it was or may be taken at
// another time. A negation behind a whole command is its reason.
func (c *commands) unmeant(text []string, tool string) bool {
	if c.ways.Are(c.wanted(text)) {
		return false
	}
	if c.Wonders.Begin(text) > 0 {
		return true
	}
	takes := tool == shop.AddToBasket || tool == shop.PlaceOrder
	for i := range text {
		if c.Supposes.Begin(text[i:]) > 0 || takes && c.NotNow.Begin(text[i:]) > 0 {
			return true
		}
		if c.Nots.Is(text[i]) && (i == len(text)-1 || c.Into.Begin(text[i+1:]) > 0 || !c.commands(strings.Join(text[:i], " "))) {
			return true
		}
	}
	return false
}

// searches reports whether a clause says that something is looked for.
func (c *commands) searches(clause string) bool {
	return c.Seeks.Begin(c.Manners.Strip(language.Forms(clause))) > 0
}

// names reports whether a text names one thing, by a number, a place or any word of its own.
func (c *commands) names(text []string) bool {
	return hasID(text) || slices.ContainsFunc(text, func(w string) bool {
		return c.Tells.Is(w) || !c.minor(w) && !c.own[w] && !c.Things.Is(w) && !c.Manners.Is(w) && !c.Thanks.Is(w)
	})
}

// places are the places on the page that a text names one after the other: "1, 2 and 4", "the
// first and the third".
func (c *commands) places(text []string) []int {
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
		case c.Joins.Is(w):
			joined = true
		}
	}
	return out
}

// piecesWanted is how many pieces a text wants of what was spoken of.
type piecesWanted struct {
	n       int  // pieces; those that are added or taken away where by is not 0
	by      int  // 1: n more; −1: n fewer
	pointed bool // it says of what: "make it two", "two of them"; else "only one"
}

// counts reads a text that says how many pieces there are to be, and nothing else before what
// it says for whom or why. n is 0 where it is no such text.
func (c *commands) counts(text []string) (p piecesWanted) {
	said := false
	for len(text) > 0 {
		n := 0
		is := func(p language.Phrasing) bool { n = p.Begin(text); return n > 0 }
		switch w := text[0]; {
		case is(c.RatherThan) && len(text) > n && pieces(text[n]) > 0: // "instead of four"
			n, said = n+1, true
		case is(c.Another):
			p.n, p.by, said = max(p.n, 1), 1, true
		case is(c.MoreOf):
			p.by, said = 1, true
		case is(c.FewerOf):
			p.by, said = -1, true
		case is(c.OfThem), is(c.Make):
			p.pointed, said = true, true
		case is(c.CountIt):
			said = true
		case p.n > 0 && c.Goes.Begin(text) > 0:
			return p
		case is(c.Manners), is(c.Thanks), is(c.Yes), is(c.No), is(c.Hold), is(c.It):
		case pieces(w) > 0 && p.n == 0:
			p.n, n = pieces(w), 1
		case pieces(w) == 0 && (w == language.Comma || c.Small.Is(w)):
			n = 1
		default:
			return piecesWanted{}
		}
		text = text[n:]
	}
	if !said {
		return piecesWanted{}
	}
	return p
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

// roots are those of a text's words.
func roots(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range language.Forms(text) {
		out[language.Root(w)] = true
	}
	return out
}

// allDigits reports whether a word is a number in digits.
func allDigits(w string) bool { return strings.Trim(w, "0123456789") == "" }

// bidden are the tools that the topics of errands are, as the model of acts names them.
var bidden = map[string]string{
	"add": shop.AddToBasket, "remove": shop.RemoveFromBasket, "count": shop.ChangeBasket,
	"show": shop.ShowBasket, "empty": emptyBasket, "order": shop.PlaceOrder,
	"status": shop.OrderStatus, "cancel": shop.CancelOrder, "return": shop.ReturnItems,
	"exchange": elsewhere, "address": elsewhere, "again": elsewhere,
}

// What the model of acts tells apart and the shop has no tool of its own for.
const (
	emptyBasket = "empty"     // to remove everything from the basket
	elsewhere   = "elsewhere" // to change an order: the shop is to be asked
)

// The shares of an errand from which words are taken for a command by the model of acts alone,
// where they name no products of the shop, and where they do: "I ordered a suitcase and it has
// not come".
const (
	plainlyBidding = 0.55
	surelyBidding  = 0.75
	pointedBidding = 0.5 // of words that name the basket or a place on the page
	startBidding   = 0.9 // at the start, of words that name nothing that shoppers have here
)

// wanting are the topics in which the name of a product is what is looked for, and not what
// was bought: "buy lamps".
var wanting = map[string]bool{"add": true, "order": true, "count": true}

// bids is the tool that words are for by the model of acts, "" where they are more likely
// something else, or are about more than the shop's tools.
func (h *hearing) bids(said string) string {
	tool, known := h.bid[said]
	if !known { // a clause is looked at from several sides
		tool = h.bidden(said)
		h.bid[said] = tool
	}
	return tool
}

func (h *hearing) bidden(said string) string {
	if h.learned() {
		tool, _ := h.task(said)
		return tool
	}
	at, text := language.AtList, language.Forms(said)
	if len(h.page) == 0 {
		at = language.AtStart
	}
	clauses := h.reader.Clauses(said, tongueOf(h.words, said), at)
	points, least := false, plainlyBidding                                                    // "two of number 3 into the trolley"
	ours := len(h.page) > 0 || h.tell.repeats(said) || h.tell.unmeant(text, shop.AddToBasket) // the basket, and not one that is sold
	if slices.ContainsFunc(text, func(w string) bool { return ours && h.tell.Basket.Is(w) || language.Ordinal(w) != 0 }) {
		points, least = true, pointedBidding
	}
	if len(clauses) != 1 || clauses[0].Act != "errand" || clauses[0].Share < least {
		return ""
	}
	switch c := &clauses[0]; {
	case at == language.AtStart && c.Share < startBidding && !slices.ContainsFunc(text, h.tell.Things.Is):
		return "" // people begin with a search: "empty box"
	case wanting[c.Topic] && understand.Asks(said, tongueOf(h.words, said)) && h.tell.Manners.Begin(text) == 0 && !slices.ContainsFunc(text, h.tell.Basket.Is):
		return "" // "darf die zweite in den Trockner?"
	case !points && h.catalogue(said) && (wanting[c.Topic] || c.Share < surelyBidding && !h.understood(h.need, said).Told):
		return ""
	}
	return bidden[clauses[0].Topic]
}
