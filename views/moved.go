package views

import (
	"slices"

	"shopclerk/agent"
	"shopclerk/search"
)

// LeastUp is from how many places on a card is told to have risen: what moves up by
// one has only lost a neighbour.
const LeastUp = 2

// movedCards tells what the latest exchange did to the list, by place on the first page.
// It tells nothing of a list that is sorted by something else, nor of one that is new
// altogether, where every card would say so.
func movedCards(c *Conversation, t *agent.Turn, l Listing) []Moved {
	out := make([]Moved, len(t.Products))
	n := len(c.Exchanges)
	if n < 2 || l.in(t) != search.ByRelevance {
		return out
	}
	before := c.Exchanges[n-2].Shown
	page := min(l.Page, len(out))
	stayed := false
	for i := range page {
		was := slices.Index(before, t.Products[i].ID)
		stayed = stayed || was >= 0
		switch {
		case was < 0:
			out[i].New = true
		case was-i >= LeastUp:
			out[i].Up = was - i
		}
	}
	if !stayed {
		clear(out)
	}
	return out
}
