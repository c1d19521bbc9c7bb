package tools

import "slices"

// WhichTool is the aspect of a question that asks what to do, where any other
// aspect is the name of a parameter. No parameter can be called so.
const WhichTool = "tool?"

// Task is one thing that a person wants done, from the first words to the end. It
// is all that is remembered: a decision is computed from it anew at every turn, so
// that the same task gives the same decision, and a task can travel as JSON.
type Task struct {
	// ID makes idempotency keys. Whoever begins a task chooses one that no other
	// task has.
	ID string `json:"id"`
	// Words are the instruction: candidates may take their values from them.
	Words string `json:"words,omitempty"`
	// Candidates are calls that somebody else proposes, with ⊥ for what is missing; a
	// call of no tool says that none is meant.
	Candidates []Proposal `json:"candidates,omitempty"`
	// Sampled says that the candidates are what one proposer gave when it was asked several
	// times: what is meant is then made of what they agree in, argument by argument.
	Sampled bool `json:"sampled,omitempty"`
	// Context is what was said before the instruction, and Results are what earlier calls returned, as
	// text, where values may come from, too.
	Context []string `json:"context,omitempty"`
	Results []string `json:"results,omitempty"`
	// Log is what came after: answers, and failures of calls, oldest first.
	Log []Observation `json:"log,omitempty"`
	// Confirmed is the fingerprint of the call that was confirmed.
	Confirmed string `json:"confirmed,omitempty"`
	// Refused is the fingerprint of the call whose confirmation was refused.
	Refused string `json:"refused,omitempty"`
}

// Proposal is a candidate call and how likely its proposer takes it to be.
type Proposal struct {
	Call
	Weight float64 `json:"weight,omitempty"` // relative; 0 counts as 1
	// Literal are the arguments whose values are meant as they stand, be they "Null" or empty.
	Literal []string `json:"literal,omitempty"`
	Fault   string   `json:"-"` // why it cannot be read; empty if it can
}

// Observation is what happened in a task: one of the two.
type Observation struct {
	Reply   *Reply   `json:"reply,omitempty"`
	Failure *Failure `json:"failure,omitempty"`
}

// Reply is what a person did with one question: gave a value, said something in
// words, ruled values out, had nothing to say, or took back what was said before.
type Reply struct {
	Aspect string `json:"aspect"`          // of the question: a parameter's name or [WhichTool]
	Value  any    `json:"value,omitempty"` // the option that was chosen, as it was offered
	Words  string `json:"words,omitempty"` // free text
	Not    []any  `json:"not,omitempty"`   // values that it is not
	// Literal says that the words are the value, whatever they look like.
	Literal bool `json:"literal,omitempty"`
	None    bool `json:"none,omitempty"` // skipped: it does not matter, or is not known
	Anew    bool `json:"anew,omitempty"` // what was said of it no longer holds: it is asked about anew
}

// Failure is the error of a call that was tried, and says what to do about it: a value that a
// person or another value could mend. A failed call has changed nothing.
type Failure struct {
	Call      Call   `json:"call"`                // that failed
	Parameter string `json:"parameter,omitempty"` // whose value is at fault; empty if none is
	Reason    string `json:"reason"`              // a clause for people: "the shop has only two left"
	// Possible are the values that the parameter can have instead.
	Possible []Value `json:"possible,omitempty"`
}

// Error says what failed.
func (f *Failure) Error() string { return "calling " + f.Call.Tool + ": " + f.Reason }

// Answer returns the task after a reply.
func (t Task) Answer(r Reply) Task { return t.observe(Observation{Reply: &r}) }

// Fail returns the task after a failure.
func (t Task) Fail(f Failure) Task { return t.observe(Observation{Failure: &f}) }

// Confirm returns the task after a person said yes to exactly this call.
func (t Task) Confirm(c Call) Task { t.Confirmed = c.Fingerprint(); return t }

// Refuse returns the task after a person said no to this call.
func (t Task) Refuse(c Call) Task { t.Refused = c.Fingerprint(); return t }

func (t Task) observe(o Observation) Task {
	t.Log = append(slices.Clip(t.Log), o)
	return t
}
