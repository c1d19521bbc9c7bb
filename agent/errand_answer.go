package agent

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/orders/counter"
	"shopclerk/agent/tools"
)

// response is how what is said begins with yes, no, or neither yet, and what it goes on
// with.
type response struct {
	yes, no, hold bool
	rest          []string
}

// respond takes the words of a response off a text: "no wait, don't" says no and hold.
func (t *teller) respond(text []string) response {
	r := response{rest: text}
	for len(r.rest) > 0 {
		no, hold, yes := t.No.Begin(r.rest), t.Hold.Begin(r.rest), t.Yes.Begin(r.rest)
		n := max(no, hold, yes)
		switch {
		case n == 0:
			n = t.Thanks.Begin(r.rest)
			if r.rest[0] == language.Comma {
				n = 1
			}
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

// confirmed takes words as the response to the confirmation that waits, and reports
// whether they are all that: yes and nothing else, but for thanks or the deed once more,
// carries it out. No ends it. Whatever else is said keeps it waiting; what goes on behind
// is heard by itself.
func (h *hearing) confirmed(said string, r response) (bool, error) {
	e, text := h.waiting, h.tell.wanted(language.Forms(said))
	begun := h.tell.Yes.Strip(text)
	if h.again(e, h.tell.wanted(begun)) {
		if h.any = true; len(begun) < len(text) {
			e.confirm()
			h.agreed = e.Task.ID
			h.settled()
		}
		return true, nil // the deed alone is neither yes nor no
	}
	if len(begun) < len(text) && h.tell.opens(h.tell.wanted(begun)) && !h.tell.No.Are(begun) {
		return false, nil // "yes, cancel the kettle" where a lamp waits is another instruction
	}
	if (r.no || r.hold) && h.tell.instructs(said) && h.tell.named(said) {
		return false, nil // "cancel order W1004" ends an order that waits as little as it does another
	}
	again := h.again(e, h.tell.wanted(r.rest))
	switch {
	case r.no:
		h.refuse(e)
		h.settled()
	case r.hold:
		h.any = true
	case r.yes && (len(r.rest) == 0 || again):
		e.confirm()
		h.agreed = e.Task.ID
		h.settled()
		return true, nil
	}
	if len(r.rest) == 0 && (r.no || r.hold) || again {
		return true, nil
	}
	if h.moves(e, r) {
		return true, nil
	}
	if paid, err := h.pays(e, r); paid || err != nil {
		return true, err
	}
	if rest := strings.Join(r.rest, " "); len(r.rest) > 0 && (r.no || r.hold || r.yes && h.tell.instructs(rest)) {
		if h.tell.leftover(r.rest, h.tell.all) || h.tell.instructs(rest) {
			return true, h.clause(rest)
		}
		return true, nil
	}
	return false, nil
}

// again reports whether a text says once more what an errand is about to do, and speaks of
// nothing that it is not about.
func (h *hearing) again(e *errand, text []string) bool {
	if len(text) == 1 {
		d := h.tell.deed(text[0])
		return d != nil && slices.Contains(d.tools, e.Decision.Call.Tool)
	}
	if len(text) == 0 || !h.tell.opens(text) && !h.tell.ways.Are(text) || h.meant(strings.Join(text, " ")) != e.Decision.Call.Tool {
		return false
	}
	shown, lists := roots(e.Say), language.CallWords() // "yes, cancel the kettle" is no yes to an order of lamps
	return !slices.ContainsFunc(text, func(w string) bool {
		own := h.tell.minor(w) || h.tell.Things.Is(w) || h.tell.says(w, []string{e.Decision.Call.Tool})
		other := !own || h.tell.Tells.Is(w) || h.tell.ids.Is(w) || lists.Both[w] || lists.Wholes[w]
		return other && !shown[language.Root(w)]
	})
}

// moves asks anew where what waits is to go, when that is what is said: "change the
// address first".
func (h *hearing) moves(e *errand, r response) bool {
	ids := slices.ContainsFunc(r.rest, func(w string) bool { return h.tell.ids.Is(w) })
	known := e.Decision.Call.Arguments[string(orders.TheAddress)] != nil
	if !known || ids || !slices.ContainsFunc(r.rest, h.tell.Address.Is) || h.tell.Asks.Begin(r.rest) > 0 {
		return false
	}
	for _, line := range counter.AddressLines {
		e.answer(tools.Reply{Aspect: line, Anew: true})
	}
	h.settled()
	return true
}

// pays takes another payment for what waits, when that is what is said: "with PayPal".
func (h *hearing) pays(e *errand, r response) (bool, error) {
	anew := *e
	anew.Task = e.Task.Answer(tools.Reply{Aspect: counter.Payment, Anew: true})
	said := strings.Join(r.rest, " ")
	if e.Decision.Call.Arguments[counter.Payment] == nil || len(r.rest) == 0 || len(r.rest) > longestLine || h.tell.searches(said) {
		return false, nil
	}
	d, err := h.decide(h.ctx, &anew)
	if err != nil {
		return false, err
	}
	for i := range d.Questions {
		if q := &d.Questions[i]; q.Aspect == counter.Payment && h.fits(q, said) {
			e.Task, e.spoken = anew.Task.Answer(tools.Reply{Aspect: q.Aspect, Words: said}), true
			h.settled()
			return true, nil
		}
	}
	return false, nil
}

// yes is the place of the errand whose call was said yes to in words in this turn, −1 if
// none was.
func (s *counterTurn) yes() int {
	return slices.IndexFunc(s.errands, func(e errand) bool { return e.agreed && e.Task.ID == s.agreed })
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
		harmless = !h.tell.instructs(clause) || e.Decision.Call.Tool != counter.PlaceOrder
	}
	if !harmless {
		e.agreed, e.spoken, e.Task.Confirmed, h.agreed = false, false, "", ""
	}
}
