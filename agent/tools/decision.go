package tools

// Do is what is to be done next.
type Do string

// The decisions.
const (
	Execute Do = "execute" // carry out Call
	Ask     Do = "ask"     // ask Questions
	Confirm Do = "confirm" // ask whether to carry out Call, which cannot be undone, or may not be meant
	Decline Do = "decline" // do nothing, for the reasons given
)

// Clarity is how clear an instruction is: the four kinds of unclear instruction of
// Wang et al. ("Learning to Ask", section 3.1), told apart because each is met
// otherwise.
type Clarity string

// The kinds.
const (
	Clear     Clarity = "clear"
	Missing   Clarity = "missing"   // something needed was not said: ask for it
	Ambiguous Clarity = "ambiguous" // it can be read in several ways: offer the readings
	Wrong     Clarity = "wrong"     // a value is impossible now: say what is wrong and what is possible
	Beyond    Clarity = "beyond"    // no tool does it: say so, and what can be done
)

// Decision is what to do next in a task, and why.
type Decision struct {
	Do      Do      `json:"do"`
	Clarity Clarity `json:"clarity"`
	// Call is the call to carry out or confirm, complete and possible; or the
	// likeliest one so far, with ⊥ for what is not settled. Nil when there is none.
	Call *Call `json:"call,omitempty"`
	// Certainty is how likely exactly Call is meant, in [0,1]: its share of the belief, as
	// far as what was read can be relied on.
	Certainty float64    `json:"certainty"`
	Key       string     `json:"key,omitempty"`     // idempotency key, of Execute
	Preview   string     `json:"preview,omitempty"` // of Confirm: what exactly will happen, for whoever shows it to set by [Kit.Preview]
	Questions []Question `json:"questions,omitempty"`
	// Arguments say where those of the likeliest call come from, in a task with texts.
	Arguments []Grounding `json:"arguments,omitempty"`
	// Objections say what is wrong with what was said.
	Objections []Objection `json:"objections,omitempty"`
	// Lacking are the parameters, as a person calls them, without which nothing can be
	// done, of Decline.
	Lacking []string `json:"lacking,omitempty"`
	// Unplaced are words that look like a value and are none that is known.
	Unplaced []string `json:"unplaced,omitempty"`
	// Offers are what can be done instead, of Decline.
	Offers []Value `json:"offers,omitempty"`
	// Notes say which candidates were left out, and why.
	Notes []string `json:"notes,omitempty"`
}

// Question asks about one aspect.
type Question struct {
	Aspect  string   `json:"aspect"`  // a parameter's name or [WhichTool]
	Tool    string   `json:"tool"`    // of the likeliest call that has the parameter
	Label   string   `json:"label"`   // what a person calls the parameter
	Options []Option `json:"options"` // likeliest first; empty when the answer has no list
	// Several says that any number of the options can be chosen: the answer is a list.
	Several bool `json:"several,omitempty"`
	// Open says that a value can be given in words beside the options.
	Open bool       `json:"open"`
	Kind Kind       `json:"kind"`           // of the answer
	Low  any        `json:"low,omitempty"`  // bounds of numbers, nil where open
	High any        `json:"high,omitempty"` //
	Skip bool       `json:"skip,omitempty"` // it may be left unanswered
	Not  *Objection `json:"not,omitempty"`  // what was said and is impossible
}

// Option is one answer offered.
type Option struct {
	Value Value `json:"value"`
}
