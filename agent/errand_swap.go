package agent

import (
	"context"
	"slices"

	"shopclerk/agent/language"
	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/orders/counter"
	"shopclerk/agent/tools"
)

// swap begins the errands that put another product of the page in the basket, beside the one
// that was put there last or in its place, where that is what a message says: "the second
// too", "no wait, I meant the third". It reports false where the message says something else.
func (s *counterTurn) swap(ctx context.Context, message string) (bool, error) {
	if !s.held || s.lately == "" || s.waits() {
		return false, nil
	}
	place, instead := s.glance().picks(language.Clausal(message), slices.Index(s.page, s.lately)+1)
	if place < 0 {
		place = len(s.page)
	}
	if place < 1 || place > len(s.page) || s.page[place-1] == s.lately {
		return false, nil
	}
	if err := s.ready(ctx, s.page); err != nil {
		return false, err
	}
	if s.kit.Tool(counter.RemoveFromBasket) == nil || s.kit.Tool(counter.AddToBasket) == nil {
		return false, nil
	}
	s.busy, s.sought = true, false
	picked := tools.Arguments{string(orders.TheProduct): s.page[place-1]}
	if instead {
		if n := s.at.Pieces(s.lately); n > 1 {
			picked[string(orders.TheQuantity)] = float64(n)
		}
		if err := s.begin(s.counting(piecesWanted{back: true}), s.page); err != nil {
			return false, err
		}
	}
	if err := s.begin(calling(tools.Call{Tool: counter.AddToBasket, Arguments: picked}), s.page); err != nil {
		return false, err
	}
	s.latest = len(s.errands)
	return true, nil
}

// picks is the place of another product than the one at the place of the chosen (0: it is
// not on the page) that a text wants and says no more, −1 for the last, and whether it wants
// it instead; 0 says that it is no such text, as where something is only taken out.
func (t *teller) picks(text []string, chosen int) (place int, instead bool) {
	out, named, too := false, false, false // something goes out; the chosen one is named; one more is wanted
	for len(text) > 0 {
		n := max(t.RatherThan.Begin(text), t.BackOut.Begin(text), t.Meant.Begin(text), t.Hold.Begin(text), t.No.Begin(text))
		instead = instead || n > 0
		switch o := language.Ordinal(text[0]); {
		case n > 0:
		case o != 0 && o == chosen:
			n, named = 1, true
		case o != 0 && (place == 0 || place == o):
			n, place = 1, o
		case o != 0:
			return 0, false
		default:
			n = max(t.Manners.Begin(text), t.Thanks.Begin(text), t.It.Begin(text), t.Again.Begin(text))
			d := t.deed(text[0])
			removes := d != nil && slices.Contains(d.tools, counter.RemoveFromBasket)
			out, too = out || removes, too || t.Joins.Is(text[0])
			if n == 0 && (removes || t.minor(text[0]) || t.OneOf.Is(text[0])) {
				n = 1
			}
		}
		if n == 0 {
			return 0, false
		}
		text = text[n:]
	}
	if instead = instead || named; out && !named || !instead && !too {
		return 0, false
	}
	return place, instead
}
