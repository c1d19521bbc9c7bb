package tools

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"shopclerk/agent/clarify"
)

// All is the policy that asks for everything that was not said, required or not, in
// the order of the declaration: what a form does.
const All = "all"

// None is the policy that asks nothing.
const None = "none"

// Policies lists the names that [NewRule] knows, sorted: those of package clarify
// and [All].
func Policies() []string {
	names := append(clarify.Policies(), All)
	slices.Sort(names)
	return names
}

// Rule decides when to ask and when to act. Make one with [NewRule].
type Rule struct {
	Name   string
	Policy clarify.Policy // nil for [All]

	// Form asks at once, as a form does, for all that is needed and does not depend on another
	// answer: street, zip code and city of one address are one thing to a person, and no
	// answer spares another. [NewRule] sets it for the policy "joint".
	Form bool
	// Guess carries out the likeliest call that is possible, however unlikely, once
	// the policy has no more questions: what the papers' agents do. Without it the
	// task is declined then. [NewRule] sets it for all policies but "joint": SAGE-Agent's algorithm 1,
	// lines 16 and 17.
	Guess bool
	// Certain weighs candidates by the certainty of their arguments: 1 for a value, 1/|D| for an unknown one
	// of a finite domain, ε for free text (SAGE-Agent's definition 3). [NewRule] sets it for the papers' policies.
	Certain bool
	// Ground asks about arguments that no text of the task states, and takes words that instruct
	// nothing for what they are: for candidates of a proposer that may make values up.
	Ground bool
}

// mostOptions is how many options a question has.
const mostOptions = 5

// act is the share of the belief that a call must have to be carried out once the policy has no more
// questions: the papers' τ_exec, as in [clarify.DefaultSage].
const act = 0.95

// NewRule returns the rule of a policy's name with some of the policy's settings
// changed; see [clarify.Configure] for the errors.
func NewRule(name string, settings map[string]float64) (Rule, error) {
	r := Rule{Name: name, Form: name == "joint", Guess: name != "joint", Certain: name == "sage" || name == "argus"}
	if name == All {
		if len(settings) > 0 {
			return Rule{}, fmt.Errorf("policy %s has no settings", All)
		}
		return r, nil
	}
	var err error
	if name == "joint" {
		// a shelf is sure of its first page, a call of itself; and nobody leaves an errand
		// for being asked what it needs
		given := settings
		settings = map[string]float64{"sure": act, "cost": 0}
		maps.Copy(settings, given)
	}
	if r.Policy, err = clarify.Configure(name, settings); err != nil && !slices.Contains(Policies(), name) {
		return Rule{}, fmt.Errorf("unknown policy %q: choose one of %s", name, strings.Join(Policies(), ", "))
	}
	return r, err
}
