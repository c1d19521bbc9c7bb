package agent

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
	"shopclerk/agent/reply"
	"shopclerk/agent/shop"
	"shopclerk/agent/tools"
)

// response is how what is said begins with yes, no, or neither yet, and what it goes on
// with.
type response struct {
	yes, no, hold bool
	rest          []string
}

// respond takes the words of a response off a text: "no wait, don't" says no and hold.
func (c *commands) respond(text []string) response {
	r := response{rest: text}
	for len(r.rest) > 0 {
		no, hold, yes := c.No.Begin(r.rest), c.Hold.Begin(r.rest), c.Yes.Begin(r.rest)
		n := max(no, hold, yes)
		switch {
		case n == 0:
			n = c.Thanks.Begin(r.rest)
		case no == n:
			r.no = true
		case hold == n:
			r.hold = true
		default:
			r.yes = true
		}
		if n == 0 {
			break
		}
		r.rest = r.rest[n:]
	}
	return r
}

// confirmed takes words as the response to the confirmation that waits, and reports whether
// they are all that: yes and nothing else, but for thanks or the deed once more, carries it
// out. No ends it. Whatever else is said keeps it waiting; what goes on behind is heard by
// itself.
func (h *hearing) confirmed(said string, r response) (bool, error) {
	e, rest, text := h.waiting, strings.Join(r.rest, " "), h.tell.wanted(language.Forms(said))
	if h.moves(e, r) {
		return true, nil
	}
	begun, agreed := h.tell.Yes.Strip(text), false
	if head, other, cut := strings.Cut(said, ","); cut && h.bids(other) != "" && !h.again(e, h.tell.wanted(language.Forms(other))) {
		switch answer := language.Forms(head); {
		case h.tell.Yes.All(answer): // "yes, cancel W1004" where W1003 waits
			return true, h.clause(other)
		case h.tell.No.All(answer):
			h.refuse(e)
			h.settled()
			return true, h.clause(other)
		}
	}
	again := h.again(e, h.tell.wanted(r.rest))
	if deed := h.tell.wanted(begun); h.again(e, deed) {
		if agreed = len(begun) < len(text); !agreed { // the deed alone is neither yes nor no
			h.any = true
			return true, nil
		}
	}
	commands := len(r.rest) > 0 && !again && !slices.ContainsFunc(r.rest, h.tell.Hold.Is) && h.commands(rest)
	switch {
	case agreed, r.yes && !r.no && !r.hold && (len(r.rest) == 0 || again):
		e.confirm()
		h.agreed = e.Task.ID
		h.settled()
		return true, nil
	case r.yes && commands && !r.no && !r.hold, // "yes, cancel the kettle" where a lamp waits is another command
		(r.no || r.hold) && h.bids(said) != "" && h.names(said): // "cancel order W1004" ends an order that waits as little as it does another
		return false, nil
	case r.no:
		h.refuse(e)
		h.settled()
	case r.hold:
		h.any = true
	}
	if commands && (r.no || r.hold) {
		return true, h.clause(rest)
	}
	return r.no || r.hold, nil
}

// again reports whether a text says once more what an errand is about to do, and speaks of
// nothing that it is not about.
func (h *hearing) again(e *errand, text []string) bool {
	if len(text) == 0 {
		return false
	}
	tool, said := e.Decision.Call.Tool, strings.Join(text, " ")
	c := h.joined(said)
	names := len(c.Of(nlu.Do)) > 0 && bidden[c.Deed] == tool && (tool == shop.CancelOrder || !h.tell.No.Are(text))
	if !names && h.bids(said) != tool && !(tool == shop.PlaceOrder && slices.ContainsFunc(text, h.tell.Orders.Is)) {
		return false
	}
	var shown reply.Spoken
	shown.Add(e.Say) // "yes, cancel the kettle" is no yes to an order of lamps
	lists := language.CallWords()
	things := h.things(c, "")
	for k, t := range h.parts(said).Tokens {
		deed := slices.ContainsFunc(c.Of(nlu.Do), func(s *nlu.Mention) bool { return s.Polarity == nlu.Want && s.From <= k && k < s.To })
		other := slices.Contains(things, k) || h.tell.Tells.Is(t.Form) || len(t.Form) >= shortestID && isNumber(t.Form) || lists.Both[t.Form] || lists.Wholes[t.Form]
		if !deed && (h.tell.No.Is(t.Form) || h.tell.Hold.Is(t.Form)) || other && !shown.Of(t.Form) {
			return false
		}
	}
	return true
}

// moves asks anew where what waits is to go, when that is what is said: "change the address
// first".
func (h *hearing) moves(e *errand, r response) bool {
	if e.Decision.Call.Arguments[shop.AddressLines[0]] == nil || hasID(r.rest) ||
		!slices.ContainsFunc(r.rest, h.tell.Address.Is) || h.seeks(strings.Join(r.rest, " ")) {
		return false
	}
	for _, line := range shop.AddressLines {
		e.answer(tools.Reply{Aspect: line, Anew: true})
	}
	h.settled()
	return true
}

// yes is the place of the errand whose call was said yes to in words in this turn, −1 if none
// was.
func (h *hearing) yes() int {
	return slices.IndexFunc(h.errands, func(e errand) bool { return e.agreed && e.Task.ID == h.agreed })
}

// reconsider takes a yes of this turn back, when what is said behind it is not plainly
// something else: "yes", "but not yet".
func (h *hearing) reconsider(clause string) {
	i := h.yes()
	if i < 0 {
		return
	}
	text, e := language.Forms(clause), &h.errands[i]
	r := h.tell.respond(text)
	harmless := h.again(e, h.tell.wanted(text)) || r.yes && !r.no && !r.hold && len(r.rest) == 0 || h.tell.Thanks.All(text)
	if !harmless && !r.no && !r.hold && !slices.ContainsFunc(text, h.tell.Hold.Is) {
		harmless = !h.commands(clause) || e.Decision.Call.Tool != shop.PlaceOrder
	}
	if !harmless {
		e.agreed, e.spoken, e.Task.Confirmed, h.agreed = false, false, "", ""
	}
}
