package desk

import (
	"slices"
	"time"

	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
)

// replayTurn is a page of a conversation as the shopper saw it: the list after an exchange
// and the questions beside it. Turns are numbered as [insight.Facts] numbers them.
type replayTurn struct {
	exchange *memory.Exchange
	at       time.Time
	from     int // the turn whose page the shopper came from; −1: none
	left     []departure
	acts     []journal.Interaction
}

// departure is one way in which a shopper left a turn's page. A page that was gone
// back to is left more than once.
type departure struct {
	waited time.Duration // since the page came to be seen
	back   bool          // to an earlier page, and not on to a new one
	to     int           // the turn
	sent   bool          // the form with the questions was sent
}

// turnsOf finds the turns of a history, in the order in which their exchanges were
// made.
func turnsOf(h *journal.History) []replayTurn {
	steps := stepsOf(h)
	var seen []int // events of the exchanges whose pages were seen
	for _, s := range steps {
		if s.seen && s.event >= 0 {
			seen = append(seen, s.event)
		}
	}
	slices.Sort(seen)
	number := map[int]int{} // of an event's turn
	var turns []replayTurn
	for _, event := range slices.Compact(seen) {
		number[event] = len(turns)
		turns = append(turns, replayTurn{exchange: h.Events[event].Exchange, from: -1})
	}
	on := make([]int, 1, len(h.Events)+1) // by version: the turn whose page was there; −1: none
	on[0] = -1
	current, since := -1, time.Time{}
	for _, s := range steps {
		page, known := number[s.event]
		if !known {
			page = -1
		}
		on = append(on, page)
		if known && s.seen {
			arrived := turns[page].at.IsZero()
			if arrived {
				turns[page].at, turns[page].from = s.at, current
			}
			if current >= 0 && current != page {
				left := &turns[current]
				left.left = append(left.left, departure{waited: max(0, s.at.Sub(since)), back: !arrived || page < current, to: page,
					sent: arrived && s.before >= 0 && number[s.before] == current && memory.Sent(left.exchange.Questions, turns[page].exchange.Changes) != nil})
			}
			current, since = page, s.at
		}
	}
	assign(turns, on, h.Interactions)
	return turns
}

// historyStep is what stands after an event. What is appended together has one moment, and
// only the page after the last of it is seen.
type historyStep struct {
	event  int // the exchange whose page it is, as an event; −1: none
	before int // the exchange that it followed; −1: none
	at     time.Time
	seen   bool
}

// stepsOf folds a history, event by event.
func stepsOf(h *journal.History) []historyStep {
	var out []historyStep
	var standing []int // events of the exchanges that stand
	for i := range h.Events {
		e := &h.Events[i]
		switch {
		case e.Kind == journal.Exchanged:
			standing = append(standing, i)
		case len(standing) > 0:
			standing = standing[:len(standing)-1]
		}
		s := historyStep{event: -1, before: -1, at: e.At, seen: i+1 == len(h.Events) || !h.Events[i+1].At.Equal(e.At)}
		if n := len(standing); n > 0 {
			s.event = standing[n-1]
			if n > 1 {
				s.before = standing[n-2]
			}
		}
		out = append(out, s)
	}
	return out
}

// assign puts what was done with products to the turn whose list led to it, or where
// that is not recorded to the latest page of the moment.
func assign(turns []replayTurn, on []int, interactions []journal.Interaction) {
	for _, i := range interactions {
		at := -1
		if i.Version > 0 && i.Version < len(on) {
			at = on[i.Version]
		} else {
			for k := range turns {
				if !turns[k].at.After(i.At) {
					at = k
				}
			}
		}
		if at >= 0 {
			turns[at].acts = append(turns[at].acts, i)
		}
	}
}

// answers returns what the shopper last said to the turn's questions, one answer a
// question; nil where the form was not sent.
func (t *replayTurn) answers(turns []replayTurn) []questionReply {
	for _, d := range slices.Backward(t.left) {
		if !d.sent {
			continue
		}
		var out []questionReply
		next := turns[d.to].exchange
		for k, ch := range memory.Sent(t.exchange.Questions, next.Changes) {
			a := questionReply{}
			if k < len(next.Typed) {
				a.typed = next.Typed[k]
			}
			if ch.Answer == nil { // a category, from before a scope kept its answer
				a.label = ch.Text
			} else {
				a.picked, a.other, a.none = ch.Answer.Picked, ch.Answer.Other, ch.Answer.None
			}
			out = append(out, a)
		}
		return out
	}
	return nil
}

// questionReply is what was said to one question.
type questionReply struct {
	picked      []int
	other, none bool
	label       string // in place of picked, where only the label is known
	typed       string // as something else
}

// skipped reports that the form was sent without a word about the question.
func (a *questionReply) skipped() bool {
	return len(a.picked) == 0 && !a.other && !a.none && a.label == "" && a.typed == ""
}
