package journal

import (
	"shopclerk/agent/memory"
	"shopclerk/agent/tools"
)

// redactErrand takes out of an errand what was said, and whatever may name a person, a
// place or a thing: of arguments and options only numbers and yes or no stay, because a
// text tells nobody here whether it is an address. What was wanted (the tools), what
// was asked about (the parameters), in how many steps, how it ended and the number of
// the order stay. An errand that was still open can not be carried out any more: its
// words mean nothing, and its arguments are no values.
func redactErrand(e *memory.Errand) {
	blank(&e.Task.Words)
	blank(&e.Say)
	for i := range e.Task.Candidates {
		redactCall(&e.Task.Candidates[i].Call)
	}
	for i := range e.Task.Log {
		redactObservation(&e.Task.Log[i])
	}
	redactDecision(&e.Decision)
	for i := range e.Inquiries {
		q := &e.Inquiries[i]
		if q.Question.Aspect == tools.WhichTool {
			continue // what is offered are tools
		}
		blanks(q.Options)
		redactQuestion(&q.Question)
	}
	if e.Deed != nil {
		blank(&e.Deed.Text)
	}
}

func redactObservation(o *tools.Observation) {
	if r := o.Reply; r != nil {
		blank(&r.Words)
		if r.Aspect != tools.WhichTool {
			r.Value = redactValue(r.Value)
			for i := range r.Not {
				r.Not[i] = redactValue(r.Not[i])
			}
		}
	}
	if f := o.Failure; f != nil {
		redactCall(&f.Call)
		blank(&f.Reason)
		redactValues(f.Possible)
	}
}

func redactDecision(d *tools.Decision) {
	if d.Call != nil {
		redactCall(d.Call)
	}
	blank(&d.Preview)
	for i := range d.Questions {
		redactQuestion(&d.Questions[i])
	}
	for i := range d.Objections {
		redactObjection(&d.Objections[i])
	}
	blanks(d.Unplaced)
	blanks(d.Notes)
	for i := range d.Fixed {
		f := &d.Fixed[i]
		f.From, f.To = redactValue(f.From), redactValue(f.To)
		blank(&f.Reason)
	}
	for i := range d.Belief {
		redactCall(&d.Belief[i].Call)
	}
}

func redactQuestion(q *tools.Question) {
	for i := range q.Options {
		v := &q.Options[i].Value
		v.Of = redactValue(v.Of)
		blank(&v.Label)
	}
	if q.Not != nil {
		redactObjection(q.Not)
	}
}

func redactObjection(o *tools.Objection) {
	o.Value = redactValue(o.Value)
	blank(&o.Label)
	blank(&o.Reason)
	blanks(o.Lacking)
	redactValues(o.Possible)
}

func redactCall(c *tools.Call) {
	for name, of := range c.Arguments {
		c.Arguments[name] = redactValue(of)
	}
}

func redactValues(values []tools.Value) {
	for i := range values {
		values[i].Of = redactValue(values[i].Of)
		blank(&values[i].Label)
	}
}

// redactValue takes the texts out of an argument.
func redactValue(of any) any {
	switch of := of.(type) {
	case string:
		blank(&of)
		return of
	case []any:
		for i := range of {
			of[i] = redactValue(of[i])
		}
	case map[string]any: // whose keys may be texts, too
		return Redacted
	}
	return of
}

func blanks(texts []string) {
	for i := range texts {
		blank(&texts[i])
	}
}
