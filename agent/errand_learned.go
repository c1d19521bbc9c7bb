package agent

import (
	"slices"

	"shopclerk/agent/language"
	"shopclerk/agent/shop/orders/counter"
	"shopclerk/agent/understand"
)

// bidden are the tools that the topics of errands are, as the model of acts names them.
var bidden = map[string]string{
	"add": counter.AddToBasket, "remove": counter.RemoveFromBasket, "count": counter.ChangeBasket,
	"show": counter.ShowBasket, "empty": emptyBasket, "order": counter.PlaceOrder,
	"status": counter.OrderStatus, "cancel": counter.CancelOrder, "return": counter.ReturnItems,
	"exchange": elsewhere, "address": elsewhere, "again": elsewhere,
}

// What the model of acts tells apart and the counter has no tool of its own for.
const (
	emptyBasket = "empty"     // to remove everything from the basket
	elsewhere   = "elsewhere" // to change an order: the shop is to be asked
)

// The shares of an errand from which words are taken for an instruction by the model of
// acts alone, where they name no products of the shop, and where they do: "I ordered a
// suitcase and it has not come".
const (
	plainlyBidding = 0.55
	surelyBidding  = 0.75
	pointedBidding = 0.5 // of words that name the basket or a place on the page
	startBidding   = 0.9 // at the start, of words that name nothing that shoppers have here
)

// wanting are the topics in which the name of a product is what is looked for, and not
// what was bought: "buy lamps".
var wanting = map[string]bool{"add": true, "order": true, "count": true}

// bids is the tool that words are for by the model of acts, "" where they are more likely
// something else, or are about more than the counter's.
func (s *counterTurn) bids(said string) string {
	tool, known := s.bid[said]
	if !known { // a clause is looked at from several sides
		if s.bid == nil {
			s.bid = map[string]string{}
		}
		tool = s.bidden(said)
		s.bid[said] = tool
	}
	return tool
}

func (s *counterTurn) bidden(said string) string {
	at := language.AtList
	if len(s.page) == 0 {
		at = language.AtStart
	}
	clauses := s.reader.Clauses(said, tongueOf(s.words, said), at)
	points, least := s.points(said), plainlyBidding
	if points {
		least = pointedBidding
	}
	if len(clauses) != 1 || clauses[0].Act != "errand" || clauses[0].Share < least {
		return ""
	}
	c, things := &clauses[0], language.ErrandWords().Things
	if at == language.AtStart && c.Share < startBidding && !slices.ContainsFunc(language.Forms(said), things.Is) {
		return "" // people begin with a search: "empty box"
	}
	if errands := language.ErrandWords(); wanting[c.Topic] && understand.Asks(said, tongueOf(s.words, said)) && errands.Manners.Begin(language.Forms(said)) == 0 &&
		!slices.ContainsFunc(language.Forms(said), errands.Basket.Is) {
		return "" // "darf die zweite in den Trockner?"
	}
	if !points && s.catalogue(said) && (wanting[c.Topic] || c.Share < surelyBidding && !s.understood(s.need, said).Told) {
		return ""
	}
	return bidden[c.Topic]
}

// points reports whether words name the basket, or a place on the page: "two of number 3
// into the trolley".
func (s *counterTurn) points(said string) bool {
	errands := language.ErrandWords()
	return len(s.page) > 0 && slices.ContainsFunc(language.Forms(said), func(w string) bool {
		return errands.Basket.Is(w) || language.Ordinal(w) != 0
	})
}
