package journal

import (
	"shopclerk/agent/memory"
	"shopclerk/agent/tools"
)

// redactErrand leaves of an errand what tells of no person, place or thing: the tools and
// parameters, in how many steps it was asked about, how it ended and the number of the order.
// One that was still open cannot be carried out any more.
func redactErrand(e *memory.Errand) {
	was := *e
	*e = memory.Errand{
		Task:  tools.Task{ID: was.Task.ID, Words: was.Task.Words, Tool: was.Task.Tool, Confirmed: was.Task.Confirmed, Refused: was.Task.Refused},
		Title: was.Title, Say: was.Say, Shown: was.Shown, Ending: was.Ending, Deed: was.Deed,
		Decision: tools.Decision{Do: was.Decision.Do, Clarity: was.Decision.Clarity, Call: redactCall(was.Decision.Call), Preview: was.Decision.Preview},
	}
	blank(&e.Task.Words)
	blank(&e.Say)
	blank(&e.Decision.Preview)
	if e.Deed != nil {
		blank(&e.Deed.Text)
	}
	for _, p := range was.Task.Candidates {
		e.Task.Candidates = append(e.Task.Candidates, tools.Proposal{Call: *redactCall(&p.Call)})
	}
	for _, o := range was.Task.Log {
		step := tools.Observation{}
		if o.Reply != nil {
			step.Reply = &tools.Reply{Aspect: o.Reply.Aspect, Words: Redacted}
		}
		if o.Failure != nil {
			step.Failure = &tools.Failure{Call: *redactCall(&o.Failure.Call), Parameter: o.Failure.Parameter, Reason: Redacted}
		}
		e.Task.Log = append(e.Task.Log, step)
	}
	for _, q := range was.Inquiries {
		e.Inquiries = append(e.Inquiries, memory.Inquiry{Text: q.Text, Question: tools.Question{
			Aspect: q.Question.Aspect, Tool: q.Question.Tool, Label: q.Question.Label, Kind: q.Question.Kind, Open: true}})
	}
}

// redactCall returns a call whose arguments are no values.
func redactCall(c *tools.Call) *tools.Call {
	if c == nil {
		return nil
	}
	out := &tools.Call{Tool: c.Tool, Arguments: tools.Arguments{}}
	for name := range c.Arguments {
		out.Arguments[name] = Redacted
	}
	return out
}
