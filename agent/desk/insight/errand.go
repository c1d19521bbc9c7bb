package insight

import (
	"cmp"
	"slices"
	"strings"

	"shopclerk/agent/memory"
	"shopclerk/agent/tools"
)

// Errand is one thing that a shopper wanted done, digested from all exchanges that
// carry it. Like everything that was shown it counts also when the shopper went back:
// it ended as the latest exchange that carries it says, and what was done stays done.
type Errand struct {
	ID    string // the task's
	Tool  string // what is to be done: of the deed, or else of the likeliest call at the end; "": no tool does it
	Title string // what the tool was called, as shown
	Words string // the instruction; "" where it began with a click, [journal.Redacted] when no longer kept
	First int    // index of the first turn that carried it
	Turns int    // turns that carried it, from the first words to the end
	// Ending is how it ended, "" where it is left open.
	Ending    memory.Ending
	Clarity   tools.Clarity // of what was decided last: of a declined errand, why it was declined
	Inquiries []Inquiry     // in the order in which they were put
	Confirmed bool          // a confirmation was shown
	Obstacles []Obstacle    // what was impossible, each once
}

// Does names the tool that does what is wanted, "" where none does: the likeliest one
// is then no more than the nearest.
func (e *Errand) Does() string {
	if e.Ending == memory.Declined && e.Clarity == tools.Beyond {
		return ""
	}
	return e.Tool
}

// Inquiry is one question of an errand and what became of it. The question stays the
// same while the shopper speaks of other things.
type Inquiry struct {
	Parameter string // name, or [tools.WhichTool]
	Label     string // what a person calls it, as shown
	Outcome   Outcome

	at int // observations in the task's log when it was put
}

// Obstacle is why something could not be done.
type Obstacle struct {
	Parameter string        // name of the one at fault; "": the call as a whole
	Because   tools.Because // what was found wrong, where a rule of the tool's own did not say it
	Reason    string        // in the tool's words: a clause; "" where Because says it all
}

// errand adds an exchange's word about one of its errands, given the exchange's place
// among those shown.
func (r *reading) errand(e *memory.Errand, shown int) {
	if e.Task.ID == "" {
		return // one instruction too many in a message: it was not begun
	}
	i := slices.IndexFunc(r.errands, func(x carriedErrand) bool { return x.ID == e.Task.ID })
	if i < 0 {
		i = len(r.errands)
		r.errands = append(r.errands, carriedErrand{Errand: Errand{ID: e.Task.ID}})
	}
	x := &r.errands[i]
	x.shown = append(x.shown, shown)
	x.log = e.Task.Log
	x.Words, x.Clarity = e.Task.Words, e.Decision.Clarity
	if x.Ending != memory.Done {
		x.Ending = e.Ending
	}
	if call := e.Decision.Call; call != nil && (x.Ending != memory.Done || x.Tool == "") {
		x.Tool, x.Title = r.shared.text(call.Tool), r.shared.text(cmp.Or(e.Title, x.Title))
	}
	if e.Deed != nil {
		x.Tool = r.shared.text(e.Deed.Tool)
	}
	x.Confirmed = x.Confirmed || e.Decision.Do == tools.Confirm
	for k := range e.Inquiries {
		q := &e.Inquiries[k].Question
		asked := Inquiry{Parameter: r.shared.text(q.Aspect), Label: r.shared.text(q.Label), at: len(e.Task.Log)}
		if !slices.ContainsFunc(x.Inquiries, func(i Inquiry) bool { return i.Parameter == asked.Parameter && i.at == asked.at }) {
			x.Inquiries = append(x.Inquiries, asked)
		}
		if q.Not != nil {
			r.obstacle(x, q.Not.Parameter, q.Not.Because, q.Not.Reason)
		}
	}
	for _, o := range e.Decision.Objections {
		r.obstacle(x, o.Parameter, o.Because, o.Reason)
	}
	for _, o := range e.Task.Log {
		if o.Failure != nil {
			r.obstacle(x, o.Failure.Parameter, "", o.Failure.Reason)
		}
	}
}

// Confides reports whether the message of an exchange holds something of the shopper's
// own, given the errands that were carried before it and which parameters are personal:
// the message answers a question about one of them in words, or names its value.
func Confides(x *memory.Exchange, before []memory.Errand, personal func(parameter string) bool) bool {
	if x.Said == "" {
		return false
	}
	said := strings.ToLower(x.Said)
	for i := range x.Errands {
		e := &x.Errands[i]
		var was memory.Errand
		if n := slices.IndexFunc(before, func(b memory.Errand) bool { return b.Task.ID == e.Task.ID }); n >= 0 {
			was = before[n]
		}
		for _, o := range e.Task.Log[min(len(was.Task.Log), len(e.Task.Log)):] {
			if o.Reply != nil && o.Reply.Words != "" && personal(o.Reply.Aspect) {
				return true
			}
		}
		if e.Decision.Call == nil {
			continue
		}
		for name, of := range e.Decision.Call.Arguments {
			value, _ := of.(string)
			if value != "" && personal(name) && strings.Contains(said, strings.ToLower(value)) {
				return true
			}
		}
	}
	return false
}

// carriedErrand is an errand being digested.
type carriedErrand struct {
	Errand
	shown []int // the exchanges that carry it
	log   []tools.Observation
}

// obstacle adds one that is not known yet. What failed and says why is that reason,
// whether it is told as a failure or as the objection that it became.
func (r *reading) obstacle(x *carriedErrand, parameter string, because tools.Because, reason string) {
	if reason != "" {
		because = ""
	}
	o := Obstacle{r.shared.text(parameter), because, r.shared.text(reason)}
	if o != (Obstacle{}) && !slices.Contains(x.Obstacles, o) {
		x.Obstacles = append(x.Obstacles, o)
	}
}

// ran returns the errands, given the turn of every exchange shown; −1: nobody saw it.
func (r *reading) ran(turn []int) []Errand {
	var out []Errand
	for _, x := range r.errands {
		x.First, x.Turns = -1, 0
		for _, shown := range x.shown {
			if t := turn[shown]; t >= 0 {
				x.Turns++
				if x.First < 0 {
					x.First = t
				}
			}
		}
		if x.First < 0 {
			continue // replayed on the way to another page
		}
		for i := range x.Inquiries {
			x.Inquiries[i].Outcome = x.replied(i)
		}
		out = append(out, x.Errand)
	}
	return out
}

// replied is what became of a question: the first reply about its parameter after it
// was put, and before it was put again.
func (x *carriedErrand) replied(i int) Outcome {
	asked := x.Inquiries[i]
	until := len(x.log)
	for _, again := range x.Inquiries {
		if again.Parameter == asked.Parameter && again.at > asked.at {
			until = min(until, again.at)
		}
	}
	for n := asked.at; n < until; n++ {
		switch reply := x.log[n].Reply; {
		case reply == nil || reply.Aspect != asked.Parameter:
		case reply.Value != nil:
			return Ticked
		case reply.None:
			return NoPreference
		default:
			return Otherwise
		}
	}
	return Open
}
