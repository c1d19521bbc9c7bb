package agent

import (
	"shopclerk/agent/language"
	"shopclerk/agent/orders/counter"
)

// bidden are the tools that the topics of errands are, as the model of acts names them.
var bidden = map[string]string{
	"add": counter.AddToBasket, "remove": counter.RemoveFromBasket, "count": counter.ChangeBasket,
	"show": counter.ShowBasket, "empty": counter.EmptyBasket, "order": counter.PlaceOrder,
	"status": counter.OrderStatus, "cancel": counter.CancelOrder, "return": counter.ReturnItems,
	"exchange": counter.ExchangeItem, "address": counter.ChangeAddress, "again": counter.Reorder,
}

// The shares of an errand from which words are taken for an instruction by the model of
// acts alone: at the start of a conversation people search.
const (
	plainlyBidding        = 0.6
	plainlyBiddingAtStart = 0.8
)

// bids is the tool that words are for by the model of acts, "" where they are more likely
// something else, or are about more than the counter's.
func (s *service) bids(said string) string {
	at, least := language.AtList, plainlyBidding
	if len(s.page) == 0 {
		at, least = language.AtStart, plainlyBiddingAtStart
	}
	clauses := s.reader.Clauses(said, tongueOf(s.words, said), at)
	if len(clauses) != 1 || clauses[0].Act != "errand" || clauses[0].Share < least {
		return ""
	}
	return bidden[clauses[0].Topic]
}
