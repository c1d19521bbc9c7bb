package insight

import (
	"slices"
	"time"

	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/search"
)

// reading is a history being digested.
type reading struct {
	shared  *interner
	shown   []shownPage
	stand   []int                 // what stands of shown, oldest first: the last is on the page
	on      []int                 // by version: what was on the page, an index into shown, −1 for nothing
	answers map[int]questionPlace // where an answer belongs, by the id of its change
	errands []carriedErrand       // in the order in which they began
}

// shownPage is an exchange and what is known of its page.
type shownPage struct {
	Turn
	exchange *memory.Exchange
	seen     bool      // somebody saw the page
	since    time.Time // when it last came to be seen
	led      int       // index of what the sending of its form showed, 0: it was not sent
}

// questionPlace is a question's place.
type questionPlace struct{ shown, question int }

// digest makes the facts of a history.
func (s *interner) digest(h *journal.History) *Facts {
	r := reading{shared: s, on: make([]int, 1, len(h.Events)+1), answers: map[int]questionPlace{}}
	r.on[0] = -1
	for i := range h.Events {
		e := &h.Events[i]
		switch e.Kind {
		case journal.Undone:
			r.undo()
		case journal.Exchanged:
			r.add(e)
		}
		on := -1
		if n := len(r.stand); n > 0 {
			on = r.stand[n-1]
		}
		r.on = append(r.on, on)
		// What is appended together has one moment, and only the page after the last
		// of it is seen.
		if on >= 0 && (i+1 == len(h.Events) || !h.Events[i+1].At.Equal(e.At)) {
			if !r.shown[on].seen {
				r.shown[on].seen, r.shown[on].At = true, e.At
			}
			r.shown[on].since = e.At
		}
	}
	for i := range h.Interactions {
		r.touch(&h.Interactions[i])
	}
	turns, index := r.turns()
	return &Facts{ID: h.ID, Session: h.Session, Began: h.Created, Turns: turns, Errands: r.ran(index)}
}

// add reads an exchange: what became of the questions before it, and what it shows.
func (r *reading) add(e *journal.Recorded) {
	next := len(r.shown)
	r.revise(e.Exchange.Changes)
	var carried []memory.Errand
	if n := len(r.stand); n > 0 {
		r.sent(r.stand[n-1], next, e)
		carried = r.shown[r.stand[n-1]].exchange.Errands
	}
	r.stand = append(r.stand, next)
	r.shown = append(r.shown, shownPage{exchange: e.Exchange})
	var changes []search.Change
	for _, i := range r.stand {
		changes = append(changes, r.shown[i].exchange.Changes...)
	}
	need := search.Fold(changes)
	r.shown[next].Turn = r.shared.turn(e, &need)
	if Confides(e.Exchange, carried, r.shared.personal) {
		t := &r.shown[next].Turn
		t.Said, t.Confided, t.Searched, t.Unmet, t.Named = "", true, false, nil, nil
	}
	for i := range e.Exchange.Errands {
		r.errand(&e.Exchange.Errands[i], next)
	}
	if need.Empty() && (len(r.errands) > 0 || asksNoProducts(e.Exchange.Acts)) { // no product was asked for: see memory.Conversation.OnlyErrands
		r.shown[next].Empty, r.shown[next].Need = false, ""
	}
}

// asksNoProducts reports that all that a message did was not to ask for products.
func asksNoProducts(acts []memory.Act) bool {
	return len(acts) > 0 && !slices.ContainsFunc(acts, func(a memory.Act) bool { return a.Kind == memory.Need || a.Kind == memory.NotSold })
}

// undo takes the latest exchange back, and with it the answers that led to it.
func (r *reading) undo() {
	n := len(r.stand)
	if n == 0 {
		return // the journal refuses such an event
	}
	undone := r.stand[n-1]
	r.stand = r.stand[:n-1]
	for _, ch := range r.shown[undone].exchange.Changes {
		delete(r.answers, ch.ID) // another change may get the id
	}
	if n < 2 {
		return
	}
	before := &r.shown[r.stand[n-2]]
	if before.led != undone {
		return
	}
	for k := range before.Questions {
		if o := before.Questions[k].Outcome; o.Answered() || o == NoPreference {
			before.Questions[k].TakenBack++
		}
	}
}

// sent reads what the form of a shown page said, if the exchange sent it.
func (r *reading) sent(from, next int, e *journal.Recorded) {
	before := &r.shown[from]
	x := e.Exchange
	form := memory.Sent(before.exchange.Questions, x.Changes)
	if form == nil {
		return
	}
	if _, revised := r.answers[form[0].ID]; revised {
		return // an earlier answer to the same question, given anew
	}
	before.led = next
	for k := range form {
		q := &before.Questions[k]
		q.answer(&form[k])
		q.Took, q.Text, q.Told, q.Realised = 0, "", false, 0
		if before.seen {
			q.Took = max(0, e.At.Sub(before.since)) // a clock set back must not make it negative
		}
		r.answers[form[k].ID] = questionPlace{from, k}
	}
	for _, t := range x.Realised {
		if t.Question >= 0 && t.Question < len(before.Questions) {
			q := &before.Questions[t.Question]
			if q.Bits > 0 {
				q.Told, q.Realised = true, t.Bits
			}
		}
	}
	for k := range min(len(x.Typed), len(form)) {
		q := &before.Questions[k]
		if q.Text = x.Typed[k]; q.Text != "" && q.Outcome != Ticked {
			// the form says that it was skipped, because the words say it better
			q.Outcome = Otherwise
		}
	}
}

// revise reads which earlier answers an exchange takes back, and what it puts in
// their place.
func (r *reading) revise(changes []search.Change) {
	for i := range changes {
		at, ok := r.answers[changes[i].Target]
		if changes[i].Op != search.Drop || !ok {
			continue
		}
		q := &r.shown[at.shown].Questions[at.question]
		q.TakenBack++
		if i+1 < len(changes) && changes[i+1].Answer != nil && changes[i+1].Answer.Key == q.Aspect {
			q.answer(&changes[i+1])
			q.Text, q.Told, q.Realised = "", false, 0 // they were the earlier answer's
			r.answers[changes[i+1].ID] = at
		}
	}
}

// answer reads a form's word about a question.
func (q *Asked) answer(ch *search.Change) {
	q.Picked = nil
	a := ch.Answer
	switch {
	case a == nil: // a category, ticked when scopes did not keep their answer yet
		for k, o := range q.Offers {
			if len(o.Values) > 0 && !slices.ContainsFunc(o.Values, func(v string) bool { return !slices.Contains(ch.Categories, v) }) {
				q.Picked = append(q.Picked, k)
			}
		}
		q.Outcome = Ticked
	case len(a.Picked) > 0:
		for _, k := range a.Picked {
			if k >= 0 && k < len(q.Offers) {
				q.Picked = append(q.Picked, k)
			}
		}
		q.Outcome = Ticked
	case a.Other:
		q.Outcome = Otherwise
	case a.None:
		q.Outcome = NoPreference
	default:
		q.Outcome = Skipped
	}
}

// touch adds what was done with a product, to the page whose list led to it. Where
// that is not recorded it is the latest page of that moment.
func (r *reading) touch(i *journal.Interaction) {
	on := -1
	if i.Version > 0 && i.Version < len(r.on) {
		on = r.on[i.Version]
	} else {
		for k := range r.shown {
			if r.shown[k].seen && !r.shown[k].At.After(i.At) {
				on = k
			}
		}
	}
	if on < 0 {
		return
	}
	s := &r.shown[on]
	worth := int64(0)
	if i.Act == journal.Ordered {
		worth = i.Price * int64(i.Quantity)
	}
	for k := range s.Touches {
		if t := &s.Touches[k]; t.Act == i.Act && t.Product == i.Product {
			t.Worth += worth // once more of it
			return
		}
	}
	s.Touches = append(s.Touches, Touch{Act: i.Act, Product: i.Product, Place: slices.Index(s.exchange.Shown, i.Product) + 1, Worth: worth})
}

// turns returns what was seen, and of each exchange its turn, −1 of those unseen.
func (r *reading) turns() (out []Turn, index []int) {
	index = make([]int, len(r.shown))
	for i := range r.shown {
		index[i] = -1
		if r.shown[i].seen {
			index[i] = len(out)
			out = append(out, r.shown[i].Turn)
		}
	}
	for i := range r.shown {
		if s := &r.shown[i]; s.seen && s.led > 0 {
			out[index[i]].Led = max(0, index[s.led])
		}
	}
	return out, index
}
